import { expect, type Page } from '@playwright/test'

/** The accounts of the demo company. */
export type Role = 'platform' | 'company' | 'branch' | 'staff' | 'vendor'

/** Their password. */
export const password = 'Demo-Password-2026'

/** Signs in through the sign-in form. */
export async function signIn(page: Page, email: string): Promise<void> {
  // An open page that notices the end of its session would navigate during the next step.
  if (page.url() !== 'about:blank') await page.goto('about:blank')
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/\/login/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
