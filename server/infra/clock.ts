import { randomBytes } from 'node:crypto'

let lastMs = -1
/** How many ids have been made in the millisecond `lastMs`; 4,096 before it begins again. */
let sequence = 0

/**
 * A new UUIDv7: ordered by the instant it was made, so indexes grow at their end, and of one millisecond by the order in
 * which this process made them, so that the entries of one save are read in the order they were written. Where the clock is
 * put back, ids are of the earlier instants; that they differ does not depend on the clock.
 */
export function newUuid(atMs: number): string {
  sequence = atMs === lastMs ? (sequence + 1) & 0xfff : 0
  lastMs = atMs
  const bytes = randomBytes(16)
  bytes.writeUIntBE(atMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | sequence, 6)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Where time and ids come from; tests pass their own. */
export type Clock = { now(): string; newId(): string }

export const systemClock: Clock = { now: () => new Date().toISOString(), newId: () => newUuid(Date.now()) }
