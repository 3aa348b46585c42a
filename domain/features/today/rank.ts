import { addDays, type DateOnly, daysBetween, type Instant, londonDay } from '../../common/dates.ts'
import type { ActionItemGroup, ActionItemKind } from './action-item.model.ts'
import type { DerivedItem, StoredKind } from './action-items.ts'
import type { SaleFacts } from './item-facts.ts'
import { leadDays, pointsOf } from './points.ts'

/** Computes the values of an action item for a day: group, days late, points. */

/** `replied`: chased, and answered by e-mail at `until`. */
export const snoozeReasons = ['snoozed', 'chased', 'promised', 'replied'] as const
export type SnoozeReason = (typeof snoozeReasons)[number]
export type SnoozeFacts = { until: Instant; reason: SnoozeReason } | null

type StoredItem = Pick<DerivedItem, 'kind' | 'key' | 'dueOn' | 'lateBase' | 'latePerDay' | 'lateCap'>
/** A task without a sale has neither phase nor progress. */
type StoredSale = Omit<SaleFacts, 'phase' | 'progress'> & { phase: SaleFacts['phase'] | null; progress: number | null }

const hasCome = (snooze: SnoozeFacts, now: Instant): boolean => snooze !== null && Date.parse(snooze.until) <= Date.parse(now)

/** Returns the day of a promise that is due. */
const promisedFor = (snooze: SnoozeFacts, now: Instant): DateOnly | null =>
  snooze?.reason === 'promised' && hasCome(snooze, now) ? londonDay(snooze.until) : null

const groupOfKind: Record<Exclude<StoredKind, 'step' | 'survey' | 'exchange'>, ActionItemGroup> = {
  blocked: 'overdue',
  callback: 'promised',
  proposal: 'proposals',
  mail: 'mail',
  task: 'tasks',
  silence: 'silence',
  expiry: 'expiring',
  move: 'moves',
  news: 'new',
}

/**
 * "Promised: call-backs, and whatever comes back from a promise; else Overdue: steps, surveys and exchanges due before today,
 * and all blocked ones; Due: those due today; the others as the table names them." [day §3](docs/design/day.md#3).
 */
export function groupOf(
  { kind, dueOn }: Pick<StoredItem, 'kind' | 'dueOn'>,
  snooze: SnoozeFacts,
  today: DateOnly,
  now: Instant,
): ActionItemGroup {
  if (promisedFor(snooze, now) !== null) return 'promised'
  if (kind === 'step' || kind === 'survey' || kind === 'exchange') return dueOn < today ? 'overdue' : 'due'
  return groupOfKind[kind]
}

/** Returns the rank of an item on a day, with the displayed factors. */
export function rankOf(item: StoredItem & StoredSale, snooze: SnoozeFacts, today: DateOnly, now: Instant) {
  const { fee, lateness, nearness, points } = pointsOf({ ...item, promisedFor: promisedFor(snooze, now) }, today)
  return {
    group: groupOf(item, snooze, today, now),
    daysLate: daysBetween(item.dueOn, today),
    points,
    arithmetic: { fee, lateness: lateness / 100, nearness: nearness / 10 },
  }
}

/** Returns the day of the expiry, move or expected exchange itself. */
export function happensOn({ key, dueOn }: Pick<StoredItem, 'key' | 'dueOn'>): DateOnly | null {
  const lead = { 'expiry:mortgage': leadDays.mortgage, 'expiry:contract': leadDays.contract, 'expiry:notice': leadDays.notice }[
    key
  ]
  if (lead !== undefined) return addDays(dueOn, lead)
  if (key === 'exchange') return dueOn
  return key === 'move' ? addDays(dueOn, leadDays.move) : null
}

/**
 * Whether an item is in the list of Today: due and not put off. A survey and an expected exchange are listed from the day after.
 */
export const isListedNow = (
  { kind, daysLate, snooze }: { kind: ActionItemKind; daysLate: number; snooze: SnoozeFacts },
  now: Instant,
): boolean =>
  daysLate >= (kind === 'survey' || kind === 'exchange' ? 1 : 0) &&
  (snooze === null || Date.parse(snooze.until) <= Date.parse(now))

export const wireKind = (kind: StoredKind): ActionItemKind => (kind === 'blocked' ? 'step' : kind)
