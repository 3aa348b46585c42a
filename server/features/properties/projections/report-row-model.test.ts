import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
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
import { type ReportMark, reportMarks } from '@gya/domain/features/report/report.rules.ts'
import { type ReportSort, reportSorts } from '@gya/domain/features/report/report-columns.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, testAddress } from '../../../../test/support/fixtures.ts'
import { addressOf, type TestClient } from '../../../../test/support/test-client.ts'
import { byTier } from '../../../../test/support/test-tier.ts'
import type { PdfTableCell } from '../../../infra/pdf/table.ts'
import { loadReportPdfLayout, type ReportPdfJob } from '../../report/report-pdf.ts'
import { type Action, actionsStart, anyAction, runAction } from '../testing/random-actions.ts'

/**
 * Compares workflow report and properties list with an in-memory model: properties read through the API, filtered, sorted
 * and paged naively.
 */
let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

type Property = Wire<typeof readProperty, 'response'>
type Item = Property['timeline']['data'][number]
type ReportQuery = NonNullable<Wire<typeof readReport, 'query'>>
type ListQuery = NonNullable<Wire<typeof listCompanyProperties, 'query'>>
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
  // Signed in now: unused sessions expire, and the actions may take weeks.
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

const reportStepNames = [
  'SaleAgreed',
  'MemoOfSaleSent',
  'DraftContractsIssued',
  'SearchesAppliedFor',
  'SearchesBack',
  'EnquiriesRaised',
  'EnquiriesAnswered',
  'MortgageAppSubmitted',
  'MortgageValuationBooked',
  'MortgageValuationCompleted',
  'MortgageApproved',
  'ReportedToBuyer',
  'DocumentsAndDepositsReceived',
  'Exchanged',
  'Completed',
]
const stepOf = (property: Property, name: string) => property.timeline.data.find((item) => item.keyName === name) as Item
const isSurvey = ({ key, state }: Item) => key >= 5 && key <= 21 && state !== 'NA'
const last = (texts: (string | null)[]) =>
  texts
    .filter((text) => text !== null)
    .toSorted()
    .at(-1) ?? null

function surveysOf(property: Property) {
  const booked = property.timeline.data.filter(isSurvey)
  const done = booked.filter((item) => item.state === 'C').length
  const none = stepOf(property, 'NotHavingSurvey').state === 'C'
  return {
    cell: none ? 'not-applicable' : booked.length === 0 ? 'nothing' : done > 0 ? 'ratio' : 'date',
    booked: booked.length,
    done,
    updatedOn: last(booked.map((item) => item.updatedOn)),
  }
}

const warningOf = (item: Item) =>
  item.overdue ? (item.surveyData?.awaitingReports ? ('amber' as const) : ('red' as const)) : null
const urgencies = ['red', 'amber', null]
/** Overdue, then awaiting, then upcoming; earliest first. Steps are in display order. */
const byUrgency = (a: Item, b: Item) =>
  urgencies.indexOf(warningOf(a)) - urgencies.indexOf(warningOf(b)) || (a.warningDate ?? '9').localeCompare(b.warningDate ?? '9')

function openSurveysOf(property: Property) {
  const booked = property.timeline.data.filter(isSurvey)
  const open = booked.filter((item) => item.warningDate !== null)
  const [next] = open.toSorted(byUrgency)
  return {
    surveyDate: open.flatMap((item) => item.warningDate ?? []).toSorted((a, b) => a.localeCompare(b))[0] ?? null,
    surveysR: booked.length === 0 ? null : booked.filter((item) => item.state === 'C').length / booked.length,
    upcomingSurveyDate: next ? { key: next.key, date: next.warningDate, warning: warningOf(next) } : null,
  }
}

function nextStepOf(property: Property) {
  if (!property.active) return null
  const [next] = property.timeline.data.filter((item) => item.state === 'IP' || item.state === 'B').toSorted(byUrgency)
  if (!next) return null
  const { key, state, warningDate, surveyData } = next
  return { key, state, date: warningDate, awaitingReports: surveyData?.awaitingReports ?? false, warning: warningOf(next) }
}

/** "Steps complete ÷ applicable steps from Sale agreed on." */
function progressOf(property: Property) {
  const steps = property.timeline.data.filter((item) => item.key > 3 && item.state !== 'NA')
  const complete = steps.filter((item) => item.state === 'C').length
  const furthest = reportStepNames.findLastIndex((name) => stepOf(property, name).state === 'C') + 1
  return { complete, applicable: steps.length, ratio: steps.length === 0 ? 0 : complete / steps.length, furthest }
}

const acceptedOf = (property: Property) => property.offers.find((offer) => offer.state === 'A')

/** The expected report row. */
function reportRow(property: Property) {
  const { mi } = property
  const { complete, applicable } = progressOf(property)
  const steps = reportStepNames.map((name) => stepOf(property, name))
  return {
    _id: property._id,
    company: property.company._id,
    branch: property.branch._id,
    address: { line1: property.address.line1, postcode: property.address.postcode },
    phase: property.phase,
    timeline: {
      data: [...steps, ...property.timeline.data.filter((item) => isSurvey(item) && item.warningDate !== null)].map(
        ({ key, state, completedOn, warningDate, updatedOn, type, surveyData }) => ({
          key,
          state,
          completedOn,
          warningDate,
          updatedOn,
          type,
          surveyData: surveyData && { awaitingReports: surveyData.awaitingReports },
        }),
      ),
      info: {
        completedOns: Object.fromEntries(
          steps.filter((item) => item.state === 'C').map((item) => [item.keyName, item.completedOn]),
        ),
        exchanged: stepOf(property, 'Exchanged').state === 'C',
        stepsComplete: complete,
        stepsApplicable: applicable,
        surveys: surveysOf(property),
        nextStep: nextStepOf(property),
        ...openSurveysOf(property),
      },
    },
    mi: {
      chain: mi.chain,
      offerAccepted: acceptedOf(property)?.acceptedOn ?? null,
      noticeGiven: mi.noticeGiven,
      noticeEnd: mi.noticeEnd,
      cSignedEndDate: mi.cSignedEndDate,
      currentAskingPrice: mi.currentAskingPrice,
      agreedPrice: mi.agreedPrice,
      agencyFeePercent: mi.fees.percent,
      agencyFee: mi.fees.gross,
      expectedFee: mi.fees.expected,
      feeEstimate: mi.fees.estimate,
    },
  }
}

const overdueOf = (property: Property) => (property.active ? property.timeline.data.filter((item) => item.overdue).length : 0)

/** The presets in the words of the domain decisions. */
const presets: Record<string, (property: Property) => boolean> = {
  allActive: ({ active, phase }) => active && phase !== 'completed',
  allWarnings: (property) => overdueOf(property) > 0,
  setupWarnings: ({ setupWarnings }) => setupWarnings.length > 0,
  preForSale: ({ phase }) => phase === 'preForSale',
  preForSaleWarnings: (property) => property.phase === 'preForSale' && overdueOf(property) > 0,
  forSale: ({ phase }) => phase === 'forSale',
  forSaleWarnings: (property) => property.phase === 'forSale' && overdueOf(property) > 0,
  sold: ({ phase }) => phase === 'sold',
  soldWarnings: (property) => property.phase === 'sold' && overdueOf(property) > 0,
  soldChain: ({ phase, mi }) => phase === 'sold' && (mi.chain === 2 || mi.chain === 1),
  soldNoChain: ({ phase, mi }) => phase === 'sold' && mi.chain === 0,
  soldChainIncomplete: ({ phase, mi }) => phase === 'sold' && mi.chain === 2,
  soldChainComplete: ({ phase, mi }) => phase === 'sold' && mi.chain === 1,
  sstcNotProceedable: ({ phase, mi }) => phase === 'sold' && mi.chain === 2,
  saleComplete: ({ phase }) => phase === 'completed',
  freehold: ({ ownership }) => ownership === 'freehold',
  leasehold: ({ ownership }) => ownership === 'leasehold',
  chainUnknown: ({ mi }) => mi.chain === 3,
  pendingOffers: ({ offers }) => offers.some(({ state }) => state === 'P'),
  // The API refuses contradictions, so there are none.
  toTidy: () => false,
  archived: ({ active }) => !active,
  all: () => true,
}

/** The expected list row. */
const listRow = (property: Property) => ({
  _id: property._id,
  company: property.company._id,
  branch: property.branch,
  address: { line1: property.address.line1, postcode: property.address.postcode },
  phase: property.phase,
  ownership: property.ownership,
  leaseholdPackSent: property.leaseholdPackSent,
  mi: {
    chain: property.mi.chain,
    askingPrice: property.mi.askingPrice.map(({ price }) => ({ price })),
    currentAskingPrice: property.mi.currentAskingPrice,
    listed: property.mi.listed,
    noticeEnd: property.mi.noticeEnd,
  },
  viewings: [],
  offers: property.offers.map(({ state }) => ({ state })),
  owner: { lastLogin: null },
  contacts: { solicitor: null, mBroker: null },
  takeOn: londonDay(property.createdon),
  warnings: overdueOf(property),
  timeline: { info: { nextStep: nextStepOf(property), ...openSurveysOf(property) } },
  setupWarnings: property.setupWarnings,
  logo: null,
  createdon: property.createdon,
})

type Value = string | number | null
type Compare = (a: Property, b: Property) => number

const byValue = (a: Value, b: Value): number => (a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1)
/** Nulls last, in both directions. */
const by =
  (valueOf: (property: Property) => Value, direction: string): Compare =>
  (a, b) => {
    const [x, y] = [valueOf(a), valueOf(b)]
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1
    return direction === 'asc' ? byValue(x, y) : byValue(y, x)
  }

const parts = (text: string): Value[] =>
  text
    .toLowerCase()
    .split(/(\d+)/)
    .map((part, n) => (n % 2 === 1 ? Number(part) : part))
/** Natural order: 9 before 10, case-insensitive. A number sorts at its first digit. */
const byAddress: Compare = (a, b) => {
  const [x, y] = [parts(a.address.line1), parts(b.address.line1)]
  for (let n = 0; n < Math.min(x.length, y.length); n += 1) {
    const [one, other] = [x[n] as Value, y[n] as Value]
    if (one !== other)
      return one === '' ? byValue('0', String(other)) : other === '' ? byValue(String(one), '0') : byValue(one, other)
  }
  return x.length - y.length
}
const byId: Compare = (a, b) => byValue(a._id, b._id)
const sorted = (properties: Property[], ...ways: Compare[]) =>
  properties.toSorted((a, b) => ways.reduce((decided, way) => decided || way(a, b), 0))

const stepSorts: Partial<Record<ReportSort, string>> = {
  memoSent: 'MemoOfSaleSent',
  draftContract: 'DraftContractsIssued',
  searchesApplied: 'SearchesAppliedFor',
  searchesBack: 'SearchesBack',
  enquiriesRaised: 'EnquiriesRaised',
  enquiriesAnswered: 'EnquiriesAnswered',
  mortgageAppSubmitted: 'MortgageAppSubmitted',
  mortgageValuationBooked: 'MortgageValuationBooked',
  mortgageValuationCompleted: 'MortgageValuationCompleted',
  mortgageValuations: 'MortgageValuations',
  mortgageApproved: 'MortgageApproved',
  reportedToBuyer: 'ReportedToBuyer',
  docsDeposits: 'DocumentsAndDepositsReceived',
  exchanged: 'Exchanged',
  completed: 'Completed',
}
const valueSorts: Partial<Record<ReportSort, (property: Property) => Value>> = {
  takeOn: (property) => londonDay(property.createdon),
  offerAccepted: (property) => acceptedOf(property)?.acceptedOn ?? null,
  contractEnd: (property) => property.mi.cSignedEndDate,
  askingPrice: (property) => property.mi.currentAskingPrice,
  agreedPrice: (property) => property.mi.agreedPrice,
  feePercent: (property) => property.mi.fees.percent,
  expectedFee: (property) => property.mi.fees.expected,
  surveys: (property) => openSurveysOf(property).surveyDate,
}

const dueOf = ({ active, timeline }: Property) => (active ? timeline.data.filter((item) => item.warningDate !== null) : [])
const first = (items: Item[]) => items.toSorted((a, b) => byValue(a.warningDate, b.warningDate))[0]?.warningDate ?? null
const firstDueOf = (property: Property) => first(dueOf(property))
const firstRedOf = (property: Property) => first(dueOf(property).filter((item) => warningOf(item) === 'red'))

const stepsOf = ({ active, timeline }: Property, fits: (item: Item) => boolean) => active && timeline.data.some(fits)
const marks: Record<ReportMark, (property: Property) => boolean> = {
  overdue: (property) => overdueOf(property) > 0,
  delayed: (property) => stepsOf(property, ({ state }) => state === 'B'),
  awaitingReport: (property) =>
    stepsOf(property, ({ state, surveyData }) => (state === 'IP' || state === 'B') && surveyData?.awaitingReports === true),
  quiet: ({ phase, timeline }) =>
    !['withdrawn', 'completed'].includes(phase) &&
    londonDay(last(timeline.data.map((item) => item.updatedOn)) ?? '') <= addDays(londonDay(fixtures.clock.now()), -7),
}

function reportOrder(sortOption: string): Compare[] {
  const [sort, direction] = sortOption.split(':') as [ReportSort, string]
  if (sort === 'address') return [(a, b) => (direction === 'asc' ? byAddress(a, b) : byAddress(b, a))]
  if (sort === 'saleProgress')
    return [by((one) => progressOf(one).ratio, direction), by((one) => progressOf(one).furthest, direction), byAddress]
  if (sort === 'urgency') return [by(firstRedOf, direction), by(firstDueOf, direction), byAddress]
  const name = stepSorts[sort]
  return [by(valueSorts[sort] ?? ((one: Property) => stepOf(one, name ?? '')?.completedOn ?? null), direction), byAddress]
}

/** "Text (address, postcode, owner or buyer name)", matched literally anywhere, ignoring case and spacing. */
function holds(property: Property, text: string): boolean {
  const plain = (one: string) => one.toLowerCase().replace(/\s+/g, ' ')
  const { line1, line2, town, postcode } = property.address
  const fields = [line1, line2, town, postcode, postcode.replace(' ', ''), property.owner.fullName, property.buyer.name]
  return [...fields, acceptedOf(property)?.name ?? ''].some((field) => plain(field ?? '').includes(plain(text.trim())))
}

type PageQuery = { itemsPerPage?: string | undefined; currentPage?: string | undefined }
const cut = <T>(rows: T[], { itemsPerPage, currentPage = '0' }: PageQuery, size: number) => {
  const [items, page] = [Number(itemsPerPage ?? size), Number(currentPage)]
  return {
    rows: rows.slice(items * page, items * (page + 1)),
    paging: { count: rows.length, currentPage: page, itemsPerPage: items, totalPages: Math.ceil(rows.length / items) },
  }
}

const isSold = ({ phase }: Property) => ['sold', 'exchanged', 'completed'].includes(phase)
const flagged = (flag: string | undefined, holds: boolean) => flag === undefined || (flag === '1') === holds

const inReport = (asked: ReportQuery, reach: string[]) => (property: Property) =>
  reach.includes(property.branch._id) &&
  (asked.branchIds === undefined || asked.branchIds.toLowerCase().split(',').includes(property.branch._id)) &&
  flagged(asked.active, property.active) &&
  flagged(asked.sold, isSold(property)) &&
  flagged(asked.complete, property.phase === 'completed') &&
  (asked.dateStart === undefined || londonDay(property.createdon) >= asked.dateStart) &&
  (asked.dateEnd === undefined || londonDay(property.createdon) <= asked.dateEnd) &&
  (asked.chainStatus === undefined || asked.chainStatus.split(',').includes(String(property.mi.chain))) &&
  (asked.bStaffIds === undefined || asked.bStaffIds.split(',').includes(property.contacts.bStaff?._id ?? '')) &&
  (asked.mark === undefined || marks[asked.mark](property)) &&
  holds(property, asked.searchText ?? '')

/** Set in one of three runs: all filters together would leave hardly any row. */
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
    bStaffIds: fc.option(fc.constant('00000000-0000-7000-8000-00000000dead'), { nil: undefined, freq: 12 }),
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
  const matching = company.properties.filter(inReport(query, reach))
  const wanted = cut(sorted(matching, ...reportOrder(query.sortOption ?? 'saleProgress:desc'), byId), query, 70)
  expect(answer.data.map(({ _id }) => _id)).toEqual(wanted.rows.map(({ _id }) => _id))
  expect(answer.data).toEqual(wanted.rows.map(reportRow))
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
  for (const mark of reportMarks) expect(stats.marks[mark]).toBe(matching.filter(marks[mark]).length)
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
      holds(property, query.textSearch ?? '') &&
      (!query.postcode || tight(property.address.postcode) === tight(query.postcode)) &&
      property.address.line1.toLowerCase().includes((query.line1 ?? '').trim().toLowerCase()),
  )
  const inOrder = sorted(matching, ...reportOrder(query.sort ?? 'address:asc'), byId)
  const wanted = cut(inOrder, query, 10)
  expect(answer.data).toEqual(wanted.rows.map(listRow))
  expect(answer.paging).toMatchObject(wanted.paging)
  const { itemsPerPage: _items, currentPage: _page, ...filters } = query
  const lines = await csvOf(as, addressOf(downloadCompanyProperties.path, params, filters))
  expect(lines).toEqual(inOrder.map(({ address }) => `${address.line1}, ${address.postcode}`))
  await checkBranchList(company, query, inOrder)
}

/** The list of a branch equals the company's list filtered by branch, without excludeIds. */
async function checkBranchList(company: Company, { textSearch, filters, sort }: ListQuery, inOrder: Property[]) {
  const [branchId = ''] = company.branchIds
  const out = inOrder.find(({ branch }) => branch._id === branchId)?._id
  const params = { companyId: company.companyId, branchId }
  const query = asReadonly({ textSearch, sort, filter: filters, excludeIds: out })
  const whole = { branchIds: branchId, textSearch, sort, filters, itemsPerPage: '100' }
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

test('GET report and GET company/properties equal an in-memory model in rows, order and count', async () => {
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
    { numRuns: byTier({ fast: 2, full: 4 }) },
  )
}, 120_000)
