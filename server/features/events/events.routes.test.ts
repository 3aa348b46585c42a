import type { Wire } from '@gya/domain/endpoint.ts'
import { addAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import { updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'

let fixtures: Fixtures
let ids: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  ids = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '5 Past Street')
})

type Query = Wire<typeof readHistory, 'query'>
const history = (query: Query = {}, as = fixtures.as('staff')) =>
  as.ok(readHistory, { params: ids, query: { itemsPerPage: '100', ...query } })
const price = (pounds: number, as = fixtures.as('staff')) =>
  as.ok(addAskingPrice, { params: ids, body: { price: pounds, effectiveDate: '2026-03-10' } })
const edit = (bedrooms: number, as = fixtures.as('branch')) =>
  as.ok(updateProperty, { params: ids, body: { _id: ids.propertyId, bedrooms } })

describe('GET /property/:companyId/:branchId/:propertyId/history', () => {
  test('returns description, changes, author and time of each event, newest first', async () => {
    fixtures.clock.advance({ minutes: 1 })
    await price(300_000)
    fixtures.clock.advance({ days: 1 })
    const at = fixtures.clock.now()
    await price(295_000)
    await edit(3)
    const { data, paging, people } = await history()
    expect(data.slice(0, 2)).toEqual([
      {
        _id: expect.any(String),
        at,
        kind: 'property-edited',
        group: 'property',
        words: 'Property details changed',
        facts: [{ what: 'Bedrooms', from: 'none', to: '3' }],
        author: { _id: fixtures.idOf.branch, name: 'branch people' },
        remarks: [],
      },
      {
        _id: expect.any(String),
        at,
        kind: 'asking-price-added',
        group: 'price',
        words: 'Asking price entered',
        facts: [
          { what: 'Price', from: '£300,000', to: '£295,000' },
          { what: 'From', to: '10/03/2026' },
        ],
        author: { _id: fixtures.idOf.staff, name: 'staff people' },
        remarks: [],
      },
    ])
    expect(data.map(({ at: when }) => when)).toEqual(
      data
        .map(({ at: when }) => when)
        .toSorted()
        .toReversed(),
    )
    expect(data.at(-1)?.words).toBe('Property taken on')
    expect(paging.count).toBe(data.length)
    expect(people.map(({ name }) => name)).toEqual(['branch people', 'company people', 'staff people'])
  })

  test('pages without gaps or overlaps', async () => {
    for (const pounds of [1, 2, 3, 4, 5]) await price(pounds)
    const { data } = await history()
    const pages = await Promise.all([0, 1, 2, 9].map((page) => history({ itemsPerPage: '3', currentPage: String(page) })))
    expect(pages.flatMap((page) => page.data)).toEqual(data.slice(0, 9))
    expect(pages[0]?.paging).toMatchObject({ count: data.length, currentPage: 0 })
    expect(pages[3]?.data).toEqual([])
  })

  test('filters by group, author and London day, both days included', async () => {
    fixtures.clock.moveTo('2026-06-30T22:30:00.000Z')
    const [staff, branch] = [await fixtures.signedIn(fixtures.idOf.staff), await fixtures.signedIn(fixtures.idOf.branch)]
    await price(1, staff)
    fixtures.clock.moveTo('2026-06-30T23:30:00.000Z')
    await edit(1, branch)
    fixtures.clock.moveTo('2026-07-01T23:30:00.000Z')
    await edit(2, branch)
    const found = (query: Query) => history(query, staff)
    const kinds = async (query: Query) => (await found(query)).data.map(({ kind }) => kind)
    expect(await kinds({ group: 'price' })).toEqual(['asking-price-added'])
    expect(await kinds({ userId: fixtures.idOf.branch })).toEqual(['property-edited', 'property-edited'])
    expect(await kinds({ group: 'chain' })).toEqual([])
    expect(await kinds({ dateStart: '2026-06-30', dateEnd: '2026-06-30' })).toEqual(['asking-price-added'])
    expect(await kinds({ dateStart: '2026-07-01', dateEnd: '2026-07-01' })).toEqual(['property-edited'])
    expect(await kinds({ dateStart: '2026-07-02' })).toEqual(['property-edited'])
    expect(await kinds({ group: 'property', userId: fixtures.idOf.branch, dateEnd: '2026-07-01' })).toEqual(['property-edited'])
    expect((await found({ group: 'price' })).paging.count).toBe(1)
  })

  test('refuses an invalid group, day or user id', async () => {
    for (const [field, value] of [
      ['group', 'gossip'],
      ['userId', 'me'],
      ['dateStart', '2026-02-30'],
      ['itemsPerPage', '101'],
    ])
      expect(await fixtures.as('staff').refusal(readHistory, { params: ids, query: { [field ?? '']: value } })).toMatchObject({
        status: 400,
        issues: [{ path: field }],
      })
  })

  test('excludes other properties and omits facts that older events lack', async () => {
    const second = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '6 Past Street')
    const before = await history()
    await fixtures.as('staff').ok(updateManagementInfo, { params: second, body: { chain: 1 } })
    expect(await history()).toEqual(before)
    await fixtures.database.db
      .insertInto('event')
      .values({
        company_id: ids.companyId,
        id: fixtures.clock.newId(),
        property_id: ids.propertyId,
        user_id: null,
        at: fixtures.clock.now(),
        kind: 'property-edited',
        data: JSON.stringify({ fields: ['boardStatus'] }),
      })
      .execute()
    expect((await history()).data[0]).toMatchObject({ facts: [{ what: 'Board status' }], author: null })
  })
})
