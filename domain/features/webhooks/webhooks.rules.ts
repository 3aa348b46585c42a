import type { Instant } from '../../common/dates.ts'
import { retryWindow } from '../../common/retry-window.ts'
import type { ErrorCode } from '../../error-catalogue.ts'

/** "`TOO_MANY_WEBHOOKS` (10)". [connect §4](docs/design/connect.md#4). */
export const maxWebhooks = 10

/** Test messages that one webhook may send. */
export const maxTests = { max: 20, minutes: 10 }

export const whyNotAddWebhook = (existing: number): ErrorCode | null => (existing >= maxWebhooks ? 'TOO_MANY_WEBHOOKS' : null)

/** "Four at once an endpoint." [connect §4.4](docs/design/connect.md#4.4). */
export const maxAtOnce = 4

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** "At once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h (± 10 %)". [connect §4.5](docs/design/connect.md#4.5). */
const delays = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]
export const maxTries = delays.length + 1

/** How long a failing message is retried. */
export const webhookRetryWindow = retryWindow(delays)

const later = (instant: Instant, ms: number): Instant => new Date(Date.parse(instant) + ms).toISOString()

/** Parses seconds or an HTTP date (RFC 9110, 10.2.3). Returns milliseconds from now, or 0 if the header is invalid. */
function retryAfterMs(header: string | undefined, now: Instant): number {
  if (header === undefined) return 0
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * second : Date.parse(header) - Date.parse(now)
  return Number.isFinite(ms) ? Math.max(0, Math.min(ms, 24 * hour)) : 0
}

/** The receiver's response. `status` is `null` if there was none. */
export type Answer = { status: number | null; retryAfter?: string | undefined }

export type Outcome = { state: 'delivered' } | { state: 'dead' } | { state: 'waiting'; nextTryOn: Instant }

/**
 * Returns the state of a message after an attempt. "2xx is success; 3xx is failure and not followed; 429 and 503 heed Retry-After up to 24 h."
 * `attempts` includes this attempt. `chance` (0 to 1) sets the jitter.
 */
export function outcomeOf({ status, retryAfter }: Answer, attempts: number, now: Instant, chance: number): Outcome {
  if (status !== null && status >= 200 && status < 300) return { state: 'delivered' }
  const delay = delays[attempts - 1]
  if (delay === undefined) return { state: 'dead' }
  const asked = status === 429 || status === 503 ? retryAfterMs(retryAfter, now) : 0
  return { state: 'waiting', nextTryOn: later(now, Math.max(Math.round(delay * (0.9 + 0.2 * chance)), asked)) }
}

const failingAfter = 72 * hour
const offAfter = 120 * hour

/**
 * "No success for 3 days: state `failing`; for 5 days: `off`." "410 switches the endpoint off." [connect §4.5](docs/design/connect.md#4.5).
 */
export function endpointAfterFailure(
  { state, failingSince }: { state: 'on' | 'failing'; failingSince: Instant },
  status: number | null,
  now: Instant,
): { state: 'on' | 'failing' } | { state: 'off'; because: 'gone' | 'failing' } {
  if (status === 410) return { state: 'off', because: 'gone' }
  const since = Date.parse(now) - Date.parse(failingSince)
  if (since >= offAfter) return { state: 'off', because: 'failing' }
  return { state: since >= failingAfter ? 'failing' : state }
}

/** "After *Rotate* both signatures are sent for 24 hours." [connect §4.1](docs/design/connect.md#4.1). */
export const oldSecretUntil = (now: Instant): Instant => later(now, 24 * hour)

/** "Everything from an instant (≤ 30 days back)." [connect §4.6](docs/design/connect.md#4.6). */
export const earliestReplay = (now: Instant): Instant => later(now, -30 * 24 * hour)

/** "Delivered ones go after 30 days, dead ones after 90." [connect §4](docs/design/connect.md#4). */
export const keptMessagesSince = (now: Instant): { delivered: Instant; dead: Instant } => ({
  delivered: later(now, -30 * 24 * hour),
  dead: later(now, -90 * 24 * hour),
})

/** Why an attempt failed, for people. Of the response it contains only the status. */
export function describeStatus(status: number): string {
  if (status >= 200 && status < 300) return ''
  if (status >= 300 && status < 400) return `The receiver responded with ${status}: redirects are not followed.`
  return `The receiver responded with ${status}.`
}

/** The id of the entry. The second message of an entry appends the type, so that receivers can tell the two apart. */
export const messageId = (eventId: string, type: string): string =>
  type === 'sale.exchanged' || type === 'sale.completed' ? `msg_${eventId}_${type.replace('.', '_')}` : `msg_${eventId}`

export type WebhookLight = 'delivering' | 'quiet' | 'failing' | 'off'

/** "A light (green delivered in the last hour, amber failing, grey off)". `quiet`: on, but no delivery in the last hour. */
export function webhookLight(
  {
    state,
    failingSince,
    lastSuccessOn,
  }: { state: 'on' | 'failing' | 'off'; failingSince: Instant | null; lastSuccessOn: Instant | null },
  now: Instant,
): WebhookLight {
  if (state === 'off') return 'off'
  if (failingSince !== null) return 'failing'
  return lastSuccessOn !== null && Date.parse(now) - Date.parse(lastSuccessOn) < hour ? 'delivering' : 'quiet'
}

/** "Tries as a row of dots": all attempts before the last have failed. A waiting message also shows its next attempt. */
export function triesOf({
  state,
  attempts,
}: {
  state: 'waiting' | 'delivered' | 'dead'
  attempts: number
}): ('failed' | 'delivered' | 'next')[] {
  const failed = state === 'delivered' ? attempts - 1 : attempts
  const last = { waiting: ['next'], delivered: ['delivered'], dead: [] } as const
  return [...Array.from({ length: Math.max(0, failed) }, () => 'failed' as const), ...last[state]]
}
