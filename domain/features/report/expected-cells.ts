import { type DateOnly } from '../../common/dates.ts'
import { describeExpected, describeMoveCount, expiresBeforeExchange } from '../expected-dates/describe-expected.ts'
import { isAgreedPhase } from '../timeline/phase.ts'
import type { ReportRow } from './report.model.ts'

/** `words`: moves, lateness or the meaning of the day; `late` shows them in red. */
export type ExpectedCell = { day: DateOnly | null; late: boolean; words: string }

type ExpectedRow = Pick<
  ReportRow,
  'phase' | 'expectedExchange' | 'exchangeMoves' | 'expectedCompletion' | 'completionDate' | 'mortgageOfferExpires'
> & { timeline: { info: Pick<ReportRow['timeline']['info'], 'completedOns'> } }

const joinWords = (...words: readonly string[]): string => words.filter((text) => text !== '').join(', ')

/** "Overdue when the day has passed and the step is not complete: red with words." [day §6](docs/design/day.md#6). */
export function expectedExchangeCell(row: ExpectedRow, today: DateOnly): ExpectedCell {
  const day = row.expectedExchange
  if (day === null) return { day, late: false, words: '' }
  const { overdueDays, words } = describeExpected(day, row.timeline.info.completedOns.Exchanged ?? null, today)
  return { day, late: overdueDays > 0, words: joinWords(words, describeMoveCount(row.exchangeMoves)) }
}

/** "Once there is a completion date it shows in its place." */
export function expectedCompletionCell(row: ExpectedRow, today: DateOnly): ExpectedCell {
  if (row.completionDate !== null) return { day: row.completionDate, late: false, words: 'agreed' }
  const day = row.expectedCompletion
  if (day === null) return { day, late: false, words: '' }
  const { overdueDays, words } = describeExpected(day, row.timeline.info.completedOns.Completed ?? null, today)
  return { day, late: overdueDays > 0, words }
}

/** After exchange the expiry of the mortgage offer no longer matters. */
export function mortgageExpiryCell(row: ExpectedRow, today: DateOnly): ExpectedCell {
  const day = row.mortgageOfferExpires
  if (day === null || !isAgreedPhase(row.phase)) return { day, late: false, words: '' }
  if (day < today) return { day, late: true, words: 'expired' }
  return expiresBeforeExchange(row) ? { day, late: true, words: 'before exchange' } : { day, late: false, words: '' }
}
