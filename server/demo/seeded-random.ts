/** A deterministic pseudo-random number generator. */
export type SeededRandom = {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** An integer, both bounds inclusive. */
  int(from: number, to: number): number
  /** True with probability `share`. */
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
  /** Distinct elements in random order. */
  pickSome<T>(from: readonly T[], count: number): T[]
}

/** Mulberry32, seeded with the FNV-1a hash of the text. */
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

/** Deterministic UUIDv7s: ordered by timestamp, and within one by order of creation. */
export function seededIds(random: SeededRandom): (at: string) => string {
  let count = 0
  return (at) => {
    const time = hex(new Date(at).getTime(), 12)
    count = (count + 1) % 4096
    const tail = hex(random.int(0, 0xffff_ffff), 8) + hex(random.int(0, 0xffff), 4)
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(count, 3)}-${hex(random.int(0x8000, 0xbfff), 4)}-${tail}`
  }
}
