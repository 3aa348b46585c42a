import { password } from './support/accounts.ts'
import { expectNoViolations } from './support/axe.ts'
import { expect, type Page, test } from './support/fixtures.ts'
import { paste } from './support/paste.ts'
import { expectSaveMessage } from './support/save-messages.ts'
import { openTab, setState } from './support/timeline-actions.ts'

const street = '14 Rehearsal Row'

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('First sale: create property, asking price, offer, timeline, workflow report', { tag: '@core' }, async ({
  page,
  agency,
}) => {
  await test.step('sign in', async () => {
    await page.goto('/login')
    await signIn(page, (await agency.person('staff')).email)
    await expect(page.getByRole('heading', { level: 1, name: /^Properties/ })).toBeVisible()
  })

  await test.step('create the property with a new vendor; enter the asking price', async () => {
    await page.goto('/property/create')
    await page.getByLabel('Address line 1').fill(street)
    await page.getByLabel('Town').fill('Reading')
    await page.getByLabel('Postcode').fill('RG39 1AB')
    await page.getByRole('radio', { name: 'Freehold' }).check({ force: true })
    await page.getByRole('radio', { name: 'New vendor' }).check({ force: true })
    await page.getByLabel('First name').fill('Odalys')
    await page.getByLabel('Last name').fill('Thimblewood')
    await page.getByRole('textbox', { name: 'E-mail' }).fill(`odalys.${agency.stamp}@vendor.example`)
    await page.getByRole('button', { name: 'Create property' }).click()
    await expect(page).toHaveURL(/\/property\/askingprice-create/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(street)
    await page.getByLabel('Price', { exact: true }).fill('385000')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectSaveMessage(page, 'Asking price updated')
    await expect(page.getByRole('main').getByRole('table').getByText('£385,000')).toBeVisible()
  })

  await test.step('add an offer and accept it', async () => {
    await openTab(page, /^Offers/)
    await page.getByRole('link', { name: 'Add offer' }).first().click()
    await page.getByLabel('Buyer name').fill('Fenwick Larkrise')
    await page.getByLabel('Amount').fill('378500')
    await page.getByRole('radio', { name: 'Mortgage', exact: true }).check({ force: true })
    await page.getByRole('radio', { name: 'No chain' }).check({ force: true })
    await page.getByRole('button', { name: 'Add offer' }).click()
    const manage = page.getByRole('form', { name: 'Manage offer of Fenwick Larkrise' })
    await manage.getByRole('radio', { name: 'Accepted' }).check({ force: true })
    await manage.getByRole('button', { name: 'Save offer' }).click()
    await page.getByRole('button', { name: 'Accept offer' }).click()
    await expect(page.getByText('Sold STC').first()).toBeVisible()
  })

  await test.step('timeline: complete the memo and draft contracts, which starts the searches', async () => {
    await openTab(page, /^Timeline/)
    await setState(page, 'Memo of sale sent', 'Complete')
    await expect(page.getByText('Started because Memo of sale sent, the last selling step, was completed').first()).toBeVisible()
    await page.getByRole('button', { name: 'Save timeline' }).click()
    await expectSaveMessage(page, 'Timeline saved')
    await setState(page, 'Draft contracts issued', 'Complete')
    await page.getByRole('button', { name: 'Save timeline' }).click()
    await expect(page.getByText('No changes')).toBeVisible()
    await expect(
      page.getByRole('radiogroup', { name: 'State of Searches applied for' }).getByRole('radio', { name: 'In progress' }),
    ).toBeChecked()
  })

  await test.step('workflow report', async () => {
    await page.getByRole('link', { name: 'Company workflow' }).click()
    const today = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', timeZone: 'Europe/London' })
      .format(new Date())
      .replace(' ', '-')
      .slice(0, 6)
    await page.getByRole('button', { name: 'Offer accepted' }).click()
    await expect(page).toHaveURL(/sort=/)
    const row = page.getByRole('row').filter({ hasText: street })
    await expect(row).toBeVisible()
    await expect(row).toContainText('£378,500')
    await expect(row.getByRole('gridcell', { name: today }).first()).toBeVisible()
    await expect(row).toContainText('in 21 days')
    await row.getByRole('link', { name: new RegExp(street) }).click()
    await expect(page).toHaveURL(/\/property\/edit/)
  })
})

test('Story 16, Create property: a pasted signature takes on with price, fee, negotiator and vendor; undo; a vendor who is known', async ({
  page,
  agency,
}) => {
  const email = `grace.${agency.stamp}@otter.example`
  const address = 'Flat 3, The Old Dairy, 12 Mill Lane'
  const text = `${address}, Larkmead RG39 1AA, £325,000, 1.25% + VAT\nGrace Otter\n07700 900412\n${email}`
  const line1 = page.getByLabel('Address line 1')
  await agency.signIn(page, 'staff')

  await test.step('pasted outside of fields; only empty fields are filled; Undo empties them', async () => {
    await page.goto('/property/create')
    await expect(page.getByLabel('Find address')).toBeFocused()
    await line1.fill('1 Own Road')
    await paste(page, text)
    await expect(page.getByText('Read: price, fee, name, telephone, e-mail.')).toBeVisible()
    await expect(line1).toHaveValue('1 Own Road')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByLabel('Asking price')).toHaveValue('')
    await line1.fill('')
  })

  await test.step('several lines pasted into a field of one line; nothing else is typed', async () => {
    await paste(page, text, page.getByLabel('Find address'))
    await expect(page.getByText('Read: address, price, fee, name, telephone, e-mail.')).toBeVisible()
    await expect(line1).toHaveValue(address)
    await expect(page.getByText('£4,062.50 without VAT')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Negotiator' })).toContainText((await agency.person('staff')).firstName)
    await expect(page.getByText(`Takes ${address} on in`)).toContainText('at £325,000, 1.25 %, for Grace Otter')
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Create property' }).click()
    await expect(page).toHaveURL(/\/property\/timeline/)
    await openTab(page, /^Record/)
    for (const entry of ['Property taken on', 'Asking price entered', 'Management information changed', 'Negotiator assigned'])
      await expect(page.getByRole('main').getByText(entry).first()).toBeVisible()
  })

  await test.step('the vendor of a known e-mail is chosen', async () => {
    await page.goto('/property/create')
    await expect(page.getByLabel('Find address')).toBeFocused()
    await paste(page, `Grace Otter\n${email}`)
    await expect(page.getByRole('combobox', { name: 'Vendor’s e-mail' })).toHaveValue('Grace Otter')
  })
})

test('Create property: a property with the same postcode asks for confirmation', async ({ page, agency }) => {
  const postcode = 'RG39 4ZZ'
  await agency.takeOn('1 Original Drive', { address: { line1: '1 Original Drive', postcode } })
  await agency.signIn(page, 'staff')
  await page.goto('/property/create')
  await page.getByLabel('Address line 1').fill('1 Duplicate Drive')
  await page.getByLabel('Postcode').fill(postcode.replace(' ', '').toLowerCase())
  await page.getByRole('radio', { name: 'New vendor' }).check({ force: true })
  await page.getByLabel('First name').fill('Wilmot')
  await page.getByLabel('Last name').fill('Penrose')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(`wilmot.${agency.stamp}@vendor.example`)
  await page.getByRole('button', { name: 'Create property' }).click()
  const question = page.getByRole('alertdialog', { name: 'Existing property found' })
  await expect(question).toContainText(postcode)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Address line 1')).toHaveValue('1 Duplicate Drive')
})

test('Create property: a vendor of another branch is found by the exact address only and cannot be chosen', async ({
  page,
  agency,
}) => {
  const vendor = await agency.person('vendor')
  await agency.takeOn('4 Other Branch Road', { branchId: await agency.addBranch('Caversham'), owner: { _id: vendor.id } })
  await agency.signIn(page, 'staff')
  await page.goto(`/property/create?branch=${agency.branchId}`)

  const lookup = page.getByRole('combobox', { name: 'Vendor’s e-mail' })
  await lookup.fill(vendor.email.slice(0, -3))
  await expect(page.getByText('No user found.')).toBeVisible()
  await lookup.fill(vendor.email)
  const found = page.getByRole('option', { name: /A vendor of another branch/ })
  await expect(found).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText(vendor.lastName)).toHaveCount(0)

  await page.getByLabel('Address line 1').fill('5 Elsewhere Street')
  await page.getByLabel('Postcode').fill('RG38 1ZZ')
  await page.getByRole('radio', { name: 'New vendor' }).check({ force: true })
  await page.getByLabel('First name').fill(vendor.firstName)
  await page.getByLabel('Last name').fill(vendor.lastName)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(vendor.email)
  await page.getByRole('button', { name: 'Create property' }).click()
  await expect(page.getByText(/already a vendor of another branch/).first()).toBeVisible()
})

test('Unsaved changes: leaving asks first; a session that ends keeps the draft', async ({ page, agency, context }) => {
  await agency.signIn(page, 'company')
  await page.goto('/company/edit')
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toHaveValue(agency.name)
  await page.getByLabel('Telephone').first().fill('0118 496 0999')
  await page.getByRole('link', { name: 'Company workflow' }).click()
  const guard = page.getByRole('alertdialog', { name: 'Unsaved changes' })
  await expect(guard).toContainText('Are you sure you want to move page? You may have unsaved changes.')
  await guard.getByRole('button', { name: 'Stay on page' }).click()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const closing = await asked
  expect(closing.type()).toBe('beforeunload')
  await closing.dismiss()
  await context.clearCookies()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/login\?/)
  await expect(page.getByText('Your session has ended. Sign in to carry on where you were.')).toBeVisible()
  await signIn(page, (await agency.person('company')).email)
  await expect(page).toHaveURL(/\/company\/edit/)
  await expect(page.getByLabel('Telephone').first()).toHaveValue('0118 496 0999')
})
