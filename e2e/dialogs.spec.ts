import { expect, test } from './fixtures.ts'

test('a dialog with unsaved input stays open at repeated Escape, and what was typed is kept', async ({ page, signInToDemo }) => {
  await signInToDemo(page, 'staff')
  await page.goto('/property/manage')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Add a note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a note' })
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Ring the lender on Monday.')
  for (const question of [true, false, true, false, true, false]) {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(question ? 1 : 0)
  }
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('Ring the lender on Monday.')
})
