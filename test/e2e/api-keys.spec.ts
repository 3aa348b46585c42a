import { expect, test } from './support/fixtures.ts'

test('Keys: create a key, run its curl command, rotate it, revoke it', async ({ agency, colleague, request }) => {
  const admin = await colleague('company')
  const main = admin.getByRole('main')

  const useOf = async (): Promise<{ url: string; secret: string }> => {
    const line = (await admin.getByRole('dialog').locator('code').nth(1).textContent()) ?? ''
    const [, secret = '', url = ''] = /^curl -H "Authorization: Bearer (gya_\w{8}_[\w-]{43})" "(http[^"\s]+)"$/.exec(line) ?? []
    return { url, secret }
  }
  const statusOf = async ({ url, secret }: { url: string; secret: string }) =>
    (await request.get(url, { headers: { authorization: `Bearer ${secret}` } })).status()

  await admin.goto(`/company/connections?company=${agency.companyId}`)
  await expect(main.getByText('GYA tells your program at once what happened')).toBeVisible()
  await expect(main.getByText('No keys yet')).toBeVisible()
  await main.getByRole('button', { name: 'New key' }).first().click()
  const dialog = admin.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Make key' })).toBeDisabled()
  await dialog.getByLabel('Name', { exact: true }).fill('Website')
  await dialog.getByLabel('Read properties').check()
  await dialog.getByRole('button', { name: 'Make key' }).click()
  await expect(dialog.getByText('It is not shown again.')).toBeVisible()
  const first = await useOf()
  expect(await statusOf(first)).toBe(200)
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await expect(main.getByRole('row', { name: /Website/ })).toContainText('property:read')

  await main.getByRole('button', { name: 'Rotate Website' }).click()
  await dialog.getByText('At once').click()
  await dialog.getByRole('button', { name: 'Create the new key' }).click()
  await expect(dialog.getByText('It is not shown again.')).toBeVisible()
  const second = await useOf()
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
  await dialog.getByRole('button', { name: 'I have saved it' }).click()

  await main.getByRole('button', { name: 'Revoke Website' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(main.getByRole('button', { name: 'Revoke Website' })).toHaveCount(0)
  expect(await statusOf(second)).toBe(401)
})
