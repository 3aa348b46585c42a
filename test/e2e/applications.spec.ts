import { createHash, randomBytes } from 'node:crypto'
import { violationsOn } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'

const redirectUri = 'https://assistant.example/back'

test('Applications: registered, connected with fewer scopes, used, ended', { tag: '@core' }, async ({
  agency,
  colleague,
  baseURL,
  request,
}) => {
  const admin = await colleague('company')
  const main = admin.getByRole('main')
  const dialog = admin.getByRole('dialog')
  await admin.goto(`/company/connections?company=${agency.companyId}`)
  await main.getByRole('link', { name: 'Applications' }).click()
  await expect(main.getByText('No application is connected.')).toBeVisible()
  await main.getByRole('button', { name: 'Allow an application' }).first().click()
  await dialog.getByText('Is registered here').click()
  await dialog.getByLabel('Name', { exact: true }).fill('Larkmead Assistant')
  await dialog.getByLabel('Goes back to').fill('http://assistant.example/back')
  await dialog.getByLabel('Read properties').check()
  await dialog.getByRole('button', { name: 'Allow' }).click()
  await expect(dialog.getByText(/Use an https address/).first()).toBeVisible()
  await dialog.getByLabel('Goes back to').fill(redirectUri)
  await dialog.getByLabel('Write notes').check()
  await dialog.getByRole('button', { name: 'Allow' }).click()
  await expectSaveMessage(admin, 'Application allowed')
  const row = main.getByRole('row', { name: /Larkmead Assistant/ })
  await expect(row).toContainText('Allowed')
  const clientId = (await row.getByText(/^app_/).textContent()) ?? ''
  expect(await violationsOn(admin)).toEqual([])

  const staff = await colleague('staff')
  await staff.route('https://assistant.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Back</h1>' }))
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'state-1',
  })
  await staff.goto(`/api/oauth/authorize?${query.toString()}`)
  const heading = staff.getByRole('heading', { name: 'Connect ‘Larkmead Assistant’ to GYA?' })
  await expect(heading).toBeFocused()
  await expect(staff.getByText('It sees at most what you see.')).toBeVisible()
  await expect(staff.getByRole('navigation')).toHaveCount(0)
  expect(await violationsOn(staff)).toEqual([])
  await staff.keyboard.press('Enter')
  await expect(heading).toBeVisible()
  await staff.getByLabel('Write notes').uncheck()
  await staff.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(staff.getByRole('heading', { name: 'Back' })).toBeVisible()
  const back = new URL(staff.url())
  expect(back.searchParams.get('state')).toBe('state-1')

  const form = {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: back.searchParams.get('code') ?? '',
    code_verifier: verifier,
  }
  const tokens = (await (await request.post('/api/oauth/token', { form })).json()) as { access_token: string; scope: string }
  expect(tokens.scope).toBe('property:read')
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const read = async () => (await request.get(`/api/open/${agency.companyId}/properties`, { headers })).status()
  expect(await read()).toBe(200)

  await staff.goto(`${baseURL}/profile`)
  await staff.getByRole('button', { name: 'End Larkmead Assistant' }).click()
  await staff.getByRole('alertdialog').getByRole('button', { name: 'End' }).click()
  await expectSaveMessage(staff, 'Application ended')
  await expect(staff.getByText('You have connected nothing.')).toBeVisible()
  expect(await read()).toBe(401)
})

test('GET /connect without a request: the error page', async ({ colleague }) => {
  const staff = await colleague('staff')
  await staff.goto('/connect')
  await expect(staff.getByText('This request of an application is not valid.')).toBeVisible()
  expect(await violationsOn(staff)).toEqual([])
})
