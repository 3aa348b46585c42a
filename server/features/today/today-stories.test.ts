import { londonInstant } from '@gya/domain/common/dates.ts'
import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { assignProgressor, saveExpected } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { createTask, listTasks } from '@gya/domain/features/tasks/tasks.contract.ts'
import { describeItem } from '@gya/domain/features/today/describe-item.ts'
import { type ActionItem, readToday, readTodayPeople } from '@gya/domain/features/today/today.contract.ts'
import { readTodayCounts } from '@gya/domain/features/today/today-counts.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import type { TestClient } from '../../../test/support/test-client.ts'
import { deriveProperties } from '../properties/write/derive-properties.ts'

/** Acceptance stories 2, 3 and 13 of [day §15](docs/design/day.md#15). The clock is set to Wednesday 05/11/2025, 14:32 in London. */

const today = '2025-11-05'
let fixtures: Fixtures
let place: PropertyPath
let staff: TestClient
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo(londonInstant('2025-10-01', '09:00'))
  place = await sell(fixtures.first, fixtures.idOf.vendor, fixtures.idOf.staff, '1 Story Street')
  fixtures.clock.moveTo(londonInstant(today, '14:32'))
  staff = await fixtures.signedIn(fixtures.idOf.staff)
})

/** Creates a sale agreed on 01/10/2025. */
async function sell(branch: PropertyPath, vendor: string, bStaff: string, line1: string): Promise<PropertyPath> {
  const company = await fixtures.signedIn(fixtures.idOf.company)
  const path = await takeOn(company, branch, vendor, line1)
  const offer = { name: 'Bea Buyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
  await company.ok(addOffer, { params: path, body: offer })
  await company.ok(saveContacts, { params: path, body: { bStaff } })
  return path
}

const wordsOf = (item: ActionItem) => {
  const { what, when } = describeItem(item, today)
  return `${what}${when}`
}
type Query = Parameters<typeof readList>[1]
const readList = async (
  client: TestClient,
  query: { who: string; branchIds?: string; state?: 'now' | 'waiting'; by?: 'person' | 'firm' | 'sale' | 'rank' },
): Promise<ActionItem[]> => {
  const { groups } = await client.ok(readToday, { params: fixtures.a, query: { ...query, itemsPerPage: '100' } })
  return groups.flatMap(({ actionItems }) => actionItems)
}

describe('Story 13: a mortgage offer that ends on 24/11', () => {
  const save = (expectedExchange: string) =>
    staff.ok(saveExpected, { params: place, body: { expectedExchange, mortgageOfferExpires: '2025-11-24' } })
  const offer = async () => {
    const item = (await readList(staff, { who: 'me' })).find(({ propertyId, key }) => {
      return propertyId === place.propertyId && key === 'expiry:mortgage'
    })
    return item && { dueOn: item.dueOn, points: item.points, ...item.arithmetic, words: wordsOf(item) }
  }

  test('exchange expected 01/12: it ends before; moved to 20/11: base 0.60, lateness 1.98, 147 points', async () => {
    await fixtures.database.db
      .updateTable('property')
      .set({ agency_fee_type: 1, agency_fee: 372_400 })
      .where('id', '=', place.propertyId)
      .execute()
    await deriveProperties({ db: fixtures.database.db, companyId: place.companyId, today }, [place.propertyId])
    await save('2025-12-01')
    const facts = { dueOn: '2025-10-13', fee: 3_724, nearness: 2 }
    expect(await offer()).toEqual({ ...facts, lateness: 2.98, points: 222, words: 'Mortgage offer ends 24/11, before exchange' })
    await save('2025-11-20')
    expect(await offer()).toEqual({ ...facts, lateness: 1.98, points: 147, words: 'Mortgage offer ends 24/11' })
  })

  test('an offer that ends on the day of exchange does not end before it', async () => {
    await save('2025-11-24')
    expect((await offer())?.words).toBe('Mortgage offer ends 24/11')
    await save('2025-11-25')
    expect((await offer())?.words).toBe('Mortgage offer ends 24/11, before exchange')
  })
})

describe('Story 2: groups of a list', () => {
  type Item = { key: string; fee: number; dueOn: string; base: number; exchange?: string | null; progress?: number; firm: string }
  let line = 0
  /** Inserts an item as it would be derived, with its own fee and exchange. */
  async function item({ key, fee, dueOn, base, exchange = null, progress = 330, firm }: Item, dueAt: string | null = null) {
    line += 1
    const path = await sell(fixtures.first, fixtures.idOf.vendor, fixtures.idOf.staff, `${line} Sum Street`)
    fixtures.clock.moveTo(londonInstant(today, '08:59'))
    const { db } = fixtures.database
    await db.deleteFrom('action_item').where('subject_id', '=', path.propertyId).execute()
    await db
      .insertInto('action_item')
      .values({
        company_id: path.companyId,
        subject_id: path.propertyId,
        key,
        property_id: path.propertyId,
        branch_id: path.branchId,
        progressor_id: fixtures.idOf.staff,
        kind: dueAt === null ? 'step' : 'callback',
        party_ref: `firm:${firm}`,
        party_role: 'buyerSolicitor',
        firm_id: firm,
        description: key,
        shows_on: dueOn,
        due_on: dueOn,
        due_at: dueAt,
        late_base: base,
        late_per_day: 15,
        late_cap: 500,
        fee,
        phase: 'sold',
        progress,
        expected_exchange: exchange,
      })
      .execute()
    return path.propertyId
  }

  test('orders a group of 136 + 193 + 82 = 411 below one of 420; a call-back for 09:00 is first from 09:00, and ordered by points before', async () => {
    await fixtures.database.db.deleteFrom('action_item').execute()
    const { db } = fixtures.database
    const company = await fixtures.signedIn(fixtures.idOf.company)
    const firmOf = async (name: string) => (await company.ok(createContact, { params: fixtures.a, body: { name, pocs: [] } }))._id
    const [three, one, called] = [await firmOf('Nettlefold'), await firmOf('Ambrose Vale'), await firmOf('Pike & Roe')]
    fixtures.clock.moveTo(londonInstant('2025-10-01', '09:00'))
    const late = { key: 'step:33', dueOn: '2025-11-01', base: 100, firm: three }
    await item({ ...late, fee: 4258, exchange: '2025-11-28' })
    fixtures.clock.moveTo(londonInstant('2025-10-01', '09:00'))
    await item({ ...late, key: 'step:23', fee: 4028, exchange: '2025-11-10' })
    fixtures.clock.moveTo(londonInstant('2025-10-01', '09:00'))
    const promised = await item({ key: 'step:31', fee: 5490, dueOn: today, base: 100, firm: three })
    const until = londonInstant('2025-11-04', '07:00')
    const broken = { company_id: fixtures.a.companyId, subject_id: promised, key: 'step:31', until, reason: 'promised' as const }
    await db
      .insertInto('action_item_snooze')
      .values({ ...broken, attempts: 0, set_by: fixtures.idOf.staff, set_on: until })
      .execute()
    fixtures.clock.moveTo(londonInstant('2025-10-01', '09:00'))
    await item({ key: 'step:33', fee: 14_000, dueOn: today, base: 100, exchange: '2025-11-10', firm: one })
    fixtures.clock.moveTo(londonInstant('2025-10-01', '09:00'))
    await item({ key: `callback:${fixtures.clock.newId()}`, fee: 1000, dueOn: today, base: 120, firm: called }, '09:00')
    const groups = async () => {
      const query = { who: 'me', by: 'firm', itemsPerPage: '100' } as const
      const list = await staff.ok(readToday, { params: fixtures.a, query })
      return list.groups.map(({ points, actionItems }) => [points, actionItems.map((found) => found.points)])
    }
    staff = await fixtures.signedIn(fixtures.idOf.staff)
    const [sum, single, callBack] = [
      [411, [193, 136, 82]],
      [420, [420]],
      [12, [12]],
    ]
    expect(await groups()).toEqual([single, sum, callBack])
    fixtures.clock.moveTo(londonInstant(today, '09:00'))
    expect(await groups()).toEqual([callBack, single, sum])
  })
})

describe('Story 3: no list, count or table of staff contains items of another branch', () => {
  let elsewhere: PropertyPath
  let colleague: string
  beforeEach(async () => {
    fixtures.clock.moveTo(londonInstant('2025-10-01', '09:00'))
    colleague = fixtures.idOf.secondBranch
    elsewhere = await sell(fixtures.second, fixtures.idOf.secondVendor, colleague, '2 Elsewhere Street')
    fixtures.clock.moveTo(londonInstant(today, '14:32'))
  })
  const theirBranch = () => fixtures.signedIn(colleague)
  const addTask = async (client: TestClient, propertyId: string | null) =>
    (await client.ok(createTask, { params: fixtures.a, body: { title: 'Their task', propertyId, dueOn: today } })).task._id

  test('for every person, grouping and state', async () => {
    const theirs = await theirBranch()
    await addTask(theirs, elsewhere.propertyId)
    const isElsewhere = ({ branchId }: ActionItem) => branchId === fixtures.second.branchId
    expect((await readList(theirs, { who: 'me' })).some(isElsewhere)).toBe(true)
    const asked: Query[] = [
      { who: 'me' },
      { who: 'nobody' },
      { who: colleague },
      { who: 'all', branchIds: fixtures.second.branchId },
      { who: 'all', branchIds: fixtures.first.branchId },
    ]
    for (const query of asked)
      for (const state of ['now', 'waiting'] as const)
        for (const by of ['person', 'firm', 'sale', 'rank'] as const)
          expect((await readList(staff, { ...query, state, by })).filter(isElsewhere)).toEqual([])
    const none = { now: 0, waiting: 0, sales: 0 }
    for (const query of [{ who: colleague }, { who: 'all', branchIds: fixtures.second.branchId }])
      expect(await staff.ok(readTodayCounts, { params: fixtures.a, query })).toMatchObject(none)
  })

  test('the counts equal those of the list', async () => {
    for (const query of [{ who: 'nobody' }, { who: 'all', branchIds: fixtures.first.branchId }]) {
      const { now, groups } = await staff.ok(readTodayCounts, { params: fixtures.a, query })
      expect(now).toBe((await readList(staff, query)).length)
      expect(Object.values(groups).reduce((sum, count) => sum + count, 0)).toBe(now)
    }
  })

  test('the table contains neither the person nor their sales, even if their branch is requested', async () => {
    const rows = async (client: TestClient, branchIds?: string) =>
      (await client.ok(readTodayPeople, { params: fixtures.a, query: branchIds ? { branchIds } : {} })).data
    const company = await fixtures.signedIn(fixtures.idOf.company)
    expect((await rows(company)).map(({ userId }) => userId)).toContain(colleague)
    expect((await rows(staff)).map(({ userId }) => userId)).not.toContain(colleague)
    expect(await rows(staff, fixtures.second.branchId)).toEqual([])
    const admin = await fixtures.signedIn(fixtures.idOf.branch)
    expect(await rows(admin)).toEqual(await rows(company, fixtures.first.branchId))
  })

  test('managers see every row of their reach; others their own and that of Nobody, whose sales they may take', async () => {
    const rowsOf = async (userId: string) => {
      const client = await fixtures.signedIn(userId)
      return (await client.ok(readTodayPeople, { params: fixtures.a, query: {} })).data
    }
    const manager = await fixtures.signedIn(fixtures.idOf.branch)
    const params = await takeOn(manager, fixtures.first, fixtures.idOf.vendor, '5 Managed Road')
    await manager.ok(assignProgressor, { params, body: { bStaff: fixtures.idOf.branch } })
    const admin = await rowsOf(fixtures.idOf.branch)
    const isTheirs = ({ userId }: { userId: string | null }) => userId === null || userId === fixtures.idOf.staff
    expect(admin.filter((row) => !isTheirs(row))).not.toEqual([])
    expect(await rowsOf(fixtures.idOf.staff)).toEqual(admin.filter(isTheirs))
  })

  test('a task without a sale is visible to assignee, creator and company administrators', async () => {
    const theirs = await theirBranch()
    const open = await addTask(theirs, null)
    const seen = async (client: TestClient, query: Query) =>
      (await readList(client, query)).map(({ subjectId }) => subjectId).filter((id) => id === open)
    const company = await fixtures.signedIn(fixtures.idOf.company)
    expect([await seen(theirs, { who: 'me' }), await seen(company, { who: colleague })]).toEqual([[open], [open]])
    const ofBranch = { who: 'all', branchIds: fixtures.first.branchId }
    for (const query of [{ who: colleague }, ofBranch, { who: 'nobody' }]) expect(await seen(staff, query)).toEqual([])
    expect((await staff.ok(listTasks, { params: fixtures.a, query: { assigneeId: colleague } })).data).toEqual([])
  })
})
