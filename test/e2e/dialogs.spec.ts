import { expect, type Page, test } from './support/fixtures.ts'

/** Escape six times; answers nothing is lost: the dialog is there with what was typed, or it has gone altogether. */
async function pressEscapeSixTimes(page: Page): Promise<void> {
  for (let press = 0; press < 6; press += 1) await page.keyboard.press('Escape')
  // No dialog is in the page without being shown: what was typed there would be out of reach.
  await expect(page.locator('dialog:not([open]):not(.drawer)')).toHaveCount(0)
}

test('a dialog with unsaved input stays open at repeated Escape, and what was typed is kept', async ({ page, signInToDemo }) => {
  await signInToDemo(page, 'staff')
  await page.goto('/property/manage')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Add a note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a note' })
  const note = dialog.getByRole('textbox', { name: 'Note' })
  await note.fill('Ring the lender on Monday.')
  for (const question of [true, false, true, false, true, false]) {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(question ? 1 : 0)
  }
  await expect(note).toHaveValue('Ring the lender on Monday.')
  await pressEscapeSixTimes(page)
  await expect(dialog).toBeVisible()

  // While the save is under way it stays, and after its failure what was typed is still there.
  let fail = () => {}
  const failing = new Promise<void>((resolve) => {
    fail = resolve
  })
  await page.route('**/api/property/**', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await failing
    return route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'x' } })
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await pressEscapeSixTimes(page)
  await expect(dialog).toBeVisible()
  await expect(note).toHaveValue('Ring the lender on Monday.')
  fail()
  await expect(dialog.getByRole('alert').first()).toBeVisible()
  await expect(note).toHaveValue('Ring the lender on Monday.')
})

test('repeated Escape closes a dialog without input, a typed confirmation, a panel and the menu of a phone', async ({
  page,
  agency,
}) => {
  const property = await agency.takeOn('2 Escape Alley')
  await agency.signIn(page, 'company')
  await page.goto(property.url('edit'))
  for (const opener of ['Add a note', 'History', 'Delete property', 'Support']) {
    await page.getByRole('button', { name: opener }).click()
    await expect(page.locator('dialog[open]')).toHaveCount(1)
    await pressEscapeSixTimes(page)
    await expect(page.locator('dialog[open]'), opener).toHaveCount(0)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await pressEscapeSixTimes(page)
  await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCount(0)
})
