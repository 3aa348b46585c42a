import { readFile } from 'node:fs/promises'
import { expect, test } from './support/fixtures.ts'

test('Export everything: ask for it, see it being made, download it', async ({ page, agency }) => {
  await agency.signIn(page, 'company')
  await page.goto('/company/export')
  await expect(page.getByText('No export yet.')).toBeVisible()
  await page.getByLabel('With documents, attachments and pictures').uncheck()
  await page.getByRole('main').getByRole('button', { name: 'Export everything' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Without files' })
  await expect(row).toContainText('Ready until', { timeout: 60_000 })
  const downloading = page.waitForEvent('download')
  await row.getByRole('button', { name: /^Download/ }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^gya-archive-\d{4}-\d\d-\d\d\.zip$/)
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
  await page.reload()
  await expect(row).toContainText('1')
})

test('Read an archive: upload and verify one; a company that exists here is refused in words', { tag: '@full' }, async ({
  agency,
  colleague,
  page,
  signInAsPlatformAdmin,
}) => {
  const admin = await colleague('company')
  await admin.goto('/company/export')
  await admin.getByRole('main').getByRole('button', { name: 'Export everything' }).click()
  const row = admin.getByRole('row').filter({ hasText: 'With files' })
  await expect(row).toContainText('Ready until', { timeout: 60_000 })
  const downloading = admin.waitForEvent('download')
  await row.getByRole('button', { name: /^Download/ }).click()
  const archive = await (await downloading).path()

  await signInAsPlatformAdmin(page)
  await page.goto('/company/manage')
  await page.getByRole('link', { name: 'Read an archive' }).click()
  const refusal = page.getByRole('alert')
  const send = async (content: Buffer) => {
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'gya-archive.zip', mimeType: 'application/zip', buffer: content })
    await expect(page.getByText('1 of 1 parts are here. Verify it next.')).toBeVisible()
    await page.getByRole('button', { name: 'Verify' }).click()
  }
  await test.step('what is no archive is refused', async () => {
    await send(Buffer.from('no archive'))
    await expect(refusal.filter({ hasText: 'this is not a whole ZIP file' })).toBeVisible({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Remove archive' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('heading', { name: 'Upload an archive' })).toBeVisible()
  })
  await test.step('so is a company that exists', async () => {
    await send(await readFile(archive))
    await expect(refusal.filter({ hasText: `${agency.name} exists here already.` })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  })
})
