import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { violationsOn } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'

test('Webhooks: added, tested, sent a message about a sale, switched off and on, given a new secret, deleted', async ({
  agency,
  colleague,
  baseURL,
}) => {
  const admin = await colleague('company')
  const main = admin.getByRole('main')
  const dialog = admin.getByRole('dialog')
  await admin.goto(`/company/connections?company=${agency.companyId}`)
  await main.getByRole('link', { name: 'Webhooks' }).click()
  await expect(main.getByText('No webhooks yet')).toBeVisible()

  await main.getByRole('button', { name: 'New webhook' }).first().click()
  await dialog.getByLabel('Address').fill('https://10.0.0.8/')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByText('Use a name and not a number for the host.').first()).toBeVisible()
  await dialog.getByLabel('Address').fill(`${baseURL}/api/demo-receiver/story-${agency.stamp}`)
  await dialog.getByLabel('Description').fill('Website')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByText(/^whsec_[\w+/]{43}=$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await main.getByRole('row', { name: /Website/ }).click()

  await expect(main.getByText('No messages yet')).toBeVisible()
  await main.getByRole('button', { name: 'Test' }).click()
  await expect(main.getByText(/The test message was accepted: 204 after \d+ ms/)).toBeVisible()
  const home = await agency.takeOn('5 Hook Lane')
  const row = main.getByRole('row', { name: /Property taken on/ })
  await expect(row).toContainText('Delivered')
  expect(await violationsOn(admin)).toEqual([])
  await row.getByText('Property taken on').click()
  await expect(dialog.getByText('"type":"property.taken_on"')).toBeVisible()
  await expect(dialog).not.toContainText('Hook Lane')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expectSaveMessage(admin, 'Messages will be sent again')
  await expect(main.getByRole('row', { name: /Property taken on sent again/ })).toContainText('Delivered')

  const more = async (item: string) => {
    await main.getByRole('button', { name: 'More' }).click()
    await admin.getByRole('menuitem', { name: item }).click()
  }
  await more('Switch off…')
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click()
  await expect(main.getByText('Switched off by an administrator.')).toBeVisible()
  const staff = await agency.as('staff')
  await staff.call(addNote, { params: home.params, body: { message: 'Rang them' } })
  await expect(main.getByRole('definition').filter({ hasText: /^1$/ })).toBeVisible()
  await main.getByRole('button', { name: 'Switch on' }).click()
  await dialog.getByText('Send it').click()
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await expect(main.getByRole('row', { name: /Note added/ })).toContainText('Delivered')

  await more('New secret…')
  await dialog.getByRole('button', { name: 'Make new secret' }).click()
  await expect(dialog.getByText('The old secret signs as well for 24 hours.')).toBeVisible()
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await expect(main.getByText('Old secret also signs until')).toBeVisible()
  await more('Delete…')
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(main.getByText('No webhooks yet')).toBeVisible()
})
