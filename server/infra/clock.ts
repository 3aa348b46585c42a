import { randomBytes } from 'node:crypto'
import type { Instant } from '@gya/domain/common/dates.ts'

let lastMs = -1
/** Counts the ids of the millisecond `lastMs`; wraps at 4,096. */
let sequence = 0

/**
 * A UUIDv7: sorted by creation time, so that indexes grow at their end, and within a millisecond by the order of creation in
 * this process, so that the events of one save keep their order. Uniqueness does not depend on the clock.
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

/** The lowest id of a time: ids of it and later are not below. */
export const lowestIdOf = (at: Instant): string => {
  const hex = Date.parse(at).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** Source of time and ids; tests use their own. */
export type Clock = { now(): string; newId(): string }

export const systemClock: Clock = { now: () => new Date().toISOString(), newId: () => newUuid(Date.now()) }

export const daysLater = (now: Instant, days: number): Instant => new Date(Date.parse(now) + days * 86_400_000).toISOString()

export const hoursLater = (now: Instant, hours: number): Instant => new Date(Date.parse(now) + hours * 3_600_000).toISOString()
