import { readCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { confirmDomain, saveProvider } from '@gya/domain/features/single-sign-on/single-sign-on.contract.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { type Fixtures, openFixtures, testPassword } from '../../../test/support/fixtures.ts'
import { type OpenidProvider, openOpenidProvider } from '../../../test/support/openid-provider.ts'
import { signIn } from '../../../test/support/sign-in.ts'
import { newSsoUser, SsoBrowser, ssoDomain, ssoSettings } from '../../../test/support/sso-browser.ts'
import { createSession } from '../sessions/sessions.repository.ts'

/** Sessions opened before or while single sign-on becomes required. [trust §4.3](docs/design/trust.md#4.3). */

let openid: OpenidProvider
let fixtures: Fixtures
let member: { email: string; userId: string }
beforeEach(async () => {
  openid ??= await openOpenidProvider('http://gya.example/api/auth/sso/back')
  await fixtures?.close()
  fixtures = await openFixtures({ config: { ssoTestProvider: openid.origin } })
  await fixtures.as('platform').ok(confirmDomain, { params: { ...fixtures.a, domain: ssoDomain } })
  await fixtures.as('company').ok(saveProvider, { params: fixtures.a, body: ssoSettings(fixtures) })
  const { pool } = fixtures.database
  await pool.query('update company_provider set tested_on = $1, tested_by = $2', [fixtures.clock.now(), fixtures.idOf.company])
  await pool.query('update app_user set has_second_factor = true where id = $1', [fixtures.idOf.company])
  member = await addMember()
})
afterAll(async () => {
  await fixtures.close()
  await openid.close()
})

async function addMember(more: Partial<Parameters<Fixtures['addUser']>[0]> = {}) {
  const user = { type: 'BRANCH_STAFF' as const, email: newSsoUser().email, ...fixtures.a, ...more }
  return { email: user.email, userId: await fixtures.addUser(user) }
}

const requireProvider = () =>
  fixtures.as('company').ok(saveProvider, {
    params: fixtures.a,
    body: { ...ssoSettings(fixtures), required: true, breakGlass: [fixtures.idOf.company] },
  })

const openSessionsOf = async (userId: string): Promise<number> =>
  (await fixtures.database.pool.query('select from session where user_id = $1', [userId])).rowCount ?? 0

const signInAsMember = () => signIn(fixtures, member.email, testPassword)

/**
 * Makes calls while another transaction holds an uncommitted change. Each call starts after the previous ones wait for that change or
 * have finished.
 */
async function whileChanging<Calls extends (() => Promise<unknown>)[]>(
  statement: string,
  values: unknown[],
  ...calls: Calls
): Promise<{ [Index in keyof Calls]: Awaited<ReturnType<Calls[Index]>> }> {
  const { pool } = fixtures.database
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const other = await pool.connect()
  const made: Promise<unknown>[] = []
  let answered = 0
  try {
    await other.query('begin')
    await other.query(statement, values)
    for (const call of calls) {
      made.push(
        call().finally(() => {
          answered += 1
        }),
      )
      while (((await pool.query(waiting)).rowCount ?? 0) + answered < made.length) await new Promise(setImmediate)
    }
  } finally {
    await other.query('commit')
    other.release()
  }
  return (await Promise.all(made)) as { [Index in keyof Calls]: Awaited<ReturnType<Calls[Index]>> }
}

describe('Requiring single sign-on', () => {
  test('ends sessions opened with passwords and passkeys; sessions of the provider, vendors and the break-glass administrator stay', async () => {
    const { client } = await signInAsMember()
    const passkey = { device: '', network: null, way: 'passkey', second: 'none' } as const
    await createSession(fixtures.database.db, member.userId, fixtures.clock.now(), passkey)
    const colleague = newSsoUser()
    const browser = new SsoBrowser(fixtures, openid)
    await browser.signIn(colleague)
    const vendor = await addMember({ type: 'VENDOR' })
    const elsewhere = await addMember({ email: 'temp@elsewhere.example' })
    const others = await Promise.all([vendor, elsewhere].map(({ email }) => signIn(fixtures, email, testPassword)))

    await requireProvider()
    expect(await client.refusal(readMe)).toMatchObject({ status: 401, code: 'INVALID_SESSION' })
    expect(await openSessionsOf(member.userId)).toBe(0)
    await browser.client.ok(readMe)
    for (const other of others) await other.client.ok(readMe)
    await fixtures.as('company').ok(readMe)
    const { rows } = await fixtures.database.pool.query(
      'select way, ended_because from session_log where user_id = $1 order by way',
      [member.userId],
    )
    expect(rows).toEqual(['passkey', 'password'].map((way) => ({ way, ended_because: 'provider-required' })))
    expect(await auditEntries(fixtures.database, 'session-ended')).toMatchObject([
      { user_id: fixtures.idOf.company, about_user_id: member.userId, data: { reason: 'provider-required', sessions: 2 } },
    ])
  })

  test('confirming a further domain disables passwords of its addresses, and ends their sessions', async () => {
    const late = await addMember({ email: 'late@second-domain.example' })
    await requireProvider()
    const { client } = await signIn(fixtures, late.email, testPassword)
    await client.ok(readMe)
    await fixtures.as('platform').ok(confirmDomain, { params: { ...fixtures.a, domain: 'second-domain.example' } })
    expect(await client.refusal(readMe)).toMatchObject({ code: 'INVALID_SESSION' })
  })
})

describe('Two sign-ins while', () => {
  test('single sign-on becomes required: passwords checked before open no session afterwards', async () => {
    const requiring = 'update company_provider set required = true'
    for (const { status, body } of await whileChanging(requiring, [], signInAsMember, signInAsMember))
      expect([status, body.code]).toEqual([401, 'SIGN_IN_FAILED'])
    expect(await openSessionsOf(member.userId)).toBe(0)
  })

  test('single sign-on becomes required: sessions opened just before are ended', async () => {
    const locking = 'select from app_user where id = $1 for update'
    const [first, second] = await whileChanging(locking, [member.userId], signInAsMember, signInAsMember, requireProvider)
    for (const { status, client } of [first, second]) {
      expect(status).toBe(200)
      expect(await client.refusal(readMe)).toMatchObject({ code: 'INVALID_SESSION' })
    }
    expect(await openSessionsOf(member.userId)).toBe(0)
  })

  test('a second factor is added: the password alone opens no session', async () => {
    const adding = 'update app_user set has_second_factor = true where id = $1'
    for (const { status, body } of await whileChanging(adding, [member.userId], signInAsMember, signInAsMember))
      expect([status, body.code]).toEqual([401, 'SIGN_IN_FAILED'])
    expect(await openSessionsOf(member.userId)).toBe(0)
  })

  test('the policy requires a second factor: both sessions allow only its set-up', async () => {
    await fixtures.database.pool.query(
      `insert into company_sign_in (company_id, second_factor_for, required_from, createdon) values ($1, '{BRANCH_STAFF}', '2099-01-01', $2)`,
      [fixtures.a.companyId, fixtures.clock.now()],
    )
    const requiring = `update company_sign_in set required_from = '2026-01-01'`
    for (const { status, client } of await whileChanging(requiring, [], signInAsMember, signInAsMember)) {
      expect(status).toBe(200)
      expect(await client.refusal(readCompany, { params: fixtures.a })).toMatchObject({ code: 'SECOND_FACTOR_SETUP_REQUIRED' })
      expect((await client.ok(readMe)).secondFactorFrom).toBe('2026-01-01')
    }
  })
})
