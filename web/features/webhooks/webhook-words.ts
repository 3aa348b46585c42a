import { type Instant, showDateTime } from '@gya/domain/common/dates.ts'
import { type OpenEventType, openEventLabels } from '@gya/domain/features/public-api/open-event-kinds.ts'
import type { Webhook, WebhookMessage } from '@gya/domain/features/webhooks/webhooks.model.ts'
import { type WebhookLight, webhookLight } from '@gya/domain/features/webhooks/webhooks.rules.ts'

/** CSS class and label of each light. */
const lights: Record<WebhookLight, { tone: string; label: string }> = {
  delivering: { tone: 'green', label: 'Delivering' },
  quiet: { tone: 'none', label: 'On' },
  failing: { tone: 'amber', label: 'Failing' },
  off: { tone: 'unk', label: 'Off' },
}

export const lightOf = (webhook: Webhook, now: Instant) => lights[webhookLight(webhook, now)]

const offWords = {
  'by-hand': 'Switched off by an administrator.',
  gone: 'Switched off because the address responded with 410 Gone.',
  failing: 'Switched off because no message could be delivered for five days.',
} as const

/** Describes the state of an endpoint in one sentence. */
export function stateSentence({ state, offBecause, failingSince, lastSuccessOn }: Webhook): string {
  if (state === 'off') return offBecause ? offWords[offBecause] : 'Switched off.'
  if (failingSince) return `No message has arrived since ${showDateTime(failingSince)}. GYA keeps trying.`
  return lastSuccessOn ? `The last message arrived on ${showDateTime(lastSuccessOn)}.` : 'Nothing has been sent yet.'
}

/** The label of a message type, such as "Note added". Falls back to the code of an unknown type. */
export const typeWords = (type: string): string => openEventLabels[type as OpenEventType] ?? type

/** "Everything", or the names of the kinds if there are few. */
export const kindsWords = ({ kinds }: Pick<Webhook, 'kinds'>): string =>
  kinds.includes('*') ? 'Everything' : kinds.length <= 2 ? kinds.map(typeWords).join(', ') : `${kinds.length} kinds`

const times = (count: number): string => (count === 1 ? '1 try' : `${count} tries`)

/** Describes the dots of a message for screen readers. */
export function triesWords(message: Pick<WebhookMessage, 'state' | 'attempts' | 'nextTryOn'>): string {
  const { state, attempts, nextTryOn } = message
  if (state === 'delivered') return `Delivered after ${times(attempts)}`
  if (state === 'dead') return attempts === 0 ? 'Not sent' : `Given up after ${times(attempts)}`
  const next = nextTryOn ? `next ${showDateTime(nextTryOn)}` : 'next soon'
  return attempts === 0 ? `Waits, ${next}` : `${times(attempts)} failed, ${next}`
}

/** Describes the response to the last attempt. */
export function answerWords({
  lastStatus,
  lastWords,
  lastMs,
}: Pick<WebhookMessage, 'lastStatus' | 'lastWords' | 'lastMs'>): string {
  const words = lastWords || (lastStatus === null ? '' : String(lastStatus))
  return words && lastMs !== null ? `${words} (${lastMs.toLocaleString('en-GB')} ms)` : words
}
