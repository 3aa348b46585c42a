import { expect, type Page, test } from './fixtures.ts'

type Proofs = Record<string, () => Promise<void>>

/** Tests each key that `?` lists for the screen, and that it lists no others. */
export async function proveListedKeys(page: Page, title: string, proofs: Proofs): Promise<void> {
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: title })
  const section = dialog.getByRole('region', { name: 'On this screen' })
  await expect(section).toBeVisible()
  const listed = await section
    .locator('dt')
    .evaluateAll((terms) => terms.map((term) => [...term.children].map(({ textContent }) => textContent).join(' ')))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(listed.toSorted()).toEqual(Object.keys(proofs).toSorted())
  for (const [keys, proof] of Object.entries(proofs)) await test.step(keys, proof)
}

/** With single keys switched off in the `?` dialog. */
export async function switchSingleKeysOff(page: Page): Promise<void> {
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: /^Keys/ }).getByText('Single keys').click()
  await expect(page.getByRole('switch', { name: 'Single keys' })).not.toBeChecked()
  await page.keyboard.press('Escape')
}
