import type { Rates } from './bands.ts'
import { conditionalHazardAt } from './pace.ts'

/** What is known of a step: its rates, and the factor of branch and firm. */
export type StepTable = { rates: Rates; factor: number }

/** Days that are kept; later ones are worked out when they are asked for. */
const keptDays = 800

/**
 * The conditional hazard of a step by day, and the finishes that it makes expect: Σ 1 − exp(−ΔHc). Worked out once a table, as
 * every pace and every candidate of what decides asks for them.
 */
export class StepCurve {
  readonly k: number
  private readonly table: StepTable
  private readonly hazards = new Float64Array(keptDays)
  /** Element d: over the days before d. */
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

  /** Up to and with a day; 0 before the first. */
  hazardAt(day: number): number {
    if (day < 0) return 0
    return day < keptDays ? (this.hazards[day] as number) : conditionalHazardAt(this.table.rates, day, this.table.factor, this.k)
  }

  /** "A step done on its day d: 0…d; one that runs since a days: 0…a − 1." */
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
