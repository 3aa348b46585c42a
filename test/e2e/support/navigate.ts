import { expect, type Locator, type Page } from '@playwright/test'

/** Opens a screen; if the app is already open, without reloading. */
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

/** Clicks a button until a result is visible. A background refetch can disable the button or bring the result before the click. */
export const clickUntil = (page: Page, name: string, result: Locator): Promise<void> =>
  expect(async () => {
    const button = page.getByRole('button', { name })
    if (await button.isVisible()) await button.click({ timeout: 2_000 })
    await expect(result).toBeVisible({ timeout: 5_000 })
  }).toPass()
