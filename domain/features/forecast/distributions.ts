/**
 * Probability distributions over days 0 (today) to 364: element d is the probability of day d. The probability that is missing from 1
 * is beyond a year. No day depends on a later one, so a shorter array has the same values. [forecast §5](docs/design/forecast.md#5).
 */
export type Distribution = Float64Array

export const horizonDays = 365

/** Certainly today. */
export function certainlyToday(days: number): Distribution {
  const result = new Float64Array(days)
  result[0] = 1
  return result
}

/** Probability of day d or earlier. */
export function cumulative(distribution: Distribution): Float64Array {
  const result = new Float64Array(distribution.length)
  let sum = 0
  for (let day = 0; day < result.length; day++) {
    sum += distribution[day] as number
    result[day] = sum
  }
  return result
}

/** Inverse of `cumulative`. */
export function fromCumulative(chances: Float64Array): Distribution {
  const result = new Float64Array(chances.length)
  let before = 0
  for (let day = 0; day < result.length; day++) {
    result[day] = (chances[day] as number) - before
    before = chances[day] as number
  }
  return result
}

/**
 * Convolution: the sum of two independent durations. Eight days of the first are processed at a time, with the same rounding: most of the
 * time of a forecast is spent here, and this takes a third of four days at a time (decision 65).
 */
export function after(first: Distribution, second: Distribution): Distribution {
  const days = first.length
  const result = new Float64Array(days)
  for (let start = 0; start < days; start += 8) {
    const a = first[start] as number
    const b = first[start + 1] ?? 0
    const c = first[start + 2] ?? 0
    const d = first[start + 3] ?? 0
    const e = first[start + 4] ?? 0
    const f = first[start + 5] ?? 0
    const g = first[start + 6] ?? 0
    const h = first[start + 7] ?? 0
    if (a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0 && g === 0 && h === 0) continue
    // The probabilities of `second` one to seven days earlier.
    let back1 = 0
    let back2 = 0
    let back3 = 0
    let back4 = 0
    let back5 = 0
    let back6 = 0
    let back7 = 0
    for (let day = start; day < days; day++) {
      const now = second[day - start] as number
      result[day] =
        (result[day] as number) + a * now + b * back1 + c * back2 + d * back3 + e * back4 + f * back5 + g * back6 + h * back7
      back7 = back6
      back6 = back5
      back5 = back4
      back4 = back3
      back3 = back2
      back2 = back1
      back1 = now
    }
  }
  return result
}

/** Maximum of two independent days. */
export function later(one: Distribution, other: Distribution): Distribution {
  const [first, second] = [cumulative(one), cumulative(other)]
  for (let day = 0; day < first.length; day++) first[day] = (first[day] as number) * (second[day] as number)
  return fromCumulative(first)
}

/** The first day on which the chance reaches `share`, allowing 1e-9 for rounding; null: later than a year. */
export function dayOfChance(chances: Float64Array, share: number): number | null {
  const day = chances.findIndex((chance) => chance >= share - 1e-9)
  return day === -1 ? null : day
}

/** Element-wise mean. */
export function meanOf(distributions: readonly Float64Array[]): Float64Array {
  const result = new Float64Array(distributions[0]?.length ?? horizonDays)
  for (const one of distributions)
    for (let day = 0; day < result.length; day++)
      result[day] = (result[day] as number) + (one[day] as number) / distributions.length
  return result
}
