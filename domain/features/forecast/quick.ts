import { actingKinds, type Factor } from './learned-factors.ts'
import { gammaQuantile } from './pace.ts'

/** Who is quick: firms, brokers, lenders, branches and progressors compared like with like. Forecast design, section 10. */

export const quickKinds = ['branch', ...actingKinds] as const
export type QuickKind = (typeof quickKinds)[number]

/** "Hidden under 10 finished sales and 20 steps." */
const [fewestSales, fewestSteps] = [10, 20]
export const isShownAsQuick = ({ finishedSales, observed }: Pick<Factor, 'finishedSales' | 'observed'>): boolean =>
  finishedSales >= fewestSales && observed >= fewestSteps

/** Strength with which a few steps are steadied towards no difference, and quantile of an interval that holds 8 times in 10. */
const [strength, quantile] = [10, 1.2816]

/** How many times as long steps take as those of like sales; 1 is as long. `low` to `high` holds 8 times in 10. */
export type TimesAsLong = { times: number; low: number; high: number; words: string }

const noDifference = 'No clear difference'

/** "E ÷ O as 'takes 1.3 × as long', with the 80 % interval of Gamma(10 + O, 10 + E) by Wilson–Hilferty." */
export function timesAsLong({ observed, expected }: Pick<Factor, 'observed' | 'expected'>): TimesAsLong {
  const [a, b] = [strength + observed, strength + expected]
  const times = b / a
  const [low, high] = [1 / gammaQuantile(a, b, quantile), 1 / gammaQuantile(a, b, -quantile)]
  const words = low <= 1 && high >= 1 ? noDifference : `Takes ${times.toFixed(1)} × as long`
  return { times, low, high, words }
}

/** "7 more firms with fewer than 10 sales". Empty without any. */
export function hiddenInWords(hidden: number, what: readonly [one: string, many: string]): string {
  if (hidden === 0) return ''
  return `${hidden} more ${hidden === 1 ? what[0] : what[1]} with fewer than ${fewestSales} sales`
}
