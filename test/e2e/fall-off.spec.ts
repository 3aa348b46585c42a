import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import { expect, test } from './support/fixtures.ts'
import { openTab } from './support/timeline-actions.ts'

test('Fall off: puts the property back on the market; restore; delete', async ({ page, agency }) => {
  const line1 = '27 Rodway Road'
  const property = await agency.takeOn(line1)
  await property.sell({ buyer: 'Fenwick Larkrise' })
  await property.complete(['MemoOfSaleSent'])
  const staff = await agency.as('staff')
  await staff.call(updateManagementInfo, { params: property.params, body: { agencyFeeType: 0, agencyFeePercent: 1.25 } })
  await agency.signIn(page, 'staff')
  await page.goto(property.url('timeline'))
  await expect(page.getByText('Sold STC').first()).toBeVisible()
  const selling = page.getByRole('button', { name: /^Selling/ })
  await expect(selling).toHaveAttribute('aria-expanded', 'false')

  await test.step('perform: consequences, reason, typed address', async () => {
    await page.getByRole('button', { name: 'Perform fall off' }).click()
    const dialog = page.getByRole('dialog', { name: 'Perform fall off' })
    await expect(dialog).toContainText('is marked rejected')
    await expect(dialog).toContainText('excluding VAT is lost')
    await dialog.getByLabel('Reason').fill('Buyer changed their mind')
    await expect(dialog).toContainText('24 of 500')
    const perform = dialog.getByRole('button', { name: 'Perform fall off' })
    await expect(perform).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByLabel('Type it here').fill(` ${line1.toUpperCase()} `)
    await perform.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('For sale').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Perform fall off' })).toBeHidden()
    await expect(selling).toHaveAttribute('aria-expanded', 'true')
  })

  await test.step('restore the sale', async () => {
    await openTab(page, /^Fall Offs/)
    const row = page.getByRole('row').filter({ hasText: 'Buyer changed their mind' })
    await expect(row).toContainText('Not restored')
    await row.getByRole('button', { name: /^Restore/ }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Restore this sale?' })
    await dialog.getByLabel('Type it here').fill(line1)
    await dialog.getByRole('button', { name: 'Restore sale' }).click()
    await expect(dialog).toBeHidden()
    await expect(row).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d[ap]m/)
    await expect(row.getByRole('button', { name: /^Restore/ })).toBeHidden()
    await expect(page.getByText('Sold STC').first()).toBeVisible()
  })

  await test.step('delete from the list', async () => {
    const row = page.getByRole('row').filter({ hasText: 'Buyer changed their mind' })
    await row.getByRole('button', { name: /^Delete/ }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete this fall off?' })
    await dialog.getByLabel('Type it here').fill(line1)
    await dialog.getByRole('button', { name: 'Delete fall off' }).click()
    await expect(row).toBeHidden()
  })
})
