import { expect, type Page } from '@playwright/test'

/** The demo's sign-ins, by role. */
export type Role = 'platform' | 'company' | 'branch' | 'staff' | 'vendor'

export const password = 'Demo-Password-2026'

/** Signs in as a person would, and waits for the app. */
export async function signIn(page: Page, role: Role): Promise<void> {
  // A page that is still open may at this moment lead elsewhere by itself: its session has ended.
  await page.goto('about:blank')
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(`${role}@demo.example`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).not.toHaveURL(/\/login/)
}
