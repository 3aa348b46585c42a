import { expect, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'

// The lists of jobs and e-mails cover the whole platform, and concurrent tests add to them.

test('Profile: Summaries by e-mail are switched off, by anybody of the company', async ({ page, agency }) => {
  await agency.signIn(page, 'branch')
  await page.goto('/profile')
  const summary = page.getByLabel('Summaries by e-mail')
  await expect(summary).toBeChecked()
  await summary.uncheck()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectSaveMessage(page, 'User updated')
  await page.reload()
  await expect(summary).not.toBeChecked()
})

test('Operations: version, jobs, e-mails, deleted', async ({ page, signInAsPlatformAdmin }) => {
  await signInAsPlatformAdmin(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Operations' }).click()
  await expect(page.getByRole('heading', { name: 'Operations' })).toBeVisible()
  const figure = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')
  await expect(figure('Version')).toHaveText(/^\d+\.\d+\.\d+$/)
  await expect(figure('Running since')).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d[ap]m$/)
  await expect(figure('Failed e-mails')).toHaveText('0')
  const tabs = page.getByRole('navigation', { name: 'Operations' })
  await tabs.getByRole('link', { name: /^E-mails/ }).click()
  // E-mails of other tests are pending for a moment.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('Every e-mail has been sent')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(tabs.getByRole('link', { name: /^E-mails/ })).toHaveAttribute('aria-current', 'page')
  await expect(tabs.getByRole('link', { name: /^Jobs/ })).not.toHaveAttribute('aria-current')
  await page.getByRole('link', { name: /deleted in the last 30 days/ }).click()
  await expect(page).toHaveURL(/\/gya\/deleted/)
})

test('Operations: a company admin has no access', async ({ page, agency }) => {
  await agency.signIn(page, 'company')
  await page.goto('/gya/operations')
  await expect(page.getByText('You do not have this page')).toBeVisible()
  await expect(page.getByText('Failed jobs')).toHaveCount(0)
})

test('Operations: retry a failed job', { tag: '@full' }, async ({ page, accounts, signInAsPlatformAdmin }) => {
  // No other job has two attempts, which identifies its row.
  await accounts.query('delete from graphile_worker._private_jobs where max_attempts = 2', [])
  await accounts.query(`select graphile_worker.add_job('send-mail', payload := $1::json, max_attempts := 2)`, [
    '{"mailId":"no id"}',
  ])
  await signInAsPlatformAdmin(page)
  await page.goto('/gya/operations')
  const row = page
    .getByRole('row')
    .filter({ hasText: 'Send an e-mail' })
    .filter({ has: page.getByRole('cell', { name: /^\d of 2$/ }) })
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(row.getByText('Failed', { exact: true })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(row).toContainText('2 of 2')

  await accounts.query('update graphile_worker._private_jobs set payload = $1 where max_attempts = 2', [
    { mailId: crypto.randomUUID() },
  ])
  await row.getByRole('button', { name: 'Retry: Send an e-mail' }).click()
  await expectSaveMessage(page, 'It is tried again')
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(row).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
})

test('Operations: try stuck work again', { tag: '@full' }, async ({ page, accounts, signInAsPlatformAdmin }) => {
  const key = crypto.randomUUID()
  await accounts.query(
    `insert into job_failure (job, key, failures, next_try, error, first_failed, last_failed)
     values ('sweep-webhooks', $1, 10, now(), 'DatabaseError 23514', '2026-03-01T09:00:00Z', now())`,
    [key],
  )
  await signInAsPlatformAdmin(page)
  await page.goto('/gya/operations')
  const row = page
    .getByRole('region', { name: 'Stuck work', exact: true })
    .getByRole('row')
    .filter({ hasText: 'DatabaseError 23514' })
  await expect(row).toContainText('01/03/2026 09:00am')
  await row.getByRole('button', { name: 'Try again: Remove old messages of endpoints' }).click()
  await expectSaveMessage(page, 'It is tried again')
  await expect(row).toHaveCount(0)
  await accounts.query('delete from job_failure where key = $1', [key])
})
