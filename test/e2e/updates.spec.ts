import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import { assignProgressor } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { performFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import type { Agency, Property } from './support/agency.ts'
import { expectNoViolations } from './support/axe.ts'
import { expect, type Page, test } from './support/fixtures.ts'

/** A sale of the staff member that was agreed 20 days ago and whose vendor was never updated. */
async function untoldSale(agency: Agency, line1: string): Promise<Property> {
  const property = await agency.takeOn(line1)
  const offerId = await property.offer({ buyer: 'Fenwick Larkrise' })
  const staff = await agency.as('staff')
  const acceptedOn = addDays(londonDay(new Date().toISOString()), -20)
  await staff.call(updateOffer, { params: property.params, body: { _id: offerId, state: 'A', acceptedOn } })
  await staff.call(assignProgressor, { params: property.params, body: { bStaff: (await agency.person('staff')).id } })
  return property
}

test('Updates: edit, send and skip with keys; undo restores a letter; the vendor sees the sent text', async ({
  page,
  agency,
  colleague,
}) => {
  for (const street of ['12 Rodway Road', '27 Rodway Road', '41 Rodway Road']) await untoldSale(agency, street)
  await agency.signIn(page, 'staff')
  await page.goto('/updates')
  const rows = page.getByRole('region', { name: 'Vendors to tell' }).getByRole('button')
  const text = page.getByRole('textbox', { name: 'Text of the update' })
  await expect(rows).toHaveCount(3)
  await expect(page.getByText('3 to tell · 0 sent · 0 skipped')).toBeVisible()
  await expect(text).toHaveValue(/^You accepted an offer on/)
  await expectNoViolations(page)

  await rows.first().focus()
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { name: '27 Rodway Road' })).toBeVisible()
  await page.keyboard.press('e')
  await expect(text).toBeFocused()
  await text.fill('All is well, and nothing is needed from you.')
  await page.keyboard.press('Escape')
  await expect(rows.nth(1)).toBeFocused()
  await expect(rows.nth(1)).toContainText('Edited')

  await page.keyboard.press('Control+Enter')
  await expect(rows).toHaveCount(2)
  await expect(page.getByText('2 to tell · 1 sent · 0 skipped')).toBeVisible()
  const vendor = await colleague('vendor')
  await vendor.goto('/vendor')
  await vendor.getByRole('button', { name: /^Messages/ }).click()
  await expect(vendor.getByRole('dialog').getByRole('listitem').first()).toContainText('All is well')

  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('s')
  await page.getByRole('menuitem', { name: 'Nothing to say' }).click()
  await expect(page.getByText('1 to tell · 1 sent · 1 skipped')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(rows).toHaveCount(2)
})

test('Updates: input is restored after a reload; the letter of a sale that fell off shows this and is not sent', async ({
  page,
  agency,
}) => {
  const property = await untoldSale(agency, '8 Rodway Road')
  await agency.signIn(page, 'staff')
  await page.goto('/updates')
  const text = page.getByRole('textbox', { name: 'Text of the update' })
  const send = page.getByRole('button', { name: /^Send and next/ })
  await text.fill('Exchange is near.')
  await page.reload()
  await expect(text).toHaveValue('Exchange is near.')
  await text.press('Escape')
  await expect(page.getByText('Edited by')).toBeVisible()
  await page.getByRole('button', { name: 'Start again from the record' }).click()
  await expect(text).toHaveValue(/^You accepted an offer on/)
  await expect(text).toBeFocused()
  await page.getByRole('button', { name: 'Bring the edited words back' }).click()
  await expect(text).toHaveValue('Exchange is near.')
  await expect(page.getByText('Edited by')).toBeVisible()

  const staff = await agency.as('staff')
  await staff.call(performFallOff, { params: property.params, body: { note: 'The buyer withdrew' } })
  await expect(page.getByText('The sale fell off after this was written.', { exact: true })).toBeVisible()
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Keep the words' }).click()
  await expect(page.getByText('The sale fell off after this was written.', { exact: true })).toHaveCount(0)
  await send.click()
  await expect(page.getByText('1 sent')).toBeVisible()
})

test('Updates: a letter saved by a colleague appears in the other open window at once; input there is kept and not sent over it', async ({
  page,
  agency,
  colleague,
}) => {
  await untoldSale(agency, '8 Rodway Road')
  await untoldSale(agency, '12 Rodway Road')
  await agency.signIn(page, 'staff')
  const other = await colleague('staff')
  const textOf = (window: Page) => window.getByRole('textbox', { name: 'Text of the update' })
  const rowOf = (window: Page, line1: string) =>
    window.getByRole('region', { name: 'Vendors to tell' }).getByRole('button', { name: line1 })
  for (const window of [page, other]) {
    await window.goto('/updates')
    await expect(rowOf(window, '8 Rodway Road')).toHaveAttribute('aria-current', 'true')
  }

  await textOf(page).fill('Exchange is near.')
  await textOf(page).press('Escape')
  await expect(textOf(other)).toHaveValue('Exchange is near.')
  await expect(rowOf(other, '8 Rodway Road')).toContainText('Edited')

  await test.step('typing in one window while the other saves', async () => {
    await textOf(other).fill('Exchange is on Friday.')
    await textOf(page).fill('Exchange is on Thursday.')
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().includes('/update/'))
    await textOf(page).press('Escape')
    await expect(rowOf(page, '8 Rodway Road')).toBeFocused()
    expect((await saved).ok()).toBe(true)
    await expect(textOf(other)).toHaveValue('Exchange is on Friday.')
    await other.keyboard.press('Control+Enter')
    await expect(other.locator('.toast')).toContainText('8 Rodway Road:')
    // The mark has moved on to the next letter.
    await rowOf(other, '8 Rodway Road').click()
    await expect(textOf(other)).toHaveValue('Exchange is on Friday.')
  })
})

test('Updates: a vendor to whom a colleague spoke is removed from the run', async ({ page, agency }) => {
  const { params } = await untoldSale(agency, '16 Rodway Road')
  await agency.signIn(page, 'staff')
  await page.goto('/updates')
  await expect(page.getByText('1 to tell · 0 sent · 0 skipped')).toBeVisible()
  const { id: vendor } = await agency.person('vendor')
  const colleague = await agency.as('branch')
  const { companyId, propertyId } = params
  const sales = [{ propertyId, outcome: 'spoke' as const }]
  await colleague.call(logConversation, { params: { companyId }, body: { partyRef: `vendor:${vendor}`, sales } })
  await expect(page.getByText('Every vendor has been told.')).toBeVisible()
})
