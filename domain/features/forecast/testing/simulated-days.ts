/** Days and seeded random numbers of simulations. Days are integers; day 0 is 1 January. */

export const yearLength = 365
const [standstillFrom, standstillUntil] = [355, 367]
const [closedFrom, closedUntil] = [357, 366]

const isStandstill = (day: number): boolean => {
  const ofYear = ((day % yearLength) + yearLength) % yearLength
  return ofYear >= standstillFrom || ofYear < standstillUntil - yearLength
}
const isClosedDay = (day: number): boolean => {
  const ofYear = ((day % yearLength) + yearLength) % yearLength
  return ofYear >= closedFrom || ofYear < closedUntil - yearLength
}

/** Number of counted days before each day. Closed: 24 December to 1 January. */
export function countedDays(days: number, countClosed = false): Int32Array {
  const counted = new Int32Array(days + 1)
  for (let day = 0; day < days; day++) counted[day + 1] = (counted[day] as number) + (countClosed || !isClosedDay(day) ? 1 : 0)
  return counted
}

/** The day that is `days` working days after `from`. */
export function afterWorking(from: number, days: number): number {
  let day = from
  while (isStandstill(day)) day++
  for (let left = days; left > 0; ) {
    day++
    if (!isStandstill(day)) left--
  }
  return day
}

/** Working days between two days; inverse of `afterWorking`. */
export function workingDays(from: number, until: number): number {
  let days = 0
  for (let day = from + 1; day <= until; day++) if (!isStandstill(day)) days++
  return days
}

/** Uniform random numbers in [0, 1), by mulberry32. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Standard normal random numbers, by Box–Muller. */
export const normalOf = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
