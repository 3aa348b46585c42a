import { violationsOn } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'

test('Import: upload a CSV, map its columns and codes, check, decide on a duplicate, import, view the report, undo, by keyboard', async ({
  agency,
  page,
}) => {
  await agency.takeOn('4 Chapel Hill', { price: 250_000 })
  await agency.signIn(page, 'company')
  const main = page.getByRole('main')
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  const stands = (words: string) => expect(main.getByRole('status').filter({ hasText: words })).toBeVisible({ timeout: 60_000 })

  await test.step('open one', async () => {
    await page.goto(`/company/imports?company=${agency.companyId}`)
    await expect(main.getByText('No import yet.')).toBeVisible()
    await main.getByLabel('Name', { exact: true }).fill('From the old system')
    await main.getByLabel('Name', { exact: true }).press('Enter')
    await expect(main.getByText('Drop files here:')).toBeVisible()
    await expect(main.getByRole('button', { name: 'Check', exact: true })).toBeDisabled()
  })

  await test.step('Files and Columns: a column and a word that nobody knows', async () => {
    const content = [
      'Ref,Homestead,Town,Postcode,Price,State of it',
      'C1,4 Chapel Hill,Reading,RG30 6ZZ,"£245,000",Available',
      'C2,5 Chapel Hill,Reading,RG30 6ZZ,"£310,000",Available',
      'C3,6 Chapel Hill,Reading,RG30 6ZZ,"-500,000",Available',
    ].join('\n')
    await main
      .locator('input[type=file]')
      .setInputFiles({ name: 'properties.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
    // Once it is read, its columns are shown.
    await expect(main.getByRole('button', { name: 'Done: Files 1 file, 3 rows' })).toBeVisible()
    await expect(main.getByRole('table')).toContainText('recognised')
    await expect(main.getByRole('button', { name: 'Check', exact: true })).toBeDisabled()
    await main.getByLabel('Field of Homestead').press('Enter')
    await page.keyboard.type('Address line 1')
    await page.getByRole('option', { name: 'Address line 1 (needed)' }).waitFor()
    await press('Enter')
    await expect(main.getByRole('row', { name: /Homestead/ })).toContainText('chosen')
    expect(await violationsOn(page)).toEqual([])
  })

  await test.step('Check: every row with what happens to it', async () => {
    await main.getByRole('button', { name: 'Check', exact: true }).press('Enter')
    await expect(main.getByRole('group', { name: 'Filter by what happens' })).toContainText('All rows 3')
    // A price that cannot be read is left empty, unless its column is switched off.
    await stands('Import 2 rows of 3.')
    const unreadable = main.getByRole('region', { name: 'Cells that cannot be read' })
    await expect(unreadable.getByRole('row', { name: /^Price/ })).toContainText('1 of 3')
    await unreadable.getByRole('switch', { name: 'Leave empty for all like this' }).press('Space')
    await expect(unreadable).toContainText('1 row stays out')
    await expect(main.getByRole('row', { name: /Error 6 Chapel Hill/ })).toContainText('Price')
    await expect(main.getByRole('row', { name: /Duplicate 4 Chapel Hill/ })).toContainText('Same')
    await stands('Import 1 row of 3.')
    expect(await violationsOn(page)).toEqual([])
    await page.emulateMedia({ forcedColors: 'active' })
    const styleOf = (selector: string, name: string) =>
      main
        .locator(selector)
        .first()
        .evaluate((element, of) => getComputedStyle(element).getPropertyValue(of), name)
    for (const [one, other, name] of [
      ['.import-counts [aria-pressed="true"]', '.import-counts [aria-pressed="false"]', 'background-color'],
      ['.step-rail [aria-current]', '.step-rail li > :not([aria-current])', 'border-bottom-color'],
    ] as const)
      expect(await styleOf(one, name), one).not.toBe(await styleOf(other, name))
    await page.emulateMedia({ forcedColors: 'none' })
  })

  await test.step('E finds the error, Enter opens it, U chooses for the duplicate', async () => {
    const rows = main.getByRole('region', { name: 'Rows' })
    await rows.getByRole('link').or(rows.locator('[data-row-link]')).first().focus()
    await press('ArrowDown', 'ArrowDown')
    await press('ArrowUp', 'ArrowUp', 'Enter')
    await expect(main.getByRole('region', { name: 'Line 4 of properties.csv' })).toContainText('-500,000')
    await press('Enter', 'ArrowDown', 'u')
    await expect(main.getByRole('row', { name: /4 Chapel Hill/ }).getByRole('button', { name: 'Update' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(main.getByRole('row', { name: /4 Chapel Hill/ })).toContainText('£250,000 → £245,000')
    await stands('Import 2 rows of 3.')
  })

  await test.step('Import now: the report says what was written, and it is there', async () => {
    // It replaces the button Check: a second click there must not start the import.
    await main.getByRole('button', { name: 'Import now' }).press('Enter')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('Create1Update1Stay out1: 1 error')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    expect(await violationsOn(page)).toEqual([])
    await press('Enter')
    await stands('Import 2 rows of 3.')
    await main.getByRole('button', { name: 'Import now' }).press('Enter')
    await dialog.getByRole('button', { name: 'Import 2 rows' }).press('Enter')
    await stands('Done: 2 written')
    await expect(main.getByRole('row', { name: /5 Chapel Hill/ })).toContainText('Written.')
    expect(await violationsOn(page)).toEqual([])
    const address = page.url()
    await page.goto(`/company/properties?company=${agency.companyId}`)
    await expect(main.getByRole('row', { name: /5 Chapel Hill/ })).toContainText('£310,000')
    await expect(main.getByRole('row', { name: /4 Chapel Hill/ })).toContainText('£245,000')
    await page.goto(address)
  })

  await test.step('Undo: says how many go, and undoes them', async () => {
    await main.getByRole('button', { name: 'Undo this import…' }).press('Enter')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('1 property or firm that this import created is deleted, with its vendor and sale.')
    await expect(dialog).toContainText('1 property or firm is restored to the state before this import.')
    await expect(dialog).toContainText('5 Chapel Hill')
    await dialog.getByRole('button', { name: 'Undo' }).press('Enter')
    await stands('2 undone')
    await page.goto(`/company/properties?company=${agency.companyId}`)
    await expect(main.getByRole('row', { name: /4 Chapel Hill/ })).toContainText('£250,000')
    await expect(main.getByRole('row', { name: /5 Chapel Hill/ })).toHaveCount(0)
  })
})
