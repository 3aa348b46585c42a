import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import { Success } from '@gya/domain/common/wire.ts'
import { endpoint } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { readCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { registerRoute } from '../route/register-route.ts'
import { recordSecurityEvent, summarizeRecipients } from './security-events.ts'

const act = (path: `/${string}`) =>
  endpoint({ method: 'POST', path, permission: 'account.use', summary: 'For this test.', response: Success })
const done = act('/trial/done')
const failing = act('/trial/failing')
const refused = act('/trial/refused')

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures({
    registerRoutes: (app) => {
      registerRoute(app, done, async (context) => {
        await recordSecurityEvent(context, { kind: 'settings-changed', data: { changed: 'notice policy' } })
        return { success: true as const }
      })
      registerRoute(app, failing, async (context) => {
        await recordSecurityEvent(context, { kind: 'retention-changed' })
        throw new DomainError('NOT_FOUND')
      })
      registerRoute(app, refused, async (context) => {
        const { db } = app.gya.database
        await recordSecurityEvent({ ...context, db }, { kind: 'identity-refused', data: { reason: 'wrong-password' } })
        throw new DomainError('FORBIDDEN')
      })
    },
  })
})
afterAll(() => fixtures.close())

const logged = (kind: string) => fixtures.log.map((line) => JSON.parse(line)).filter(({ security }) => security === kind)

describe('recordSecurityEvent', () => {
  test('stores account, session, client address, user agent and request id, and logs the event', async () => {
    const { headers } = await fixtures.as('staff').inject({
      method: 'POST',
      url: '/api/trial/done',
      headers: { 'user-agent': 'Trial/1' },
      remoteAddress: '::ffff:203.0.113.9',
    })
    const [line] = await auditEntries(fixtures.database, 'settings-changed')
    expect(line).toMatchObject({
      company_id: fixtures.a.companyId,
      user_id: fixtures.idOf.staff,
      session_log_id: expect.any(String),
      network: '203.0.113.9',
      data: { changed: 'notice policy', userAgent: 'Trial/1', requestId: expect.any(String) },
    })
    expect(headers['content-type']).toContain('json')
    expect(logged('settings-changed')).toMatchObject([
      { userId: fixtures.idOf.staff, network: '203.0.113.9', agent: 'Trial/1', reqId: line?.data.requestId },
    ])
  })

  test('stores and logs nothing if the transaction is rolled back', async () => {
    await fixtures.as('staff').refusal(failing)
    expect(await auditEntries(fixtures.database, 'retention-changed')).toEqual([])
    expect(logged('retention-changed')).toEqual([])
  })

  test('aggregates refusals of one account from one network per quarter of an hour', async () => {
    for (let time = 0; time < 3; time += 1) await fixtures.as('staff').refusal(refused)
    fixtures.clock.moveTo('2026-03-10T09:46:00.000Z')
    await fixtures.as('staff').refusal(refused)
    const lines = await auditEntries(fixtures.database, 'identity-refused')
    expect(lines.map(({ data }) => data.count)).toEqual([3, 1])
    expect(logged('identity-refused')).toHaveLength(4)
  })

  test('stores events without a company under the platform', async () => {
    await fixtures.as('platform').ok(done)
    const lines = await auditEntries(fixtures.database, 'settings-changed')
    expect(lines.at(-1)).toMatchObject({ company_id: platformCompanyId, user_id: fixtures.idOf.platform })
  })

  test('stores no address from a malformed X-Forwarded-For', async () => {
    await fixtures.as('staff').inject({ method: 'POST', url: '/api/trial/done', remoteAddress: 'unknown' })
    expect((await auditEntries(fixtures.database, 'settings-changed')).at(-1)).toMatchObject({ network: null })
  })
})

test('Support access by a platform admin is recorded once an hour', async () => {
  const accesses = async () =>
    (await auditEntries(fixtures.database, 'support-access')).filter(({ company_id }) => company_id === fixtures.b.companyId)
  const before = (await accesses()).length
  fixtures.clock.moveTo('2026-03-10T10:05:00.000Z')
  for (let time = 0; time < 3; time += 1) await fixtures.as('platform').ok(readCompany, { params: fixtures.b })
  await fixtures.as('otherCompany').ok(readCompany, { params: fixtures.b })
  expect((await accesses()).length - before).toBe(1)
  fixtures.clock.moveTo('2026-03-10T11:05:00.000Z')
  await fixtures.as('platform').ok(readCompany, { params: fixtures.b })
  const lines = await accesses()
  expect(lines.length - before).toBe(2)
  expect(lines.at(-1)).toMatchObject({ user_id: fixtures.idOf.platform, session_log_id: expect.any(String) })
})

describe('Table audit is append-only', () => {
  const change = (text: string, purpose = '') =>
    fixtures.database.db.transaction().execute(async (db) => {
      const { sql } = await import('kysely')
      await sql`select set_config('gya.audit', ${purpose}, true)`.execute(db)
      const { numAffectedRows } = await sql.raw(text).execute(db)
      return Number(numAffectedRows)
    })
  const only = 'the audit is append-only'

  test.each([
    `update audit set at = now()`,
    `update audit set user_id = null`,
    `update audit set kind = 'signed-in'`,
    `update audit set network = null`,
    `update audit set data = '{}'`,
    `update audit set data = data || '{"count": 1}' where data ? 'count'`,
    `delete from audit`,
    `truncate audit`,
  ])('%s is refused', async (text) => {
    await expect(change(text)).rejects.toThrow(only)
  })

  test('an erasure may clear network and user agent only', async () => {
    await expect(change(`update audit set data = '{}'`, 'erasing')).rejects.toThrow(only)
    await expect(change(`update audit set user_id = null, network = null`, 'erasing')).rejects.toThrow(only)
    expect(await change(`update audit set network = null, data = data - 'userAgent'`, 'erasing')).toBeGreaterThan(0)
  })
})

test('summarizeRecipients returns the number of addresses and their domains', () => {
  expect(summarizeRecipients(['a@one.example', 'b@TWO.example'], undefined, ['c@one.example'])).toEqual({
    recipients: 3,
    domains: 'one.example, two.example',
  })
})
