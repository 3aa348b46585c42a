import type { ApiScope } from '../../access/api-scopes.ts'
import { addDays, type DateOnly, daysBetween, type Instant, londonDay } from '../../common/dates.ts'
import { type Endpoint, takesIdempotencyKey } from '../../endpoint.ts'
import type { ErrorCode } from '../../error-catalogue.ts'

/** API keys. [connect §3](docs/design/connect.md#3). */

export const maxKeys = 50
export const minKeyDays = 7
export const maxKeyDays = 365
export const defaultKeyDays = 90
export const maxKeyName = 60
/** "A key unused for 90 days is shown so." */
export const unusedAfterDays = 90
/** "The old one ends after 0, 1 or 7 days as chosen." */
export const oldKeyEndsAfterDays = [0, 1, 7] as const
/** "At 14 and 2 days before, and on the day, company admins get an e-mail." */
export const reminderDays = [14, 2, 0] as const

const secretPattern = /^(gya_[A-Za-z0-9]{8})_[A-Za-z0-9_-]{43}$/

/** "A key is `gya_<8>_<43 of base64url>`." Returns its prefix, or `null` if this is not a key. */
export function prefixOf(secret: string): string | null {
  return secretPattern.exec(secret)?.[1] ?? null
}

/** Whether a token is meant as an API key. Session tokens always have 43 characters. */
export const looksLikeKey = (token: string): boolean => token.startsWith('gya_') && token.length !== 43

const dayMs = 86_400_000
export const daysAfter = (at: Instant, days: number): Instant => new Date(Date.parse(at) + days * dayMs).toISOString()

export type KeyLife = {
  expiresOn: Instant
  revokedOn: Instant | null
  replacedBy: string | null
  lastUsedOn: Instant | null
  createdon: Instant
}

export const keyStates = ['active', 'unused', 'replaced', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

export const isKeyValid = ({ expiresOn, revokedOn }: Pick<KeyLife, 'expiresOn' | 'revokedOn'>, now: Instant): boolean =>
  revokedOn === null && Date.parse(expiresOn) > Date.parse(now)

export function keyState(key: KeyLife, now: Instant): KeyState {
  if (key.revokedOn !== null) return 'revoked'
  if (!isKeyValid(key, now)) return 'expired'
  if (key.replacedBy !== null) return 'replaced'
  const since = key.lastUsedOn ?? key.createdon
  return Date.parse(now) - Date.parse(since) >= unusedAfterDays * dayMs ? 'unused' : 'active'
}

/** Keys that ended or were replaced can be neither rotated nor updated. */
export const whyNotRotate = (key: KeyLife, now: Instant): ErrorCode | null =>
  isKeyValid(key, now) && key.replacedBy === null ? null : 'KEY_ENDED'

export const whyNotAddKey = (validKeys: number): ErrorCode | null => (validKeys < maxKeys ? null : 'TOO_MANY_KEYS')

/** Returns when the old key ends after a rotation: as chosen, but not after its own expiry. */
export function oldKeyEnd({ expiresOn }: Pick<KeyLife, 'expiresOn'>, now: Instant, days: number): Instant {
  const chosen = daysAfter(now, days)
  return Date.parse(chosen) < Date.parse(expiresOn) ? chosen : expiresOn
}

/** Returns NOT_FOR_KEYS for a call without scope, and FORBIDDEN if the key lacks the scope. "Permissions of a call are granted by its scope." */
export function whyNotByKey({ scope }: Pick<Endpoint, 'scope'>, scopes: readonly ApiScope[]): ErrorCode | null {
  if (scope === undefined) return 'NOT_FOR_KEYS'
  return scopes.includes(scope) ? null : 'FORBIDDEN'
}

/** "`Idempotency-Key` is required on POST by a key." */
export const requiresIdempotencyKey = (call: Endpoint): boolean => call.method === 'POST' && takesIdempotencyKey(call)

/** Returns the smallest of `reminderDays` that is due and was not sent, or `null`. */
export function dueReminder(
  expiresOn: Instant,
  remindedAt: number | null,
  today: DateOnly,
): (typeof reminderDays)[number] | null {
  const left = daysBetween(today, londonDay(expiresOn))
  if (left < 0) return null
  const due = reminderDays.findLast((days) => left <= days)
  return due === undefined || (remindedAt !== null && remindedAt <= due) ? null : due
}

/** No reminder is due yet for keys that expire after this day. */
export const lastReminderDay = (today: DateOnly): DateOnly => addDays(today, reminderDays[0])

/** "203.0.113.x", "2001:db8:0:x": the address of the last use without the part that identifies a machine. */
export function maskedAddress(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(plain)) return `${plain.slice(0, plain.lastIndexOf('.'))}.x`
  return `${plain.split(':').slice(0, 3).join(':')}:x`
}
