import { expect, type Page, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'
import { openTab } from './support/timeline-actions.ts'

const street = '1 Bidder Walk'

/** Adds the offer of a buyer with a mortgage. "After a successful add the user is sent to the offers list." */
async function addOffer(page: Page, buyer: string, amount: string): Promise<void> {
  await openTab(page, /^Offers/)
  await page.getByRole('link', { name: 'Add offer' }).first().click()
  await page.getByLabel('Buyer name').fill(buyer)
  await page.getByLabel('Amount').fill(amount)
  await page.getByRole('radio', { name: 'Mortgage', exact: true }).check({ force: true })
  await page.getByRole('radio', { name: 'No chain' }).check({ force: true })
  await page.getByRole('button', { name: 'Add offer' }).click()
  await expect(page).toHaveURL(/\/property\/offers\?/)
  await expect(manageOf(page, buyer)).toBeVisible()
}

const manageOf = (page: Page, buyer: string) => page.getByRole('form', { name: `Manage offer of ${buyer}` })
const choose = (page: Page, buyer: string) =>
  page.getByRole('region', { name: 'Offer history', exact: true }).getByRole('row').filter({ hasText: buyer }).click()

test('Offers: required fields, plausibility questions, accept, amend; an accepted offer blocks the others', {
  tag: '@core',
}, async ({ page, agency }) => {
  const property = await agency.takeOn(street)
  await agency.signIn(page, 'staff')
  await page.goto(property.url('offers'))

  await test.step('required fields; a cash buy has a read-only deposit of 0', async () => {
    await page.getByRole('link', { name: 'Add offer' }).first().click()
    await page.getByRole('button', { name: 'Add offer' }).click()
    await expect(page.getByText('Choose cash or mortgage.')).toBeVisible()
    await expect(page.getByText('Say whether the buyer is in a chain.')).toBeVisible()
    const deposit = page.getByLabel('Deposit size')
    await deposit.fill('57000')
    await page.getByRole('radio', { name: 'Cash', exact: true }).check({ force: true })
    await expect(deposit).toHaveValue(/^£?0$/)
    await expect(deposit).toBeDisabled()
    await page.getByLabel('Buyer name').fill('Ione Saltmarsh')
    await page.getByLabel('Amount').fill('0')
    await page.getByRole('radio', { name: 'No chain' }).check({ force: true })
    await page.getByRole('button', { name: 'Add offer' }).click()
    await expect(page.getByText('Enter an amount of 1 or more.')).toBeVisible()
  })

  await test.step('an unlikely amount and day ask for confirmation', async () => {
    const question = page.getByRole('alertdialog', { name: 'Save anyway?' })
    await page.getByLabel('Amount').fill('1')
    await page.getByRole('button', { name: 'Add offer' }).click()
    await expect(question).toContainText(/£1 is (very little for a home|99\.9 % below the asking price)\./)
    await question.getByRole('button', { name: 'Go back' }).click()
    await page.getByLabel('Amount').fill('380000')
    await page.getByLabel('Offered on').fill('01/01/2199')
    await page.getByLabel('Offered on').blur()
    await page.getByRole('button', { name: 'Add offer' }).click()
    await expect(question).toContainText('An offer on 01/01/2199 is')
    await question.getByRole('button', { name: 'Save anyway' }).click()
    await expect(manageOf(page, 'Ione Saltmarsh')).toBeVisible()
  })

  await test.step('edit a pending amount; an accepted offer is read-only and cannot be removed', async () => {
    const manage = manageOf(page, 'Ione Saltmarsh')
    await manage.getByLabel('Amount').fill('381000')
    await manage.getByRole('button', { name: 'Save offer' }).click()
    await expect(manage.getByRole('listitem').first()).toContainText('£381,000')
    await addOffer(page, 'Bram Otterbourne', '379000')
    await choose(page, 'Ione Saltmarsh')
    await manage.getByRole('radio', { name: 'Accepted' }).check({ force: true })
    await manage.getByRole('button', { name: 'Save offer' }).click()
    await page.getByRole('button', { name: 'Accept offer' }).click()
    await expect(manage.getByRole('button', { name: 'Amend offer' })).toBeVisible()
    await expect(page.getByText('The accepted offer says: no chain.')).toBeVisible()
    await page.getByRole('button', { name: 'Set to No chain' }).click()
    await expect(page.locator('header.phead').getByText('No chain', { exact: true })).toBeVisible()
    for (const state of ['Pending', 'Rejected', 'Withdrawn'])
      await expect(manage.getByRole('radio', { name: state })).toBeDisabled()
    await expect(manage.getByText('To end this sale, perform a fall-off on the Timeline page.')).toBeVisible()
    await expect(manage.getByRole('link', { name: 'Timeline' })).toBeVisible()
    await expect(manage.getByRole('button', { name: 'Remove' })).toBeHidden()
    await expect(manage.getByLabel('Amount')).not.toBeEditable()
    await choose(page, 'Bram Otterbourne')
    const other = manageOf(page, 'Bram Otterbourne')
    await expect(other.getByRole('radio', { name: 'Accepted' })).toBeDisabled()
    await expect(other.getByText('Another offer on this property has been accepted.')).toBeVisible()
    await other.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove offer' }).click()
    await expect(other).toBeHidden()
  })

  await test.step('amend with a new amount and a reason', async () => {
    await manageOf(page, 'Ione Saltmarsh').getByRole('button', { name: 'Amend offer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Amend offer' })
    const save = dialog.getByRole('button', { name: 'Save' })
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByLabel('New amount').fill('378500')
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByLabel('Reason').fill('After the survey')
    await save.click()
    await expect(page.locator('header.phead')).toContainText('£378,500')
    await expect(manageOf(page, 'Ione Saltmarsh').getByText('After the survey')).toBeVisible()
  })
})

test('Offers: none can be accepted on a withdrawn property; removing a removed one shows Invalid offer.', async ({
  page,
  agency,
  context,
}) => {
  const property = await agency.takeOn(street)
  await property.offer({ buyer: 'Petra Windle' })
  await agency.signIn(page, 'staff')
  await page.goto(property.url('offers'))
  const manage = manageOf(page, 'Petra Windle')
  const other = await context.newPage()
  // Without live updates this window still shows the offer after it was removed.
  await other.route('**/api/live*', (route) => route.abort())
  await other.goto(page.url())
  await expect(manageOf(other, 'Petra Windle')).toBeVisible()

  await test.step('withdrawn: Accepted is disabled with the reason', async () => {
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: /Bidder Walk/ })
      .click()
    await page.getByRole('radiogroup', { name: 'Withdrawn' }).getByRole('radio', { name: 'Yes' }).check({ force: true })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectSaveMessage(page, 'Property saved')
    await openTab(page, /^Offers/)
    await expect(manage.getByRole('radio', { name: 'Accepted' })).toBeDisabled()
    await expect(
      manage.getByText('This property is withdrawn. Put it back on the market before an offer is accepted.'),
    ).toBeVisible()
  })

  await test.step('remove it here, then in the window that still shows it', async () => {
    await manage.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove offer' }).click()
    await expect(manage).toBeHidden()
    await manageOf(other, 'Petra Windle').getByRole('button', { name: 'Remove' }).click()
    await other.getByRole('button', { name: 'Remove offer' }).click()
    await expect(other.getByText('Invalid offer.')).toBeVisible()
  })
})

test('Offers: a concurrent save is refused, names the other user and keeps the edits', async ({ page, agency, colleague }) => {
  const property = await agency.takeOn(street)
  await property.offer({ buyer: 'Nell Fairweather' })
  await agency.signIn(page, 'staff')
  await page.goto(property.url('offers'))
  const other = await colleague('branch')
  await other.goto(page.url())
  await manageOf(page, 'Nell Fairweather').getByLabel('Notes').fill('What I typed')
  await manageOf(other, 'Nell Fairweather').getByLabel('Telephone').fill('07700 900321')
  await manageOf(other, 'Nell Fairweather').getByRole('button', { name: 'Save offer' }).click()
  await expectSaveMessage(other, 'Offer saved')
  await manageOf(page, 'Nell Fairweather').getByRole('button', { name: 'Save offer' }).click()
  await expect(page.getByText(/Marnie Quillfeather saved this/)).toBeVisible()
  await expect(manageOf(page, 'Nell Fairweather').getByLabel('Notes')).toHaveValue('What I typed')
})

test('Memorandum of sale: setup and memorandum warnings follow the contacts; download and send', { tag: '@full' }, async ({
  page,
  agency,
}) => {
  const property = await agency.takeOn(street)
  await property.sell({ buyer: 'Fenwick Larkrise' })
  await agency.signIn(page, 'staff')
  await page.goto(property.url('offers'))
  const expectSetupWarnings = (text: string) =>
    test.step(`the properties list shows ${text}`, async () => {
      const address = page.url()
      await page.goto(`/company/properties?q=${encodeURIComponent(street)}`)
      await expect(page.getByRole('button', { name: `${text}: ${street}` })).toBeVisible()
      await page.goto(address)
    })
  await expectSetupWarnings('2 setup warnings')

  await test.step('without solicitors the memorandum is disabled and says what is missing', async () => {
    await openTab(page, /^Files/)
    await page.getByRole('link', { name: 'Memorandum of sale' }).click()
    await expect(page.getByText('The buyers solicitor has not been added').first()).toBeVisible()
    await expect(page.getByText("The vendor's solicitor has not been added").first()).toBeVisible()
    for (const name of ['Download', 'Send', 'Save'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-disabled', 'true')
  })

  for (const [side, whose] of [
    ['Vendor contacts', 'vendor'],
    ['Buyer contacts', 'buyer'],
  ] as const)
    await test.step(`create the ${whose}’s solicitor under Contacts`, async () => {
      const firm = `Larkrise ${whose} Law`
      await openTab(page, /^Contacts/)
      await page.getByRole('tab', { name: side }).click()
      await page.getByLabel('Search for a solicitor').fill(firm)
      await page.getByRole('option', { name: /^New contact/ }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill(firm)
      await dialog.getByRole('button', { name: 'Create contact' }).click()
      await page.getByRole('button', { name: 'New POC' }).first().click()
      await dialog.getByLabel('Name').fill('Wren Vellum')
      await dialog.getByLabel('E-mail').fill(`wren.${whose}@vellum.example`)
      await dialog.getByRole('button', { name: 'Create POC' }).click()
      await expect(page.getByRole('link', { name: `wren.${whose}@vellum.example` })).toBeVisible()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expectSaveMessage(page, 'Contacts saved')
    })

  await expectSetupWarnings('1 setup warning')

  await test.step('download and send: a copy is kept, and its step is complete', async () => {
    await openTab(page, /^Files/)
    await page.getByRole('link', { name: 'Memorandum of sale' }).click()
    await expect(page.getByText('wren.vendor@vellum.example')).toBeVisible()
    await expect(page.getByText(/solicitor has not been added/)).toHaveCount(0)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('MemorandumOfSale.pdf')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send' }).click()
    const sent = page.getByRole('region', { name: 'Sent e-mails', exact: true })
    await expect(sent.getByText('wren.vendor@vellum.example')).toBeVisible()
    await page.getByRole('link', { name: 'Files', exact: true }).click()
    await expect(page.getByText('MemorandumOfSale.pdf').first()).toBeVisible()
    await openTab(page, /^Timeline/)
    await expect(page.getByRole('region', { name: 'Selling' })).toContainText('5 of 5 complete')
    await expect(page.getByText('Started because Memo of sale sent, the last selling step, was completed').first()).toBeVisible()
  })
})
