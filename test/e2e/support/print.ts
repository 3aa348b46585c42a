import { expect, type Page } from '@playwright/test'
import { readPages } from '../../support/pdf-text.ts'

type Printing = typeof window & { printed?: boolean }

/** Waits until the page has asked the browser to print, which then keeps what is printed until `pdfOf` or `endPrint`. */
export async function startPrint(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    window.print = () => void Object.assign(window, { printed: true })
  })
  await act()
  await page.waitForFunction(() => (window as Printing).printed)
}

export async function endPrint(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window, { printed: false })
    dispatchEvent(new Event('afterprint'))
  })
  await expect(page.locator('.paper')).toHaveCount(0)
}

export const printsByKey = async (page: Page): Promise<void> => {
  await startPrint(page, () => page.keyboard.press('Control+p'))
  await endPrint(page)
}

/** Points: A4 less a margin of 10 mm. */
const rightEdges = { portrait: 595 - 28, landscape: 842 - 28 }

/** The text of each page that the browser prints. Nothing is beyond the right edge. */
export async function pdfOf(page: Page, format: keyof typeof rightEdges): Promise<string[]> {
  const pages = readPages(await page.pdf({ preferCSSPageSize: true, printBackground: true }))
  for (const { right } of pages) expect(right).toBeLessThan(rightEdges[format])
  await expect(page.locator('.paper')).toHaveCount(0)
  return pages.map(({ text }) => text)
}
