import { showPounds } from '@gya/domain/common/money.ts'
import { byDayOrLater } from '@gya/domain/features/forecast/day-or-later.ts'
import type { Basis } from '@gya/domain/features/forecast/learning.ts'

/** The basis of the dates. [forecast §4](docs/design/forecast.md#4). */
export function basisInWords(basis: Basis, finishedSales: number, company: string): string {
  const sales = finishedSales === 1 ? '1 sale' : `${finishedSales} sales`
  if (basis === 'own') return `From ${sales} of ${company} that exchanged in two years.`
  if (basis === 'part') return `From ${sales} of ${company} that exchanged in two years, combined with published times.`
  return finishedSales === 0
    ? `No sale of ${company} has exchanged yet: dates are from published times. Its own times count from 30 sales on.`
    : `${sales} of ${company} ${finishedSales === 1 ? 'has' : 'have'} exchanged so far: dates are mostly from published times. Its own times count from 30 sales on.`
}

/** Files that state no falls say nothing about how often sales fall through. */
export const withoutFallsInWords = (sales: number): string | null =>
  sales === 0
    ? null
    : `${sales === 1 ? '1 imported sale comes' : `${sales} imported sales come`} from files that state no falls: how often sales fall through is from published rates, and from sales recorded here.`

export const learningInWords = ({ read, sales }: { read: number; sales: number }): string =>
  `Step times are being learned from the imported sales: ${read} of ${sales} read.`

/** In full £100; to the pound if the range is a single value because nothing else is expected. */
export function showFeeRange({ low, high }: { low: number; high: number }): string {
  if (low === high) return showPounds(Math.round(low))
  const hundreds = (pounds: number): string => showPounds(Math.round(pounds / 100) * 100)
  return `${hundreds(low)} to ${hundreds(high)}`
}

export const showDecimal = (count: number): string => count.toLocaleString('en-GB', { maximumFractionDigits: 1 })
/** "14 done, 13 expected", because "14 of 13" would be confusing: more steps may be done than expected. */
export const doneAndExpected = (done: number, expected: number): string =>
  `${showDecimal(done)} done, ${showDecimal(expected)} expected`
export const showFactor = (factor: number): string => `× ${factor.toFixed(2)}`

/** "Pace × 0.73, slower than usual." */
export function paceInWords(pace: number): string {
  const words = pace < 0.95 ? 'slower than usual' : pace > 1.05 ? 'quicker than usual' : 'as usual'
  return `pace ${showFactor(pace)}, ${words}`
}

/** Shown beside the forecast of a day before the history of chains: today's forecast, without what was unknown then. */
export const sameBasisInWords = (today: { onDay: string; halfBy: string | null; by80: string | null } | null): string =>
  today === null
    ? 'Today’s forecast would include them.'
    : `Today’s forecast on the same basis, without them: half ${byDayOrLater(today.halfBy, today.onDay)}, 8 in 10 ${byDayOrLater(today.by80, today.onDay)}.`

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })
const listFormat = new Intl.ListFormat('en-GB', { type: 'conjunction' })

type Month = { first: string; count: number; fees: number }

/** The same for the coming months. */
export const monthsOnSameBasis = (months: readonly Month[] | null): string => {
  if (months === null)
    return 'Today’s figures include them, so the two cannot be compared; the forecast of a single sale has both on the same basis.'
  const words = months.map(
    ({ first, count, fees }) =>
      `${monthName.format(new Date(`${first}T00:00Z`))} ${showDecimal(count)} ${count === 1 ? 'exchange' : 'exchanges'} (${showPounds(Math.round(fees))})`,
  )
  return `Today’s forecast on the same basis, without them: ${listFormat.format(words)}.`
}
