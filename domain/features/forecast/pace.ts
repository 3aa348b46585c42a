import { cumulativeHazard, type Rates } from './bands.ts'

/**
 * Pace of a sale: steps done ÷ steps that a usual sale would have done by now, shrunk towards 1. A sale’s pace θ has mean 1
 * and variance 1 / k; after O done steps where E were expected it is Gamma(k + O, k + E). Forecast design, section 4.
 */

/** Beyond this multiple of k the exponential grows too fast to compute; the hazard goes on at the slope it has there. */
const steepest = 5

/**
 * Conditional hazard, `Hc = k · (exp(H / k) − 1)`: averaged over the pace it gives back the hazard H that was observed over
 * quick and slow sales.
 */
export function conditionalHazard(hazard: number, k: number): number {
  const ratio = hazard / k
  if (ratio <= steepest) return k * Math.expm1(ratio)
  return k * (Math.expm1(steepest) + Math.exp(steepest) * (ratio - steepest))
}

/** The conditional hazard of a step up to and with its day `day`. */
export const conditionalHazardAt = (rates: Rates, day: number, factor: number, k: number): number =>
  conditionalHazard(cumulativeHazard(rates, day, factor), k)

/** A step’s days from one, counted from 0, up to another, which does not count. */
export type DaysOfStep = { from?: number; until: number }

/**
 * Expected finishes of a step over days that it lived through: Σ 1 − exp(−ΔHc). "A step done on its day d: 0…d; one that runs
 * since a days: 0…a − 1." Without `k` by the hazard H that was observed, of which tables and factors are made.
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

/** The spread of paces of a company: 1 / k is their variance. */
export const unknownPaceSpread = 6
const [smallestK, largestK] = [2, 60]

/**
 * "k = clamp(ΣE² / Σ((O − E)² − E), 2, 60) over sales with E ≥ 1, all steps but 24; sum not above 0 → 60; under 50 sales → 6."
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

/** Standard normal quantiles at 10, 30, 50, 70 and 90 %: the middles of five equal chances. */
const fiveQuantiles = [-1.2816, -0.5244, 0, 0.5244, 1.2816] as const
const threeQuantiles = [-0.9674, 0, 0.9674] as const

/** Quantile of Gamma(a, b) at a standard normal quantile z, by Wilson–Hilferty. */
export const gammaQuantile = (a: number, b: number, z: number): number =>
  (a / b) * Math.max(0.05, 1 - 1 / (9 * a) + z / (3 * Math.sqrt(a))) ** 3

/**
 * The pace of one sale and its equal-chance values, rescaled to the mean. An outside link, of which less is known, has three.
 */
export function paceOf(k: number, done: number, expected: number, values: 3 | 5 = 5): Pace {
  const [a, b] = [k + done, k + expected]
  const mean = a / b
  const raw = (values === 5 ? fiveQuantiles : threeQuantiles).map((z) => gammaQuantile(a, b, z))
  const scale = (mean * raw.length) / raw.reduce((sum, value) => sum + value, 0)
  return { done, expected, mean, values: raw.map((value) => value * scale) }
}

/** Observed ÷ expected, shrunk: "factor = (m + O) / (m + E)". */
export const shrunkFactor = (strength: number, observed: number, expected: number): number =>
  (strength + observed) / (strength + expected)
