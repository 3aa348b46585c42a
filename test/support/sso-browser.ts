import { randomUUID } from 'node:crypto'
import { startSignIn } from '@gya/domain/features/single-sign-on/single-sign-on.contract.ts'
import type { ProviderRole } from '@gya/domain/features/single-sign-on/single-sign-on.rules.ts'
import { auditEntries } from './audit-entries.ts'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { type OpenidProvider, type OpenidUser, openidClient, openOpenidProvider } from './openid-provider.ts'
import { TestClient } from './test-client.ts'

export const ssoTenant = '11111111-1111-4111-8111-111111111111'
export const ssoDomain = 'alder.example'

const origin = 'http://gya.example'
const page = { accept: 'text/html,application/xhtml+xml' }

export type SsoUser = OpenidUser & { email: string }

let people = 0
/** A user of the provider, with an address of company A's domain. */
export const newSsoUser = (more: { email?: string; email_verified?: boolean; hd?: string } = {}): SsoUser => {
  people += 1
  const email = `person-${people}@${ssoDomain}`
  return { sub: randomUUID(), email, name: `Ann Person${people}`, email_verified: true, ...more }
}

/** A server whose single sign-on uses test providers. Close both. */
export async function openSsoFixtures(): Promise<{ fixtures: Fixtures; openid: OpenidProvider }> {
  const openid = await openOpenidProvider(`${origin}/api/auth/sso/back`)
  return { openid, fixtures: await openFixtures({ config: { ssoTestProvider: openid.origin } }) }
}

/** The body of `saveProvider` for company A. */
export const ssoSettings = ({ first, second }: Fixtures) => ({
  kind: 'entra' as 'entra' | 'google',
  tenant: ssoTenant as string | null,
  ...openidClient,
  role: 'BRANCH_STAFF' as ProviderRole,
  allBranches: false,
  branchIds: [first.branchId, second.branchId],
  required: false,
  breakGlass: [] as string[],
})

export const ssoResult = (location: string): string | null => new URL(location, origin).searchParams.get('sso')

/** The audit entry for the number shown on the page. */
export async function ssoDetail({ database }: Fixtures, location: string): Promise<unknown> {
  const number = new URL(location, origin).searchParams.get('number')
  const entries = await auditEntries(database, 'single-sign-on-refused')
  return entries.find(({ data }) => data.number === number)?.data.detail
}

/** A browser with its cookies. */
export class SsoBrowser {
  readonly cookies: Record<string, string> = {}
  readonly #fixtures: Fixtures
  readonly #openid: OpenidProvider
  constructor(fixtures: Fixtures, openid: OpenidProvider, cookies: Record<string, string> = {}) {
    this.#fixtures = fixtures
    this.#openid = openid
    Object.assign(this.cookies, cookies)
  }

  /** Calls of this browser. */
  get client(): TestClient {
    return new TestClient(this.#fixtures.app, async () => this.#cookie())
  }

  /** Opens a page and stores its cookies; returns the redirect target. */
  async open(url: string, headers: Record<string, string> = page) {
    const answer = await this.#fixtures.app.inject({ method: 'GET', url, headers: { cookie: this.#cookie(), ...headers } })
    for (const { name, value } of answer.cookies) this.cookies[name] = value
    const { location = '' } = answer.headers
    return { status: answer.statusCode, location, body: answer.body && answer.json<object>() }
  }

  /** Starts single sign-on for the address; returns the URL at the provider. */
  async leave(email = `x@${ssoDomain}`, next = '/', headers: Record<string, string> = page): Promise<string> {
    const { way, ticket } = await this.#fixtures.anonymous.ok(startSignIn, { body: { email } })
    if (way !== 'sso' || ticket === null) throw new Error(`${email} signs in with a password`)
    return (await this.open(`/api/auth/sso?${new URLSearchParams({ ticket, next }).toString()}`, headers)).location
  }

  comeBack(back: URL, headers?: Record<string, string>) {
    return this.open(`${back.pathname}${back.search}`, headers)
  }

  /** Follows a URL of this server to the provider, signs `user` in there and returns. */
  async goRound(url: string, user: OpenidUser) {
    this.#openid.user = user
    return this.comeBack(await this.#openid.signInAt((await this.open(url)).location))
  }

  /** The complete sign-in of a user. */
  async signIn(user: SsoUser, next = '/') {
    this.#openid.user = user
    return this.comeBack(await this.#openid.signInAt(await this.leave(user.email, next)))
  }

  #cookie(): string {
    return Object.entries(this.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
  }
}
