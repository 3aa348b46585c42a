import { expect, type Page, test } from './support/fixtures.ts'
import { openHeader } from './support/timeline-actions.ts'

async function pressEscapeSixTimes(page: Page): Promise<void> {
  for (let press = 0; press < 6; press += 1) await page.keyboard.press('Escape')
  // No dialog may stay in the page unopened: its input would be unreachable.
  await expect(page.locator('dialog:not([open]):not(.drawer)')).toHaveCount(0)
}

test('Dialog with unsaved input: repeated Escape keeps it open and keeps the text', { tag: '@core' }, async ({
  page,
  signInToDemo,
}) => {
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

  // It stays open during the save and, after a failure, keeps the text.
  const failure = Promise.withResolvers<void>()
  await page.route('**/api/property/**', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await failure.promise
    return route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'x' } })
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await pressEscapeSixTimes(page)
  await expect(dialog).toBeVisible()
  await expect(note).toHaveValue('Ring the lender on Monday.')
  failure.resolve()
  await expect(dialog.getByRole('alert').first()).toBeVisible()
  await expect(note).toHaveValue('Ring the lender on Monday.')
})

test('Dialog without input, panel and phone menu: repeated Escape closes them', async ({ page, agency }) => {
  const property = await agency.takeOn('2 Escape Alley')
  await agency.signIn(page, 'company')
  await page.goto(property.url('edit'))
  await openHeader(page)
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
