import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { londonDay } from '@gya/domain/common/dates.ts'
import { addNote, listNotes } from '@gya/domain/features/notes/notes.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendWeeklySummaries } from '../../server/features/dashboard/send-weekly-summaries.ts'
import { toReportRow } from '../../server/features/properties/projections/report-row.ts'
import { loadProperty } from '../../server/features/properties/read/load-property.ts'
import { actionsStart, anyAction, runAction } from '../../server/features/properties/testing/random-actions.ts'
import { enforceRateLimit } from '../../server/http/limits/rate-limit.ts'
import { type Fixtures, openFixtures, type PropertyPath, takeOn, testPassword } from '../support/fixtures.ts'
import { signIn } from '../support/sign-in.ts'
import { testStart } from '../support/test-app.ts'

const serverFolder = join(import.meta.dirname, '../../server')

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
beforeEach(() => fixtures.clock.moveTo(testStart))
afterAll(() => fixtures.close())

const hours = (count: number) => fixtures.clock.advance({ hours: count })

/** The stored projections of a property, and the same computed now. */
async function keptAndDerived(place: PropertyPath) {
  const { db } = fixtures.database
  const rows = await db.selectFrom('property_report').selectAll().where('property_id', '=', place.propertyId).execute()
  // The days of the last update are derived together with the action items.
  const kept = rows.map(({ vendor_last_updated_on: _vendor, buyer_last_updated_on: _buyer, ...row }) => row)
  const row = toReportRow(await loadProperty(db, place, londonDay(fixtures.clock.now())))
  return {
    kept,
    derived: [{ ...row, steps: JSON.parse(row.steps), open_steps: JSON.parse(row.open_steps), surveys: JSON.parse(row.surveys) }],
  }
}

const gapsInDays = (place: PropertyPath) =>
  sql`select d.since, d.until from property_day d where d.property_id = ${place.propertyId} and d.until <> 'infinity'
    and not exists (select from property_day n where n.company_id = d.company_id and n.property_id = d.property_id and n.since = d.until)`.execute(
    fixtures.database.db,
  )
const happenedAndNot = () =>
  sql`(table property_happening except table property_happening_derived)
    union all (table property_happening_derived except table property_happening)`.execute(fixtures.database.db)

describe('A server clock that jumps', () => {
  test('keeps projections consistent, with each day once', async () => {
    const as = fixtures.as('company')
    const anyJump = fc.record({ kind: fc.constant('jump' as const), hours: fc.constantFrom(-24, -3, -1, 1, 5, 24) })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(anyAction, anyJump), { minLength: 6, maxLength: 14 }), async (deeds) => {
        fixtures.clock.moveTo(actionsStart)
        const place = await takeOn(as, fixtures.first, fixtures.idOf.vendor, '1 Jump Street')
        for (const deed of deeds) {
          if (deed.kind === 'jump') hours(deed.hours)
          else await runAction(fixtures, as, place, deed)
          const { kept, derived } = await keptAndDerived(place)
          expect(kept).toEqual(derived)
        }
        expect((await gapsInDays(place)).rows).toEqual([])
        expect((await happenedAndNot()).rows).toEqual([])
      }),
      { numRuns: 5 },
    )
  })

  test('loses no save: versions are counters, not timestamps', async () => {
    const as = fixtures.as('branch')
    const place = await takeOn(as, fixtures.first, fixtures.idOf.vendor, '2 Jump Street')
    const save = async (bedrooms: number, version: number) =>
      as.call(updateProperty, { params: fixtures.first, body: { _id: place.propertyId, bedrooms, version } })
    const { version } = await as.ok(readProperty, { params: place })
    hours(24)
    expect((await save(1, version)).status).toBe(200)
    hours(-24)
    expect((await save(2, version)).status).toBe(409)
    expect((await save(2, version + 1)).status).toBe(200)
    expect((await as.ok(readProperty, { params: place })).bedrooms).toBe(2)
  })

  test('daylight saving changes refuse nothing and keep the order of events', async () => {
    fixtures.clock.moveTo('2026-03-28T22:00:00Z')
    const place = await takeOn(
      await fixtures.signedIn(fixtures.idOf.staff),
      fixtures.first,
      fixtures.idOf.vendor,
      '3 Jump Street',
    )
    const instants = [
      '2026-03-29T00:59:59Z',
      '2026-03-29T01:00:00Z',
      '2026-03-29T00:30:00Z',
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
    ]
    for (const at of instants) {
      fixtures.clock.moveTo(at)
      const as = await fixtures.signedIn(fixtures.idOf.staff)
      await as.ok(addNote, { params: place, body: { message: at } })
      await as.ok(addOffer, { params: place, body: { name: at, amount: 200_000, cashBuy: false, chain: false } })
    }
    const { data } = await (await fixtures.signedIn(fixtures.idOf.staff)).ok(listNotes, { params: place })
    expect(data.map(({ message }) => message)).toEqual(instants.toSorted().toReversed())
    expect((await gapsInDays(place)).rows).toEqual([])
  })

  test('by less than the idle limit ends no session; a prolonged session ends twelve hours after its last use', async () => {
    const signedIn = async () => (await signIn(fixtures, fixtures.emailOf('staff'), testPassword)).client
    const somebody = await signedIn()
    hours(11)
    await somebody.ok(readMe)
    hours(-48)
    await somebody.ok(readMe)
    hours(24 * 365)
    expect((await somebody.refusal(readMe)).status).toBe(401)
    // Opened while the clock was a year ahead.
    const early = await signedIn()
    fixtures.clock.moveTo(testStart)
    await early.ok(readMe)
    hours(11)
    await early.ok(readMe)
    hours(13)
    expect((await early.refusal(readMe)).status).toBe(401)
  })

  test('locks nobody out for longer than two rate limit windows, and grants no extra attempts', async () => {
    const limit = { key: 'clock-jump', max: 2, minutes: 15 }
    const take = () => enforceRateLimit(fixtures.database.pool, [limit], fixtures.clock.now())
    hours(24)
    for (let tries = 0; tries < limit.max; tries += 1) await take()
    await expect(take()).rejects.toThrow('Too many tries.')
    // Slightly back, as between two processes: the same window.
    fixtures.clock.advance({ minutes: -5 })
    await expect(take()).rejects.toThrow('Too many tries.')
    hours(-24)
    for (let tries = 0; tries < limit.max; tries += 1) await take()
    await expect(take()).rejects.toThrow('Too many tries.')
  })

  test('sends each weekly summary once', async () => {
    const told = async () =>
      (await fixtures.database.db.selectFrom('weekly_summary').select(['company_id', 'last_day']).execute()).length
    const look = () =>
      sendWeeklySummaries({ database: fixtures.database, clock: fixtures.clock, publicUrl: 'http://gya.example' })
    fixtures.clock.moveTo('2026-03-14T17:30:00Z')
    await look()
    const once = await told()
    expect(once).toBeGreaterThan(0)
    for (const jump of [-48, 48, -24, 24]) {
      hours(jump)
      await look()
    }
    expect(await told()).toBe(once)
  })
})

test('No statement of the product reads the database’s clock', async () => {
  const asks = /\b(now\(\)|current_date|current_timestamp|clock_timestamp|localtimestamp)/i
  const found: string[] = []
  for await (const file of glob('{features,http,infra,jobs,demo,db}/**/*.{ts,sql}', { cwd: serverFolder })) {
    if (/\.test\.ts$|testing\//.test(file)) continue
    const lines = (await readFile(join(serverFolder, file), 'utf8')).split('\n')
    found.push(
      ...lines
        .filter((line) => asks.test(line.replaceAll(/\w*(clock|Clock|performance|Date)\.now\(\)/g, '')))
        .map((line) => `${file}: ${line.trim()}`),
    )
  }
  // Times of the job queue, which uses the database's clock throughout; times of migrations.
  const isItsOwn = /graphile_worker|run_at|locked_at|worker|applied_on|type Clock|record-authors|migrations\/\d+/
  expect(found.filter((line) => !isItsOwn.test(line))).toEqual([])
})
