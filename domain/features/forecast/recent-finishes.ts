import { exposureDays, type Rates } from './bands.ts'
import type { StepRow } from './learning.ts'
import { expectedFinishes, shrunkFactor } from './pace.ts'

/**
 * How much quicker or slower steps have been of late than over the two years of the tables: observed ÷ expected finishes of all steps, and
 * of each step on top of that. Without it, a change of the market would reach the forecasts after a year. The last fortnight is left out,
 * because some of its finishes are not recorded yet. Decision 86.
 */
export const recentDays = { from: 105, until: 14 } as const
const strength = 100

type Sums = { observed: number; expected: number }

/** Adds up the finishes of the recent days. */
export class RecentFinishes {
  private readonly sums = new Map<StepRow['key'], Sums>()
  add({ key, finished, days, recent }: StepRow, rates: Rates, factor: number): void {
    const { from, until } = recent ?? { from: 0, until: Number.POSITIVE_INFINITY }
    const exposed = Math.min(until, exposureDays({ finished, days }))
    if (from >= exposed) return
    const sums = this.sums.get(key) ?? { observed: 0, expected: 0 }
    this.sums.set(key, sums)
    sums.observed += Number(finished && days < until)
    sums.expected += expectedFinishes(rates, { from, until: exposed }, factor)
  }
  /** By step. */
  factors(): (key: StepRow['key']) => number {
    let [observed, expected] = [0, 0]
    for (const sums of this.sums.values()) {
      observed += sums.observed
      expected += sums.expected
    }
    const all = shrunkFactor(strength, observed, expected)
    return (key) => {
      const sums = this.sums.get(key)
      return sums === undefined ? all : all * shrunkFactor(strength, sums.observed, sums.expected * all)
    }
  }
}

/** The rates if all hazards are multiplied by a factor. */
export const ratesTimes = (rates: Rates, factor: number): Rates =>
  factor === 1 ? rates : rates.map((rate) => Math.min(0.95, 1 - (1 - rate) ** factor))
