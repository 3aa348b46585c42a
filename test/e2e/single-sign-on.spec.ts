import { openidClient, openOpenidProvider } from '../support/openid-provider.ts'
import { expectNoViolations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'

// A single test, because the provider listens on the port that the server is configured with (playwright.config.ts).
test('Sign-in: connect the provider, test it, sign in with it for the first time, and confirm the identity with it', async ({
  page,
  agency,
  accounts,
  baseURL,
}) => {
  const { SSO_TEST_PROVIDER = '' } = process.env
  const openid = await openOpenidProvider(`${baseURL}/api/auth/sso/back`, Number(new URL(SSO_TEST_PROVIDER).port))
  const domain = `d${agency.stamp}.example`
  const admin = { firstName: 'Ottilie', lastName: 'Vane', email: `ottilie@${domain}` }
  const adminId = await accounts.insert({ type: 'COMPANY_ADMIN', companyId: agency.companyId, ...admin })
  await accounts.query(
    `insert into company_domain (domain, company_id, confirmed_by, confirmed_on)
     select $1, $2, id, now() from app_user where email = 'platform@demo.example'`,
    [domain, agency.companyId],
  )
  try {
    await accounts.signIn(page, adminId)
    await page.goto('/company/sign-in')
    await page.getByRole('link', { name: 'Single sign-on' }).click()
    await expect(page.getByText(domain)).toBeVisible()
    await page.getByLabel('Directory (tenant) ID').fill('11111111-1111-4111-8111-111111111111')
    await page.getByLabel('Client ID').fill(openidClient.clientId)
    await page.getByLabel('Client secret', { exact: true }).fill(openidClient.clientSecret)
    await page.getByRole('switch', { name: 'In all branches, including new ones' }).click()
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Save single sign-on' }).click()
    await expectSaveMessage(page, 'Single sign-on saved')

    openid.user = { sub: 'ottilie', email: admin.email }
    await page.getByRole('button', { name: 'Test sign-in' }).click()
    await expect(page.getByText('Your test sign-in worked.')).toBeVisible()
    await expect(page.getByText(/^Last tested by you on/)).toBeVisible()

    // A new user: leaving the e-mail field offers the company's single sign-on.
    await page.goto('about:blank')
    await page.context().clearCookies()
    openid.user = { sub: 'nobody', email: 'guest@elsewhere.example' }
    const leave = async () => {
      await page.goto('/login?next=%2Fprofile')
      await page.getByLabel('E-mail').fill(`nell@${domain}`)
      await page.keyboard.press('Tab')
      await page.getByRole('button', { name: 'Sign in with your company' }).click()
    }
    await leave()
    await expect(page.getByText(/^This account cannot sign in here\. Ask your administrator\. Number \d{6}\.$/)).toBeVisible()
    await page.context().clearCookies()
    openid.user = { sub: 'nell', email: `nell@${domain}`, given_name: 'Nell', family_name: 'Ashdown' }
    await leave()
    await expect(page).toHaveURL(/\/profile/)
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(`nell@${domain}`)

    // Eleven minutes later: the user has no password, so the provider confirms the identity in a separate window.
    await accounts.query(
      `update session set confirmed_on = confirmed_on - interval '11 minutes' where user_id = (select id from app_user where email = $1)`,
      [`nell@${domain}`],
    )
    await page.getByRole('button', { name: 'Add an authenticator app' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await expect(dialog.getByLabel('Password')).toHaveCount(0)
    await expectNoViolations(page)
    const opened = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'Sign in with your company' }).click()
    await opened
    await expect(dialog).toBeHidden()
    await expect(
      page.getByRole('dialog', { name: 'Add an authenticator app' }).getByRole('img', { name: 'QR code' }),
    ).toBeVisible()
  } finally {
    await openid.close()
  }
})
