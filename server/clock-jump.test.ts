import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { londonDay } from '@gya/domain/common/dates.ts'
import { addNote, listNotes } from '@gya/domain/features/notes/notes.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readMe } from '@gya/domain/features/session/session.contract.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendWeeklySummaries } from './features/dashboard/tell-weeks.ts'
import { loadProperty } from './features/properties/property.read-model.ts'
import { actionsStart, anyAction, runAction } from './features/properties/testing/any-deeds.ts'
import { toReportRow } from './features/report/report-row.repository.ts'
import { enforceRateLimit } from './http/rate-limit.ts'
import { signIn } from './testing/sign-in.ts'
import { testStart } from './testing/test-app.ts'
import { type Fixtures, openFixtures, type PropertyPath, takeOn, testPassword } from './testing/world.ts'

let world: Fixtures
beforeAll(async () => {
  world = await openFixtures()
})
beforeEach(() => world.clock.moveTo(testStart))
afterAll(() => world.close())

const hours = (count: number) => world.clock.advance({ hours: count })

/** What is kept of a property beside it, and what it is derived as now. */
async function keptAndDerived(place: PropertyPath) {
  const { db } = world.database
  const kept = await db.selectFrom('property_report').selectAll().where('property_id', '=', place.propertyId).execute()
  const row = toReportRow(await loadProperty(db, place, londonDay(world.clock.now())))
  return {
    kept,
    derived: [{ ...row, steps: JSON.parse(row.steps), open_steps: JSON.parse(row.open_steps), surveys: JSON.parse(row.surveys) }],
  }
}

const gapsInDays = (place: PropertyPath) =>
  sql`select d.since, d.until from property_day d where d.property_id = ${place.propertyId} and d.until <> 'infinity'
    and not exists (select from property_day n where n.company_id = d.company_id and n.property_id = d.property_id and n.since = d.until)`.execute(
    world.database.db,
  )
const happenedAndNot = () =>
  sql`(table property_happening except table property_happening_derived)
    union all (table property_happening_derived except table property_happening)`.execute(world.database.db)

describe('A clock that is wrong for a while', () => {
  test('damages no sale: whatever is done while it jumps ahead and back, what is derived fits, and no day is missing or there twice', async () => {
    const as = world.as('company')
    const anyJump = fc.record({ kind: fc.constant('jump' as const), hours: fc.constantFrom(-24, -3, -1, 1, 5, 24) })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(anyAction, anyJump), { minLength: 6, maxLength: 14 }), async (deeds) => {
        world.clock.moveTo(actionsStart)
        const place = await takeOn(as, world.first, world.idOf.vendor, '1 Jump Street')
        for (const deed of deeds) {
          if (deed.kind === 'jump') hours(deed.hours)
          else await runAction(world, as, place, deed)
          const { kept, derived } = await keptAndDerived(place)
          expect(kept).toEqual(derived)
        }
        expect((await gapsInDays(place)).rows).toEqual([])
        expect((await happenedAndNot()).rows).toEqual([])
      }),
      { numRuns: 5 },
    )
  })

  test('does not lose what a form saved at the wrong time: versions count saves and not instants', async () => {
    const as = world.as('branch')
    const place = await takeOn(as, world.first, world.idOf.vendor, '2 Jump Street')
    const save = async (bedrooms: number, version: number) =>
      as.call(updateProperty, { params: world.first, body: { _id: place.propertyId, bedrooms, version } })
    const { version } = await as.ok(readProperty, { params: place })
    hours(24)
    expect((await save(1, version)).status).toBe(200)
    hours(-24)
    expect((await save(2, version)).status).toBe(409)
    expect((await save(2, version + 1)).status).toBe(200)
    expect((await as.ok(readProperty, { params: place })).bedrooms).toBe(2)
  })

  test('across the change to summer time and back nothing is refused, and what was written stands in the order of its instants', async () => {
    world.clock.moveTo('2026-03-28T22:00:00Z')
    const place = await takeOn(await world.signedIn(world.idOf.staff), world.first, world.idOf.vendor, '3 Jump Street')
    const instants = [
      '2026-03-29T00:59:59Z',
      '2026-03-29T01:00:00Z',
      '2026-03-29T00:30:00Z',
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
    ]
    for (const at of instants) {
      world.clock.moveTo(at)
      const as = await world.signedIn(world.idOf.staff)
      await as.ok(addNote, { params: place, body: { message: at } })
      await as.ok(addOffer, { params: place, body: { name: at, amount: 200_000, cashBuy: false, chain: false } })
    }
    const { data } = await (await world.signedIn(world.idOf.staff)).ok(listNotes, { params: place })
    expect(data.map(({ message }) => message)).toEqual(instants.toSorted().toReversed())
    expect((await gapsInDays(place)).rows).toEqual([])
  })

  test('by less than the idle limit signs nobody out, and a session that it lengthened ends twelve hours after its last use all the same', async () => {
    const signedIn = async () => (await signIn(world, world.emailOf('staff'), testPassword)).client
    const somebody = await signedIn()
    hours(11)
    await somebody.ok(readMe)
    hours(-48)
    await somebody.ok(readMe)
    hours(24 * 365)
    expect((await somebody.refusal(readMe)).status).toBe(401)
    // One that was opened while the clock stood a year ahead.
    const early = await signedIn()
    world.clock.moveTo(testStart)
    await early.ok(readMe)
    hours(11)
    await early.ok(readMe)
    hours(13)
    expect((await early.refusal(readMe)).status).toBe(401)
  })

  test('locks nobody out for longer than two windows, and gives no tries away', async () => {
    const limit = { key: 'clock-jump', max: 2, minutes: 15 }
    const take = () => enforceRateLimit(world.database.pool, [limit], world.clock.now())
    hours(24)
    for (let tries = 0; tries < limit.max; tries += 1) await take()
    await expect(take()).rejects.toThrow('Too many tries.')
    // A little back, as two processes may differ: it is the same window.
    world.clock.advance({ minutes: -5 })
    await expect(take()).rejects.toThrow('Too many tries.')
    hours(-24)
    for (let tries = 0; tries < limit.max; tries += 1) await take()
    await expect(take()).rejects.toThrow('Too many tries.')
  })

  test('tells no week twice', async () => {
    const told = async () =>
      (await world.database.db.selectFrom('weekly_summary').select(['company_id', 'last_day']).execute()).length
    const look = () => sendWeeklySummaries({ database: world.database, clock: world.clock, publicUrl: 'http://gya.example' })
    world.clock.moveTo('2026-03-14T17:30:00Z')
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

test('The database’s clock may say what it likes: no statement of the product asks it for the time', async () => {
  const asks = /\b(now\(\)|current_date|current_timestamp|clock_timestamp|localtimestamp)/i
  const found: string[] = []
  for await (const file of glob('{features,http,platform,demo,db}/**/*.{ts,sql}', { cwd: import.meta.dirname })) {
    if (/\.test\.ts$|testing\//.test(file)) continue
    const lines = (await readFile(join(import.meta.dirname, file), 'utf8')).split('\n')
    found.push(
      ...lines
        .filter((line) => asks.test(line.replaceAll(/\w*(clock|Clock|performance|Date)\.now\(\)/g, '')))
        .map((line) => `${file}: ${line.trim()}`),
    )
  }
  // The queue's own times, which are the database's from end to end; when a migration ran; what two migrations filled in once.
  const isItsOwn = /graphile_worker|run_at|locked_at|worker|schema_migration|type Clock|days_kept_since|0012-dashboard/
  expect(found.filter((line) => !isItsOwn.test(line))).toEqual([])
})
