import { addYears, type DateOnly, isDateOnly } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { readKeyStats } from '@gya/domain/features/report/report.contract.ts'
import type { FilterSearch } from '../../platform/address-filters.ts'

/** What the report is filtered by beside the search, as its controls hold it. */
export type ReportFilters = {
  show: readonly ('active' | 'sold' | 'complete')[]
  from: DateOnly | null
  until: DateOnly | null
  branches: readonly string[]
  staff: readonly string[]
  /** 0 no chain, 1 completed, 2 incomplete, 3 unknown. */
  chain: readonly number[]
}

const flags = ['active', 'sold', 'complete'] as const

/** "Date range … initial 2 years, and the filter also sold=1." Reports document, section 5. */
export const firstFilters = (today: DateOnly): ReportFilters => ({
  show: ['active', 'sold'],
  from: addYears(today, -2),
  until: null,
  branches: [],
  staff: [],
  chain: [],
})

/** "Filter active=1 and complete=0, date range last 12 months on reset." */
export const clearedFilters = (today: DateOnly): ReportFilters => ({
  ...firstFilters(today),
  show: ['active'],
  from: addYears(today, -1),
})

const day = (text: string | undefined): DateOnly | null => (text !== undefined && isDateOnly(text) ? text : null)
const listed = (text: string | undefined): string[] => (text ? text.split(',') : [])

/** The filters of an address or of what was remembered; an address without `show` says nothing about them. */
export function readFilters(search: FilterSearch): ReportFilters | null {
  const { show } = search
  if (show === undefined) return null
  return {
    show: flags.filter((flag) => listed(show).includes(flag)),
    from: day(search.from),
    until: day(search.until),
    branches: listed(search.branches),
    staff: listed(search.staff),
    chain: listed(search.chain)
      .filter((one) => /^[0-3]$/.test(one))
      .map(Number),
  }
}

const joined = (values: readonly (string | number)[]): string | undefined => (values.length > 0 ? values.join(',') : undefined)

/** As it stands in an address. "any" so that nothing chosen is not taken for nothing said. */
export const writeFilters = ({ show, from, until, branches, staff, chain }: ReportFilters): FilterSearch => ({
  show: joined(show) ?? 'any',
  from: from ?? undefined,
  until: until ?? undefined,
  branches: joined(branches),
  staff: joined(staff),
  chain: joined(chain),
})

/** What the calls take. Complete sales are left out until they are asked for. */
export function askedBy(filters: ReportFilters, text: string | undefined, branchId: string | undefined) {
  const { show, from, until, branches, staff, chain } = filters
  const branchIds = branchId ?? joined(branches)
  return {
    ...(show.includes('active') ? { active: '1' as const } : {}),
    ...(show.includes('sold') ? { sold: '1' as const } : {}),
    complete: show.includes('complete') ? ('1' as const) : ('0' as const),
    ...(from ? { dateStart: from } : {}),
    ...(until ? { dateEnd: until } : {}),
    ...(branchIds ? { branchIds } : {}),
    ...(staff.length > 0 ? { bStaffIds: joined(staff) } : {}),
    ...(chain.length > 0 ? { chainStatus: joined(chain) } : {}),
    ...(text ? { searchText: text } : {}),
  } satisfies Wire<typeof readKeyStats, 'query'>
}

/** How many filters stand otherwise than after "Clear filters". */
export const filtersSet = (filters: ReportFilters, today: DateOnly): number => {
  const [now, cleared] = [writeFilters(filters), writeFilters(clearedFilters(today))]
  return Object.keys(now).filter((name) => now[name] !== cleared[name]).length
}
