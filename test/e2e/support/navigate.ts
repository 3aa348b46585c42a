import { expect, type Page } from '@playwright/test'

/** Opens a screen. If the app is open already, without reloading it. */
export async function navigate(page: Page, address: string): Promise<void> {
  const pushed = await page.evaluate((to) => {
    if (!document.querySelector('main h1') || new URL(to, location.href).pathname === location.pathname) return false
    for (const head of document.querySelectorAll<HTMLElement>('h1')) head.dataset.before = ''
    history.pushState(null, '', to)
    return true
  }, address)
  if (pushed) await expect(page.locator('h1[data-before]'), address).toHaveCount(0)
  else await page.goto(address)
}
