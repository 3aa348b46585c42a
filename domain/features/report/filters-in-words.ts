/** The report's filters as a reader of its PDF is told them: what they let through, one phrase a filter. */
import { type DateOnly, showDate } from '../../common/dates.ts'
import { markLabels, type ReportMark } from './report-marks.ts'

export type ReportFilterValues = {
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

const describeFlag = (words: string, value: boolean | undefined): string[] =>
  value === undefined ? [] : [value ? words : `not ${words}`]

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const describeDateRange = (from: DateOnly | undefined, until: DateOnly | undefined): string[] => {
  if (from && until) return [`Added from ${showDate(from)} until ${showDate(until)}`]
  if (from) return [`Added from ${showDate(from)}`]
  return until ? [`Added until ${showDate(until)}`] : []
}

const chainWords = ['no chain', 'completed', 'incomplete', 'unknown']

/** "Active, sold, not complete"; a flag without a value says nothing. */
export function describePropertyFlags({
  active,
  sold,
  complete,
}: Pick<ReportFilterValues, 'active' | 'sold' | 'complete'>): string {
  const flags = [...describeFlag('active', active), ...describeFlag('sold', sold), ...describeFlag('complete', complete)]
  return flags.length === 0 ? 'All properties' : capital(flags.join(', '))
}

export function describeFilters(filters: ReportFilterValues): string[] {
  const { branches, staff, chains, searchText } = filters
  return [
    describePropertyFlags(filters),
    ...describeDateRange(filters.dateStart, filters.dateEnd),
    ...(branches ? [`Branch: ${branches.join(', ') || 'none'}`] : []),
    ...(staff ? [`Sales progressor: ${staff.join(', ') || 'nobody'}`] : []),
    ...(chains ? [`Chain: ${chains.map((chain) => chainWords[chain] ?? '').join(', ')}`] : []),
    ...(filters.mark ? [markLabels[filters.mark]] : []),
    ...(searchText ? [`Search: “${searchText}”`] : []),
  ]
}
