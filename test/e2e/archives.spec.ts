import { readFile } from 'node:fs/promises'
import { listCompanies } from '@gya/domain/features/companies/companies.contract.ts'
import { expect, type Page, test } from './support/fixtures.ts'
import { purgeCompany } from './support/purge-company.ts'

test('Export everything: request an export, follow its progress, download it', async ({ page, agency }) => {
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

test('Read an archive: upload and verify one; an existing company is refused with a message', { tag: '@full' }, async ({
  agency,
  colleague,
  page,
  signInAsPlatformAdmin,
}) => {
  const archive = await exportEverything(await colleague('company'))

  await signInAsPlatformAdmin(page)
  await page.goto('/company/manage')
  await page.getByRole('link', { name: 'Read an archive' }).click()
  const refusal = page.getByRole('alert')
  await test.step('what is no archive is refused', async () => {
    await sendAndVerify(page, Buffer.from('no archive'))
    await expect(refusal.filter({ hasText: 'this is not a complete ZIP file' })).toBeVisible({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Remove archive' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('heading', { name: 'Upload an archive' })).toBeVisible()
  })
  await test.step('so is a company that exists', async () => {
    await sendAndVerify(page, archive)
    await expect(refusal.filter({ hasText: `${agency.name} already exists here.` })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  })
})

test('Read an archive: giving up a failed restore removes its data, and the archive can be restored later', {
  tag: '@full',
}, async ({ accounts, agency, colleague, page, platform, signInAsPlatformAdmin }) => {
  await agency.takeOn('4 Chapel Hill')
  const admin = await colleague('company')
  const archive = await exportEverything(admin)
  await admin.goto('about:blank')
  await purgeCompany(accounts, agency.companyId)
  const main = page.getByRole('main')
  const giveUp = main.getByRole('button', { name: 'Give up…' })
  const companies = async () => {
    const { data } = await platform.call(listCompanies, { query: { textSearch: agency.name } })
    return data.map(({ name }) => name)
  }

  await signInAsPlatformAdmin(page)
  await page.goto('/gya/archives')
  await sendAndVerify(page, archive)
  await expect(main.getByText('Verified. Nothing is written yet')).toBeVisible({ timeout: 60_000 })
  // Simulates a full disk of the database for this company.
  const full = `no_space_${agency.stamp.replaceAll('-', '_')}`
  await accounts.query(
    `create function ${full}() returns trigger language plpgsql as $$
      begin raise exception 'no space left on device' using errcode = '53100'; end $$`,
    [],
  )
  await accounts.query(
    `create trigger ${full} before insert on asking_price for each row when (new.company_id = '${agency.companyId}') execute function ${full}()`,
    [],
  )

  await test.step('the restore fails; the screen says with what, and offers to give up', async () => {
    await main.getByRole('button', { name: 'Restore' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('The company is hidden until it is complete.')
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await expect(main.getByText('The restore was interrupted')).toBeVisible({ timeout: 60_000 })
    await expect(main.getByText('no space left on device')).toBeVisible()
    expect(await companies()).toEqual([])
  })

  await test.step('Give up asks first, and Escape changes nothing', async () => {
    await giveUp.click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText(`What it has written of ${agency.name} is removed.`)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(main.getByText('The restore was interrupted')).toBeVisible()
  })

  await test.step('confirmed, what was written is removed, and the archive is verified as before', async () => {
    const removed = main.getByText('Removing what was written')
    await giveUp.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Give up' }).click()
    await expect(removed.or(main.getByText('Verified. Nothing is written yet'))).toBeVisible()
    await expect(main.getByText('Verified. Nothing is written yet')).toBeVisible({ timeout: 60_000 })
    await expect(giveUp).toHaveCount(0)
    await expect(main.getByText('The restore was interrupted')).toHaveCount(0)
    expect(await companies()).toEqual([])
  })

  await test.step('once there is space, it is restored', async () => {
    await accounts.query(`drop function ${full} cascade`, [])
    await main.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
    await expect(main.getByText('Restored', { exact: true })).toBeVisible({ timeout: 60_000 })
    await expect(main.getByRole('heading', { name: 'Invite everybody' })).toBeVisible()
    expect(await companies()).toEqual([agency.name])
  })
})

/** The export of a company with files, by its administrator. */
async function exportEverything(admin: Page): Promise<Buffer> {
  await admin.goto('/company/export')
  await admin.getByRole('main').getByRole('button', { name: 'Export everything' }).click()
  const row = admin.getByRole('row').filter({ hasText: 'With files' })
  await expect(row).toContainText('Ready until', { timeout: 60_000 })
  const downloading = admin.waitForEvent('download')
  await row.getByRole('button', { name: /^Download/ }).click()
  return readFile(await (await downloading).path())
}

async function sendAndVerify(page: Page, content: Buffer): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name: 'gya-archive.zip', mimeType: 'application/zip', buffer: content })
  await expect(page.getByText('1 of 1 parts have arrived. Verify it next.')).toBeVisible()
  await page.getByRole('button', { name: 'Verify' }).click()
}
