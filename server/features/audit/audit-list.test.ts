import type { Wire } from '@gya/domain/endpoint.ts'
import { downloadAudit, listAudit, listPlatformAudit } from '@gya/domain/features/audit/audit.contract.ts'
import { deleteProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { updateCompanyAdministrator } from '@gya/domain/features/members/members.contract.ts'
import { listOwnSessions } from '@gya/domain/features/sessions/sessions.contract.ts'
import { resetOwnPassword } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, takeOn, testPassword } from '../../../test/support/fixtures.ts'
import { signIn } from '../../../test/support/sign-in.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { flushSecurityEvents } from '../../http/access/security-events.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

type Query = Wire<typeof listAudit, 'query'>
const list = async (query: Query = {}, as = fixtures.as('company')) => {
  await flushSecurityEvents()
  return as.ok(listAudit, { params: fixtures.a, query })
}
const wordsOf = ({ data }: Awaited<ReturnType<typeof list>>) => data.map(({ words }) => words)
const csv = async (query: Query = {}) => {
  const url = addressOf(downloadAudit.path, fixtures.a, query)
  const { statusCode, body } = await fixtures.as('company').inject({ method: 'GET', url })
  expect(statusCode).toBe(200)
  return body
}

describe('GET /audit/:companyId', () => {
  test('returns author, action, affected account and network, newest first', async () => {
    const params = { ...fixtures.a, userId: fixtures.idOf.staff }
    await fixtures.as('company').ok(updateCompanyAdministrator, { params, body: { type: 'BRANCH_ADMIN' } })
    fixtures.clock.advance({ minutes: 1 })
    const property = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '9 Audit Street')
    await fixtures.as('company').ok(deleteProperty, { params: property })
    const { data, paging, more } = await list({ kinds: 'role-changed,property-deleted' })
    expect(data).toMatchObject([
      { kind: 'property-deleted', group: 'erasing', words: 'Property deleted', place: '9 Audit Street', about: null },
      {
        kind: 'role-changed',
        group: 'people',
        words: 'Role changed',
        facts: [{ what: 'Role', from: 'Branch Staff', to: 'Branch Admin' }],
        user: { _id: fixtures.idOf.company, name: 'company people', role: 'Company Admin' },
        about: { _id: fixtures.idOf.staff, name: 'staff people' },
        network: '127.0.0.1',
        sessionId: expect.any(String),
      },
    ])
    expect([paging.count, more]).toEqual([2, false])
  })

  test('filters by group, person, session, network and London day, both days included', async () => {
    const email = 'filtered@people.example'
    const userId = await fixtures.addUser({ type: 'BRANCH_STAFF', email, companyId: fixtures.a.companyId })
    fixtures.clock.moveTo('2026-06-30T22:30:00.000Z')
    await signIn(fixtures, email, 'Wrong-Password-2026', '198.51.100.4')
    fixtures.clock.moveTo('2026-06-30T23:30:00.000Z')
    const { client } = await signIn(fixtures, email, testPassword, '203.0.113.9')
    await client.ok(resetOwnPassword, { body: { password: 'Meadow!Lantern42' } })
    const company = await fixtures.signedIn(fixtures.idOf.company)
    const found = async (query: Query) => wordsOf(await list({ aboutUserId: userId, ...query }, company))
    expect(await found({})).toEqual(['Sign-in refused'])
    expect(await found({ userId })).toEqual([])
    const own = async (query: Query) => wordsOf(await list({ userId, ...query }, company))
    expect(await own({})).toEqual(['Password changed', 'Signed in'])
    expect(await own({ groups: 'people' })).toEqual([])
    expect(await own({ groups: 'doors', kinds: 'signed-in,role-changed' })).toEqual(['Signed in'])
    expect(await own({ dateEnd: '2026-06-30' })).toEqual([])
    expect(await own({ dateStart: '2026-07-01', dateEnd: '2026-07-01' })).toHaveLength(2)
    expect(await found({ dateStart: '2026-06-30', dateEnd: '2026-06-30' })).toEqual(['Sign-in refused'])
    for (const network of ['203.0.113.9', '203.0.113.x', '203.0.113.0/24'])
      expect(wordsOf(await list({ network }, company))).toContain('Signed in')
    expect(wordsOf(await list({ network: '198.51.100.4' }, company))).toEqual(['Sign-in refused'])
    const [session] = (await client.ok(listOwnSessions)).data
    expect(wordsOf(await list({ sessionId: session?._id ?? '' }, company))).toEqual(['Password changed', 'Signed in'])
    expect(await list({ userId }, company)).toMatchObject({ user: { _id: userId, name: 'filtered people' }, about: null })
  })

  test('pages have no gaps or overlaps, including merged kinds', async () => {
    const { data } = await list({ itemsPerPage: '100', groups: 'doors,people,erasing' })
    expect(data.length).toBeGreaterThan(4)
    const pages = await Promise.all(
      [0, 1, 2].map((page) => list({ itemsPerPage: '2', currentPage: String(page), groups: 'doors,people,erasing' })),
    )
    expect(pages.flatMap((page) => page.data)).toEqual(data.slice(0, 6))
  })

  test('kinds outside the groups return an empty list', async () => {
    expect(await list({ groups: 'doors', kinds: 'role-changed' })).toMatchObject({ data: [], paging: { count: 0 } })
  })

  test('refuses reversed days and unknown groups, kinds and networks with the field', async () => {
    for (const [field, query] of [
      ['dateEnd', { dateStart: '2026-03-10', dateEnd: '2026-03-09' }],
      ['groups', { groups: 'doors,windows' }],
      ['kinds', { kinds: 'gossip' }],
      ['network', { network: 'office' }],
      ['userId', { userId: 'me' }],
    ] as const)
      expect(await fixtures.as('company').refusal(listAudit, { params: fixtures.a, query })).toMatchObject({
        status: 400,
        issues: [{ path: field }],
      })
  })

  test('is for administrators only, and contains no user of another company', async () => {
    expect(await fixtures.as('branch').refusal(listAudit, { params: fixtures.a })).toMatchObject({ status: 403 })
    expect(await fixtures.as('otherCompany').refusal(listAudit, { params: fixtures.a })).toMatchObject({ status: 404 })
    expect(await list({ userId: fixtures.idOf.otherStaff })).toMatchObject({ data: [], user: null })
  })
})

test('GET /audit/platform: returns the audit log of the platform to platform admins', async () => {
  const email = 'platform-audit@people.example'
  await fixtures.addUser({ type: 'GYA_ADMIN', email })
  const { client } = await signIn(fixtures, email, testPassword)
  expect((await client.ok(listPlatformAudit, { query: { kinds: 'signed-in' } })).data[0]).toMatchObject({
    words: 'Signed in',
    user: { role: 'GYA Admin' },
  })
  expect(await fixtures.as('company').refusal(listPlatformAudit)).toMatchObject({ status: 403 })
})

describe('GET /audit/csv/:companyId', () => {
  test('contains the lines of the filter, and is audited itself', async () => {
    const lines = (await csv({ kinds: 'role-changed' })).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('Time,Time in UTC,What')
    expect(lines[1]).toMatch(
      /Role changed,People and roles,company people,Company Admin,staff people,.*Role: Branch Staff → Branch Admin/,
    )
    expect((await list({ kinds: 'audit-downloaded' })).data).toMatchObject([{ facts: [{ what: 'Lines', to: '1' }] }])
  })

  test('contains no spreadsheet formulas', async () => {
    const userId = await fixtures.addUser({
      type: 'BRANCH_STAFF',
      email: 'formula@people.example',
      companyId: fixtures.a.companyId,
    })
    await fixtures.database.pool.query(
      `update app_user set first_name = '=HYPERLINK("http://x")', last_name = '+1' where id = $1`,
      [userId],
    )
    await signIn(fixtures, 'formula@people.example', testPassword)
    const text = await csv({ userId })
    expect(text).toContain('HYPERLINK')
    expect(text).not.toMatch(/(^|[,"])[=+@-](?!\d)/m)
  })

  test('contains more lines than one chunk', async () => {
    await fixtures.database.pool.query(
      `insert into audit (company_id, id, at, kind, data)
       select $1, gen_random_uuid(), '2025-01-01'::timestamptz + n * interval '1 second', 'gates-changed', '{}' from generate_series(1, 4500) n`,
      [fixtures.a.companyId],
    )
    const lines = (await csv({ kinds: 'gates-changed' })).trim().split('\r\n')
    expect(lines).toHaveLength(4501)
    expect(new Set(lines.map((line) => line.split(',')[1])).size).toBe(4501)
  })
})
