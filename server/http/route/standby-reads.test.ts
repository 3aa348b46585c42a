import { hasPermission } from '@gya/domain/access/permissions.ts'
import { positionCookie, positionHeader } from '@gya/domain/common/read-position.ts'
import { type Endpoint, isWrite } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import { readReport } from '@gya/domain/features/report/report.contract.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { readTodayCounts } from '@gya/domain/features/today/today-counts.contract.ts'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { sampleValue } from '../../../test/support/schema-samples.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { readPrimaryPosition, recordCommitPositions } from '../../db/commit-position.ts'
import { type Database, typeParsers } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Standbys } from '../../db/standbys.ts'
import { createTestSession } from '../../features/sessions/sessions.repository.ts'

/** Statements run or refused by the standby, requested positions, and its current position. */
const seen = { statements: [] as string[], failures: [] as string[], positions: [] as string[] }
let reached = 'FFFFFFFFFFFFFFFF'

/** Simulates a standby: the same database with read-only connections. */
function readOnlyStandby({ pool: primary }: Database): Standbys {
  const { connectionString } = primary.options
  const pool = new pg.Pool({
    ...(connectionString ? { connectionString } : {}),
    options: '-c TimeZone=UTC -c default_transaction_read_only=on',
    types: typeParsers,
  })
  pool.on('error', () => {})
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ level, query }) => void (level === 'error' ? seen.failures : seen.statements).push(query.sql),
  })
  recordCommitPositions(primary)
  return {
    choose: async (position) => {
      seen.positions.push(position)
      return position <= reached ? db : null
    },
    position: () => readPrimaryPosition(primary),
    pools: [],
    close: () => pool.end(),
  }
}

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures({ standbys: readOnlyStandby })
})
afterAll(() => fixtures.close())
beforeEach(() => {
  for (const list of Object.values(seen)) list.length = 0
  reached = 'FFFFFFFFFFFFFFFF'
})

const typeOf = { platform: 'GYA_ADMIN', company: 'COMPANY_ADMIN', staff: 'BRANCH_STAFF' } as const
const declared = endpoints.map(({ call }): Endpoint => call).filter((call) => call.readsFromStandby)

/** Returns the minimal query, and one for each value of each optional field. */
function queriesOf({ query }: Endpoint): Record<string, unknown>[] {
  const { first } = fixtures
  const least = query ? (sampleValue(query, first.propertyId) as Record<string, unknown>) : {}
  const isNeeded = (name: string) => Object.hasOwn(least, name)
  const given = query?.shape.companyId ? { ...least, companyId: first.companyId } : least
  const optional = Object.entries((query?.shape ?? {}) as Record<string, z.ZodType>).filter(([name]) => !isNeeded(name))
  const more = optional.flatMap(([name, field]) => valuesOf(field).map((value) => ({ ...given, [name]: value })))
  return [given, ...more]
}

function valuesOf(field: z.ZodType): unknown[] {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return valuesOf(field.def.innerType as z.ZodType)
  if (field instanceof z.ZodEnum) return field.options
  const samples = [fixtures.first.branchId, 'address:asc', 'Sample text', '2026-03-10', '2', '1', 1]
  return samples.filter((sample) => field.safeParse(sample).success).slice(0, 2)
}

describe('A call that declares readsFromStandby', () => {
  test('changes nothing', () => {
    expect(declared.length).toBeGreaterThan(20)
    expect(declared.filter(isWrite)).toEqual([])
  })

  test.each(declared.map((call) => [`${call.method} ${call.path}`, call] as const))('%s writes nothing', async (_name, call) => {
    const params = { ...fixtures.first, metric: 'takeOn', periodKey: '2026-03-10' }
    const person = (['staff', 'company', 'platform'] as const).find(
      (name) => call.permission !== 'public' && hasPermission(typeOf[name], call.permission),
    )
    // A download runs the same statements as its list, so two queries suffice.
    const queries = call.responseTypes ? queriesOf(call).slice(0, 2) : queriesOf(call)
    const statuses: number[] = []
    for (const query of queries)
      statuses.push((await fixtures.as(person ?? 'staff').inject({ url: addressOf(call.path, params, query) })).statusCode)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(statuses).toContain(200)
    expect(seen.failures).toEqual([])
    expect(seen.statements.length).toBeGreaterThan(0)
  })
})

const report = () => addressOf(readReport.path, fixtures.a)
const save = (invoiceSent: boolean) =>
  fixtures.as('staff').call(saveTimeline, { params: fixtures.first, body: { timeline: [], invoiceSent } })
const positionOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers[positionHeader])

describe('The position of a reader', () => {
  test('a write returns the position of its commit, a read returns none', async () => {
    const before = await readPrimaryPosition(fixtures.database.pool)
    const saved = await save(true)
    expect([saved.status, positionOf(saved) > before]).toEqual([200, true])
    expect(positionOf(saved) <= (await readPrimaryPosition(fixtures.database.pool))).toBe(true)
    expect((await fixtures.as('staff').inject({ url: report() })).headers[positionHeader]).toBeUndefined()
  })

  test('a refused write returns the current position, so that the reader sees the reason', async () => {
    const position = positionOf(await save(false))
    const params = { ...fixtures.first, propertyId: fixtures.other.propertyId }
    const refused = await fixtures.as('staff').call(saveTimeline, { params, body: { timeline: [] } })
    expect([refused.status, positionOf(refused) >= position]).toEqual([404, true])
  })

  test('the position comes from the cookie or the header; if both are present, the later one', async () => {
    const [earlier, later] = ['00000000000000AA', '0000000000000100']
    for (const headers of [
      { [positionHeader]: later },
      { cookie: `${positionCookie}=${later}` },
      { [positionHeader]: earlier, cookie: `${positionCookie}=${later}` },
      { cookie: `__Host-${positionCookie}=${later}` },
    ]) {
      const token = await createTestSession(fixtures.database.db, fixtures.idOf.staff, fixtures.clock.now())
      await fixtures.anonymous.inject({ url: report(), headers: { ...headers, authorization: `Bearer ${token}` } })
    }
    expect(seen.positions).toEqual([later, later, later, later])
  })

  test('the primary answers if the standby has not reached the position', async () => {
    reached = '00000000000000AA'
    const headers = { [positionHeader]: '00000000000000AB' }
    const answer = await fixtures.as('staff').inject({ url: report(), headers })
    expect([answer.statusCode, seen.positions, seen.statements]).toEqual([200, ['00000000000000AB'], []])
  })

  test.each([
    ['malformed', { [positionHeader]: '0/16B3748' }],
    ['missing from a client without cookies', {}],
  ])('the primary answers where the position is %s', async (_name, headers) => {
    const token = await createTestSession(fixtures.database.db, fixtures.idOf.staff, fixtures.clock.now())
    const { statusCode } = await fixtures.anonymous.inject({
      url: report(),
      headers: { ...headers, authorization: `Bearer ${token}` },
    })
    expect([statusCode, seen.positions]).toEqual([200, []])
  })

  test('a refusal by the standby is repeated on the primary', async () => {
    const url = addressOf(readTodayCounts.path, fixtures.a, { who: 'all' })
    expect((await fixtures.as('staff').inject({ url })).statusCode).toBe(400)
    const { body } = await fixtures.app.inject({ url: '/metrics' })
    expect(body).toMatch(/^gya_standby_reads_total\{server="primary",why="refused"\} [1-9]/m)
  })
})

test('Without standbys no call returns a position', async () => {
  const without = await openFixtures()
  const answer = await without
    .as('staff')
    .call(saveTimeline, { params: without.first, body: { timeline: [], invoiceSent: true } })
  expect([answer.status, answer.headers[positionHeader]]).toEqual([200, undefined])
  await without.close()
})
