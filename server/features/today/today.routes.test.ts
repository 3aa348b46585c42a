import { londonDay } from '@gya/domain/common/dates.ts'
import { assignProgressor } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { describeItem } from '@gya/domain/features/today/describe-item.ts'
import { readToday, readTodayPeople } from '@gya/domain/features/today/today.contract.ts'
import { readTodayCounts } from '@gya/domain/features/today/today-counts.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, takeOn } from '../../../test/support/fixtures.ts'
import { recordAboutProperty } from '../properties/write/record-about-property.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

test('GET today, counts, people: overdue steps of a property without a progressor', async () => {
  const as = fixtures.as('branch')
  const place = await takeOn(as, fixtures.first, fixtures.idOf.vendor, '1 Rank Road')
  fixtures.clock.advance({ hours: 24 * 10 })
  const client = await fixtures.signedIn(fixtures.idOf.branch)
  const params = { companyId: place.companyId }
  for (const by of ['person', 'firm', 'sale', 'rank'] as const) {
    const { groups, counts } = await client.ok(readToday, { params, query: { who: 'nobody', by } })
    const items = groups.flatMap(({ actionItems }) => actionItems)
    expect(items.find(({ propertyId }) => propertyId === place.propertyId)).toMatchObject({
      key: 'step:2',
      group: 'overdue',
      daysLate: 3,
      arithmetic: { fee: 1000, lateness: 1.45, nearness: 0.5 },
      points: 7,
    })
    expect(counts.now).toBe(items.length)
  }
  expect(await client.ok(readToday, { params, query: { who: 'nobody', state: 'waiting' } })).toMatchObject({ groups: [] })
  expect(await client.ok(readTodayCounts, { params, query: { who: 'nobody' } })).toMatchObject({ now: 2, groups: { overdue: 2 } })
  const people = await client.ok(readTodayPeople, { params })
  expect(people.data).toMatchObject([{ userId: null, name: null, sales: 0, actionItems: 2, points: 14 }])
  // Instructions count as sales once they are sold.
  await fixtures.database.pool.query(`update property_report set phase = 'sold' where property_id = $1`, [place.propertyId])
  expect((await client.ok(readTodayPeople, { params })).data).toMatchObject([{ userId: null, sales: 1, actionItems: 2 }])
  expect(await client.ok(readTodayCounts, { params, query: { who: 'nobody' } })).toMatchObject({ now: 2, sales: 1 })
})

test('GET today: small pages have the same order as one page, including ties ordered by name and address', async () => {
  const as = fixtures.as('branch')
  for (const line1 of ['3 Rank Road', '2 Rank Road']) await takeOn(as, fixtures.first, fixtures.idOf.vendor, line1)
  fixtures.clock.advance({ hours: 24 * 10 })
  const client = await fixtures.signedIn(fixtures.idOf.branch)
  const params = { companyId: fixtures.first.companyId }
  for (const who of ['nobody', 'all'] as const)
    for (const by of ['sale', 'rank'] as const) {
      const query = { who, by, branchIds: fixtures.first.branchId }
      const read = async (itemsPerPage: number, currentPage: number) =>
        (
          await client.ok(readToday, {
            params,
            query: { ...query, itemsPerPage: String(itemsPerPage), currentPage: String(currentPage) },
          })
        ).groups.flatMap(({ actionItems }) => actionItems.map(({ address, key }) => `${address?.line1} ${key}`))
      const whole = await read(50, 0)
      expect(whole.length).toBeGreaterThan(3)
      const inPages: string[] = []
      for (let currentPage = 0; currentPage < whole.length; currentPage += 1) inPages.push(...(await read(1, currentPage)))
      expect(inPages).toEqual(whole)
      expect(whole.indexOf('2 Rank Road step:2')).toBeLessThan(whole.indexOf('3 Rank Road step:2'))
    }
})

test('GET today, counts: a prepared statement returns the items of each branch and person', async () => {
  const params = { companyId: fixtures.first.companyId }
  const client = await fixtures.signedIn(fixtures.idOf.company)
  for (const place of [fixtures.first, fixtures.second, fixtures.first]) {
    const query = { who: 'all', branchIds: place.branchId }
    const { groups, counts } = await client.ok(readToday, { params, query: { ...query, by: 'rank' } })
    const items = groups.flatMap(({ actionItems }) => actionItems)
    expect(items.length).toBeGreaterThan(0)
    expect(items.every(({ branchId }) => branchId === place.branchId)).toBe(true)
    expect(await client.ok(readTodayCounts, { params, query })).toEqual(counts)
    expect(counts.now).toBe(items.length)
  }
  for (const who of [fixtures.idOf.branch, fixtures.idOf.staff])
    expect(await client.ok(readTodayCounts, { params, query: { who } })).toMatchObject({ now: 0, sales: 0 })
})

test('GET today/counts: the open sales of a user who left belong to nobody, as in the list', async () => {
  const admin = await fixtures.signedIn(fixtures.idOf.company)
  const params = fixtures.first
  const salesOf = async (who: string) => (await admin.ok(readTodayCounts, { params, query: { who } })).sales
  await admin.ok(assignProgressor, { params, body: { bStaff: fixtures.idOf.staff } })
  await fixtures.database.pool.query(`update property_report set phase = 'sold' where property_id = $1`, [params.propertyId])
  const [own, nobodys] = [await salesOf(fixtures.idOf.staff), await salesOf('nobody')]
  expect(own).toBe(1)
  const leaving = fixtures.database.db.deleteFrom('branch_member').where('user_id', '=', fixtures.idOf.staff)
  await leaving.execute()
  expect([await salesOf(fixtures.idOf.staff), await salesOf('nobody')]).toEqual([0, nobodys + 1])
})

test('recordAboutProperty does not change the version', async () => {
  const { clock, database, first } = fixtures
  const version = async () => (await fixtures.as('branch').ok(readProperty, { params: first })).version
  const before = await version()
  const context = { db: database.db, now: clock.now(), today: '2026-03-20', newId: () => clock.newId(), caller: null }
  await recordAboutProperty(context, first, async () => [])
  expect(await version()).toBe(before)
})

test('GET today: a delayed step says since when it is delayed, and is late since its due day', async () => {
  const place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '9 Delay Road')
  fixtures.clock.advance({ hours: 24 * 10 })
  const client = await fixtures.signedIn(fixtures.idOf.branch)
  await client.ok(saveTimeline, { params: place, body: { timeline: [{ key: 2, state: 'B' }] } })
  const query = { who: 'all', branchIds: place.branchId, by: 'rank', searchText: '9 Delay Road' } as const
  const { groups } = await client.ok(readToday, { params: { companyId: place.companyId }, query })
  const [item] = groups.flatMap(({ actionItems }) => actionItems)
  const today = londonDay(fixtures.clock.now())
  expect(item).toMatchObject({ key: 'step:2', blocked: true, delayedOn: today, daysLate: 3 })
  expect(item && describeItem(item, today).when).toBe('delayed today, 3 days late')
})
