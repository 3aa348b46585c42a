import type { DateOnly } from '../../common/dates.ts'
import type { ErrorCode } from '../../error-catalogue.ts'
import { stepKeys } from '../timeline/step-definitions.ts'
import type { RequestedItem } from '../timeline/timeline.model.ts'

/**
 * "Done: a step is completed today by the ordinary rules and refusals; a survey's report likewise; a task is done; a call-back closes; a
 * move on or after its day completes Completed, before its day it waits until that day; news is seen. Silence, expiries and `exchange`
 * cannot be done." [day §3](docs/design/day.md#3).
 */
const completableKinds = ['step', 'blocked', 'survey', 'callback', 'task', 'move', 'news', 'mail'] as const
export type CompletableKind = (typeof completableKinds)[number]

export const isCompletable = (kind: string): kind is CompletableKind => (completableKinds as readonly string[]).includes(kind)

export const whyNotComplete = (kind: string): ErrorCode | null => (isCompletable(kind) ? null : 'ACTION_NOT_TICKABLE')

/** Returns the id in a key: 32 for `step:32`. */
export const idOfKey = (key: string): string => key.slice(key.indexOf(':') + 1)

/** Returns the timeline change that completes an item. `null` for kinds without a step, and for a move before its day. */
export function stepItemOf(
  { key, kind }: { key: string; kind: CompletableKind },
  { today, completionDate }: { today: DateOnly; completionDate: DateOnly | null },
): RequestedItem | null {
  if (kind === 'step' || kind === 'blocked' || kind === 'survey')
    return { key: Number(idOfKey(key)), state: 'C', completedOn: today }
  // Uses the agreed day, so that a move completed later in Today gets the right date.
  if (kind === 'move' && completionDate !== null && completionDate <= today)
    return { key: stepKeys.Completed, state: 'C', completedOn: completionDate }
  return null
}
