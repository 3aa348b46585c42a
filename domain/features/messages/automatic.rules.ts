import type { ErrorCode } from '../../error-catalogue.ts'
import { isComplete, stepKeys } from '../timeline/step-definitions.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import type { MessageEvent } from './messages.model.ts'

/**
 * "Automatic: events offer accepted, memo sent, fallen off, exchanged, completion date set, completed … Written in the
 * transaction of the event with a wait of 2 minutes (an undone event sends nothing); never at a restore, import or demo fill."
 * [day §4](docs/design/day.md#4).
 */
export const automaticDelaySeconds = 120

type Happened = { kind: string; data?: Record<string, unknown> | undefined }

const stepEvents: Record<number, MessageEvent> = {
  [stepKeys.MemoOfSaleSent]: 'memoSent',
  [stepKeys.Exchanged]: 'exchanged',
  [stepKeys.Completed]: 'completed',
}

function eventOf({ kind, data }: Happened): MessageEvent | null {
  if (kind === 'offer-accepted') return 'offerAccepted'
  if (kind === 'fall-off') return 'fallenOff'
  if (kind === 'completion-date-set') return data?.on === null ? null : 'completionDateSet'
  if (kind !== 'step-changed' || data?.to !== 'C' || data?.from === 'C') return null
  return stepEvents[Number(data?.key)] ?? null
}

/** Returns the events that the entries of one change stand for. Restores and undone changes have none. */
export function automaticEventsIn(entries: readonly Happened[]): MessageEvent[] {
  if (entries.some(({ kind }) => kind === 'sale-restored' || kind === 'undone')) return []
  return [...new Set(entries.flatMap((entry) => eventOf(entry) ?? []))]
}

/** "A person switches one on after a preview on a real sale." `wasRead`: whether this user has previewed the current text. */
export const whyNotSwitchOn = ({ wasRead }: { wasRead: boolean }): ErrorCode | null => (wasRead ? null : 'PREVIEW_FIRST')

type SaleFacts = {
  active: boolean
  offers: readonly { _id: string; state: string }[]
  completionDate: string | null
  timeline: Timeline
}

/**
 * Whether the event still applies when its messages are due. A fall-off no longer applies once another offer is accepted, because
 * fields and buyer would be those of the new sale. A withdrawal pauses the sale, so nothing else is said of it.
 */
export function stillHappened(
  event: MessageEvent,
  { active, offers, completionDate, timeline }: SaleFacts,
  occasion: string,
): boolean {
  const isSold = offers.some(({ _id, state }) => _id === occasion && state === 'A')
  if (event === 'fallenOff') return offers.every(({ state }) => state !== 'A')
  if (!isSold || !active) return false
  if (event === 'completionDateSet') return completionDate !== null
  const step = Object.entries(stepEvents).find(([, named]) => named === event)?.[0]
  return step === undefined || isComplete(timeline, Number(step))
}
