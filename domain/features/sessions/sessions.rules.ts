/**
 * Session limits. "Idle limit 12 hours for staff by default (company setting 1 hour to 14 days; vendors 14 days),
 * absolute limit 30 days; sliding is written at most every 10 minutes"; "a session confirmed within 10 minutes (sign-in
 * confirms; else 403 CONFIRM_IDENTITY)". Security issue and [meeting points](docs/design/meeting-points.md).
 */
import type { UserType } from '../../access/permissions.ts'
import type { ErrorCode } from '../../error-catalogue.ts'

export const defaultIdleHours = 12
/** Maximum of the company setting; also the limit for vendors. */
export const maxIdleHours = 336
export const absoluteSessionDays = 30
export const sessionRefreshMinutes = 10
export const identityConfirmationMinutes = 10
/** "A session cookie is checked every 30 seconds" ([administration §4](docs/design/administration.md#4)). */
export const sessionCheckSeconds = 30
/**
 * How long the token that a session had before its identity was confirmed is still accepted, for requests in transit and open streams. ASVS
 * 7.2.4.
 */
export const replacedTokenSeconds = 30
/** A device not seen for this long counts as new. */
export const newDeviceDays = 180

const hourMs = 3_600_000
const minuteMs = 60_000

/** `companyHours` is the company's setting; null for the platform. */
export const idleHoursOf = (type: UserType, companyHours: number | null): number =>
  type === 'VENDOR' ? maxIdleHours : (companyHours ?? defaultIdleHours)

type StoredSession = { lastOn: string; expiresOn: string; absoluteEnd: string }

/**
 * New expiry of a session in use; null if it need not be written yet. Also shortens sessions created while the clock was
 * ahead.
 */
export function refreshedExpiry(
  { lastOn, expiresOn, absoluteEnd }: StoredSession,
  idleHours: number,
  now: string,
): string | null {
  const end = Math.min(Date.parse(now) + idleHours * hourMs, Date.parse(absoluteEnd))
  const isDue = Math.abs(Date.parse(now) - Date.parse(lastOn)) >= sessionRefreshMinutes * minuteMs || end < Date.parse(expiresOn)
  return isDue ? new Date(end).toISOString() : null
}

/** Requires a recent proof of identity before actions that could give the account away. */
export function whyNotConfirmed(confirmedOn: string, now: string): ErrorCode | null {
  const age = Date.parse(now) - Date.parse(confirmedOn)
  return age >= 0 && age <= identityConfirmationMinutes * minuteMs ? null : 'CONFIRM_IDENTITY'
}

/** "Where you are signed in" shows a device as "Firefox on Windows". Security issue, "Sessions". */

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const firstOf = (table: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined =>
  table.find(([pattern]) => pattern.test(userAgent))?.[1]

/** Browser and system of a user agent, as far as known. */
export function describeDevice(userAgent: string): string {
  const browser = firstOf(browsers, userAgent)
  const system = firstOf(systems, userAgent)
  if (browser && system) return `${browser} on ${system}`
  if (browser) return browser
  return system ? `A program on ${system}` : 'Unknown device'
}

/** "203.0.113.x". [trust §4.4](docs/design/trust.md#4.4). */
export function maskNetwork(network: string | null): string {
  if (network === null) return ''
  if (!network.includes(':')) return network.replace(/\.\d+$/, '.x')
  const [head = ''] = network.split('::')
  return `${head
    .split(':')
    .filter((group) => group !== '')
    .slice(0, 3)
    .join(':')}:…`
}
