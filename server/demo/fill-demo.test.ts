import { londonDay } from '@gya/domain/common/dates.ts'
import { starterTemplates } from '@gya/domain/features/messages/starter-templates.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../db/pool.ts'
import { daysStatement } from '../features/properties/projections/dashboard-rows.ts'
import { loadProperty } from '../features/properties/read/load-property.ts'
import { deriveProperties } from '../features/properties/write/derive-properties.ts'
import { readCounts } from '../features/today/today.read-model.ts'
import { verifyPassword } from '../infra/secrets.ts'
import { demoPassword, demoSignIns } from './company.ts'
import { fillDemo } from './fill-demo.ts'
import { contents, demoClock, openDemo, openEmptyDatabase } from './testing/open-demo.ts'

describe('fillDemo', () => {
  let demo: Database
  beforeAll(async () => {
    demo = await openDemo()
  })
  afterAll(() => demo.close())

  test('creates one company with three branches, fifteen members and a working sign-in of every role', async () => {
    const { db } = demo
    expect(await db.selectFrom('company').select('name').execute()).toEqual([{ name: 'Larkmead' }])
    expect((await db.selectFrom('branch').select('id').execute()).length).toBe(3)
    const people = await db
      .selectFrom('app_user')
      .select(['email', 'type', 'company_id', 'activated', 'password_reset', 'password_hash'])
      .execute()
    expect(people.filter((one) => one.company_id && one.type !== 'VENDOR').length).toBe(15)
    expect(people.filter((one) => !one.activated || one.password_reset)).toEqual([])
    const types = demoSignIns.map(({ email }) => people.find((one) => one.email === email)?.type)
    expect(types).toEqual([
      'GYA_ADMIN',
      'COMPANY_ADMIN',
      'BRANCH_ADMIN',
      'BRANCH_STAFF',
      'VENDOR',
      'AREA_MANAGER',
      'PROGRESSOR',
      'READER',
    ])
    expect(await verifyPassword(people[0]?.password_hash ?? '', demoPassword)).toBe(true)
    expect(new Set(people.map((one) => one.password_hash)).size).toBe(1)
  })

  test('creates the templates that every company starts with, "all automatic templates off"', async () => {
    const rows = await demo.db.selectFrom('message_template').select(['automatic', 'current_number']).execute()
    expect(rows).toEqual(starterTemplates.map(() => ({ automatic: false, current_number: 1 })))
  })

  test('creates 240 properties in every phase', async () => {
    const rows = await demo.db
      .selectFrom('property_report')
      .select(['phase', (select) => select.fn.countAll<number>().as('count')])
      .groupBy('phase')
      .execute()
    expect(Object.fromEntries(rows.map(({ phase, count }) => [phase, count]))).toEqual({
      preForSale: 20,
      forSale: 70,
      sold: 75,
      exchanged: 20,
      completed: 40,
      withdrawn: 15,
    })
  })

  test('gives the staff sign-in six tasks: one repeating, one without a sale', async () => {
    const tasks = await demo.db
      .selectFrom('task as t')
      .innerJoin('app_user as u', 'u.id', 't.assignee_id')
      .select(['t.property_id', 't.repeat_every'])
      .where('u.email', '=', 'staff@demo.example')
      .execute()
    expect(tasks.length).toBe(6)
    expect(tasks.filter(({ property_id }) => property_id === null).length).toBe(1)
    expect(tasks.filter(({ repeat_every }) => repeat_every !== null).length).toBe(1)
  })

  test('gives the staff sign-in a day: 23 sales, every chip but Mail, broken promises, snoozed items and items done', async () => {
    const { db } = demo
    const now = demoClock.now()
    const staff = await db
      .selectFrom('app_user')
      .select(['id', 'company_id'])
      .where('email', '=', 'staff@demo.example')
      .executeTakeFirstOrThrow()
    const counts = await readCounts(db, {
      companyId: staff.company_id ?? '',
      who: { userId: staff.id },
      branchIds: null,
      reader: { userId: staff.id, seesAll: true },
      groups: null,
      searchText: undefined,
      today: londonDay(now),
      now,
    })
    expect(counts.sales).toBe(23)
    // No e-mail has come in.
    expect(Object.entries(counts.groups).filter(([, count]) => count === 0)).toEqual([['mail', 0]])
    expect(counts.now).toBeGreaterThan(35)
    expect(counts.waiting).toBeGreaterThan(5)
  })

  test('changes nothing at the second start', async () => {
    const before = await contents(demo)
    expect(await fillDemo(demo, demoClock, () => {})).toBe(true)
    expect(await contents(demo)).toEqual(before)
  })

  test('writes report rows and day facts that equal derived ones (every twelfth property)', async () => {
    const { db } = demo
    const derived = async () => ({
      rows: await db.selectFrom('property_report').selectAll().orderBy('property_id').execute(),
      days: await db.selectFrom('property_day').selectAll().orderBy('property_id').orderBy('since').execute(),
    })
    const before = await derived()
    const properties = await db.selectFrom('property').select(['company_id', 'id']).orderBy('id').execute()
    for (const { company_id: companyId, id: propertyId } of properties.filter((_, nth) => nth % 12 === 0)) {
      await deriveProperties({ db, companyId, today: '2026-03-30' }, [propertyId])
      await db.executeQuery(daysStatement([await loadProperty(db, { companyId, propertyId }, '2026-03-31')], '2026-03-31'))
    }
    expect(await derived()).toEqual(before)
    expect([before.rows.length, before.days.length > 3 * before.rows.length]).toEqual([240, true])
  })

  test('writes dashboard events with fees that match the property events', async () => {
    const { rows } = await demo.pool.query(
      `(table property_happening except table property_happening_derived)
       union all (table property_happening_derived except table property_happening)`,
    )
    expect(rows).toEqual([])
    const fees = await demo.pool.query(`select what from property_happening where fee > 0 group by what order by what`)
    expect(fees.rows.map(({ what }) => what)).toEqual(['fall-off', 'offer-accepted', 'step-done-24', 'step-done-25'])
  })

  test('archives with each fall-off everything that a restore needs', async () => {
    const rows = await demo.db.selectFrom('fall_off').select(['archive', 'offer_id', 'buyer_name']).execute()
    for (const { archive, offer_id, buyer_name } of rows)
      expect(archive).toMatchObject({
        offer: { _id: offer_id, state: 'A' },
        buyer: { buyer: { name: buyer_name } },
        timeline: expect.any(Array),
        saleStart: expect.any(Array),
      })
  })

  test('writes one event per acceptance, fall-off and restoration', async () => {
    const kinds = await demo.db
      .selectFrom('event')
      .select(['kind', (select) => select.fn.countAll<number>().as('count')])
      .groupBy('kind')
      .execute()
    const count = (kind: string) => kinds.find((one) => one.kind === kind)?.count ?? 0
    const { accepted } = await demo.db
      .selectFrom('offer')
      .select((select) => select.fn.countAll<number>().as('accepted'))
      .where('state', '=', 'A')
      .executeTakeFirstOrThrow()
    expect(count('offer-accepted') + count('sale-restored') - count('fall-off')).toBe(accepted)
  })
})

test('fillDemo does not change a database with other data', async () => {
  const database = await openEmptyDatabase()
  onTestFinished(() => database.close())
  const admin = { type: 'GYA_ADMIN', first_name: 'Some', last_name: 'Body', email: 'some.body@elsewhere.example' }
  await database.db
    .insertInto('app_user')
    .values({ id: demoClock.newId(), createdon: demoClock.now(), ...admin })
    .execute()
  const before = await contents(database)
  expect(await fillDemo(database, demoClock, () => {})).toBe(false)
  expect(await contents(database)).toEqual(before)
})
