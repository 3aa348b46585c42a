/** The report's filters as a reader of its PDF is told them: what they let through, one phrase a filter. */
import { type DateOnly, showDate } from '../../common/dates.ts'
import { markWords, type ReportMark } from './report-marks.ts'

export type FiltersSaid = {
  active: boolean | undefined
  sold: boolean | undefined
  complete: boolean | undefined
  dateStart: DateOnly | undefined
  dateEnd: DateOnly | undefined
  searchText: string | undefined
  /** Names; undefined for all of them. */
  branches: readonly string[] | undefined
  staff: readonly string[] | undefined
  /** 0 no chain, 1 completed, 2 incomplete, 3 unknown. */
  chains: readonly number[] | undefined
  mark?: ReportMark | undefined
}

const flag = (words: string, value: boolean | undefined): string[] =>
  value === undefined ? [] : [value ? words : `not ${words}`]

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const added = (from: DateOnly | undefined, until: DateOnly | undefined): string[] => {
  if (from && until) return [`Added from ${showDate(from)} until ${showDate(until)}`]
  if (from) return [`Added from ${showDate(from)}`]
  return until ? [`Added until ${showDate(until)}`] : []
}

const chainWords = ['no chain', 'completed', 'incomplete', 'unknown']

/** "Active, sold, not complete"; a flag without a value says nothing. */
export function propertyFlagsInWords({ active, sold, complete }: Pick<FiltersSaid, 'active' | 'sold' | 'complete'>): string {
  const flags = [...flag('active', active), ...flag('sold', sold), ...flag('complete', complete)]
  return flags.length === 0 ? 'All properties' : capital(flags.join(', '))
}

export function filtersInWords(filters: FiltersSaid): string[] {
  const { branches, staff, chains, searchText } = filters
  return [
    propertyFlagsInWords(filters),
    ...added(filters.dateStart, filters.dateEnd),
    ...(branches ? [`Branch: ${branches.join(', ') || 'none'}`] : []),
    ...(staff ? [`Sales progressor: ${staff.join(', ') || 'nobody'}`] : []),
    ...(chains ? [`Chain: ${chains.map((chain) => chainWords[chain] ?? '').join(', ')}`] : []),
    ...(filters.mark ? [markWords[filters.mark]] : []),
    ...(searchText ? [`Search: “${searchText}”`] : []),
  ]
}
