import { createHmac } from 'node:crypto'
import { password } from './support/accounts.ts'
import { expect, type Page, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'

/** Passkeys need a name: the relying party of a loopback address is `localhost`. */
const atLocalhost = (baseURL: string | undefined) => (baseURL ?? '').replace('127.0.0.1', 'localhost')

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of an authenticator app (RFC 6238), computed without the server's library. */
function totpCode(secret: string, at: number): string {
  const bits = [...secret].map((sign) => base32.indexOf(sign).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

async function enterPassword(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('Profile: set up an authenticator app and a passkey, and sign in with each', async ({ page, agency, baseURL }) => {
  const { email } = await agency.person('staff')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const home = atLocalhost(baseURL)
  await page.goto(`${home}/login?next=/profile`)
  await enterPassword(page, email)

  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const adding = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await expect(adding.getByRole('img', { name: 'QR code' })).toBeVisible()
  const secret = ((await adding.locator('.totp-secret').textContent()) ?? '').replaceAll(' ', '')
  const codeAt = (at: number) => totpCode(secret, at)
  const confirmedAt = Date.now()
  await adding.getByRole('textbox', { name: 'Code' }).fill(codeAt(confirmedAt))
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  const codes = page.getByRole('dialog', { name: 'Recovery codes of your GYA account' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: 'I have kept them' }).click()

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const naming = page.getByRole('dialog', { name: 'Add a passkey' })
  await naming.getByLabel('Name').fill('Work laptop')
  await naming.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Work laptop' })).toBeVisible()

  await signOut(page)
  await enterPassword(page, email)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  // Each step of the app can be used once; the step used for confirmation has passed.
  await page.getByLabel('Code').fill(codeAt(confirmedAt))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('This code is wrong or was used already.')).toBeVisible()
  await page.getByLabel('Code').fill(codeAt(confirmedAt + 30_000))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.goto(`${home}/profile`)
  await expect(page.getByRole('listitem').filter({ hasText: 'This one' })).toContainText('Passkey · Signed in')
})

test('User: resetting a member’s second factors requires the password first, then continues', async ({
  page,
  agency,
  accounts,
}) => {
  const { id, firstName, lastName } = await agency.person('staff')
  const administrator = await agency.person('company')
  await accounts.query('update app_user set has_second_factor = true where id = $1', [id])
  await agency.signIn(page, 'company')
  await accounts.query(`update session set confirmed_on = confirmed_on - interval '11 minutes' where user_id = $1`, [
    administrator.id,
  ])
  await page.goto(`/user-edit?of=company&user=${id}`)
  await page.getByRole('button', { name: 'Reset second factors' }).click()
  const reset = page.getByRole('dialog', { name: `Reset the second factors of ${firstName} ${lastName}?` })
  await reset.getByLabel('Reason').fill('Phone left on a train')
  await reset.getByRole('button', { name: 'Reset', exact: true }).click()
  const confirming = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirming.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expectSaveMessage(page, 'Second factors reset')
  await expect(reset).toBeHidden()
  await expect(page.getByText('None', { exact: true })).toBeVisible()
  await page.goto('/company/audit?groups=doors')
  await page.getByText('Second factors reset by an administrator').first().click()
  const facts = page.getByRole('dialog', { name: 'Second factors reset by an administrator' })
  await facts.getByRole('button', { name: 'Everything of this session' }).click()
  await expect(page.getByRole('button', { name: 'Remove the filter One session' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Audit' }).getByText('Identity confirmed')).toBeVisible()
})

test('Property › Manage: a company admin resets the second factors of a vendor, whose open page shows that the session has ended', async ({
  page,
  agency,
  accounts,
  colleague,
}) => {
  const property = await agency.takeOn('14 Lostphone Lane')
  const { id, firstName, lastName } = await agency.person('vendor')
  await agency.signIn(page, 'company')
  const panel = page.getByRole('region', { name: 'Second factor' })
  await page.goto(property.url('edit'))
  await expect(page.getByRole('button', { name: 'Edit vendor' })).toBeVisible()
  // Most vendors have no factors, so there is nothing to reset.
  await expect(panel).toHaveCount(0)

  await accounts.query('update app_user set has_second_factor = true where id = $1', [id])
  const vendor = await colleague('vendor')
  await vendor.goto('/')
  await vendor.getByRole('button', { name: 'Your account' }).click()
  await page.reload()
  await panel.getByRole('button', { name: 'Reset second factors' }).click()
  const dialog = page.getByRole('dialog', { name: `Reset the second factors of ${firstName} ${lastName}?` })
  await dialog.getByLabel('Reason').fill('A new telephone, and the codes are gone')
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
  await expectSaveMessage(page, 'Second factors reset')
  await expect(panel.getByText('None', { exact: true })).toBeVisible()

  await vendor.getByRole('switch', { name: 'Write to me when a step of my sale is saved' }).click()
  await expect(vendor.getByText('Your session has ended. Sign in to carry on where you were.')).toBeVisible()
})

test('Company › Sign-in: a second factor is announced with a bar; on its first day, open pages require one', async ({
  page,
  agency,
  accounts,
  colleague,
}) => {
  const open = await colleague('staff')
  await open.goto('/today')
  await agency.signIn(page, 'company')
  await page.goto('/company/sign-in')
  await page.getByLabel('Branch Staff').check()
  await page.getByRole('button', { name: 'Save sign-in' }).click()
  await expect(page.getByText('Choose the day from which it is required.')).toBeVisible()
  const day = new Date(Date.now() + 10 * 86_400_000)
  await page.getByLabel('From', { exact: true }).fill(day.toLocaleDateString('en-GB', { timeZone: 'Europe/London' }))
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Save sign-in' }).click()
  await expectSaveMessage(page, 'Sign-in settings saved')
  await open.goto('/today')
  await expect(open.getByText('your company asks for a second factor when you sign in: in 10 days')).toBeVisible()
  await accounts.query(`update company_sign_in set required_from = current_date - 1 where company_id = $1`, [agency.companyId])
  await open.getByRole('link', { name: 'Properties' }).first().click()
  await expect(open.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
})
