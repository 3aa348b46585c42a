import { addYears, type DateOnly } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { readKeyStats } from '@gya/domain/features/report/report.contract.ts'
import { describePropertyFlags, type ReportMark, reportMarks } from '@gya/domain/features/report/report.rules.ts'
import { defaultReportSort, type ReportSort, reportSorts } from '@gya/domain/features/report/report-columns.ts'
import { useMemo } from 'react'
import type { SearchParamName, SearchParams } from '../../lib/url-state/search-params.ts'
import { useFilterParams } from '../../lib/url-state/use-filter-params.ts'
import type { SortState } from '../../ui/table/table-column.ts'
import { anyExpected, type ExpectedRange, expectedQuery, readDay, readExpected, writeExpected } from '../common/expected-range.ts'

export type ReportSortOption = `${ReportSort}:${SortState['direction']}`

/** As in the URL; the default first. */
export const reportSortOptions: readonly ReportSortOption[] = [
  defaultReportSort,
  ...reportSorts.flatMap((sort) => [`${sort}:asc`, `${sort}:desc`] as const).filter((sort) => sort !== defaultReportSort),
]

export type FlagChoice = 'yes' | 'no' | 'either'

export const flags = ['active', 'sold', 'complete'] as const
export type Flag = (typeof flags)[number]

/** Filters other than the search. */
export type ReportFilters = {
  flags: Readonly<Record<Flag, FlagChoice>>
  from: DateOnly | null
  until: DateOnly | null
  branches: readonly string[]
  areas: readonly string[]
  staff: readonly string[]
  negotiators: readonly string[]
  /** 0 no chain, 1 completed, 2 incomplete, 3 unknown. */
  chain: readonly number[]
  mark: ReportMark | null
  checksOpen: boolean
  /** Filter by expected exchange. */
  expected: ExpectedRange
}

/** "Date range … initial 2 years, and the filter also sold=1." [reports §5](docs/design/reports.md#5). */
export const defaultFilters = (today: DateOnly): ReportFilters => ({
  flags: { active: 'yes', sold: 'yes', complete: 'no' },
  from: addYears(today, -2),
  until: null,
  branches: [],
  areas: [],
  staff: [],
  negotiators: [],
  chain: [],
  mark: null,
  checksOpen: false,
  expected: anyExpected,
})

/** "Filter active=1 and complete=0, date range last 12 months on reset." */
export const clearedFilters = (today: DateOnly): ReportFilters => ({
  ...defaultFilters(today),
  flags: { active: 'yes', sold: 'either', complete: 'no' },
  from: addYears(today, -1),
})

const splitList = (text: string | undefined): string[] => (text ? text.split(',') : [])

const flagChoiceOf = (show: readonly string[], flag: Flag): FlagChoice => {
  if (show.includes(flag)) return 'yes'
  return show.includes(`not-${flag}`) ? 'no' : 'either'
}

/** Null if the URL has no `show`. */
export function readFilters(search: SearchParams): ReportFilters | null {
  if (search.show === undefined) return null
  const show = splitList(search.show)
  return {
    flags: { active: flagChoiceOf(show, 'active'), sold: flagChoiceOf(show, 'sold'), complete: flagChoiceOf(show, 'complete') },
    from: readDay(search.from),
    until: readDay(search.until),
    branches: splitList(search.branches),
    areas: splitList(search.areas),
    staff: splitList(search.staff),
    negotiators: splitList(search.negotiators),
    chain: splitList(search.chain)
      .filter((one) => /^[0-3]$/.test(one))
      .map(Number),
    mark: reportMarks.find((mark) => mark === search.mark) ?? null,
    checksOpen: search.checks === 'open',
    expected: readExpected(search),
  }
}

const joinList = (values: readonly (string | number)[]): string | undefined => (values.length > 0 ? values.join(',') : undefined)

/** `active`, `not-complete`. Omits `either`. */
const flagsParameter = (choices: ReportFilters['flags']): string | undefined =>
  joinList(flags.flatMap((flag) => ({ yes: [flag], no: [`not-${flag}`], either: [] })[choices[flag]]))

/** Query parameters. `any` distinguishes no flags from no filters. */
export const writeFilters = ({
  flags: choices,
  from,
  until,
  branches,
  areas,
  staff,
  negotiators,
  chain,
  mark,
  checksOpen,
  expected,
}: ReportFilters): SearchParams => ({
  show: flagsParameter(choices) ?? 'any',
  from: from ?? undefined,
  until: until ?? undefined,
  branches: joinList(branches),
  areas: joinList(areas),
  staff: joinList(staff),
  negotiators: joinList(negotiators),
  chain: joinList(chain),
  mark: mark ?? undefined,
  checks: checksOpen ? 'open' : undefined,
  ...writeExpected(expected),
})

const flagQueryValues = { yes: '1', no: '0' } as const

export function reportQuery(filters: ReportFilters, text: string | undefined, branchId: string | undefined) {
  const { flags: choices, from, until, branches, areas, staff, negotiators, chain } = filters
  const branchIds = branchId ?? joinList(branches)
  const areaIds = branchId === undefined ? joinList(areas) : undefined
  return {
    ...(choices.active === 'either' ? {} : { active: flagQueryValues[choices.active] }),
    ...(choices.sold === 'either' ? {} : { sold: flagQueryValues[choices.sold] }),
    ...(choices.complete === 'either' ? {} : { complete: flagQueryValues[choices.complete] }),
    ...(from ? { dateStart: from } : {}),
    ...(until ? { dateEnd: until } : {}),
    ...(branchIds ? { branchIds } : {}),
    ...(areaIds ? { areaIds } : {}),
    ...(staff.length > 0 ? { bStaffIds: joinList(staff) } : {}),
    ...(negotiators.length > 0 ? { negotiatorIds: joinList(negotiators) } : {}),
    ...(chain.length > 0 ? { chainStatus: joinList(chain) } : {}),
    ...(filters.mark ? { mark: filters.mark } : {}),
    ...(filters.checksOpen ? { checksOpen: '1' as const } : {}),
    ...expectedQuery(filters.expected),
    ...(text ? { searchText: text } : {}),
  } satisfies Wire<typeof readKeyStats, 'query'>
}

/** The filters of a saved view, which stores them in the format of the query. */
export const filtersOfView = (query: Omit<Wire<typeof readKeyStats, 'query'>, 'searchText'>): ReportFilters => {
  const choice = (flag: '0' | '1' | undefined): FlagChoice => (flag === undefined ? 'either' : flag === '1' ? 'yes' : 'no')
  return {
    flags: { active: choice(query.active), sold: choice(query.sold), complete: choice(query.complete) },
    from: query.dateStart ?? null,
    until: query.dateEnd ?? null,
    branches: splitList(query.branchIds),
    areas: splitList(query.areaIds),
    staff: splitList(query.bStaffIds),
    negotiators: splitList(query.negotiatorIds),
    chain: splitList(query.chainStatus).map(Number),
    mark: query.mark ?? null,
    checksOpen: query.checksOpen === '1',
    expected: readExpected(query),
  }
}

/** The number of filters that differ from those of "Clear filters". */
export const countActiveFilters = (filters: ReportFilters, today: DateOnly): number => {
  const [now, cleared] = [writeFilters(filters), writeFilters(clearedFilters(today))]
  return (Object.keys(now) as SearchParamName[]).filter((name) => now[name] !== cleared[name]).length
}

export const noFilters: ReportFilters = {
  flags: { active: 'either', sold: 'either', complete: 'either' },
  from: null,
  until: null,
  branches: [],
  areas: [],
  staff: [],
  negotiators: [],
  chain: [],
  mark: null,
  checksOpen: false,
  expected: anyExpected,
}

const toBoolean = (choices: FlagChoice): boolean | undefined => (choices === 'either' ? undefined : choices === 'yes')

/** "Active, sold, not complete", as in the PDF. */
export const flagsText = ({ flags: { active, sold, complete } }: Pick<ReportFilters, 'flags'>): string =>
  describePropertyFlags({ active: toBoolean(active), sold: toBoolean(sold), complete: toBoolean(complete) })

export const filterCodec = { read: readFilters, write: writeFilters }

/** The filters of the URL, otherwise those of the current view, the stored ones, or the defaults. */
export function useReportFilters(
  today: DateOnly,
  ofView: ReportFilters | undefined,
): ReturnType<typeof useFilterParams<ReportFilters>> {
  const first = useMemo(() => defaultFilters(today), [today])
  return useFilterParams('report', filterCodec, first, ofView)
}
