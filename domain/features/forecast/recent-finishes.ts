import { exposureDays, type Rates } from './bands.ts'
import type { StepRow } from './learning.ts'
import { expectedFinishes, shrunkFactor } from './pace.ts'

/**
 * How much quicker or slower all steps have been of late than over the two years of the tables: observed ÷ expected finishes. Without it, a
 * change of the market would reach the forecasts after a year. Decision 86.
 */
export const recentDays = 91
const strength = 100

/** Adds up the finishes of the last days. */
export class RecentFinishes {
  private observed = 0
  private expected = 0
  add({ finished, days, recentFrom = 0 }: StepRow, rates: Rates, factor: number): void {
    const until = exposureDays({ finished, days })
    if (recentFrom >= until) return
    this.observed += Number(finished)
    this.expected += expectedFinishes(rates, { from: recentFrom, until }, factor)
  }
  get factor(): number {
    return shrunkFactor(strength, this.observed, this.expected)
  }
}

/** The rates if all hazards are multiplied by a factor. */
export const ratesTimes = (rates: Rates, factor: number): Rates =>
  factor === 1 ? rates : rates.map((rate) => Math.min(0.95, 1 - (1 - rate) ** factor))
