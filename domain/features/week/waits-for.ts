import { type DateOnly, daysBetween } from '../../common/dates.ts'
import { showCount } from '../../common/show-count.ts'
import { stepClausesOf } from '../sale-now/step-clauses.ts'
import { isDelayed, isOpenOn, mostUrgent, type OpenStep, warningColour } from '../timeline/most-urgent-step.ts'
import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import type { WeekListRow } from './week.model.ts'
import { showNearDay } from './week-periods.ts'

type ExpectedExchange = { on: DateOnly; openSteps: readonly OpenStep[]; mortgageOfferExpires: DateOnly | null }

/** Steps of the agency and the decision on a survey, which letters do not wait for. */
const ownWords: Partial<Record<StepKey, string>> = {
  [stepKeys.MemoOfSaleSent]: 'the memorandum of sale',
  [stepKeys.NotHavingSurvey]: 'a word on a survey',
}

const wordsOf = (key: StepKey): string => ownWords[key] ?? stepClausesOf(key, false)?.waitingFor ?? 'a step'

/**
 * What an expected exchange waits for: a step that is late or delayed, a mortgage offer that ends before the exchange, the most urgent open
 * step. Never the exchange itself: while nothing else is open, it waits for nothing. Once its day is over it is overdue, whatever is open.
 */
export function waitsFor(expected: ExpectedExchange, today: DateOnly): Pick<WeekListRow, 'words' | 'tone'> {
  const { words, tone } = whileAwaited(expected, today)
  if (expected.on >= today) return { words: words ?? 'nothing else open', tone }
  const overdue = `${showCount(daysBetween(expected.on, today), 'day')} overdue`
  return { words: words === null ? overdue : `${overdue}, ${words}`, tone: 'late' }
}

/** Null: nothing else is open. */
function whileAwaited(
  { on, openSteps, mortgageOfferExpires: expires }: ExpectedExchange,
  today: DateOnly,
): { words: string | null; tone: WeekListRow['tone'] } {
  const step = mostUrgent(
    openSteps.filter((one) => isOpenOn(one, today) && one.key !== stepKeys.Exchanged && one.key !== stepKeys.Completed),
    today,
  )
  const isLate = step !== null && (isDelayed(step) || warningColour(step, today) === 'red')
  if (!isLate && expires !== null && expires < on) {
    const ended = expires < today
    return { words: `mortgage offer ${ended ? 'ended' : 'ends'} ${showNearDay(expires, today)}`, tone: ended ? 'late' : 'soon' }
  }
  if (!step) return { words: null, tone: null }
  return { words: `waits for ${wordsOf(step.key)}`, tone: isLate ? 'late' : null }
}
