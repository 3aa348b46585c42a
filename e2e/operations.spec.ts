import { expect, test } from '@playwright/test'
import { signIn } from './sign-in.ts'

test('an administrator switches the weekly summary off in the profile', async ({ page }) => {
  await signIn(page, 'company')
  await page.goto('/profile')
  const summary = page.getByLabel('Send me the weekly summary')
  await expect(summary).toBeChecked()
  await summary.uncheck()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('User updated').first()).toBeVisible()
  await page.reload()
  await expect(summary).not.toBeChecked()
  await summary.check()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('User updated').first()).toBeVisible()
})

test('a branch administrator, who gets no weekly summary, has no such choice', async ({ page }) => {
  await signIn(page, 'branch')
  await page.goto('/profile')
  await expect(page.getByLabel('First name')).toBeVisible()
  await expect(page.getByLabel('Send me the weekly summary')).toHaveCount(0)
})

test('the operator sees what runs, what waits and what is deleted, and goes from jobs to e-mails', async ({ page }) => {
  await signIn(page, 'platform')
  await page.getByRole('link', { name: 'Operations' }).click()
  await expect(page.getByRole('heading', { name: 'Operations' })).toBeVisible()
  const figure = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')
  await expect(figure('Version')).toHaveText(/^\d+\.\d+\.\d+$/)
  await expect(figure('Running since')).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d[ap]m$/)
  await expect(figure('Failed e-mails')).toHaveText('0')
  const tabs = page.getByRole('navigation', { name: 'Operations' })
  await tabs.getByRole('link', { name: /^E-mails/ }).click()
  await expect(page.getByText('Every e-mail has been sent')).toBeVisible()
  await expect(tabs.getByRole('link', { name: /^E-mails/ })).toHaveAttribute('aria-current', 'page')
  await expect(tabs.getByRole('link', { name: /^Jobs/ })).not.toHaveAttribute('aria-current')
  await page.getByRole('link', { name: /deleted in the last 30 days/ }).click()
  await expect(page).toHaveURL(/\/gya\/deleted/)
})

test('nobody but the operator opens the page', async ({ page }) => {
  await signIn(page, 'company')
  await page.goto('/gya/operations')
  await expect(page.getByText('Failed jobs')).toHaveCount(0)
})
