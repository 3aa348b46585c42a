import { type BandCounts, bandOf } from './bands.ts'
import { type Distribution, horizonDays } from './distributions.ts'

/**
 * Competing risks: the chance that a sale falls off before it exchanges, and for each day the chances that it has exchanged, is open
 * or has fallen off. [forecast §5.4](docs/design/forecast.md#5.4).
 */

/** "Bands of days since agreed 0–29 · 30–59 · 60–89 · 90–149 · 150+." */
export const fallBandStarts = [0, 30, 60, 90, 150] as const
export const publishedFallRates = [0.0028, 0.0026, 0.0024, 0.0022, 0.002] as const

/** Chance of falling per counted day, one a band. */
export type FallRates = readonly number[]

/** "Rate (falls + 5) / (days + 5 / published); by chain | no chain on top with 5 as well." */
export const fallRates = (counts: BandCounts, parent: FallRates = publishedFallRates): FallRates =>
  parent.map((rate, band) => ((counts.done[band] ?? 0) + 5) / ((counts.days[band] ?? 0) + 5 / rate))

/** Cumulative hazard from today: Λ(a + u) − Λ(a) for u = 0 to 364. `factor` is the largest factor of the sale's reasons. */
export function fallHazard(rates: FallRates, daysSinceAgreed: number, factor: number): Float64Array {
  const result = new Float64Array(horizonDays)
  let sum = 0
  for (let day = 0; day < horizonDays; day++) {
    result[day] = sum
    sum += (rates[bandOf(daysSinceAgreed + day, fallBandStarts)] as number) * factor
  }
  return result
}

/** Element d is the chance by the end of today + d. The three add up to 1. */
export type SaleChances = { exchanged: Float64Array; open: Float64Array; fallen: Float64Array }

/**
 * "Exchanged by t = Σ f(u)·G(u), open at t = (1 − F(t))·G(t), fallen by t = the rest", with G(u) = exp(−hazard(u)).
 */
export function competingChances(exchangeIfItHolds: Distribution, hazard: Float64Array): SaleChances {
  const exchanged = new Float64Array(horizonDays)
  const open = new Float64Array(horizonDays)
  const fallen = new Float64Array(horizonDays)
  let holds = 0
  let sum = 0
  for (let day = 0; day < horizonDays; day++) {
    const still = Math.exp(-(hazard[day] as number))
    holds += exchangeIfItHolds[day] as number
    sum += (exchangeIfItHolds[day] as number) * still
    exchanged[day] = sum
    open[day] = Math.max(0, 1 - holds) * still
    fallen[day] = Math.max(0, 1 - sum - (open[day] as number))
  }
  return { exchanged, open, fallen }
}

/**
 * Chance that the sale falls off before it exchanges. The chance that it is open after a year is divided in the proportion of the
 * other two, so that the result does not depend on the length of the horizon.
 */
export function chanceOfFalling({ exchanged, fallen }: SaleChances): number {
  const last = horizonDays - 1
  const decided = (exchanged[last] as number) + (fallen[last] as number)
  return decided === 0 ? 0 : (fallen[last] as number) / decided
}

/** "1 in n, n = round(1 / chance); below 1 % “under 1 in 100”." */
export function oneIn(chance: number): string {
  if (chance < 0.01) return 'under 1 in 100'
  // "1 in 1" would read as certain.
  return chance < 0.6 ? `1 in ${Math.round(1 / chance)}` : `${Math.min(9, Math.round(10 * chance))} in 10`
}
