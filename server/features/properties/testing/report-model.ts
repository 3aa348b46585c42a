import { addDays, daysBetween, londonDay } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { listCompanyProperties, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import type { readReport } from '@gya/domain/features/report/report.contract.ts'
import type { ReportMark } from '@gya/domain/features/report/report.rules.ts'
import type { ReportSort } from '@gya/domain/features/report/report-columns.ts'

/** The rows, filters and order of workflow report and properties list, computed naively from properties read through the API. */
export type Property = Wire<typeof readProperty, 'response'>

type Item = Property['timeline']['data'][number]

export type ReportQuery = NonNullable<Wire<typeof readReport, 'query'>>

export type ListQuery = NonNullable<Wire<typeof listCompanyProperties, 'query'>>

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

const urgencyOf = (item: Item) => (item.state === 'B' || warningOf(item) === 'red' ? 2 : warningOf(item) === 'amber' ? 1 : 0)

const sinceOf = ({ state, warningDate, blockedOn }: Item) =>
  [warningDate, state === 'B' ? blockedOn : null].filter((day) => day !== null).toSorted()[0]

/** "base 1.00, delayed 1.50, 0.15 a day, at most 5.00" */
const latenessOf = (item: Item, today: string) =>
  Math.min(500, (item.state === 'B' ? 150 : 100) + 15 * Math.max(0, daysBetween(sinceOf(item) ?? today, today)))

/** Overdue and delayed by lateness, then awaiting, then upcoming; earliest first. Steps are in display order. */
const byUrgency = (today: string) => (a: Item, b: Item) =>
  urgencyOf(b) - urgencyOf(a) ||
  (urgencyOf(a) === 2 ? latenessOf(b, today) - latenessOf(a, today) : 0) ||
  (sinceOf(a) ?? '9').localeCompare(sinceOf(b) ?? '9')

const isUnderWay = ({ state }: Item) => state === 'IP' || state === 'B'

/**
 * Steps under way that somebody may be asked for (decision 102), by the phase: all of an agreed sale, Completed after exchange, those up to
 * Sale agreed without an accepted offer, none of a completed or withdrawn property.
 */
const openOf = (property: Property): Item[] => {
  const { phase, timeline } = property
  if (phase === 'withdrawn' || phase === 'completed') return []
  const under = timeline.data.filter(isUnderWay)
  if (phase === 'exchanged') return under.filter(({ key }) => key === 25)
  return phase === 'sold' ? under : under.filter(({ key }) => key <= 4)
}

const surveyDateOf = (property: Property) =>
  openOf(property)
    .filter(isSurvey)
    .flatMap((item) => item.warningDate ?? [])
    .toSorted((a, b) => a.localeCompare(b))[0] ?? null

function openSurveysOf(property: Property, today: string) {
  const booked = property.timeline.data.filter(isSurvey)
  const open = openOf(property).filter(isSurvey)
  const [next] = open.toSorted(byUrgency(today))
  return {
    surveyDate: surveyDateOf(property),
    surveysR: booked.length === 0 ? null : booked.filter((item) => item.state === 'C').length / booked.length,
    upcomingSurveyDate: next ? { key: next.key, date: next.warningDate, warning: warningOf(next) } : null,
  }
}

function nextStepOf(property: Property, today: string) {
  const [next] = openOf(property).toSorted(byUrgency(today))
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

/** Fields that list and report share. */
const expectedDatesOf = (property: Property) => ({
  bStaff: property.contacts.bStaff && { _id: property.contacts.bStaff._id, name: property.contacts.bStaff.name },
  expectedExchange: property.expectedExchange,
  exchangeMoves: property.expectedExchange === null ? 0 : laterDays(property),
  expectedCompletion: property.expectedCompletion,
  completionDate: property.completionDate,
  mortgageOfferExpires: property.mortgageOfferExpires,
})

/** Number of moves to a later day. */
const laterDays = ({ exchangeHistory }: Property): number => {
  const days = exchangeHistory.flatMap(({ on }) => on ?? [])
  return days.filter((day, index) => index > 0 && day > (days[index - 1] ?? '')).length
}

/** The expected report row. */
export function reportRow(property: Property, today: string) {
  const { mi } = property
  const { complete, applicable } = progressOf(property)
  const steps = reportStepNames.map((name) => stepOf(property, name))
  return {
    _id: property._id,
    company: property.company._id,
    branch: property.branch._id,
    address: { line1: property.address.line1, postcode: property.address.postcode },
    phase: property.phase,
    version: property.version,
    ...expectedDatesOf(property),
    forecast: null,
    vendorLastUpdatedOn: null,
    vendorSolicitor: null,
    buyerSolicitor: null,
    timeline: {
      data: [...steps, ...openOf(property).filter(isSurvey)].map(
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
        nextStep: nextStepOf(property, today),
        ...openSurveysOf(property, today),
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

const overdueOf = (property: Property) => openOf(property).filter((item) => item.overdue).length

/** The presets as worded in [domain](docs/design/domain.md). */
export const presets: Record<string, (property: Property) => boolean> = {
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
  toTidy: (property) =>
    acceptedOf(property) !== undefined &&
    (property.phase === 'withdrawn' || (property.phase === 'completed' && property.timeline.data.some(isUnderWay))),
  archived: ({ active }) => !active,
  all: () => true,
}

/** The expected list row. */
export const listRow = (property: Property, today: string) => ({
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
  ...expectedDatesOf(property),
  warnings: overdueOf(property),
  timeline: { info: { nextStep: nextStepOf(property, today), ...openSurveysOf(property, today) } },
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

export const byId: Compare = (a, b) => byValue(a._id, b._id)

export const sorted = (properties: Property[], ...ways: Compare[]) =>
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
  surveys: surveyDateOf,
  expectedExchange: (property) => property.expectedExchange,
  // No forecasts exist here: ordered by address.
  halfBy: () => null,
}

const dueOf = (property: Property) => openOf(property).filter((item) => item.warningDate !== null)

const first = (items: Item[]) => items.toSorted((a, b) => byValue(a.warningDate, b.warningDate))[0]?.warningDate ?? null

const firstDueOf = (property: Property) => first(dueOf(property))

const firstRedOf = (property: Property) => first(dueOf(property).filter((item) => warningOf(item) === 'red'))

export const marks: Record<ReportMark, (property: Property, today: string) => boolean> = {
  overdue: (property) => overdueOf(property) > 0,
  delayed: (property) => openOf(property).some(({ state }) => state === 'B'),
  awaitingReport: (property) => openOf(property).some(({ surveyData }) => surveyData?.awaitingReports === true),
  quiet: ({ phase, timeline }, today) =>
    !['withdrawn', 'completed'].includes(phase) &&
    londonDay(last(timeline.data.map((item) => item.updatedOn)) ?? '') <= addDays(today, -7),
}

export function reportOrder(sortOption: string): Compare[] {
  const [sort, direction] = sortOption.split(':') as [ReportSort, string]
  if (sort === 'address') return [(a, b) => (direction === 'asc' ? byAddress(a, b) : byAddress(b, a))]
  if (sort === 'saleProgress')
    return [by((one) => progressOf(one).ratio, direction), by((one) => progressOf(one).furthest, direction), byAddress]
  if (sort === 'urgency') return [by(firstRedOf, direction), by(firstDueOf, direction), byAddress]
  const name = stepSorts[sort]
  return [by(valueSorts[sort] ?? ((one: Property) => stepOf(one, name ?? '')?.completedOn ?? null), direction), byAddress]
}

/** "Text (address, postcode, owner or buyer name)", matched literally anywhere, ignoring case and spacing. */
export function holds(property: Property, text: string): boolean {
  const plain = (one: string) => one.toLowerCase().replace(/\s+/g, ' ')
  const { line1, line2, town, postcode } = property.address
  const fields = [line1, line2, town, postcode, postcode.replace(' ', ''), property.owner.fullName, property.buyer.name]
  return [...fields, acceptedOf(property)?.name ?? ''].some((field) => plain(field ?? '').includes(plain(text.trim())))
}

type PageQuery = { itemsPerPage?: string | undefined; currentPage?: string | undefined }

export const cut = <T>(rows: T[], { itemsPerPage, currentPage = '0' }: PageQuery, size: number) => {
  const [items, page] = [Number(itemsPerPage ?? size), Number(currentPage)]
  return {
    rows: rows.slice(items * page, items * (page + 1)),
    paging: { count: rows.length, currentPage: page, itemsPerPage: items, totalPages: Math.ceil(rows.length / items) },
  }
}

const isSold = (property: Property) => acceptedOf(property) !== undefined

const flagged = (flag: string | undefined, holds: boolean) => flag === undefined || (flag === '1') === holds

type ExpectedQuery = Pick<ReportQuery, 'expectedFrom' | 'expectedUntil' | 'expectedMissing'>

/** Expected days count only for agreed sales; a missing day only before exchange. */
export function inExpectedRange({ expectedFrom, expectedUntil, expectedMissing }: ExpectedQuery, property: Property): boolean {
  const { phase, expectedExchange: day } = property
  const isAgreed = phase === 'sold' || phase === 'exchanged'
  return (
    (expectedFrom === undefined || (isAgreed && day !== null && day >= expectedFrom)) &&
    (expectedUntil === undefined || (isAgreed && day !== null && day <= expectedUntil)) &&
    (expectedMissing !== '1' || (phase === 'sold' && day === null))
  )
}

export const inReport = (query: ReportQuery, scope: string[], today: string) => (property: Property) =>
  scope.includes(property.branch._id) &&
  (query.branchIds === undefined || query.branchIds.toLowerCase().split(',').includes(property.branch._id)) &&
  flagged(query.active, property.active) &&
  flagged(query.sold, isSold(property)) &&
  flagged(query.complete, property.phase === 'completed') &&
  (query.dateStart === undefined || londonDay(property.createdon) >= query.dateStart) &&
  (query.dateEnd === undefined || londonDay(property.createdon) <= query.dateEnd) &&
  (query.chainStatus === undefined || query.chainStatus.split(',').includes(String(property.mi.chain))) &&
  (query.bStaffIds === undefined || query.bStaffIds.split(',').includes(property.contacts.bStaff?._id ?? 'none')) &&
  inExpectedRange(query, property) &&
  (query.mark === undefined || marks[query.mark](property, today)) &&
  holds(property, query.searchText ?? '')
