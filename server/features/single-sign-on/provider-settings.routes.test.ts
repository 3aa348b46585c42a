import { deactivateMember } from '@gya/domain/features/members/member-lifecycle.contract.ts'
import { deleteCompanyMember, updateCompanyAdministrator } from '@gya/domain/features/members/members.contract.ts'
import { confirmTotp, deleteTotp, startTotp } from '@gya/domain/features/second-factors/second-factors.contract.ts'
import { confirmIdentity, signInSecondStep } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import {
  confirmDomain,
  deleteDomain,
  deleteProvider,
  readProvider,
  saveProvider,
  startSignIn,
  startSsoConfirmation,
  testProvider,
} from '@gya/domain/features/single-sign-on/single-sign-on.contract.ts'
import { TOTP } from 'otpauth'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { type Fixtures, openFixtures, testPassword } from '../../../test/support/fixtures.ts'
import { type OpenidProvider, openOpenidProvider } from '../../../test/support/openid-provider.ts'
import { signIn } from '../../../test/support/sign-in.ts'
import {
  newSsoUser,
  SsoBrowser,
  type SsoUser,
  ssoDetail,
  ssoDomain,
  ssoResult,
  ssoSettings,
} from '../../../test/support/sso-browser.ts'

/**
 * Settings of single sign-on, and story 13: "SSO required". [trust §4.3](docs/design/trust.md#4.3), [trust §8](docs/design/trust.md#8) and
 * [trust §10](docs/design/trust.md#10).
 */

let openid: OpenidProvider
let fixtures: Fixtures
let admin: SsoUser & { userId: string }
beforeEach(async () => {
  openid ??= await openOpenidProvider('http://gya.example/api/auth/sso/back')
  openid.misbehave = null
  await fixtures?.close()
  fixtures = await openFixtures({ config: { ssoTestProvider: openid.origin } })
  await fixtures.as('platform').ok(confirmDomain, { params: { ...fixtures.a, domain: ssoDomain } })
  const user = newSsoUser()
  admin = { ...user, userId: await fixtures.addUser({ type: 'COMPANY_ADMIN', email: user.email, ...fixtures.a }) }
})
afterAll(async () => {
  await fixtures.close()
  await openid.close()
})

type Settings = Partial<ReturnType<typeof ssoSettings>>
const settings = (more: Settings = {}) => ({ params: fixtures.a, body: { ...ssoSettings(fixtures), ...more } })

/** Returns a browser in which a user has signed in with their password. */
async function browserOf(email: string): Promise<SsoBrowser> {
  const { token } = await signIn(fixtures, email, testPassword)
  return new SsoBrowser(fixtures, openid, { gya_session: token })
}

async function addTotp(userId: string): Promise<string> {
  const client = await fixtures.signedIn(userId)
  const { secret } = await client.ok(startTotp, { body: {} })
  await client.ok(confirmTotp, { body: { code: codeOf(secret) } })
  fixtures.clock.advance({ minutes: 1 })
  return secret
}
const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.parse(fixtures.clock.now()) })

/** Makes a test sign-in of the administrator. Returns the browser and its final address. */
async function testByAdmin(user: SsoUser = admin) {
  const browser = await browserOf(admin.email)
  const { url } = await browser.client.ok(testProvider, { params: fixtures.a, body: {} })
  return { browser, ...(await browser.goRound(url, user)) }
}

/** Requires single sign-on. `company` is the break-glass administrator. */
async function requireSso() {
  const secret = await addTotp(fixtures.idOf.company)
  await fixtures.as('company').ok(saveProvider, settings())
  const { browser } = await testByAdmin()
  const breakGlass = [fixtures.idOf.company]
  await browser.client.ok(saveProvider, settings({ required: true, breakGlass }))
  // Requiring it has ended the session opened with a password.
  await browser.signIn(admin)
  return { secret, browser }
}

describe('PUT /company/:companyId/provider', () => {
  test('saves a provider that responds; the client secret is encrypted and never returned', async () => {
    const saved = await fixtures.as('company').ok(saveProvider, settings())
    expect(saved).toMatchObject({
      provider: { kind: 'entra', clientId: 'gya', role: 'BRANCH_STAFF', required: false, tested: null },
      domains: [{ domain: ssoDomain }],
      redirectUri: 'http://gya.example/api/auth/sso/back',
    })
    expect(JSON.stringify(saved)).not.toContain('a-secret')
    const { rows } = await fixtures.database.pool.query<{ secret: Buffer }>(
      'select secret_encrypted as secret from company_provider',
    )
    expect(rows[0]?.secret.includes('a-secret')).toBe(false)
    // Without a secret, the stored one is kept.
    const { clientSecret: _, ...body } = settings().body
    expect(
      await fixtures.as('company').ok(saveProvider, { params: fixtures.a, body: { ...body, version: saved.version } }),
    ).toMatchObject({ version: saved.version + 1 })
    const stale = { params: fixtures.a, body: { ...body, version: saved.version } }
    expect(await fixtures.as('company').refusal(saveProvider, stale)).toMatchObject({ code: 'STALE_VERSION' })
    expect((await auditEntries(fixtures.database, 'provider-changed')).map(({ data }) => data.changed)).toEqual([
      'provider, secret',
      '',
    ])
  })

  test.each<[string, NonNullable<OpenidProvider['misbehave']>]>([
    ['redirects', (_request, response) => void response.writeHead(302, { location: 'https://elsewhere.example/' }).end()],
    ['sends a too large response', (_request, response) => void response.end('x'.repeat(256 * 1024 + 1))],
    ['closes the connection', (_request, response) => void response.destroy()],
    ['responds with HTML', (_request, response) => void response.end('<html></html>')],
    [
      'names another issuer',
      (_request, response) =>
        void response.setHeader('content-type', 'application/json').end(JSON.stringify({ issuer: 'https://elsewhere.example' })),
    ],
  ])('a provider that %s: 409 PROVIDER_NOT_REACHED with words, and nothing is saved', async (_what, misbehave) => {
    openid.misbehave = misbehave
    const refusal = await fixtures.as('company').refusal(saveProvider, settings())
    expect(refusal).toMatchObject({ status: 409, code: 'PROVIDER_NOT_REACHED' })
    expect(refusal.message).toMatch(/^The provider does not answer at this address\. [A-Z].*\.$/)
    expect((await fixtures.as('company').ok(readProvider, { params: fixtures.a })).provider).toBeNull()
  })

  test.each<[string, Settings, string]>([
    ['common instead of a tenant', { tenant: 'common' }, 'tenant'],
    ['Entra without a tenant', { tenant: null }, 'tenant'],
    ['an administrator as first role', { role: 'COMPANY_ADMIN' as never }, 'role'],
    ['no branch', { branchIds: [] }, 'branchIds'],
    [
      'three break-glass accounts',
      { breakGlass: Array.from({ length: 3 }, () => '019cd714-f23b-7000-8000-0000000000aa') },
      'breakGlass',
    ],
  ])('%s: 400', async (_what, more, path) => {
    const body = { ...settings().body, ...more }
    const refusal = await fixtures.as('company').refusal(saveProvider, { params: fixtures.a, body })
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path }] })
  })

  test('branches and administrators of another company are not found', async () => {
    for (const more of [
      { branchIds: [fixtures.other.branchId] },
      { breakGlass: [fixtures.idOf.otherCompany] },
      { breakGlass: [fixtures.idOf.staff] },
    ])
      expect(await fixtures.as('company').refusal(saveProvider, settings(more))).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('Domains', () => {
  test('a platform admin confirms a domain for one company only', async () => {
    const platform = fixtures.as('platform')
    const params = { ...fixtures.a, domain: ssoDomain }
    await platform.ok(confirmDomain, { params: { ...params, domain: 'ALDER.example' } })
    expect(await platform.refusal(confirmDomain, { params: { ...params, ...fixtures.b } })).toMatchObject({
      code: 'DOMAIN_TAKEN',
    })
    expect(await platform.refusal(deleteDomain, { params: { ...params, ...fixtures.b } })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await fixtures.as('company').refusal(confirmDomain, { params })).toMatchObject({ code: 'FORBIDDEN' })
    for (const domain of ['gmail.com', 'localhost', 'a b.example', '-x.example', '10.0.0.1'])
      expect(await platform.refusal(confirmDomain, { params: { ...params, domain } })).toMatchObject({
        code: 'VALIDATION_FAILED',
      })
    await platform.ok(deleteDomain, { params })
    expect((await fixtures.as('company').ok(readProvider, { params: fixtures.a })).domains).toEqual([])
    expect((await auditEntries(fixtures.database, 'domain-confirmed', 'domain-removed')).map(({ data }) => data.domain)).toEqual([
      ssoDomain,
      ssoDomain,
    ])
  })
})

describe('POST /company/:companyId/provider/test', () => {
  test('links the account of the administrator, and enables the provider on the sign-in page', async () => {
    await fixtures.as('company').ok(saveProvider, settings())
    expect(await fixtures.anonymous.ok(startSignIn, { body: { email: admin.email } })).toMatchObject({ way: 'password' })
    const { browser, location } = await testByAdmin()
    expect(location).toBe(`/company/single-sign-on?company=${fixtures.a.companyId}&sso=tested`)
    expect((await browser.client.ok(readProvider, { params: fixtures.a })).provider?.tested).toMatchObject({ byYou: true })
    expect((await fixtures.as('company').ok(readProvider, { params: fixtures.a })).provider?.tested).toMatchObject({
      byYou: false,
    })
    expect(await fixtures.anonymous.ok(startSignIn, { body: { email: admin.email } })).toMatchObject({ way: 'sso' })
  })

  test('with another account of the provider is refused on the settings page, and creates no account', async () => {
    await fixtures.as('company').ok(saveProvider, settings())
    const { location } = await testByAdmin(newSsoUser())
    expect(location).toContain(`/company/single-sign-on?company=${fixtures.a.companyId}&sso=not-for-you&number=`)
    expect(await ssoDetail(fixtures, location)).toBe('no-account')
    const colleague = newSsoUser()
    await fixtures.addUser({ type: 'BRANCH_STAFF', email: colleague.email, ...fixtures.a })
    expect(await ssoDetail(fixtures, (await testByAdmin(colleague)).location)).toBe('another-account')
    expect((await fixtures.as('company').ok(readProvider, { params: fixtures.a })).provider?.tested).toBeNull()
  })

  test('is valid only for the tested settings', async () => {
    const { version } = await fixtures.as('company').ok(saveProvider, settings())
    const browser = await browserOf(admin.email)
    const { url } = await browser.client.ok(testProvider, { params: fixtures.a, body: {} })
    openid.user = admin
    const back = await openid.signInAt((await browser.open(url)).location)
    await fixtures.as('company').ok(saveProvider, { ...settings(), body: { ...settings().body, version } })
    await browser.comeBack(back)
    expect((await browser.client.ok(readProvider, { params: fixtures.a })).provider?.tested).toBeNull()
  })
})

describe('Single sign-on required', () => {
  test('needs a test sign-in by the same administrator, and a break-glass account with a second factor', async () => {
    await fixtures.as('company').ok(saveProvider, settings())
    const { browser } = await testByAdmin()
    const required = (breakGlass: string[]) => settings({ required: true, breakGlass })
    expect(await browser.client.refusal(saveProvider, required([]))).toMatchObject({ code: 'BREAK_GLASS_MISSING' })
    const breakGlass = [fixtures.idOf.company]
    expect(await browser.client.refusal(saveProvider, required(breakGlass))).toMatchObject({ code: 'BREAK_GLASS_WITHOUT_FACTOR' })
    await addTotp(fixtures.idOf.company)
    const { body } = required(breakGlass)
    const send = (more: object) => ({ params: fixtures.a, body: { ...body, ...more } })
    // Neither a test with another secret nor one by another administrator is accepted.
    for (const refusal of [
      await browser.client.refusal(saveProvider, send({ clientSecret: 'another' })),
      await fixtures.as('company').refusal(saveProvider, send({})),
    ])
      expect(refusal).toMatchObject({ status: 409, code: 'PROVIDER_NOT_TESTED' })
    expect(await browser.client.ok(saveProvider, send({}))).toMatchObject({ provider: { required: true } })
    await browser.signIn(admin)
    expect(await browser.client.refusal(saveProvider, send({ clientId: 'another' }))).toMatchObject({ code: 'PROVIDER_REQUIRED' })
    // A new secret for the same client is accepted without a test, because secrets expire.
    await browser.client.ok(saveProvider, send({ clientSecret: 'another' }))
    expect((await auditEntries(fixtures.database, 'break-glass-set')).map(({ about_user_id }) => about_user_id)).toEqual(
      breakGlass,
    )
  })

  test('a correct password gets the same response as a wrong one; the break-glass administrator signs in with a second factor', async () => {
    const { secret } = await requireSso()
    const user = newSsoUser()
    await fixtures.addUser({ type: 'BRANCH_STAFF', email: user.email, ...fixtures.a })
    const [right, wrong] = [
      await signIn(fixtures, user.email, testPassword),
      await signIn(fixtures, user.email, 'Wrong-Password-2026'),
    ]
    expect(right.status).toBe(401)
    expect({ ...right.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
    expect(Object.keys(right.cookies)).toEqual(Object.keys(wrong.cookies))
    const reasons = (await auditEntries(fixtures.database, 'sign-in-refused')).map(({ data }) => data.reason)
    expect(new Set(reasons)).toEqual(new Set(['needs-provider', 'wrong-password']))
    // The same user can sign in with the provider.
    const browser = new SsoBrowser(fixtures, openid)
    expect((await browser.signIn(user)).location).toBe('/')

    const first = await signIn(fixtures, fixtures.emailOf('company'), testPassword)
    // The address has another domain, but the account is still a member.
    expect(first.body.code).toBe('SECOND_FACTOR_REQUIRED')
    const { ticket } = first.body.details as { ticket: string }
    await fixtures.anonymous.ok(signInSecondStep, { body: { ticket, totp: codeOf(secret) } })
  })

  test('counts a correct password as a failed attempt', async () => {
    await requireSso()
    const user = newSsoUser()
    await fixtures.addUser({ type: 'BRANCH_STAFF', email: user.email, ...fixtures.a })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 11; attempt += 1) statuses.push((await signIn(fixtures, user.email, testPassword)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
  })

  test('keeps passwords for vendors, other companies and members of other domains, except for linked accounts', async () => {
    await requireSso()
    const statusOf = async (user: Parameters<Fixtures['addUser']>[0]) => {
      await fixtures.addUser(user)
      return (await signIn(fixtures, user.email, testPassword)).status
    }
    expect(await statusOf({ type: 'VENDOR', email: newSsoUser().email, ...fixtures.a })).toBe(200)
    expect(await statusOf({ type: 'BRANCH_STAFF', email: newSsoUser().email, ...fixtures.b })).toBe(200)
    expect(await statusOf({ type: 'BRANCH_STAFF', email: 'temp@elsewhere.example', ...fixtures.a })).toBe(200)
    // The linked administrator now has an address of another domain.
    await fixtures.database.db
      .updateTable('app_user')
      .set({ email: 'x@elsewhere.example' })
      .where('id', '=', admin.userId)
      .execute()
    expect((await signIn(fixtures, 'x@elsewhere.example', testPassword)).status).toBe(401)
  })

  test('refuses to remove the last break-glass administrator or their second factor', async () => {
    await requireSso()
    const params = { ...fixtures.a, userId: fixtures.idOf.company }
    const platform = fixtures.as('platform')
    for (const refusal of [
      await platform.refusal(deactivateMember, { params }),
      await platform.refusal(deleteCompanyMember, { params }),
      await platform.refusal(updateCompanyAdministrator, { params, body: { type: 'BRANCH_STAFF' } }),
    ])
      expect(refusal).toMatchObject({ status: 409, code: 'LAST_BREAK_GLASS' })
    expect(await fixtures.as('company').refusal(deleteTotp)).toMatchObject({ code: 'FACTOR_REQUIRED' })
  })

  test('removing the provider allows passwords again and removes the links to its accounts', async () => {
    const { browser } = await requireSso()
    expect((await signIn(fixtures, admin.email, testPassword)).status).toBe(401)
    expect(await browser.client.ok(deleteProvider, { params: fixtures.a })).toMatchObject({ provider: null })
    expect((await signIn(fixtures, admin.email, testPassword)).status).toBe(200)
    const { rows } = await fixtures.database.pool.query(
      'select (select count(*) from sso_identity) as tied, (select count(*) from app_user where break_glass) as break_glass',
    )
    expect(rows).toEqual([{ tied: 0, break_glass: 0 }])
  })
})

describe('Confirming the identity with the provider', () => {
  /** Returns a browser in which the administrator signed in with the provider 11 minutes ago. */
  async function oldSession() {
    await fixtures.as('company').ok(saveProvider, settings())
    await testByAdmin()
    const browser = new SsoBrowser(fixtures, openid)
    await browser.signIn(admin)
    fixtures.clock.advance({ minutes: 11 })
    return browser
  }

  test('requires the user to sign in at the provider again, then allows the action', async () => {
    const browser = await oldSession()
    expect(await browser.client.refusal(saveProvider, settings())).toMatchObject({
      status: 403,
      code: 'CONFIRM_IDENTITY',
      details: { ways: 'sso' },
    })
    const { url } = await browser.client.ok(startSsoConfirmation, { body: {} })
    const { location: address } = await browser.open(url)
    expect(new URL(address).searchParams.get('max_age')).toBe('0')
    openid.user = admin
    expect((await browser.comeBack(await openid.signInAt(address))).location).toBe('/login?sso=confirmed')
    await browser.client.ok(saveProvider, settings())
    expect(await auditEntries(fixtures.database, 'identity-confirmed')).toHaveLength(1)
  })

  test('refuses an ID token with a missing or old auth_time', async () => {
    const browser = await oldSession()
    for (const [signedInOn, detail] of [[Date.now() / 1000 - 600, 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED']] as const) {
      const { url } = await browser.client.ok(startSsoConfirmation, { body: {} })
      openid.signedInOn = Math.floor(signedInOn)
      const { location } = await browser.goRound(url, admin)
      openid.signedInOn = null
      expect([ssoResult(location), await ssoDetail(fixtures, location)]).toEqual(['refused', detail])
    }
    expect(await browser.client.refusal(saveProvider, settings())).toMatchObject({ code: 'CONFIRM_IDENTITY' })
  })

  test('refuses another user, and a browser without the session', async () => {
    const browser = await oldSession()
    const { url } = await browser.client.ok(startSsoConfirmation, { body: {} })
    const colleague = newSsoUser()
    await fixtures.addUser({ type: 'BRANCH_STAFF', email: colleague.email, ...fixtures.a })
    const byAnother = await browser.goRound(url, colleague)
    expect(byAnother.location).toContain('&window=1')
    expect([ssoResult(byAnother.location), await ssoDetail(fixtures, byAnother.location)]).toEqual([
      'not-for-you',
      'another-account',
    ])
    const elsewhere = new SsoBrowser(fixtures, openid)
    expect(ssoResult((await elsewhere.goRound(url, admin)).location)).toBe('expired')
    expect(await browser.client.refusal(saveProvider, settings())).toMatchObject({ code: 'CONFIRM_IDENTITY' })
  })

  test('is available only to single sign-on sessions; if it is required, a password does not confirm', async () => {
    expect(await fixtures.as('company').refusal(startSsoConfirmation, { body: {} })).toMatchObject({ code: 'FORBIDDEN' })
    const { browser } = await requireSso()
    expect(await browser.client.refusal(confirmIdentity, { body: { password: testPassword } })).toMatchObject({
      code: 'PASSWORD_WRONG',
    })
  })
})
