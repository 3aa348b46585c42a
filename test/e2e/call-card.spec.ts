import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { listConversations, listSaleParties } from '@gya/domain/features/conversations/conversations.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import type { Agency, Property } from './support/agency.ts'
import { expect, type Page, test } from './support/fixtures.ts'
import { salesOfOneSolicitor, solicitor } from './support/today.ts'

const toast = (page: Page) => page.locator('.toast')

async function solicitorOf(agency: Agency, { params }: Property): Promise<string> {
  const { data } = await (await agency.as('staff')).call(listSaleParties, { params })
  const party = data.find(({ role }) => role === 'buyerSolicitor')
  if (!party) throw new Error('The sale has no buyer’s solicitor.')
  return party.ref
}

/** Another progressor is assigned to the sale. */
async function handOver(agency: Agency, { params }: Property): Promise<void> {
  const { id: bStaff } = await agency.person('branch')
  await (await agency.as('staff')).call(saveContacts, { params, body: { bStaff } })
}

async function lastConversation(agency: Agency, { params: { companyId, propertyId } }: Property) {
  const staff = await agency.as('staff')
  return (await staff.call(listConversations, { params: { companyId }, query: { propertyId } })).data[0]
}

/** Opens /chase for the solicitor of a sale with one action item. */
async function chaseOneSale(page: Page, agency: Agency): Promise<Property> {
  const [property] = (await salesOfOneSolicitor(agency, [['SearchesAppliedFor']])) as [Property]
  await agency.signIn(page, 'staff')
  await page.goto(`/chase?party=${await solicitorOf(agency, property)}`)
  await expect(page.getByRole('heading', { level: 1, name: solicitor })).toBeVisible()
  return property
}

test('Call card: items of colleagues are shown with their owner, not ticked', async ({ page, agency }) => {
  const [first, second] = (await salesOfOneSolicitor(agency, [
    ['SearchesAppliedFor'],
    ['SearchesAppliedFor', 'EnquiriesRaised'],
  ])) as [Property, Property]
  for (const property of [first, second]) await handOver(agency, property)
  await agency.signIn(page, 'staff')

  await test.step('/chase from a link', async () => {
    await page.goto(`/chase?party=${await solicitorOf(agency, first)}`)
    await expect(page.getByRole('heading', { level: 1, name: solicitor })).toBeVisible()
    const lines = page
      .getByRole('listitem')
      .filter({ hasText: 'Recreation Road' })
      .filter({ has: page.getByRole('checkbox') })
    await expect(lines.first()).toContainText('Marnie Quillfeather’s')
    await expect(page.getByText('Searches applied for').first()).toBeVisible()
    await expect(page.getByRole('main').getByRole('checkbox', { checked: true })).toHaveCount(0)
    await page.keyboard.press('1')
    await expect(page.locator('.log-summary')).toHaveText('Choose at least one sale')
  })

  await test.step('the header of a colleague’s property: its sale, none of the items', async () => {
    await page.goto(second.url('timeline'))
    await page.getByRole('button', { name: 'Ring, log or e-mail a party' }).click()
    await page
      .getByRole('list', { name: 'Parties of the sale' })
      .getByRole('button', { name: `Log a conversation with ${solicitor}` })
      .click()
    const dialog = page.getByRole('dialog', { name: `Log: ${solicitor}` })
    await expect(dialog).toContainText('Marnie Quillfeather’s')
    await expect(dialog.getByRole('checkbox', { name: second.line1 })).toBeChecked()
    for (const item of ['Searches applied for', 'Enquiries raised'])
      await expect(dialog.getByRole('checkbox', { name: item })).not.toBeChecked()
    await dialog.getByRole('checkbox', { name: 'Enquiries raised' }).check()
    await dialog.getByRole('button', { name: 'Spoke' }).click()
    await dialog.getByRole('button', { name: 'Log conversation' }).click()
    await expect(toast(page)).toContainText(`Spoke: ${solicitor}, 1 sale`)
    expect((await lastConversation(agency, second))?.sales[0]?.about).toEqual(['Enquiries raised'])
  })
})

test('/chase: a letter received two days ago is logged by keyboard, and marked as entered later', async ({ page, agency }) => {
  const property = await chaseOneSale(page, agency)
  await page.keyboard.press('1')
  const more = page.locator('.channel-and-time > summary')
  await expect(more).toHaveText('More By telephone, now')
  await more.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Channel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Letter' }).click()
  await page.getByRole('checkbox', { name: 'They contacted us' }).press('Space')
  const day = addDays(londonDay(new Date().toISOString()), -2)
  const [, month = '', dayOfMonth = ''] = day.split('-')
  await page.getByRole('textbox', { name: /^Held on/ }).fill(`${dayOfMonth}/${month}`)
  await expect(page.locator('.log-summary')).toHaveText('Enter the time it was held')
  await page
    .getByRole('combobox', { name: /^At/ })
    .or(page.getByRole('textbox', { name: /^At/ }))
    .fill('15:30')
  await expect(more).toHaveText(`More By letter, they contacted us, ${dayOfMonth}/${month} at 15:30, entered 2 days after`)
  await page.keyboard.press('Control+Enter')
  await expect(toast(page)).toContainText(`Spoke: ${solicitor}, 1 sale`)
  const logged = await lastConversation(agency, property)
  expect(logged).toMatchObject({ channel: 'letter', inbound: true })
  expect(londonDay(logged?.at ?? '')).toBe(day)

  await page.getByRole('link', { name: /^Conversations/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'entered 2 days after' }).first()).toContainText('Letter')
})

test('/chase after logging: snoozed items read “waiting until”, an open promise is neither kept nor broken', async ({
  page,
  agency,
}) => {
  const property = await chaseOneSale(page, agency)
  await page.keyboard.press('4')
  const day = addDays(londonDay(new Date().toISOString()), 4)
  const [, month = '', dayOfMonth = ''] = day.split('-')
  await page.getByLabel('Promised for', { exact: true }).fill(`${dayOfMonth}/${month}`)
  await page.keyboard.press('Control+Enter')
  await expect(toast(page)).toContainText(`Promised: ${solicitor}, 1 sale`)
  await page.goto(`/chase?party=${await solicitorOf(agency, property)}`)
  await expect(page.getByText('1 running')).toBeVisible()
  await expect(page.getByText(/kept of/)).toHaveCount(0)
  const line = page.getByRole('listitem').filter({ hasText: property.line1 }).first()
  await expect(line).toContainText(`Searches applied for, waiting until ${dayOfMonth}/${month}`)
  await expect(line).not.toContainText('Nothing to chase')
  await expect(line.locator('.over')).toHaveCount(0)
})

test('Call card: input is restored after the session expired', async ({ page, agency }) => {
  await salesOfOneSolicitor(agency, [['SearchesAppliedFor']])
  await agency.signIn(page, 'staff')
  await page.goto('/today')
  const note = page.getByPlaceholder('Add a note')
  await note.fill('Back on Friday')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Spoke' }).first().click()
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/login\?/)
  await agency.signIn(page, 'staff')
  await page.goto('/today')
  await expect(note).toHaveValue('Back on Friday')
})
