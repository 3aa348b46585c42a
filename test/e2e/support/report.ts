import type { Locator, Page } from '@playwright/test'
import type { Agency, Property } from './agency.ts'
import { expect } from './fixtures.ts'

/** A cell of the report, by the address and the column's id. */
export const cell = (page: Page, address: string, column: string): Locator =>
  page.getByRole('row').filter({ hasText: address }).locator(`[data-col="${column}"]`)

/** Opens the company's report and waits until its keys work; `columns`: those of the URL. */
export async function openReport(page: Page, columns?: readonly string[]): Promise<void> {
  await page.goto(`/company/report${columns ? `?columns=${columns.join(',')}` : ''}`)
  await waitForKeys(page)
}

/** Their code is loaded on first use of the page. */
export async function waitForKeys(page: Page): Promise<void> {
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  await page.keyboard.press('Shift')
  await expect(page.locator('[data-keys="ready"]')).toBeAttached()
}

/** Sales whose memo was sent. */
export async function sellAll(agency: Agency, addresses: readonly string[]): Promise<Property[]> {
  const properties: Property[] = []
  for (const address of addresses) {
    const property = await agency.takeOn(address)
    await property.sell({ buyer: 'Mona Vane' })
    await property.complete(['MemoOfSaleSent'])
    properties.push(property)
  }
  return properties
}

/** Waits until no cell is being saved. */
export const saved = (page: Page): Promise<void> => expect(page.locator('td.wait')).toHaveCount(0)

/** Runs `work` before the next save of cells reaches the server; previews pass. */
export async function beforeNextSave(page: Page, work: () => Promise<unknown>): Promise<void> {
  let isDone = false
  await page.route('**/property/mi/cells/**', async (route) => {
    const { preview } = route.request().postDataJSON() as { preview?: boolean }
    if (!preview && !isDone) {
      isDone = true
      await work()
    }
    await route.continue()
  })
}
