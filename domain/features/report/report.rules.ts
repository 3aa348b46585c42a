import { type DateOnly, showDate } from '../../common/dates.ts'
import type { ErrorCode } from '../../errors.ts'

/** What in the report needs a look: chips over the table, each with how many rows it has. */
export const reportMarks = ['overdue', 'delayed', 'awaitingReport', 'quiet'] as const
export type ReportMark = (typeof reportMarks)[number]

/** A sale is quiet when none of its steps was updated for so many days. */
export const quietDays = 7

export const markLabels: Record<ReportMark, string> = {
  overdue: 'Overdue',
  delayed: 'Delayed',
  awaitingReport: 'Awaiting report',
  quiet: `Quiet for ${quietDays} days`,
}

/** The report's filters as a reader of its PDF is told them: what they let through, one phrase a filter. */

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

/**
 * Shares as whole percentages that add up to 100: "The three percentages cover sold, not yet exchanged, and add up to
 * 100" (domain decisions, "Chain"). Each is rounded down and what is missing goes to the largest remainders, the earlier
 * first, so that no share is off by a whole percent. Null where there is nothing to share.
 */
export function wholePercentages(counts: readonly number[]): number[] | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const floors = counts.map((count) => Math.floor((count * 100) / total))
  const missing = 100 - floors.reduce((sum, floor) => sum + floor, 0)
  const byRemainder = counts
    .map((count, index) => ({ index, remainder: (count * 100) % total }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index))
  return floors.map((floor, index) => floor + (raised.has(index) ? 1 : 0))
}

/** A report sent as a PDF has at most so many rows: more is nothing to read on paper, and the CSV has no such limit. */
export const maxPdfRows = 2000

/** Why a report of so many rows cannot be sent as a PDF. */
export const whyNotSendReport = (rows: number): ErrorCode | null => (rows > maxPdfRows ? 'REPORT_TOO_LONG' : null)
