import { randomBytes } from 'node:crypto'

/** A new UUIDv7: ordered by the instant it was made, so indexes grow at their end. */
export function newUuid(atMs: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(atMs, 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Where time and ids come from; tests pass their own. */
export type Clock = { now(): string; newId(): string }

export const systemClock: Clock = { now: () => new Date().toISOString(), newId: () => newUuid(Date.now()) }
