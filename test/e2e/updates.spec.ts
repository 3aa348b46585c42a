import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { assignProgressor } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import type { Agency, Property } from './support/agency.ts'
import { expectNoViolations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'

/** A sale of the staff member that was agreed 20 days ago and of which the vendor was never told. */
async function untoldSale(agency: Agency, line1: string): Promise<Property> {
  const property = await agency.takeOn(line1)
  const offerId = await property.offer({ buyer: 'Fenwick Larkrise' })
  const staff = await agency.as('staff')
  const acceptedOn = addDays(londonDay(new Date().toISOString()), -20)
  await staff.call(updateOffer, { params: property.params, body: { _id: offerId, state: 'A', acceptedOn } })
  await staff.call(assignProgressor, { params: property.params, body: { bStaff: (await agency.person('staff')).id } })
  return property
}

test('Updates: edit, send and skip with keys; undo brings a letter back; the vendor reads what was sent', async ({
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
  await expect(text).toHaveValue(/^Offer accepted: done on/)
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
