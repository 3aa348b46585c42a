import { deflateSync } from 'node:zlib'
import { expect, type Page, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})
const crcOf = (bytes: Buffer) => {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
const chunk = (type: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(type), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length)
  named.copy(framed, 4)
  framed.writeUInt32BE(crcOf(named), named.length + 4)
  return framed
}

/** A PNG of one colour. */
function png(width: number, height: number, [red, green, blue]: [number, number, number]): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([red, green, blue]))])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

const picture = { name: 'picture.png', mimeType: 'image/png', buffer: png(640, 400, [200, 120, 40]) }

async function choose(page: Page, field: string, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page
    .getByRole('group', { name: field })
    .getByRole('button', { name: /^(Choose|Change)/ })
    .click()
  await (await choosing).setFiles(file)
}

/** Waits for a loaded image whose URL matches, in a part of the page. */
const expectImage = (page: Page, part: string, address: RegExp) =>
  expect
    .poll(() =>
      page
        .locator(part)
        .locator('img')
        .evaluateAll((images, source) => {
          const wanted = new RegExp(source)
          return (images as HTMLImageElement[]).filter((one) => wanted.test(one.src) && one.naturalWidth > 0).length
        }, address.source),
    )
    .toBeGreaterThan(0)

async function remove(page: Page, field: string, message: string): Promise<void> {
  await page.getByRole('group', { name: field }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectSaveMessage(page, message)
  await expect(page.getByRole('group', { name: field }).getByRole('button', { name: 'Delete' })).toBeHidden()
}

test('Company logo: choose, refuse, save, show in the sidebar, delete', async ({ page, agency }) => {
  await agency.signIn(page, 'company')
  await page.goto('/company/edit')
  await choose(page, 'Company logo', { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByRole('alert').filter({ hasText: 'File not allowed' })).toBeVisible()
  await choose(page, 'Company logo', { ...picture, name: 'program.png', buffer: Buffer.from('MZ and so on') })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('File not allowed').first()).toBeVisible()
  await choose(page, 'Company logo', picture)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaveMessage(page, 'Company saved')
  await expectImage(page, 'aside', /company\/photo/)
  await page.reload()
  await expectImage(page, 'aside', /company\/photo/)
  await remove(page, 'Company logo', 'Company photo was removed successfully.')
})

test('Profile photo: a chosen picture can be discarded', async ({ page, agency }) => {
  await agency.signIn(page, 'company')
  await page.goto('/profile')
  await choose(page, 'Your photo', picture)
  await page.getByRole('button', { name: 'Do not use picture.png' }).click()
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-disabled', 'true')
})

test('Profile photo: saved, shown beside the name, deleted', async ({ page, agency }) => {
  await agency.signIn(page, 'staff')
  await page.goto('/profile')
  await choose(page, 'Your photo', picture)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectSaveMessage(page, 'User updated')
  await expectImage(page, 'aside', /user\/avatar/)
  await remove(page, 'Your photo', 'Your photo was removed successfully.')
})

test('Create User: the photo of a platform admin is in the users list', async ({ page, signInAsPlatformAdmin }) => {
  const last = `Sorrel ${Date.now()}`
  await signInAsPlatformAdmin(page)
  await page.goto('/gya/add-user')
  await page.getByLabel('First name').fill('Ansel')
  await page.getByLabel('Last name').fill(last)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(`ansel.${Date.now()}@people.example`)
  await choose(page, 'Photo', picture)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Ansel ${last} was e-mailed a temporary password`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('link', { name: 'Users list' }).click()
  await page.getByLabel('Search').fill(last)
  await expect(page.getByRole('row').filter({ hasText: last })).toBeVisible()
  await expectImage(page, 'table', /user\/avatar/)
})

test('Company logo: shown under Manage Companies and in the vendor portal', async ({ page, agency, signInAsPlatformAdmin }) => {
  await agency.takeOn('27 Rodway Road')
  await agency.signIn(page, 'company')
  await page.goto('/company/edit')
  await choose(page, 'Company logo', picture)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectImage(page, 'aside', /company\/photo/)
  await signInAsPlatformAdmin(page)
  await page.goto('/company/manage')
  await page.getByLabel('Search').fill(agency.name)
  await expect(page.getByRole('row').filter({ hasText: agency.name })).toBeVisible()
  await expectImage(page, 'table', /company\/photo/)
  await agency.signIn(page, 'vendor')
  await page.goto('/vendor')
  await expectImage(page, 'header', /company\/photo/)
})

test('Branch image: save and delete', async ({ page, agency }) => {
  await agency.signIn(page, 'branch')
  await page.goto('/branch/edit')
  await choose(page, 'Branch image', picture)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaveMessage(page, 'Branch saved')
  await expectImage(page, 'main', /branch\/photo/)
  await remove(page, 'Branch image', 'Branch photo was removed successfully.')
})

test('Property photo: shown in the header and the list, deleted', async ({ page, agency }) => {
  const property = await agency.takeOn('27 Rodway Road')
  await agency.signIn(page, 'staff')
  await page.goto(property.url('edit'))
  await choose(page, 'Property photo', picture)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaveMessage(page, 'Property saved')
  await expectImage(page, 'main', /\/image\?.*size=card/)
  await page.goto('/company/properties')
  await expectImage(page, 'main', /\/image\?.*size=avatar/)
  await page.goto(property.url('edit'))
  await remove(page, 'Property photo', 'Property photo was removed successfully.')
})
