/**
 * Duration of a step as a piecewise constant hazard: a rate of finishing per day for each band of days since it started.
 * [forecast §4](docs/design/forecast.md#4).
 */

/** First day of each band; the last is open. "0 · 1 · 2 · 3 · 4–5 · 6–7 · 8–10 · 11–14 · … · 91+." */
export const bandStarts = [0, 1, 2, 3, 4, 6, 8, 11, 15, 22, 29, 43, 64, 91] as const

/** The band of a day: the last band that starts on or before it. */
export function bandOf(day: number, starts: readonly number[] = bandStarts): number {
  let band = starts.length - 1
  while (band > 0 && day < (starts[band] as number)) band--
  return band
}

/**
 * Counts of steps of one kind, or of sales: in each band the number that finished, and the days of exposure. A step that finished on
 * day d has d + 1 days of exposure; one that is still open after a full days has a (right-censored).
 */
export type BandCounts = { done: readonly number[]; days: readonly number[] }

/** One step or sale: finished on its day `days`, or open after `days` full days. */
export type TimeTaken = { finished: boolean; days: number }
/** `from`: the day since which it was observed. */
export type TimeObserved = TimeTaken & { from?: number }

/** Days of exposure. The day on which it finished is one of them. */
export const exposureDays = ({ finished, days }: TimeTaken): number => (finished ? days + 1 : days)

/** Adds up durations. */
export class BandCounter implements BandCounts {
  readonly done: number[]
  readonly days: number[]
  private readonly starts: readonly number[]
  constructor(starts: readonly number[] = bandStarts) {
    this.starts = starts
    this.done = starts.map(() => 0)
    this.days = starts.map(() => 0)
  }
  add({ from = 0, ...time }: TimeObserved): this {
    const exposure = exposureDays(time)
    for (let band = 0; band < this.starts.length && exposure > (this.starts[band] as number); band++) {
      const until = Math.min(exposure, this.starts[band + 1] ?? Number.POSITIVE_INFINITY)
      this.days[band] = (this.days[band] as number) + Math.max(0, until - Math.max(from, this.starts[band] as number))
    }
    if (time.finished) {
      const band = bandOf(time.days, this.starts)
      this.done[band] = (this.done[band] as number) + 1
    }
    return this
  }
}

/** Chance per day of finishing, one a band. */
export type Rates = readonly number[]

/** Rates shrunk towards the parent's: each band starts with two finishes at the parent's rate. At most 0.95. */
export const shrunkRates = (counts: BandCounts, parent: Rates): Rates =>
  parent.map((rate, band) => Math.min(0.95, ((counts.done[band] ?? 0) + 2) / ((counts.days[band] ?? 0) + 2 / rate)))

/** Standard normal distribution function; Abramowitz and Stegun 26.2.17, error below 7.5e-8. */
function normal(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const tail =
    (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return x >= 0 ? 1 - tail : tail
}

/** The bands are filled from days 0 to 139. */
const lastLognormalDay = 139

/**
 * Rates of a lognormal duration: S(d) = 1 − Φ(ln((d + 1) / median) / spread). The rate of a band is its finishes ÷ exposure, between
 * 0.0001 and 0.9.
 */
export function lognormalRates(median: number, spread: number): Rates {
  const longerThan = (day: number): number => (day < 0 ? 1 : 1 - normal(Math.log((day + 1) / median) / spread))
  return bandStarts.map((first, band) => {
    const last = (bandStarts[band + 1] ?? lastLognormalDay + 1) - 1
    let exposure = 0
    for (let day = first; day <= last; day++) exposure += longerThan(day - 1)
    const finished = longerThan(first - 1) - longerThan(last)
    return exposure > 0 ? Math.min(0.9, Math.max(0.0001, finished / exposure)) : 0.9
  })
}

/** Days for which hazards are cached. Later days use the rate of the last band. */
const keptDays = 800
const hazardsByRates = new WeakMap<Rates, Float64Array>()

function hazardsOf(rates: Rates): Float64Array {
  const known = hazardsByRates.get(rates)
  if (known) return known
  const perDay = rates.map((rate) => -Math.log1p(-rate))
  const hazards = new Float64Array(keptDays)
  let sum = 0
  for (let day = 0; day < keptDays; day++) {
    sum += perDay[bandOf(day)] as number
    hazards[day] = sum
  }
  hazardsByRates.set(rates, hazards)
  return hazards
}

/** H(d) = −Σ ln(1 − rate) for the days 0 to d, times a factor; 0 for d < 0. */
export function cumulativeHazard(rates: Rates, day: number, factor = 1): number {
  if (day < 0) return 0
  const hazards = hazardsOf(rates)
  if (day < keptDays) return (hazards[day] as number) * factor
  const perDay = (hazards[keptDays - 1] as number) - (hazards[keptDays - 2] as number)
  return ((hazards[keptDays - 1] as number) + perDay * (day - keptDays + 1)) * factor
}

/** The smallest day by which `share` have finished: the smallest d with 1 − S(d) ≥ share. Null if it is later than `limit` days. */
export function dayFinishedBy(rates: Rates, share: number, limit = 730): number | null {
  for (let day = 0; day < limit; day++) if (1 - Math.exp(-cumulativeHazard(rates, day)) >= share - 1e-9) return day
  return null
}
