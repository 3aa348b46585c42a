import { showDate } from '@gya/domain/common/dates.ts'
import { describeExpected, describeMoveCount } from '@gya/domain/features/expected-dates/describe-expected.ts'
import { isAgreedPhase } from '@gya/domain/features/timeline/phase.ts'
import { today } from '../../lib/today.ts'
import type { PropertyRow } from './property-list-filters.ts'

/** Describes whether the day has passed, and how often it was moved. */
export const expectedWords = ({ expectedExchange, exchangeMoves, phase }: PropertyRow): { late: boolean; words: string } => {
  if (expectedExchange === null) return { late: false, words: '' }
  const { overdueDays, words } = describeExpected(expectedExchange, null, today())
  const late = isAgreedPhase(phase) && overdueDays > 0
  return { late, words: [late ? words : '', describeMoveCount(exchangeMoves)].filter(Boolean).join(', ') }
}

export const DayCell = ({ day, late = false, words = '' }: { day: string | null; late?: boolean; words?: string }) =>
  day === null ? (
    <span className="vh">Not set</span>
  ) : (
    <span className={late ? 'late-d' : undefined}>
      {showDate(day)}
      {words && <small>, {words}</small>}
    </span>
  )
