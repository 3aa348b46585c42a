import type { Wire } from '@gya/domain/endpoint.ts'
import { addAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { updateBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { addOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { listCompanyProperties, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readReport } from '@gya/domain/features/report/report.contract.ts'
import { type StepName, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, type FixtureUser, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { withClockAt } from '../../../test/support/with-clock-at.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(() => fixtures.clock.moveTo(testStart))

type Query = NonNullable<Wire<typeof readReport, 'query'>>
type Item = NonNullable<Wire<typeof saveTimeline, 'body'>['timeline']>[number]

const report = (query: Query = {}, as: FixtureUser = 'company') => fixtures.as(as).ok(readReport, { params: fixtures.a, query })
const ids = async (query: Query, as?: FixtureUser) => (await report(query, as)).data.map(({ _id }) => _id)
const rowOf = async (place: PropertyPath) => {
  const row = (await report({ itemsPerPage: '100' })).data.find(({ _id }) => _id === place.propertyId)
  if (!row) throw new Error('The report does not have this property.')
  return row
}
const made = (line1: string, branch: PropertyPath = fixtures.first) =>
  takeOn(fixtures.as('company'), branch, fixtures.idOf.vendor, line1)
const save = (place: PropertyPath, ...timeline: Item[]) =>
  fixtures.as('company').ok(saveTimeline, { params: place, body: { timeline } })
const set = (name: StepName, state: Item['state'], more: Partial<Item> = {}): Item => ({ key: stepKeys[name], state, ...more })
const sell = (place: PropertyPath, amount: number) =>
  fixtures.as('company').ok(addOffer, { params: place, body: { name: 'B', amount, cashBuy: false, chain: false, state: 'A' } })

describe('GET mi/report', () => {
  test('shows a new property and each change immediately', async () => {
    const place = await made('1 At Once')
    const taken = await rowOf(place)
    expect(taken).toMatchObject({ address: { line1: '1 At Once', postcode: 'RG30 6ZZ' }, phase: 'preForSale' })
    await fixtures.as('staff').ok(updateProperty, { params: place, body: { _id: place.propertyId, active: false } })
    expect(await rowOf(place)).toMatchObject({ phase: 'withdrawn' })
    await fixtures.as('staff').ok(updateProperty, { params: place, body: { _id: place.propertyId, active: true } })
    await sell(place, 250_000)
    expect(await rowOf(place)).toMatchObject({ phase: 'sold', mi: { agreedPrice: 250_000, offerAccepted: '2026-03-10' } })
  })

  test('defaults to 70 rows and saleProgress:desc', async () => {
    const [near, far] = [await made('1 Progress'), await made('2 Progress')]
    await sell(near, 1)
    await sell(far, 1)
    await save(far, set('MemoOfSaleSent', 'C'))
    const { data, paging } = await report()
    expect(paging).toEqual({
      itemsPerPage: 70,
      count: data.length,
      currentPage: 0,
      totalPages: 1,
      nextPage: null,
      prevPage: null,
    })
    expect(data[0]?._id).toBe(far.propertyId)
    expect(await ids({ searchText: 'progress' })).toEqual([far.propertyId, near.propertyId])
    expect(await ids({ searchText: 'progress', sortOption: 'saleProgress:asc' })).toEqual([near.propertyId, far.propertyId])
  })

  test('sorts equal progress by the furthest step', async () => {
    const [memo, enquiries] = [await made('1 Furthest'), await made('2 Furthest')]
    await sell(memo, 1)
    await sell(enquiries, 1)
    await save(memo, set('MemoOfSaleSent', 'C'))
    await save(enquiries, set('EnquiriesAnswered', 'C'))
    expect(await ids({ searchText: 'furthest' })).toEqual([enquiries.propertyId, memo.propertyId])
    expect(await ids({ searchText: 'furthest', sortOption: 'saleProgress:asc' })).toEqual([memo.propertyId, enquiries.propertyId])
  })

  test('past the last page is empty with the right count', async () => {
    const { count } = (await report()).paging
    for (const currentPage of [String(count), '1000000']) {
      const { data, paging } = await report({ itemsPerPage: '1', currentPage })
      expect(data).toEqual([])
      expect(paging).toEqual({
        itemsPerPage: 1,
        count,
        currentPage: Number(currentPage),
        totalPages: count,
        nextPage: null,
        prevPage: count - 1,
      })
    }
    expect((await report({ searchText: 'no such street', currentPage: '3' })).paging).toMatchObject({
      count: 0,
      totalPages: 0,
      prevPage: null,
    })
  })

  test('sorts by the date of the survey "Mortgage valuations" in both directions, nulls last, as does the list', async () => {
    const [late, none, early] = [await made('1 Valued'), await made('2 Valued'), await made('3 Valued')]
    const valuation = (completedOn: string) => set('MortgageValuations', 'C', { completedOn, surveyData: { date: '2026-02-01' } })
    await save(late, valuation('2026-03-09'))
    await save(early, valuation('2026-02-20'))
    await save(none, set('MortgageValuations', 'IP', { surveyData: { date: '2026-02-01' } }))
    for (const [direction, wanted] of [
      ['asc', [early, late, none]],
      ['desc', [late, early, none]],
    ] as const) {
      const propertyIds = wanted.map(({ propertyId }) => propertyId)
      expect(await ids({ searchText: 'valued', sortOption: `mortgageValuations:${direction}` })).toEqual(propertyIds)
      const query = { textSearch: 'valued', sort: `mortgageValuations:${direction}` } as const
      const list = await fixtures.as('company').ok(listCompanyProperties, { params: fixtures.a, query })
      expect(list.data.map(({ _id }) => _id)).toEqual(propertyIds)
    }
  })

  test('has every row exactly once across pages for every sort', async () => {
    for (const line1 of ['7 Pages', '7 Pages', '7 pages', '70 Pages', '8 Pages']) await made(line1)
    for (const sortOption of ['agreedPrice:asc', 'agreedPrice:desc', 'completed:asc', 'takeOn:desc', 'address:desc'] as const) {
      const whole = await ids({ sortOption, searchText: 'pages' })
      const pages = []
      for (const currentPage of ['0', '1', '2', '3'])
        pages.push(...(await ids({ sortOption, searchText: 'pages', itemsPerPage: '2', currentPage })))
      expect(pages).toEqual(whole)
      expect(new Set(pages).size).toBe(5)
    }
  })

  test('dateStart and dateEnd are inclusive days in London', async () => {
    const first = await withClockAt(fixtures, '2025-08-01T22:30:00.000Z', () => made('1 Between'))
    const second = await withClockAt(fixtures, '2025-08-01T23:30:00.000Z', () => made('2 Between'))
    const between = (dateStart: string, dateEnd: string) => ids({ dateStart, dateEnd, sortOption: 'address:asc' })
    expect(await between('2025-08-01', '2025-08-02')).toEqual([first.propertyId, second.propertyId])
    expect(await between('2025-08-01', '2025-08-01')).toEqual([first.propertyId])
    expect(await between('2025-08-02', '2025-08-02')).toEqual([second.propertyId])
    expect(await between('2025-08-03', '2025-08-01')).toEqual([])
  })

  test('refuses unknown parameters and values', async () => {
    const asked = (query: object) =>
      fixtures.as('company').inject({ method: 'GET', url: addressOf(readReport.path, fixtures.a, query) })
    for (const [field, value] of [
      ['sortOption', 'address'],
      ['sortOption', 'address:up'],
      ['sortOption', 'line1:asc'],
      ['sortOption', 'progress; drop table property:asc'],
      ['active', '2'],
      ['sold', 'true'],
      ['complete', ''],
      ['dateStart', '2026-02-29'],
      ['dateEnd', 'today'],
      ['itemsPerPage', '0'],
      ['itemsPerPage', '101'],
      ['itemsPerPage', 'all'],
      ['currentPage', '-1'],
      ['currentPage', '1e3'],
      ['searchText', 'x'.repeat(201)],
      ['searchText', '\u0000'],
      ['withdrawn', '1'],
    ] as const) {
      const answer = await asked({ [field]: value })
      expect({ field, value, ...answer.json<object>() }).toMatchObject({
        field,
        value,
        code: 'VALIDATION_FAILED',
        issues: [{ path: field }],
      })
    }
  })
})

describe('GET mi/report flags', () => {
  test('active, sold and complete are asked for in all 27 combinations: an accepted offer is sold, also when withdrawn', async () => {
    const [forSale, sold, completed, withdrawn, paused] = [
      await made('1 Flag Street'),
      await made('2 Flag Street'),
      await made('3 Flag Street'),
      await made('4 Flag Street'),
      await made('5 Flag Street'),
    ]
    for (const place of [sold, completed, paused]) await sell(place, 250_000)
    const today = testStart.slice(0, 10)
    await fixtures.as('company').ok(saveTimeline, {
      params: completed,
      body: { timeline: [set('Exchanged', 'C'), set('Completed', 'C')], completionDate: today },
    })
    for (const place of [withdrawn, paused])
      await fixtures.as('company').ok(updateProperty, { params: place, body: { _id: place.propertyId, active: false } })
    const is: [PropertyPath, boolean, boolean, boolean][] = [
      [forSale, true, false, false],
      [sold, true, true, false],
      [completed, true, true, true],
      [withdrawn, false, false, false],
      [paused, false, true, false],
    ]
    const answers = [undefined, true, false]
    const asks = (asked: boolean | undefined, value: boolean) => asked === undefined || asked === value
    const flag = (name: string, value: boolean | undefined) => (value === undefined ? {} : { [name]: value ? '1' : '0' })
    for (const active of answers)
      for (const isSold of answers)
        for (const complete of answers)
          for (const searchText of ['Flag Street', '']) {
            const query = {
              ...flag('active', active),
              ...flag('sold', isSold),
              ...flag('complete', complete),
              itemsPerPage: '100',
              searchText,
            }
            const answer = await report(query)
            expect(
              answer.data
                .map(({ _id }) => _id)
                .filter((id) => is.some(([place]) => place.propertyId === id))
                .toSorted(),
            ).toEqual(
              is
                .filter(([, a, s, c]) => asks(active, a) && asks(isSold, s) && asks(complete, c))
                .map(([place]) => place.propertyId)
                .toSorted(),
            )
            expect(answer.paging.count).toBe(answer.data.length)
          }
  })
})

describe('GET mi/report scope', () => {
  test('company admin: all branches; branch roles: their own', async () => {
    const { first, second, other } = fixtures
    const all = await ids({ itemsPerPage: '100' })
    expect(all).toEqual(expect.arrayContaining([first.propertyId, second.propertyId]))
    expect(all).not.toContain(other.propertyId)
    for (const name of ['staff', 'branch'] as const) {
      const seen = await report({ itemsPerPage: '100' }, name)
      expect(seen.data.map(({ branch }) => branch)).toEqual(seen.data.map(() => first.branchId))
      expect(seen.paging.count).toBe(seen.data.length)
    }
    expect(await ids({}, 'secondBranch')).toEqual([second.propertyId])
  })

  test('branchIds out of scope are ignored, alone or among others', async () => {
    const { first, second, other } = fixtures
    for (const branchIds of [second.branchId, other.branchId, `${second.branchId},${other.branchId}`]) {
      const { data, paging } = await report({ branchIds }, 'staff')
      expect([data, paging.count]).toEqual([[], 0])
    }
    const own = await report({ branchIds: first.branchId, itemsPerPage: '100' }, 'staff')
    expect(await report({ branchIds: `${second.branchId},${first.branchId}`, itemsPerPage: '100' }, 'staff')).toEqual(own)
    expect(await ids({ branchIds: other.branchId })).toEqual([])
    expect(await ids({ branchIds: second.branchId })).toEqual([second.propertyId])
    expect(await ids({ branchIds: second.branchId.toUpperCase() })).toEqual([second.propertyId])
  })

  test('a branch role without a branch sees nothing', async () => {
    const id = await fixtures.addUser({ type: 'BRANCH_STAFF', email: 'nowhere@people.example', companyId: fixtures.a.companyId })
    const { data, paging } = await (await fixtures.signedIn(id)).ok(readReport, { params: fixtures.a })
    expect([data, paging.count]).toEqual([[], 0])
  })

  test('malformed branchIds are refused', async () => {
    const id = fixtures.first.branchId
    for (const branchIds of ['', ',', id.slice(1), `${id},`, `${id} `, '-'.repeat(36), 'f'.repeat(36), `${id};${id}`])
      expect(await fixtures.as('company').refusal(readReport, { params: fixtures.a, query: { branchIds } })).toMatchObject({
        status: 400,
        issues: [{ path: 'branchIds' }],
      })
  })

  test("another company's report is not found", async () => {
    for (const name of ['company', 'staff'] as const)
      expect(await fixtures.as(name).refusal(readReport, { params: fixtures.b })).toMatchObject({ status: 404 })
    expect((await fixtures.as('platform').ok(readReport, { params: fixtures.b })).data).toMatchObject([
      { _id: fixtures.other.propertyId },
    ])
  })
})

describe('GET mi/report searchText', () => {
  test('matches %, _ and backslash literally', async () => {
    const lines = ['100% House', 'Flat_1', 'back\\slash', `O'Neill's "Rest"`, '100 House']
    const places = []
    for (const line1 of lines) places.push(await made(line1))
    const found = async (searchText: string) =>
      (await report({ searchText, sortOption: 'address:asc' })).data.map(({ address }) => address.line1)
    expect(await found('%')).toEqual(['100% House'])
    expect(await found('0% h')).toEqual(['100% House'])
    expect(await found('_')).toEqual(['Flat_1'])
    expect(await found('\\')).toEqual(['back\\slash'])
    expect(await found('\\_')).toEqual([])
    expect(await found(`O'NEILL'S "rest"`)).toEqual([`O'Neill's "Rest"`])
    expect(await found('100  House')).toEqual(['100 House', '100% House'])
    expect(await found(`' or 1=1 --`)).toEqual([])
  })

  test('matches address, postcode, owner and buyer', async () => {
    const place = await made('12 Search Lane')
    const { offers } = await fixtures.as('company').ok(addOffer, {
      params: place,
      body: { name: 'Zebedee Quick', amount: 1, cashBuy: false, chain: false, state: 'A' },
    })
    for (const searchText of ['search lane', 'LANE', 'quick', 'zebedee quick'])
      expect(await ids({ searchText })).toEqual([place.propertyId])
    const body = { _id: offers[0]?._id ?? '', name: 'Yolanda Slow' }
    await fixtures.as('company').ok(updateOffer, { params: place, body })
    expect(await ids({ searchText: 'yolanda slow' })).toEqual([place.propertyId])
    expect(await ids({ searchText: 'zebedee quick' })).toEqual([])
    for (const searchText of ['reading', 'rg30 6zz', 'rg306zz', 'vendor people'])
      expect(await ids({ searchText, itemsPerPage: '100' })).toContain(place.propertyId)
  })
})

describe('GET mi/report cells', () => {
  test('have updatedOn of each step', async () => {
    const place = await made('1 Tint Street')
    await sell(place, 100_000)
    const cell = async (name: StepName) => (await rowOf(place)).timeline.data.find(({ key }) => key === stepKeys[name])
    expect(await cell('SaleAgreed')).toEqual({
      key: 4,
      state: 'C',
      completedOn: '2026-03-10',
      warningDate: null,
      updatedOn: testStart,
      type: 'PS',
      surveyData: null,
    })
    expect(await cell('DraftContractsIssued')).toMatchObject({ state: 'NS', updatedOn: null })
    fixtures.clock.advance({ hours: 25 })
    await save(place, set('MemoOfSaleSent', 'C', { completedOn: '2026-03-10' }))
    expect(await cell('SaleAgreed')).toMatchObject({ updatedOn: testStart })
    expect(await cell('MemoOfSaleSent')).toMatchObject({ updatedOn: fixtures.clock.now() })
    expect(await cell('DraftContractsIssued')).toMatchObject({
      state: 'IP',
      warningDate: '2026-03-31',
      updatedOn: fixtures.clock.now(),
    })
  })

  test('have updatedOn of the surveys and the next survey', async () => {
    const place = await made('1 Survey Street')
    await sell(place, 250_000)
    const timeline = async () => (await rowOf(place)).timeline
    expect((await timeline()).info).toMatchObject({
      surveys: { cell: 'nothing', booked: 0, done: 0, updatedOn: null },
      surveyDate: null,
      surveysR: null,
      upcomingSurveyDate: null,
    })
    await save(
      place,
      set('Roof', 'IP', { surveyData: { date: '2026-03-20' } }),
      set('Drain', 'IP', { surveyData: { date: '2026-03-15' } }),
    )
    fixtures.clock.advance({ hours: 1 })
    await save(place, set('Roof', 'C'))
    const { data, info } = await timeline()
    expect(info).toMatchObject({
      surveys: { cell: 'ratio', booked: 2, done: 1, updatedOn: fixtures.clock.now() },
      surveyDate: '2026-03-15',
      surveysR: 0.5,
      upcomingSurveyDate: { key: stepKeys.Drain, date: '2026-03-15', warning: null },
    })
    expect(data.find(({ key }) => key === stepKeys.Drain)).toMatchObject({
      type: 'S',
      warningDate: '2026-03-15',
      surveyData: { awaitingReports: false },
    })
  })

  test('name the most urgent open survey: overdue before awaiting report', async () => {
    const place = await made('2 Survey Street')
    await sell(place, 250_000)
    await save(
      place,
      set('Roof', 'IP', { surveyData: { date: '2026-03-12', awaitingReports: true } }),
      set('Drain', 'IP', { surveyData: { date: '2026-03-15' } }),
    )
    fixtures.clock.advance({ days: 10 })
    const { info } = (await rowOf(place)).timeline
    expect(info).toMatchObject({
      surveyDate: '2026-03-12',
      upcomingSurveyDate: { key: stepKeys.Drain, date: '2026-03-15', warning: 'red' },
    })
  })

  test('follow the property’s own steps: steps missing from the template are not applicable', async () => {
    const place = await made('1 Cash Street')
    await fixtures
      .as('company')
      .ok(addOffer, { params: place, body: { name: 'B', amount: 1, cashBuy: true, chain: false, state: 'A' } })
    const row = await rowOf(place)
    const financial = row.timeline.data.filter(({ key }) => key >= 26 && key <= 29)
    expect(financial.map(({ state }) => state)).toEqual(['NA', 'NA', 'NA', 'NA'])
    expect(row.timeline.info).toMatchObject({ stepsComplete: 1, stepsApplicable: 12, completedOns: { SaleAgreed: '2026-03-10' } })
  })
})

describe('GET mi/report expectedFee', () => {
  const terms = (place: PropertyPath) =>
    fixtures.database.db.updateTable('property').set({ agency_fee_percent: 1_250 }).where('id', '=', place.propertyId).execute()
  const setCompany = async (feeDeduction: number | null) => {
    await fixtures.as('platform').ok(updateCompany, { body: { _id: fixtures.a.companyId, feeDeduction } })
    await fixtures.runJobs()
  }
  const setBranch = async (feeDeduction: number | null, useBranchDeduction: boolean) => {
    const body = { _id: fixtures.first.branchId, feeDeduction, useBranchDeduction }
    await fixtures.as('platform').ok(updateBranch, { params: fixtures.a, body })
    await fixtures.runJobs()
  }

  test('is the gross fee less the branch’s or the company’s deduction once the job has run', async () => {
    const [here, there] = [await made('1 Fee Street'), await made('2 Fee Street', fixtures.second)]
    for (const place of [here, there]) {
      await terms(place)
      await sell(place, 285_000)
    }
    const fees = async () => [(await rowOf(here)).mi.expectedFee, (await rowOf(there)).mi.expectedFee]
    expect(await fees()).toEqual([3_562.5, 3_562.5])
    await setCompany(10)
    expect(await fees()).toEqual([3_206.25, 3_206.25])
    await setBranch(20, false)
    expect(await fees()).toEqual([3_206.25, 3_206.25])
    await setBranch(20, true)
    expect(await fees()).toEqual([2_850, 3_206.25])
    await setBranch(null, true)
    expect(await fees()).toEqual([3_562.5, 3_206.25])
    await setCompany(33.33)
    expect(await fees()).toEqual([3_562.5, 2_375.12])
    await setBranch(null, false)
    await setCompany(null)
    expect(await fees()).toEqual([3_562.5, 3_562.5])
  })

  test('is based on the asking price until a price is agreed, with feeEstimate set', async () => {
    const place = await made('3 Fee Street')
    await terms(place)
    await fixtures.as('company').ok(addAskingPrice, { params: place, body: { price: 300_000, effectiveDate: '2026-03-10' } })
    expect((await rowOf(place)).mi).toMatchObject({
      agencyFee: 3_750,
      agencyFeePercent: 1.25,
      expectedFee: 3_750,
      feeEstimate: true,
    })
    await sell(place, 285_000)
    expect((await rowOf(place)).mi).toMatchObject({ agencyFee: 3_562.5, feeEstimate: false, agreedPrice: 285_000 })
  })
})
