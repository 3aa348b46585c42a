import { type DateOnly, showDate } from '../../common/dates.ts'
import type { ErrorCode } from '../../error-catalogue.ts'

/** Chips above the report table for rows that need attention, each with its count. */
export const reportMarks = ['overdue', 'delayed', 'awaitingReport', 'quiet'] as const
export type ReportMark = (typeof reportMarks)[number]

/** Days without any step update after which a sale is quiet. */
export const quietDays = 7

/** Hours since the last update of a step that tint its cell. */
export const freshHours = { strong: 24, light: 168 } as const
export const freshLabels = {
  strong: `Updated in ${freshHours.strong} hours`,
  light: `In ${freshHours.light / 24} days`,
} as const

export const markLabels: Record<ReportMark, string> = {
  overdue: 'Overdue',
  delayed: 'Delayed',
  awaitingReport: 'Awaiting report',
  quiet: `Quiet for ${quietDays} days`,
}

/** Describes the report's filters in its PDF, one phrase per filter. */
export type ReportFilterValues = {
  active: boolean | undefined
  sold: boolean | undefined
  complete: boolean | undefined
  dateStart: DateOnly | undefined
  dateEnd: DateOnly | undefined
  searchText: string | undefined
  /** Names; undefined means all. */
  branches: readonly string[] | undefined
  staff: readonly string[] | undefined
  negotiators?: readonly string[] | undefined
  /** 0 no chain, 1 completed, 2 incomplete, 3 unknown. */
  chains: readonly number[] | undefined
  mark?: ReportMark | undefined
  expectedFrom?: DateOnly | undefined
  expectedUntil?: DateOnly | undefined
  expectedMissing?: boolean | undefined
  checksOpen?: boolean | undefined
}

const describeFlag = (words: string, value: boolean | undefined): string[] =>
  value === undefined ? [] : [value ? words : `not ${words}`]

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const describeDateRange = (what: string, from: DateOnly | undefined, until: DateOnly | undefined): string[] => {
  if (from && until) return [`${what} from ${showDate(from)} until ${showDate(until)}`]
  if (from) return [`${what} from ${showDate(from)}`]
  return until ? [`${what} until ${showDate(until)}`] : []
}

const chainWords = ['no chain', 'completed', 'incomplete', 'unknown']

/** "Active, sold, not complete"; undefined flags are omitted. */
export function describePropertyFlags({
  active,
  sold,
  complete,
}: Pick<ReportFilterValues, 'active' | 'sold' | 'complete'>): string {
  const flags = [...describeFlag('active', active), ...describeFlag('sold', sold), ...describeFlag('complete', complete)]
  return flags.length === 0 ? 'All properties' : capital(flags.join(', '))
}

export function describeFilters(filters: ReportFilterValues): string[] {
  const { branches, staff, negotiators, chains, searchText } = filters
  return [
    describePropertyFlags(filters),
    ...describeDateRange('Added', filters.dateStart, filters.dateEnd),
    ...describeDateRange('Exchange expected', filters.expectedFrom, filters.expectedUntil),
    ...(filters.expectedMissing ? ['Without an expected exchange'] : []),
    ...(branches ? [`Branch: ${branches.join(', ') || 'none'}`] : []),
    ...(staff ? [`Sales progressor: ${staff.join(', ') || 'nobody'}`] : []),
    ...(negotiators ? [`Negotiator: ${negotiators.join(', ') || 'nobody'}`] : []),
    ...(chains ? [`Chain: ${chains.map((chain) => chainWords[chain] ?? '').join(', ')}`] : []),
    ...(filters.checksOpen ? ['Checks open'] : []),
    ...(filters.mark ? [markLabels[filters.mark]] : []),
    ...(searchText ? [`Search: “${searchText}”`] : []),
  ]
}

/**
 * Whole percentages that add up to 100: "The three percentages cover sold, not yet exchanged, and add up to 100"
 * ([domain, Chain](docs/design/domain.md#chain)). Largest remainder method: shares are rounded down and the missing points go to the
 * largest remainders. Null if the total is 0.
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

/** Longer reports are unreadable as a PDF; the CSV has no limit. */
export const maxPdfRows = 2000

export const whyNotSendReport = (rows: number): ErrorCode | null => (rows > maxPdfRows ? 'REPORT_TOO_LONG' : null)

const maxAddress = 70

/** "Address truncated to 70 characters in the report." */
export const shortAddress = (line1: string): string => (line1.length > maxAddress ? `${line1.slice(0, maxAddress - 1)}…` : line1)
