import type { Rates } from './bands.ts'
import { conditionalHazardAt } from './pace.ts'

/** The rates of a step, and the factor of branch and firm. */
export type StepTable = { rates: Rates; factor: number }

/** Days that are cached; later ones are calculated on demand. */
const keptDays = 800

/**
 * The conditional cumulative hazard of a step by day, and the expected finishes Σ 1 − exp(−ΔHc). Cached per table, because each pace
 * and each candidate of `whatDecides` reads them.
 */
export class StepCurve {
  readonly k: number
  private readonly table: StepTable
  private readonly hazards = new Float64Array(keptDays)
  /** Element d: expected finishes on the days before d. */
  private readonly expected = new Float64Array(keptDays + 1)

  constructor(table: StepTable, k: number) {
    this.table = table
    this.k = k
    let before = 0
    for (let day = 0; day < keptDays; day++) {
      const now = conditionalHazardAt(table.rates, day, table.factor, k)
      this.hazards[day] = now
      this.expected[day + 1] = (this.expected[day] as number) - Math.expm1(before - now)
      before = now
    }
  }

  /** Up to and including a day; 0 before the first. */
  hazardAt(day: number): number {
    if (day < 0) return 0
    return day < keptDays ? (this.hazards[day] as number) : conditionalHazardAt(this.table.rates, day, this.table.factor, this.k)
  }

  /** Expected finishes on days 0 to `days` − 1. */
  expectedUntil(days: number): number {
    if (days <= keptDays) return this.expected[Math.max(0, days)] as number
    let sum = this.expected[keptDays] as number
    for (let day = keptDays; day < days; day++) sum -= Math.expm1(this.hazardAt(day - 1) - this.hazardAt(day))
    return sum
  }
}

const curves = new WeakMap<StepTable, StepCurve>()

export function curveOf(table: StepTable, k: number): StepCurve {
  const known = curves.get(table)
  if (known?.k === k) return known
  const curve = new StepCurve(table, k)
  curves.set(table, curve)
  return curve
}
