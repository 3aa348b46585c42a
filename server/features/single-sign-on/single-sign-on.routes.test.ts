import { randomUUID } from 'node:crypto'
import { readCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { saveSignInPolicy } from '@gya/domain/features/second-factors/second-factors.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import {
  confirmDomain,
  deleteDomain,
  deleteProvider,
  saveProvider,
  startSignIn,
} from '@gya/domain/features/single-sign-on/single-sign-on.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, testPassword } from '../../../test/support/fixtures.ts'
import type { OpenidProvider, OpenidUser } from '../../../test/support/openid-provider.ts'
import { signIn } from '../../../test/support/sign-in.ts'
import {
  newSsoUser,
  openSsoFixtures,
  SsoBrowser,
  type SsoUser,
  ssoDetail,
  ssoDomain,
  ssoResult,
  ssoSettings,
  ssoTenant,
} from '../../../test/support/sso-browser.ts'
import { testStart } from '../../../test/support/test-app.ts'

/**
 * Uses real OpenID providers on the loopback address. [trust §4.3](docs/design/trust.md#4.3) and [trust §10](docs/design/trust.md#10)
 * (story 12).
 */

const otherTenant = '22222222-2222-4222-8222-222222222222'

let openid: OpenidProvider
let fixtures: Fixtures
beforeAll(async () => {
  const opened = await openSsoFixtures()
  openid = opened.openid
  fixtures = opened.fixtures
  await fixtures.as('platform').ok(confirmDomain, { params: { ...fixtures.a, domain: ssoDomain } })
  await useProvider()
})
beforeEach(() => {
  fixtures.clock.moveTo(testStart)
  openid.misbehave = null
})
afterAll(async () => {
  await fixtures.close()
  await openid.close()
})

/** Saves the settings. The test sign-in has its own tests. */
async function useProvider(more: Partial<ReturnType<typeof ssoSettings>> = {}): Promise<void> {
  await fixtures.as('company').ok(saveProvider, { params: fixtures.a, body: { ...ssoSettings(fixtures), ...more } })
  const tested = { tested_on: testStart, tested_by: fixtures.idOf.company }
  await fixtures.database.db.updateTable('company_provider').set(tested).where('company_id', '=', fixtures.a.companyId).execute()
}

const newBrowser = () => new SsoBrowser(fixtures, openid)

async function signInWith(user: SsoUser, next?: string) {
  const browser = newBrowser()
  return { ...(await browser.signIn(user, next)), client: browser.client }
}

const member = async (email: string, companyId = fixtures.a.companyId) =>
  fixtures.addUser({ type: 'BRANCH_STAFF', email, companyId })

const countAccounts = async () => (await fixtures.database.pool.query('select count(*) from app_user')).rows[0] as object

describe('POST /auth/start', () => {
  test('returns the method of the domain, the same for every address of it', async () => {
    const ways = await Promise.all(
      [`nobody@${ssoDomain}`, `x@ALDER.example`, fixtures.emailOf('staff'), 'x@elsewhere.example'].map(
        async (email) => (await fixtures.anonymous.ok(startSignIn, { body: { email } })).way,
      ),
    )
    expect(ways).toEqual(['sso', 'sso', 'password', 'password'])
  })

  test('does not offer an untested provider', async () => {
    await fixtures.as('platform').ok(confirmDomain, { params: { ...fixtures.b, domain: 'birch.example' } })
    const body = { ...ssoSettings(fixtures), branchIds: [fixtures.other.branchId] }
    await fixtures.as('otherCompany').ok(saveProvider, { params: fixtures.b, body })
    expect(await fixtures.anonymous.ok(startSignIn, { body: { email: 'x@birch.example' } })).toMatchObject({ way: 'password' })
    await fixtures.as('otherCompany').ok(deleteProvider, { params: fixtures.b })
    await fixtures.as('platform').ok(deleteDomain, { params: { ...fixtures.b, domain: 'birch.example' } })
  })
})

describe('Signing in with the provider', () => {
  test('creates a member with the role and branches of the provider, notifies the administrators, and finds the member on the next sign-in', async () => {
    const user = newSsoUser()
    const first = await signInWith(user, '/company/properties?page=2')
    expect(first).toMatchObject({ status: 302, location: '/company/properties?page=2' })
    const me = await first.client.ok(readMe)
    expect(me).toMatchObject({ email: user.email, type: 'BRANCH_STAFF', activated: true, passwordReset: false })
    expect(me.branches.map(({ name }) => name).toSorted()).toEqual(['First Street', 'Second Street'])
    const mails = await fixtures.database.db.selectFrom('mail').select(['recipients', 'subject']).execute()
    expect(
      mails.filter(({ subject }) => subject === `${me.fullName} can use GYA now`).map(({ recipients }) => recipients),
    ).toEqual([[fixtures.emailOf('company')]])
    const accounts = await countAccounts()
    // The subject identifies the account, even if the address changes.
    const again = await signInWith({ ...user, email: `renamed@${ssoDomain}` })
    expect((await again.client.ok(readMe))._id).toBe(me._id)
    expect(await countAccounts()).toEqual(accounts)
  })

  test('links a member by e-mail address only once', async () => {
    const user = newSsoUser()
    const id = await member(user.email)
    expect((await (await signInWith(user)).client.ok(readMe))._id).toBe(id)
    // The address was reassigned to another user of the provider.
    const { location } = await signInWith({ ...user, sub: randomUUID() })
    expect(ssoResult(location)).toBe('not-for-you')
  })

  test('removes the temporary password of an invited user', async () => {
    const user = newSsoUser()
    await fixtures.addUser({ type: 'BRANCH_STAFF', email: user.email, companyId: fixtures.a.companyId, passwordReset: true })
    const { client } = await signInWith(user)
    expect(await client.ok(readMe)).toMatchObject({ activated: true, passwordReset: false })
    expect((await signIn(fixtures, user.email, testPassword)).status).toBe(401)
  })

  test('uses the Entra user name if the directory has no e-mail address', async () => {
    const { sub, email } = newSsoUser()
    openid.user = { sub, preferred_username: email, name: 'Bo Lee' }
    const browser = newBrowser()
    const back = await openid.signInAt(await browser.leave(email))
    expect((await browser.comeBack(back)).location).toBe('/')
  })

  test('two concurrent first sign-ins create one account', async () => {
    const user = newSsoUser()
    openid.user = user
    const browsers = [newBrowser(), newBrowser()]
    const backs = await Promise.all(browsers.map(async (one) => openid.signInAt(await one.leave(user.email))))
    const answers = await Promise.all(backs.map((back, n) => (browsers[n] ?? newBrowser()).comeBack(back)))
    expect(answers.map(({ location }) => location)).toEqual(['/', '/'])
    const { rows } = await fixtures.database.pool.query('select id from app_user where email = $1', [user.email])
    expect(rows).toHaveLength(1)
  })

  test('a session ends after 12 hours, whatever the company’s setting, and needs no second factor', async () => {
    const user = newSsoUser()
    await fixtures.database.pool.query('update company set session_idle_hours = 48 where id = $1', [fixtures.a.companyId])
    const { client } = await signInWith(user)
    fixtures.clock.advance({ hours: 11 })
    await client.ok(readMe)
    fixtures.clock.advance({ minutes: 61 })
    expect(await client.refusal(readMe)).toMatchObject({ status: 401 })
    fixtures.clock.moveTo(testStart)

    await fixtures.as('company').ok(saveSignInPolicy, {
      params: fixtures.a,
      body: { secondFactorFor: ['BRANCH_STAFF'], requiredFrom: '2026-03-13' },
    })
    fixtures.clock.moveTo('2026-03-14T09:30:00.000Z')
    const later = await signInWith(user)
    expect(await later.client.ok(readMe)).toMatchObject({ secondFactorFrom: null })
    await later.client.ok(readCompany, { params: fixtures.a })
    await fixtures.as('company').ok(saveSignInPolicy, { params: fixtures.a, body: { secondFactorFor: [], requiredFrom: null } })
  })
})

describe('Signing in with the provider is refused with the same message and creates nothing', () => {
  /** Returns the final address. Checks that nothing was created and the browser has no session. */
  async function refused(attempt: (browser: SsoBrowser) => Promise<{ location: string }>) {
    const before = await countAccounts()
    const browser = newBrowser()
    const { location } = await attempt(browser)
    expect(location).toMatch(/^\/login\?sso=[a-z-]+&number=\d{6}$/)
    expect(browser.cookies.gya_session).toBeUndefined()
    expect(await countAccounts()).toEqual(before)
    return [ssoResult(location), await ssoDetail(fixtures, location)].filter(Boolean).join(': ')
  }

  test('an ID token with another nonce', async () => {
    openid.user = newSsoUser()
    const answer = await refused(async (browser) => {
      const address = new URL(await browser.leave())
      address.searchParams.set('nonce', 'of-somebody-else')
      return browser.comeBack(await openid.signInAt(address.href))
    })
    expect(answer).toBe('refused: OAUTH_JWT_CLAIM_COMPARISON_FAILED')
  })

  test('the state of another browser, and a reused state', async () => {
    openid.user = newSsoUser()
    const victim = newBrowser()
    const back = await openid.signInAt(await victim.leave())
    expect(await refused((browser) => browser.comeBack(back))).toBe('expired')
    // A cookie of another attempt is not accepted either.
    const other = newBrowser()
    await other.leave()
    expect(await refused(() => other.comeBack(back))).toBe('expired')
    expect((await victim.comeBack(back)).location).toBe('/')
    expect(ssoResult((await victim.comeBack(back)).location)).toBe('expired')
  })

  test('a code of another sign-in', async () => {
    openid.user = newSsoUser()
    const attacker = newBrowser()
    const theirs = await openid.signInAt(await attacker.leave())
    const answer = await refused(async (browser) => {
      const back = await openid.signInAt(await browser.leave())
      back.searchParams.set('code', theirs.searchParams.get('code') ?? '')
      return browser.comeBack(back)
    })
    expect(answer).toBe('refused: invalid_grant')
  })

  test('the issuer of another tenant, with and without the parameter iss', async () => {
    openid.user = newSsoUser()
    for (const [hidden, detail] of [
      [false, 'OAUTH_INVALID_RESPONSE'],
      [true, 'invalid_grant'],
    ] as const) {
      const answer = await refused(async (browser) => {
        const address = await browser.leave()
        const back = await openid.signInAt(address.replace(ssoTenant, otherTenant))
        if (hidden) back.searchParams.set('iss', `${openid.origin}/${ssoTenant}/v2.0`)
        return browser.comeBack(back)
      })
      expect(answer).toBe(`refused: ${detail}`)
    }
  })

  test('a link on another site (login CSRF)', async () => {
    const headers = { accept: 'text/html', 'sec-fetch-site': 'cross-site' }
    const answer = await refused(async (browser) => ({ location: await browser.leave(newSsoUser().email, '/', headers) }))
    expect(answer).toBe('expired: foreign-page')
  })

  test('an attempt older than ten minutes', async () => {
    openid.user = newSsoUser()
    const answer = await refused(async (browser) => {
      const back = await openid.signInAt(await browser.leave())
      fixtures.clock.advance({ minutes: 11 })
      return browser.comeBack(back)
    })
    expect(answer).toBe('expired')
  })

  const strangers: [string, string, () => Promise<OpenidUser>][] = [
    ['an address not verified by the provider', 'email-not-verified', async () => newSsoUser({ email_verified: false })],
    ['an address of an unconfirmed domain', 'domain-not-confirmed', async () => newSsoUser({ email: 'guest@elsewhere.example' })],
    ['no address', 'no-email', async () => ({ sub: randomUUID() })],
    [
      'a member of another company',
      'other-company',
      async () => {
        const user = newSsoUser()
        await member(user.email, fixtures.b.companyId)
        return user
      },
    ],
    [
      'a vendor',
      'vendor',
      async () => {
        const user = newSsoUser()
        await fixtures.addUser({ type: 'VENDOR', email: user.email, companyId: fixtures.a.companyId })
        return user
      },
    ],
    [
      'a deleted account',
      'deleted',
      async () => {
        const user = newSsoUser()
        const id = await member(user.email)
        await fixtures.database.db.updateTable('app_user').set({ deleted_on: testStart }).where('id', '=', id).execute()
        return user
      },
    ],
    [
      'an account that is tied and was deactivated',
      'deactivated',
      async () => {
        const user = newSsoUser()
        const me = await (await signInWith(user)).client.ok(readMe)
        await fixtures.database.db.updateTable('app_user').set({ deactivated_on: testStart }).where('id', '=', me._id).execute()
        return user
      },
    ],
  ]
  test.each(strangers)('%s', async (_what, detail, make) => {
    const user = await make()
    const answer = await refused(async (browser) => {
      openid.user = user
      return browser.comeBack(await openid.signInAt(await browser.leave()))
    })
    expect(answer).toBe(`not-for-you: ${detail}`)
  })

  test('a client other than a browser gets 403 SSO_NOT_FOR_YOU', async () => {
    openid.user = newSsoUser({ email: 'guest@elsewhere.example' })
    const browser = newBrowser()
    const back = await openid.signInAt(await browser.leave())
    expect(await browser.comeBack(back, {})).toMatchObject({
      status: 403,
      body: { code: 'SSO_NOT_FOR_YOU', message: 'This account cannot sign in here. Ask your administrator.' },
    })
  })

  test('Story 12: wrong nonce, state, issuer or hosted domain and members of another company are refused; a valid sign-in creates a reader in two branches', async () => {
    const wrongNonce = async (browser: SsoBrowser) => {
      const address = new URL(await browser.leave())
      address.searchParams.set('nonce', 'of-somebody-else')
      return browser.comeBack(await openid.signInAt(address.href))
    }
    const wrongIssuer = async (browser: SsoBrowser) =>
      browser.comeBack(await openid.signInAt((await browser.leave()).replace(ssoTenant, otherTenant)))
    const comeBack = async (browser: SsoBrowser) => browser.comeBack(await openid.signInAt(await browser.leave()))
    try {
      await useProvider({ role: 'READER' })
      openid.user = newSsoUser()
      const ofAnother = await openid.signInAt(await newBrowser().leave())
      expect(await refused(wrongNonce)).toBe('refused: OAUTH_JWT_CLAIM_COMPARISON_FAILED')
      expect(await refused((browser) => browser.comeBack(ofAnother))).toBe('expired')
      expect(await refused(wrongIssuer)).toBe('refused: OAUTH_INVALID_RESPONSE')
      const elsewhere = newSsoUser()
      await member(elsewhere.email, fixtures.b.companyId)
      openid.user = elsewhere
      expect(await refused(comeBack)).toBe('not-for-you: other-company')

      const { client } = await signInWith(newSsoUser())
      const { firstBranch, secondBranch } = { firstBranch: fixtures.first.branchId, secondBranch: fixtures.second.branchId }
      const me = await client.ok(readMe)
      expect(me).toMatchObject({ type: 'READER', company: { _id: fixtures.a.companyId } })
      expect(me.branches.map(({ _id }) => _id).toSorted()).toEqual([firstBranch, secondBranch].toSorted())

      await useProvider({ kind: 'google', tenant: null, role: 'READER' })
      openid.user = newSsoUser({ hd: 'elsewhere.example' })
      expect(await refused(comeBack)).toMatch(/^not-for-you: /)
    } finally {
      await useProvider()
    }
  })

  test('the audit log contains the provider’s error under the number shown on the page', async () => {
    const browser = newBrowser()
    const address = new URL(await browser.leave())
    const state = address.searchParams.get('state') ?? ''
    const { location } = await browser.open(
      `/api/auth/sso/back?${new URLSearchParams({ state, error: 'access_denied', error_description: '<b>no</b>' }).toString()}`,
    )
    expect(ssoResult(location)).toBe('cancelled')
    expect(location).not.toContain('no')
    expect(await ssoDetail(fixtures, location)).toBe('access_denied')
  })

  test('a provider that does not respond', async () => {
    openid.misbehave = (_request, response) => void response.destroy()
    const { ticket } = await fixtures.anonymous.ok(startSignIn, { body: { email: `x@${ssoDomain}` } })
    const { location } = await newBrowser().open(`/api/auth/sso?ticket=${ticket}`)
    expect(ssoResult(location)).toBe('unreachable')
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/..//evil.example',
    '/\t/evil.example',
    '/login',
    '/api/x',
  ])('the next page %j', async (next) => {
    expect((await signInWith(newSsoUser(), next)).location).toBe('/')
  })
})

describe('Google', () => {
  beforeAll(() => useProvider({ kind: 'google', tenant: null }))
  afterAll(() => useProvider())

  test('signs in only accounts of a confirmed hosted domain', async () => {
    expect((await signInWith(newSsoUser({ hd: ssoDomain }))).location).toBe('/')
    expect(ssoResult((await signInWith(newSsoUser({ hd: 'elsewhere.example' }))).location)).toBe('not-for-you')
    expect(ssoResult((await signInWith(newSsoUser())).location)).toBe('not-for-you')
  })
})
