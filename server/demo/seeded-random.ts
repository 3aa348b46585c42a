/** Numbers that look like chance and are the same in every run: the demo company is the same wherever it is filled. */
export type SeededRandom = {
  /** From 0 to just under 1. */
  next(): number
  /** A whole number, both ends included. */
  int(from: number, to: number): number
  /** True in `share` of 1 cases. */
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
  /** Some of a list, each at most once, in an order of their own. */
  pickSome<T>(from: readonly T[], count: number): T[]
}

/** Mulberry32 on the text's FNV-1a hash: the same text gives the same row of numbers. */
export function seededRandom(text: string): SeededRandom {
  let state = [...text].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(from: readonly T[]): T => from[int(0, from.length - 1)] as T
  const pickSome = <T>(from: readonly T[], count: number): T[] =>
    from
      .map((one) => ({ one, rank: next() }))
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, count)
      .map(({ one }) => one)
  return { next, int, pick, pickSome, chance: (share) => next() < share }
}

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0')

/**
 * Ids of version 7 as the live ones are, but counted and seeded: ordered by the instant they are for, and within one by
 * the order in which they were asked for.
 */
export function seededIds(random: SeededRandom): (at: string) => string {
  let count = 0
  return (at) => {
    const time = hex(new Date(at).getTime(), 12)
    count = (count + 1) % 4096
    const tail = hex(random.int(0, 0xffff_ffff), 8) + hex(random.int(0, 0xffff), 4)
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(count, 3)}-${hex(random.int(0x8000, 0xbfff), 4)}-${tail}`
  }
}
