import { actingKinds, type Factor } from './learned-factors.ts'
import { gammaQuantile } from './pace.ts'

/**
 * Compares firms, brokers, lenders, branches and progressors, adjusted for the kind of sale. [forecast §10](docs/design/forecast.md#10).
 */

export const quickKinds = ['branch', ...actingKinds] as const
export type QuickKind = (typeof quickKinds)[number]

/** Groups with fewer are not shown. */
const [fewestSales, fewestSteps] = [10, 20]
export const isShownAsQuick = ({ finishedSales, observed }: Pick<Factor, 'finishedSales' | 'observed'>): boolean =>
  finishedSales >= fewestSales && observed >= fewestSteps

/** Strength of the shrinkage towards no difference, and the normal quantile of an 80 % interval. */
const [strength, quantile] = [10, 1.2816]

/** Time taken as a multiple of similar sales; `low` to `high` is the 80 % interval. */
export type TimesAsLong = { times: number; low: number; high: number; words: string }

const noDifference = 'No clear difference'

/** E ÷ O, shrunk, with the 80 % interval of Gamma(10 + O, 10 + E) by Wilson–Hilferty. */
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
