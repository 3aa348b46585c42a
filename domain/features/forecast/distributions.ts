/**
 * Distributions of a day, 0 (today) to 364: element d is the probability of day d. What is missing to 1 lies beyond a
 * year. Forecast design, section 5.
 */
export type Distribution = Float64Array

export const horizonDays = 365

/** Certainly today. */
export function today(): Distribution {
  const result = new Float64Array(horizonDays)
  result[0] = 1
  return result
}

/** Probability of day d or earlier. */
export function cumulative(distribution: Distribution): Float64Array {
  const result = new Float64Array(horizonDays)
  let sum = 0
  for (let day = 0; day < horizonDays; day++) {
    sum += distribution[day] as number
    result[day] = sum
  }
  return result
}

/** Inverse of `cumulative`. */
export function fromCumulative(chances: Float64Array): Distribution {
  const result = new Float64Array(horizonDays)
  let before = 0
  for (let day = 0; day < horizonDays; day++) {
    result[day] = (chances[day] as number) - before
    before = chances[day] as number
  }
  return result
}

/** One after the other: the sum of two independent durations. */
export function after(first: Distribution, second: Distribution): Distribution {
  const result = new Float64Array(horizonDays)
  for (let start = 0; start < horizonDays; start++) {
    const chance = first[start] as number
    if (chance === 0) continue
    const last = horizonDays - start
    for (let days = 0; days < last; days++)
      result[start + days] = (result[start + days] as number) + chance * (second[days] as number)
  }
  return result
}

/** Side by side: the later of two independent days. */
export function later(one: Distribution, other: Distribution): Distribution {
  const [first, second] = [cumulative(one), cumulative(other)]
  for (let day = 0; day < horizonDays; day++) first[day] = (first[day] as number) * (second[day] as number)
  return fromCumulative(first)
}

/** The first day on which the chance reaches `share`; null: later than a year. A billionth of rounding counts as reached. */
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
