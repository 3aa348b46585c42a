import { londonDay } from '@gya/domain/common/dates.ts'
import { createBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { createCompany } from '@gya/domain/features/companies/companies.contract.ts'
import {
  createProperty,
  downloadBranchProperties,
  downloadCompanyProperties,
  listBranchProperties,
  listCompanyProperties,
  readProperty,
} from '@gya/domain/features/properties/properties.contract.ts'
import { listPresetNames } from '@gya/domain/features/properties/property-list.ts'
import { downloadReportCsv, readKeyStats, readReport, sendReportPdf } from '@gya/domain/features/report/report.contract.ts'
import { reportMarks } from '@gya/domain/features/report/report.rules.ts'
import { reportSorts } from '@gya/domain/features/report/report-columns.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, testAddress } from '../../../../test/support/fixtures.ts'
import { addressOf, type TestClient } from '../../../../test/support/test-client.ts'
import { byTier, limitedRuns } from '../../../../test/support/test-tier.ts'
import type { PdfTableCell } from '../../../infra/pdf/table.ts'
import { loadReportPdfLayout, type ReportPdfJob } from '../../report/report-pdf.ts'
import { type Action, actionsStart, anyAction, runAction } from '../testing/random-actions.ts'
import {
  byId,
  cut,
  holds,
  inExpectedRange,
  inReport,
  type ListQuery,
  listRow,
  marks,
  type Property,
  presets,
  type ReportQuery,
  reportOrder,
  reportRow,
  sorted,
} from '../testing/report-model.ts'

/**
 * Compares workflow report and properties list with an in-memory model: properties read through the API, filtered, sorted
 * and paged naively.
 */
let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
type Company = { companyId: string; branchIds: string[]; admin: TestClient; staff: TestClient; properties: Property[] }

// Difficult cases for sorting and searching: numbers, case, pattern characters, quotes, duplicates.
const addresses = [
  '9 High Street',
  '10 High Street',
  '10 high street',
  '100% House',
  'Flat_1',
  'back\\slash',
  `O'Neill's`,
  'Übersee 2',
]
const postcodes = ['RG1 1AA', 'RG11 1AA', 'BS1 4ST']
const owners = ['olive', 'under_score', 'percent%', `o'neill`]

const anyProperty = fc.record({
  line1: fc.constantFrom(...addresses),
  postcode: fc.constantFrom(...postcodes),
  branch: fc.nat({ max: 1 }),
  owner: fc.nat({ max: owners.length - 1 }),
  hoursLater: fc.constantFrom(0, 0, 1, 24, 50),
  deeds: fc.array(anyAction, { maxLength: 7 }),
})
const anyCompany = fc.array(anyProperty, { minLength: 8, maxLength: 14 })
type Plan = (typeof anyCompany extends fc.Arbitrary<infer T> ? T : never)[number]

let companies = 0

/** A company with two branches, a member of staff in the first, and properties created through the API. */
async function makeCompany(plans: Plan[]): Promise<Company> {
  fixtures.clock.moveTo(actionsStart)
  companies += 1
  const platform = fixtures.as('platform')
  const name = `Company ${companies}`
  const { _id: companyId } = await platform.ok(createCompany, {
    body: { name, availableLicenses: 2, address: testAddress(name) },
  })
  const branchIds: string[] = []
  for (const branch of ['East', 'West'])
    branchIds.push(
      (await platform.ok(createBranch, { params: { companyId }, body: { name: branch, address: testAddress(branch) } }))._id,
    )
  const user = (type: 'COMPANY_ADMIN' | 'BRANCH_STAFF' | 'VENDOR', email: string) =>
    fixtures.addUser({
      type,
      email: `${email}@${companies}.example`,
      companyId,
      branchId: type === 'BRANCH_STAFF' ? branchIds[0] : undefined,
    })
  const admin = await fixtures.signedIn(await user('COMPANY_ADMIN', 'admin'))
  const staffId = await user('BRANCH_STAFF', 'staff')
  const vendors: string[] = []
  for (const owner of owners) vendors.push(await user('VENDOR', owner))
  const properties: Property[] = []
  for (const plan of plans) {
    fixtures.clock.advance({ hours: plan.hoursLater })
    const params = { companyId, branchId: branchIds[plan.branch] ?? '' }
    const address = { ...testAddress(plan.line1), postcode: plan.postcode }
    const { _id } = await admin.ok(createProperty, { params, body: { address, owner: { _id: vendors[plan.owner] ?? '' } } })
    const place = { ...params, propertyId: _id }
    for (const deed of plan.deeds) await runAction(fixtures, admin, place, deed satisfies Action)
    properties.push(await admin.ok(readProperty, { params: place }))
  }
  // Signed in again, because unused sessions expire and the actions may take weeks.
  const staff = await fixtures.signedIn(staffId)
  // Deduction changes by one property's actions affect the fees of the others.
  return { companyId, branchIds, admin, staff, properties: await readAgain(admin, properties) }
}

const readAgain = (as: TestClient, properties: Property[]) =>
  Promise.all(
    properties.map((property) =>
      as.ok(readProperty, {
        params: { companyId: property.company._id, branchId: property.branch._id, propertyId: property._id },
      }),
    ),
  )

/** Set in one of three runs: with all filters together, hardly any rows would be left. */
const sometimes = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
const mostly = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 4 })
const flag = sometimes(fc.constantFrom('0' as const, '1' as const))
const texts = `high street|10|HIGH  street |rg1 1aa|RG11AA|rg1|%|_|\\|'|  |ü|Ü|bea uyer|bea twospace|under_score|percent%|100%|o'neill|zzz|.*|^`
const text = fc.constantFrom(...texts.split('|'))
const paging = {
  itemsPerPage: mostly(fc.constantFrom('2', '5', '50', '100')),
  currentPage: sometimes(fc.constantFrom('0', '1', '2', '3', '999999')),
}
const day = fc.constantFrom('2025-11-04', '2025-11-05', '2025-11-06', '2025-11-08', '2025-11-12')
const asReadonly = <T extends object>(query: T) => JSON.parse(JSON.stringify(query)) as T

const noSuchId = '00000000-0000-7000-8000-00000000dead'
const dayToCome = fc.constantFrom('2025-11-05', '2025-11-15', '2025-11-25', '2025-12-10')
const rarely = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 6 })
const expectedRange = {
  expectedFrom: rarely(dayToCome),
  expectedUntil: rarely(dayToCome),
  expectedMissing: rarely(fc.constantFrom('0' as const, '1' as const)),
}

const anyReportQuery = fc
  .record({
    ...paging,
    sortOption: mostly(fc.constantFrom(...reportSorts.flatMap((sort) => [`${sort}:asc`, `${sort}:desc`] as const))),
    searchText: sometimes(text),
    active: flag,
    sold: flag,
    complete: flag,
    mark: fc.option(fc.constantFrom(...reportMarks), { nil: undefined, freq: 6 }),
    dateStart: sometimes(day),
    dateEnd: sometimes(day),
    chainStatus: sometimes(fc.constantFrom('0', '1,2', '3', '0,1,2,3')),
    bStaffIds: fc.option(fc.constantFrom(noSuchId, 'none', `${noSuchId},none`), { nil: undefined, freq: 12 }),
    ...expectedRange,
    branches: sometimes(fc.subarray(['0', '1', 'other', 'NOBODY'], { minLength: 1 })),
    asStaff: fc.boolean(),
  })
  .map(asReadonly)
const anyListQuery = fc
  .record({
    ...paging,
    sort: mostly(fc.constantFrom(...reportSorts.flatMap((sort) => [`${sort}:asc`, `${sort}:desc`] as const))),
    filters: mostly(fc.constantFrom(...listPresetNames)),
    branches: sometimes(fc.subarray(['0', '1', 'other', 'NOBODY'], { minLength: 1 })),
    textSearch: sometimes(text),
    postcode: sometimes(fc.constantFrom('rg11aa', 'RG11 1AA', 'bs1  4st', 'RG1', '')),
    line1: sometimes(text),
    ...expectedRange,
    asStaff: fc.boolean(),
  })
  .map(asReadonly)

const idOf = (name: string, { branchIds }: Company) =>
  ({ 0: branchIds[0], 1: branchIds[1], other: fixtures.other.branchId.toUpperCase() })[name] ??
  '00000000-0000-7000-8000-00000000dead'

type Asked<A> = A extends fc.Arbitrary<infer T> ? T : never

async function checkReport(company: Company, { asStaff, branches, ...rest }: Asked<typeof anyReportQuery>) {
  const query: ReportQuery = {
    ...rest,
    ...(branches ? { branchIds: branches.map((name) => idOf(name, company)).join(',') } : {}),
  }
  const answer = await (asStaff ? company.staff : company.admin).ok(readReport, {
    params: { companyId: company.companyId },
    query,
  })
  const reach = asStaff ? company.branchIds.slice(0, 1) : company.branchIds
  const matching = company.properties.filter(inReport(query, reach, londonDay(fixtures.clock.now())))
  const wanted = cut(sorted(matching, ...reportOrder(query.sortOption ?? 'saleProgress:desc'), byId), query, 70)
  expect(answer.data.map(({ _id }) => _id)).toEqual(wanted.rows.map(({ _id }) => _id))
  expect(answer.data).toEqual(wanted.rows.map((one) => reportRow(one, londonDay(fixtures.clock.now()))))
  expect(answer.paging).toMatchObject(wanted.paging)
  await checkStats(company, { asStaff, query }, matching)
  const inOrder = sorted(matching, ...reportOrder(query.sortOption ?? 'saleProgress:desc'), byId)
  await checkCsv(company, { asStaff, query }, inOrder)
  await checkPdf(company, { asStaff, query }, inOrder)
}

type WholeQuery = { asStaff: boolean; query: ReportQuery }
const whoAsks = (company: Company, asStaff: boolean) => (asStaff ? company.staff : company.admin)
const withoutPage = ({ itemsPerPage: _items, currentPage: _page, ...query }: ReportQuery) => query

/** The key stats cover all filtered rows, not one page. */
async function checkStats({ companyId, ...company }: Company, { asStaff, query }: WholeQuery, matching: Property[]) {
  const { sortOption: _sort, ...filters } = withoutPage(query)
  const as = whoAsks({ companyId, ...company }, asStaff)
  const stats = await as.ok(readKeyStats, { params: { companyId }, query: filters })
  const percents = matching.flatMap(({ mi }) => mi.fees.percent ?? []).map((percent) => Math.round(percent * 1000))
  const sold = matching.filter(({ phase }) => phase === 'sold')
  const shares = [stats.proceedablePercent, stats.unknownPercent, stats.notProceedablePercent]
  expect(stats.count).toBe(matching.length)
  const today = londonDay(fixtures.clock.now())
  for (const mark of reportMarks)
    expect(stats.marks[mark]).toBe(matching.filter((property) => marks[mark](property, today)).length)
  expect(Math.round(stats.agencyFeeSum * 100)).toBe(
    matching.reduce((sum, { mi }) => sum + Math.round((mi.fees.expected ?? 0) * 100), 0),
  )
  expect(stats.agencyFeePercentAvg).toBe(
    percents.length === 0 ? null : Math.round(percents.reduce((sum, one) => sum + one, 0) / percents.length) / 1000,
  )
  if (sold.length === 0) return expect(shares).toEqual([null, null, null])
  expect(shares.reduce((sum, share) => (sum ?? 0) + (share ?? 0), 0)).toBe(100)
  for (const [index, chains] of [[0, 1], [3], [2]].entries())
    expect(
      Math.abs((shares[index] ?? 0) - (100 * sold.filter(({ mi }) => chains.includes(mi.chain)).length) / sold.length),
    ).toBeLessThan(1)
}

/** The PDF has every row in the order of the screen, with all columns, and the key stats. */
async function checkPdf(company: Company, { asStaff, query }: WholeQuery, wanted: Property[]) {
  const { companyId } = company
  // All reports are sent within one hour of the clock, to one address.
  await fixtures.database.pool.query('delete from rate_limit')
  const { _id } = await whoAsks(company, asStaff).ok(sendReportPdf, {
    params: { companyId },
    query: { ...withoutPage(query), to: 'reader@people.example' },
  })
  const { payload } = (
    await fixtures.database.pool.query(`select payload from graphile_worker._private_jobs where payload ->> 'mailId' = $1`, [_id])
  ).rows[0] as { payload: ReportPdfJob }
  const document = await loadReportPdfLayout(fixtures.database.db, { ...payload, now: fixtures.clock.now() })
  const heads = document.columns
  const rows = document.rows.map(({ cells }) => cells)
  expect(heads.length).toBe(22)
  expect(rows.every((row) => row.length === heads.length)).toBe(true)
  expect(rows.map((row) => textOf(row[1]).replace(/ \([^)]*\)$/, ''))).toEqual(
    wanted.map(({ address }) => `${address.line1} ${address.postcode}`),
  )
  // Whole pounds without pence, other amounts with two digits.
  const pounds = (amount: number | null) =>
    amount === null ? '' : `£${amount.toLocaleString('en-GB', Number.isInteger(amount) ? {} : { minimumFractionDigits: 2 })}`
  expect(rows.map((row) => textOf(row[4]))).toEqual(wanted.map(({ mi }) => pounds(mi.agreedPrice)))
  expect(document.figures[0]).toEqual(['Properties', String(wanted.length)])
}

/** The text of a cell, in one style or several. */
const textOf = (cell: PdfTableCell | undefined): string =>
  typeof cell?.text === 'string' ? cell.text : (cell?.text ?? []).map(({ text }) => text).join('')

/** The export has every row in the order of the screen. */
async function checkCsv(company: Company, { asStaff, query }: WholeQuery, wanted: Property[]) {
  const url = addressOf(downloadReportCsv.path, { companyId: company.companyId }, withoutPage(query))
  const answer = await whoAsks(company, asStaff).inject({ method: 'GET', url })
  expect(answer.headers['content-disposition']).toContain('Workflow.csv')
  const [head, ...lines] = answer.body.trimEnd().split('\r\n')
  expect(head).toMatch(/^\uFEFFOffer accepted,Address,Contract end,/)
  const addresses = lines.map((line) => line.split('"')[1])
  expect(addresses).toEqual(wanted.map(({ address }) => `${address.line1}, ${address.postcode}`))
}

async function checkList(company: Company, { asStaff, branches, ...rest }: Asked<typeof anyListQuery>) {
  const query: ListQuery = {
    ...rest,
    ...(branches ? { branchIds: branches.map((name) => idOf(name, company)).join(',') } : {}),
  }
  const as = whoAsks(company, asStaff)
  const params = { companyId: company.companyId }
  const answer = await as.ok(listCompanyProperties, { params, query })
  const reach = asStaff ? company.branchIds.slice(0, 1) : company.branchIds
  const tight = (one: string) => one.toUpperCase().replace(/\s/g, '')
  const fits = presets[query.filters ?? 'all'] as (property: Property) => boolean
  const matching = company.properties.filter(
    (property) =>
      reach.includes(property.branch._id) &&
      (query.branchIds === undefined || query.branchIds.toLowerCase().split(',').includes(property.branch._id)) &&
      fits(property) &&
      inExpectedRange(query, property) &&
      holds(property, query.textSearch ?? '') &&
      (!query.postcode || tight(property.address.postcode) === tight(query.postcode)) &&
      property.address.line1.toLowerCase().includes((query.line1 ?? '').trim().toLowerCase()),
  )
  const inOrder = sorted(matching, ...reportOrder(query.sort ?? 'address:asc'), byId)
  const wanted = cut(inOrder, query, 10)
  expect(answer.data).toEqual(wanted.rows.map((one) => listRow(one, londonDay(fixtures.clock.now()))))
  expect(answer.paging).toMatchObject(wanted.paging)
  const { itemsPerPage: _items, currentPage: _page, ...filters } = query
  const lines = await csvOf(as, addressOf(downloadCompanyProperties.path, params, filters))
  expect(lines).toEqual(inOrder.map(({ address }) => `${address.line1}, ${address.postcode}`))
  await checkBranchList(company, query, inOrder)
}

/** The list of a branch equals the company's list filtered by branch, without excludeIds. */
async function checkBranchList(company: Company, { textSearch, filters, sort, ...rest }: ListQuery, inOrder: Property[]) {
  const { expectedFrom, expectedUntil, expectedMissing } = rest
  const expected = { expectedFrom, expectedUntil, expectedMissing }
  const [branchId = ''] = company.branchIds
  const out = inOrder.find(({ branch }) => branch._id === branchId)?._id
  const params = { companyId: company.companyId, branchId }
  const query = asReadonly({ ...expected, textSearch, sort, filter: filters, excludeIds: out })
  const whole = { ...expected, branchIds: branchId, textSearch, sort, filters, itemsPerPage: '100' }
  const ofCompany = await company.admin.ok(listCompanyProperties, {
    params: { companyId: company.companyId },
    query: asReadonly(whole),
  })
  const answer = await company.staff.ok(listBranchProperties, { params, query: { ...query, itemsPerPage: '100' } })
  expect(answer.data).toEqual(ofCompany.data.filter(({ _id }) => _id !== out))
  expect(await csvOf(company.staff, addressOf(downloadBranchProperties.path, params, query))).toEqual(
    answer.data.map(({ address }) => `${address.line1}, ${address.postcode}`),
  )
}

/** The addresses of a Properties.csv, in its order. */
async function csvOf(as: TestClient, url: string): Promise<(string | undefined)[]> {
  const answer = await as.inject({ method: 'GET', url })
  expect(answer.headers['content-disposition']).toContain('Properties.csv')
  return answer.body
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split('"')[1])
}

test(
  'GET report and GET company/properties equal an in-memory model in rows, order and count',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        anyCompany,
        fc.array(anyReportQuery, { minLength: 40, maxLength: 40 }),
        fc.array(anyListQuery, { minLength: 20, maxLength: 20 }),
        async (plans, reports, lists) => {
          const company = await makeCompany(plans)
          for (const query of reports) await checkReport(company, query)
          for (const query of lists) await checkList(company, query)
        },
      ),
      limitedRuns({ fast: 1, full: 2 }),
    )
  },
  byTier({ fast: 120_000, full: 240_000 }),
)
