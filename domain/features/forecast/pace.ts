import { cumulativeHazard, type Rates } from './bands.ts'

/**
 * Pace of a sale: steps done ÷ steps expected by now, shrunk towards 1. It is a gamma frailty θ with mean 1 and variance 1 / k; its
 * posterior after O done steps of E expected is Gamma(k + O, k + E). [forecast §4](docs/design/forecast.md#4).
 */

/** Beyond this multiple of k the exponential would overflow; the hazard continues linearly with the slope it has there. */
const steepest = 5

/**
 * Conditional hazard at pace 1, `Hc = k · (exp(H / k) − 1)`. Averaged over the pace it gives the observed hazard H, which mixes quick
 * and slow sales.
 */
export function conditionalHazard(hazard: number, k: number): number {
  const ratio = hazard / k
  if (ratio <= steepest) return k * Math.expm1(ratio)
  return k * (Math.expm1(steepest) + Math.exp(steepest) * (ratio - steepest))
}

/** The conditional cumulative hazard of a step up to and including `day`. */
export const conditionalHazardAt = (rates: Rates, day: number, factor: number, k: number): number =>
  conditionalHazard(cumulativeHazard(rates, day, factor), k)

/** Days of a step, counted from its start: `from` inclusive (default 0), `until` exclusive. */
export type DaysOfStep = { from?: number; until: number }

/**
 * Expected finishes of a step over its days of exposure: Σ 1 − exp(−ΔHc). A step done on day d is exposed on days 0 to d, one that has
 * run for a days on days 0 to a − 1. Without `k`, by the observed hazard H, which is what tables and factors are estimated from.
 */
export function expectedFinishes(rates: Rates, { from = 0, until }: DaysOfStep, factor: number, k?: number): number {
  const hazardAt = (day: number): number => {
    const hazard = cumulativeHazard(rates, day, factor)
    return k === undefined ? hazard : conditionalHazard(hazard, k)
  }
  let sum = 0
  let before = hazardAt(from - 1)
  for (let day = from; day < until; day++) {
    const now = hazardAt(day)
    sum -= Math.expm1(before - now)
    before = now
  }
  return sum
}

/** The parameter k of the spread of paces (1 / k is their variance), where there are too few sales to estimate it. */
export const unknownPaceSpread = 6
const [smallestK, largestK] = [2, 60]

/**
 * Method of moments: k = ΣE² / Σ((O − E)² − E), between 2 and 60, over sales with E ≥ 1 and all steps but 24. 60 if the sum is not
 * positive, 6 under 50 sales.
 */
export function paceSpreadOf(sales: readonly { done: number; expected: number }[]): number {
  const counted = sales.filter(({ expected }) => expected >= 1)
  if (counted.length < 50) return unknownPaceSpread
  let squares = 0
  let excess = 0
  for (const { done, expected } of counted) {
    squares += expected ** 2
    excess += (done - expected) ** 2 - expected
  }
  return excess <= 0 ? largestK : Math.min(largestK, Math.max(smallestK, squares / excess))
}

export type Pace = { done: number; expected: number; mean: number; values: readonly number[] }

/** Standard normal quantiles at 10, 30, 50, 70 and 90 %: the medians of five intervals of equal probability. */
const fiveQuantiles = [-1.2816, -0.5244, 0, 0.5244, 1.2816] as const
const threeQuantiles = [-0.9674, 0, 0.9674] as const

/** Quantile of Gamma(a, b) at a standard normal quantile z, by Wilson–Hilferty. */
export const gammaQuantile = (a: number, b: number, z: number): number =>
  (a / b) * Math.max(0.05, 1 - 1 / (9 * a) + z / (3 * Math.sqrt(a))) ** 3

/**
 * The pace of one sale with values of equal probability, rescaled to the mean: five, or three for an outside link, about which less is
 * known.
 */
export function paceOf(k: number, done: number, expected: number, values: 3 | 5 = 5): Pace {
  const [a, b] = [k + done, k + expected]
  const mean = a / b
  const raw = (values === 5 ? fiveQuantiles : threeQuantiles).map((z) => gammaQuantile(a, b, z))
  const scale = (mean * raw.length) / raw.reduce((sum, value) => sum + value, 0)
  return { done, expected, mean, values: raw.map((value) => value * scale) }
}

/** Observed ÷ expected, shrunk towards 1: (m + O) / (m + E). */
export const shrunkFactor = (strength: number, observed: number, expected: number): number =>
  (strength + observed) / (strength + expected)
