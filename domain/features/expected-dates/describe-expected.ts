import { type DateOnly, daysBetween, showDays } from '../../common/dates.ts'
import type { ExpectedDates } from './expected-dates.model.ts'

/** Describes expected days in lists. Separate from the rules, so that the first list does not load them. */

const timesWords = ['', 'once', 'twice']

/** "moved twice"; empty for 0. */
export const describeMoveCount = (moves: number): string => (moves === 0 ? '' : `moved ${timesWords[moves] ?? `${moves} times`}`)

export type ExpectedState = { overdueDays: number; words: string }

/** "Overdue when the day has passed and the step is not complete: red with words." `doneOn`: the day it happened. */
export function describeExpected(day: DateOnly, doneOn: DateOnly | null, today: DateOnly): ExpectedState {
  if (doneOn === null) {
    const overdueDays = Math.max(0, daysBetween(day, today))
    return { overdueDays, words: overdueDays > 0 ? `overdue by ${showDays(overdueDays)}` : '' }
  }
  const late = daysBetween(day, doneOn)
  if (late === 0) return { overdueDays: 0, words: 'as expected' }
  return { overdueDays: 0, words: `${showDays(Math.abs(late))} ${late > 0 ? 'later' : 'earlier'} than expected` }
}

/** The offer expires before the expected exchange. */
export const expiresBeforeExchange = ({
  mortgageOfferExpires,
  expectedExchange,
}: Pick<ExpectedDates, 'mortgageOfferExpires' | 'expectedExchange'>): boolean =>
  mortgageOfferExpires !== null && expectedExchange !== null && mortgageOfferExpires < expectedExchange
