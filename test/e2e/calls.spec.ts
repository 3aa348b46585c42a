import { listConversations, listSaleParties } from '@gya/domain/features/conversations/conversations.contract.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import type { StepName } from '@gya/domain/features/timeline/step-definitions.ts'
import { readTodayCounts } from '@gya/domain/features/today/today-counts.contract.ts'
import { listPortalMessages } from '@gya/domain/features/vendor-portal/vendor-portal.contract.ts'
import type { Agency, Property } from './support/agency.ts'
import { expect, type Page, test } from './support/fixtures.ts'
import { openHeader } from './support/timeline-actions.ts'
import { salesOfOneSolicitor, sellBlocked, solicitor } from './support/today.ts'

const fiveOverFour: readonly (readonly StepName[])[] = [
  ['SearchesAppliedFor'],
  ['SearchesAppliedFor'],
  ['SearchesAppliedFor'],
  ['SearchesAppliedFor', 'EnquiriesRaised'],
]

async function conversationsOf(agency: Agency, { params }: Property) {
  const staff = await agency.as('staff')
  const { companyId, propertyId } = params
  return (await staff.call(listConversations, { params: { companyId }, query: { propertyId } })).data
}

async function chasingHistory(agency: Agency, { params }: Property): Promise<string[]> {
  const staff = await agency.as('staff')
  return (await staff.call(readHistory, { params, query: { group: 'chasing' } })).data.map(({ kind }) => kind)
}

const toast = (page: Page) => page.locator('.toast')

test('Today: a call about five items of four sales is logged with two keys, and undone with Ctrl Z', async ({ page, agency }) => {
  const properties = await salesOfOneSolicitor(agency, fiveOverFour)
  const staff = await agency.as('staff')
  const params = { companyId: agency.companyId }
  await agency.signIn(page, 'staff')
  await page.goto('/today')
  const group = page.getByRole('row').filter({ hasText: solicitor }).first()
  await expect(group).toContainText('0118 496 0201')
  await group.focus()

  await page.keyboard.press('l')
  await page.keyboard.press('1')

  await expect(toast(page)).toContainText(`Spoke: ${solicitor}, 4 sales`)
  await expect(page.getByRole('row').filter({ hasText: solicitor })).toHaveCount(0)
  await expect.poll(async () => (await staff.call(readTodayCounts, { params, query: {} })).waiting).toBe(5)
  for (const property of properties) {
    const [conversation] = await conversationsOf(agency, property)
    expect(conversation?.sales[0]).toMatchObject({ outcome: 'spoke', vendorText: null })
    expect(await chasingHistory(agency, property)).toEqual(['conversation-logged'])
  }

  await page.keyboard.press('Control+z')
  await expect(page.getByRole('row').filter({ hasText: solicitor }).first()).toBeVisible()
  await expect.poll(async () => (await staff.call(readTodayCounts, { params, query: {} })).waiting).toBe(0)
  for (const property of properties)
    expect(await chasingHistory(agency, property)).toEqual(['conversation-taken-back', 'conversation-logged'])
})

test('Today: `N` replaces a conversation logged with two keys by one with a note', async ({ page, agency }) => {
  const [property] = (await salesOfOneSolicitor(agency, [['SearchesAppliedFor']])) as [Property]
  // Another row keeps the list, and the focus in it.
  await sellBlocked(agency, '27 Rodway Road')
  await agency.signIn(page, 'staff')
  await page.goto('/today')
  await page.getByRole('row').filter({ hasText: solicitor }).first().focus()
  await page.keyboard.press('l')
  await page.keyboard.press('1')
  await expect(page.getByRole('button', { name: 'Add details' })).toBeVisible()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: `Log: ${solicitor}` })
  await expect(dialog.getByRole('button', { name: 'Spoke' })).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog.getByLabel('Note, for colleagues')).toBeFocused()
  await page.keyboard.type('The council has the searches.')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect
    .poll(async () => (await conversationsOf(agency, property)).map(({ note, undoneOn }) => [note, undoneOn !== null]))
    .toEqual([
      ['The council has the searches.', false],
      ['', true],
    ])
})

test('Today: `N` opens the note of a promise that was logged in the card, with its day', async ({ page, agency }) => {
  const [property] = (await salesOfOneSolicitor(agency, [['SearchesAppliedFor']])) as [Property]
  await sellBlocked(agency, '27 Rodway Road')
  await agency.signIn(page, 'staff')
  await page.goto('/today')
  await page.getByRole('row').filter({ hasText: solicitor }).first().focus()
  await page.keyboard.press('l')
  await page.keyboard.press('4')
  const day = page.getByLabel('Promised for', { exact: true })
  await expect(day).toBeFocused()
  await page.keyboard.type(new Date(Date.now() + 3 * 86_400_000).toLocaleDateString('en-GB'))
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('row').filter({ hasText: solicitor })).toHaveCount(0)
  await page.keyboard.press('n')
  // Without waiting for the form: the sentence is full of letters that are commands.
  await page.keyboard.type('Told me lots, done soon.')
  const dialog = page.getByRole('dialog', { name: `Log: ${solicitor}` })
  await expect(dialog.getByLabel('Note, for colleagues')).toHaveValue('Told me lots, done soon.')
  await expect(dialog.getByRole('button', { name: 'Promised' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect
    .poll(async () =>
      (await conversationsOf(agency, property)).map(({ note, undoneOn, sales }) => [note, sales[0]?.outcome, undoneOn !== null]),
    )
    .toEqual([
      ['Told me lots, done soon.', 'promised', false],
      ['', 'promised', true],
    ])
})

test('/chase: common values apply to unchanged lines; the vendor sees only ticked texts', async ({ page, agency }) => {
  const [first, second] = (await salesOfOneSolicitor(agency, [['SearchesAppliedFor'], ['SearchesAppliedFor']])) as [
    Property,
    Property,
  ]
  const staff = await agency.as('staff')
  const { data } = await staff.call(listSaleParties, { params: first.params })
  await agency.signIn(page, 'staff')
  await page.goto(`/chase?party=${data.find(({ role }) => role === 'buyerSolicitor')?.ref}`)
  await expect(page.getByRole('heading', { level: 1, name: solicitor })).toBeVisible()
  await page.keyboard.press('1')
  await page.getByRole('checkbox', { name: `Show this to the Vendor of ${first.line1}` }).check()
  const words = page.getByLabel(`The vendor of ${first.line1} reads`)
  await expect(words).toHaveValue(/^We spoke to your buyer’s solicitor on \d{1,2} [A-Z][a-z]+: $/)
  await words.fill('We spoke to your buyer’s solicitor: the searches are under way.')
  await page.getByRole('combobox', { name: `Outcome: ${second.line1}` }).click()
  await page.getByRole('option', { name: 'Promised' }).click()
  await expect(page.getByText(`Set the promised day of ${second.line1}`).first()).toBeVisible()

  await test.step('a form with unsaved changes is guarded', async () => {
    await page.getByRole('link', { name: 'Today' }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay on page' }).click()
  })

  const day = new Date(Date.now() + 3 * 86_400_000).toLocaleDateString('en-GB')
  await page.getByLabel(`Promised for: ${second.line1}`).fill(day)
  await page.getByLabel('Note, for colleagues').fill('Back from leave.')
  await expect(page.locator('.log-summary')).toHaveText(/^2 sales 1 again on \d\d\/\d\d, 1 promised, 1 shown to a vendor$/)
  await page.keyboard.press('Control+Enter')
  await expect(toast(page)).toContainText(`Conversation: ${solicitor}, 2 sales`)
  const [[ofFirst], [ofSecond]] = [await conversationsOf(agency, first), await conversationsOf(agency, second)]
  expect(ofFirst?.sales).toContainEqual(
    expect.objectContaining({ outcome: 'spoke', vendorText: 'We spoke to your buyer’s solicitor: the searches are under way.' }),
  )
  expect(ofSecond?.sales).toContainEqual(expect.objectContaining({ outcome: 'promised', vendorText: null }))

  await page.getByRole('link', { name: /^Conversations/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Back from leave.' })).toContainText('Shown to the vendor')

  const vendor = await agency.as('vendor')
  const lines = (await vendor.call(listPortalMessages, { query: {} })).data.flatMap((message) => message.lines)
  expect(lines.filter((line) => line.includes('spoke'))).toEqual([
    'We spoke to your buyer’s solicitor: the searches are under way.',
  ])
})

test('/chase: up and down go to the next group of Today, and a form with unsaved changes is guarded', async ({
  page,
  agency,
}) => {
  // The application waits for the broker; if there is none, the buyer is chased.
  const [property] = (await salesOfOneSolicitor(agency, [['SearchesAppliedFor', 'MortgageAppSubmitted']])) as [Property]
  const staff = await agency.as('staff')
  const { data } = await staff.call(listSaleParties, { params: property.params })
  const refOf = (role: string) => data.find((party) => party.role === role)?.ref
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  await agency.signIn(page, 'staff')
  await page.goto(`/chase?party=${refOf('buyerSolicitor')}`)
  const groups = page.getByRole('navigation', { name: 'Groups of Today' })
  await expect(groups).toContainText('of 2')
  const isFirst = (await groups.textContent())?.includes('Group 1') ?? false
  const [there, back] = isFirst ? (['ArrowDown', 'ArrowUp'] as const) : (['ArrowUp', 'ArrowDown'] as const)

  await page.keyboard.press(there)
  await expect(heading('Buyer 1')).toBeVisible()
  await page.keyboard.press(back)
  await expect(heading(solicitor)).toBeVisible()

  await page.keyboard.press('2')
  await groups.getByRole('link').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay on page' }).click()
  await expect(page.getByRole('button', { name: 'Message' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('link', { name: /^Sales/ }).click()
  await page.getByRole('link', { name: 'Log', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Message' })).toHaveAttribute('aria-pressed', 'true')
})

test('/chase ticks the items of the group in Today, and opens the next group after logging', async ({ page, agency }) => {
  const [mine, other] = (await salesOfOneSolicitor(agency, [
    ['SearchesAppliedFor', 'MortgageAppSubmitted'],
    ['SearchesAppliedFor'],
  ])) as [Property, Property]
  const staff = await agency.as('staff')
  const { id: bStaff } = await agency.person('branch')
  await staff.call(saveContacts, { params: other.params, body: { bStaff } })
  const { data } = await staff.call(listSaleParties, { params: mine.params })
  await agency.signIn(page, 'staff')
  await page.goto(`/chase?party=${data.find(({ role }) => role === 'buyerSolicitor')?.ref}`)
  const groups = page.getByRole('navigation', { name: 'Groups of Today' })
  await expect(groups).toContainText('of 2')
  const isFirst = (await groups.textContent())?.includes('Group 1') ?? false
  await expect(page.getByRole('checkbox', { name: mine.line1 }).first()).toBeChecked()
  await expect(page.getByRole('list', { name: 'Other sales' }).getByRole('checkbox').first()).not.toBeChecked()

  await test.step('a promised day takes the words of the report’s cells', async () => {
    await page.keyboard.press('4')
    const day = page.getByLabel('Promised for', { exact: true })
    await day.pressSequentially('27/')
    await expect(page.locator('.log-summary')).toHaveText(`Check the day of ${mine.line1}`)
    // Not today, because a promise for today is due again from 07:00.
    const dayAfterTomorrow = new Date(Date.now() + 2 * 86_400_000)
    await day.fill(dayAfterTomorrow.toLocaleDateString('en-GB', { day: 'numeric', month: 'numeric' }))
  })
  await page.keyboard.press('Control+Enter')
  await expect(toast(page)).toContainText(`${solicitor}, 1 sale`)
  expect(await conversationsOf(agency, other)).toEqual([])
  if (isFirst) await expect(page.getByRole('heading', { level: 1, name: 'Buyer 1' })).toBeVisible()
  else await expect(groups).toContainText('1 group left')
})

test('Property header: call strip with telephone, Log and e-mail; nobody to contact leads to the contacts page', {
  tag: '@full',
}, async ({ page, agency }) => {
  const [property] = (await salesOfOneSolicitor(agency, [['SearchesAppliedFor']])) as [Property]
  await agency.signIn(page, 'staff')
  await page.goto(property.url('timeline'))
  await openHeader(page)
  const strip = page.getByRole('list', { name: 'Parties of the sale' })
  await expect(strip.getByRole('link', { name: '0118 496 0201' })).toHaveAttribute('href', 'tel:+441184960201')

  await test.step('E-mail: the template for the party, filled in; what is sent can be undone', async () => {
    await strip.getByRole('button', { name: `E-mail ${solicitor}` }).click()
    const dialog = page.getByRole('dialog', { name: `E-mail: ${solicitor}` })
    const preview = dialog.getByRole('region', { name: 'As it will go' })
    await expect(preview).toContainText(`Dear ${solicitor}`)
    await expect(preview).toContainText('calliope@nettlefold.example')
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Exchange on {expectedExchange}.')
    await expect(preview.getByRole('alert')).toContainText('A field of this message is empty.')
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Exchange on {expectedExchange, a day to be agreed}.')
    await expect(preview).toContainText('Exchange on a day to be agreed.')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText(`E-mailed: ${solicitor}, 1 sale`)).toBeVisible()
  })

  await test.step('an overdue step offers whom to chase', async () => {
    await expect(page.getByText(`Chase ${solicitor}`)).toBeVisible()
  })
  await test.step('Log', async () => {
    await strip.getByRole('button', { name: `Log a conversation with ${solicitor}` }).click()
    const dialog = page.getByRole('dialog', { name: `Log: ${solicitor}` })
    await expect(dialog.getByRole('button', { name: 'Spoke' })).toBeFocused()
    await page.keyboard.press('2')
    await dialog.getByRole('button', { name: 'Log conversation' }).click()
    await expect(toast(page)).toContainText(`Left message: ${solicitor}, 1 sale`)
  })
  await test.step('the history has it', async () => {
    await page.getByRole('button', { name: 'History' }).click()
    await expect(page.getByText(`Left a message for ${solicitor}`)).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await strip.getByRole('listitem').filter({ hasText: 'Buyer’s broker' }).getByRole('link', { name: 'Add contact' }).click()
  await expect(page).toHaveURL(/\/property\/contacts.*#buyer-mBroker$/)
})
