import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import { DomainError, type ErrorCode, errors } from '@gya/domain/error-catalogue.ts'
import { describeReason } from '@gya/domain/features/timeline/describe-reason.ts'
import { findStep } from '@gya/domain/features/timeline/step-definitions.ts'
import type { Change, RequestedItem, Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import {
  type CompletableKind,
  idOfKey,
  isCompletable,
  stepItemOf,
  whyNotComplete,
} from '@gya/domain/features/today/complete.rules.ts'
import { snoozeUntilDay } from '@gya/domain/features/today/snooze.rules.ts'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../http/access/caller.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import { recordAboutProperties } from '../properties/write/record-about-property.ts'
import { authorOf, lockAndLoad, type PropertyEvents, saveProperties } from '../properties/write/save-properties.ts'
import { saveStepsOfProperties } from '../properties/write/steps.repository.ts'
import { recordTasks } from '../tasks/record-tasks.ts'
import { writeTasksDone } from '../tasks/settle-tasks.ts'
import { lockTasks } from '../tasks/tasks.repository.ts'
import { decideTimelineChange } from '../timeline/decide-timeline-change.ts'
import type { UndoPart } from '../undo/undo.repository.ts'
import { stepParts } from '../undo/undo-property-parts.ts'
import { closeMails } from './close-mails.ts'
import { closeCallBacks, markNewsSeen } from './complete-call-backs-and-news.ts'
import type { LockedItem } from './lock-action-items.ts'
import { saveSnoozes, snoozedByHand, snoozePart, snoozesEndedBy } from './snooze-parts.ts'

export type CompleteContext = {
  db: Db
  params: { companyId: string }
  caller: Caller
  now: Instant
  today: DateOnly
  newId(): string
}

/** A step changed by an item or by a rule. */
export type CompletedChange = ReturnType<typeof toChange>

export type Completion = { parts: UndoPart[]; changed: CompletedChange[] }

type Item = LockedItem & { kind: CompletableKind }

const refusal = (item: LockedItem, index: number, code: ErrorCode, message: string = errors[code][1]) =>
  new DomainError(code, {
    message,
    issues: [{ path: `actionItems.${index}`, message: item.line1 === null ? message : `${item.line1}: ${message}` }],
  })

function requireCompletable(items: readonly LockedItem[]): Item[] {
  return items.map((item, index) => {
    const code = whyNotComplete(item.kind)
    if (code || !isCompletable(item.kind)) throw refusal(item, index, code ?? 'ACTION_NOT_TICKABLE')
    return { ...item, kind: item.kind }
  })
}

/**
 * Completes action items of any kind. Steps of one sale are saved together. Throws ACTION_NOT_TICKABLE, and errors of the timeline
 * with the item that caused them.
 */
export async function completeItems(context: CompleteContext, locked: readonly LockedItem[]): Promise<Completion> {
  const { db, params, caller } = context
  const { companyId } = params
  const items = requireCompletable(locked)
  const ids = [...new Set(items.flatMap(({ propertyId }) => propertyId ?? []))]
  const author = authorOf(context, companyId)
  const properties = await lockAndLoad(author, { ids, within: caller })
  const steps = decideSteps(context, items, properties)
  const snoozes = snoozesOfMoves(context, items, properties)
  const [callBacks, news, mails] = [ofKind(items, 'callback'), ofKind(items, 'news'), ofKind(items, 'mail')]
  if (snoozes.length > 0) await saveSnoozes(db, companyId, snoozes)
  const settledParts: UndoPart[] = []
  const ended = await snoozesEndedBy(db, companyId, properties, async () => {
    await saveStepsOfProperties(db, companyId, steps)
    const tasks = await completeTasks(context, ofKind(items, 'task'))
    settledParts.push(
      ...(await closeCallBacks(db, companyId, callBacks)),
      ...(await markNewsSeen(context, news)),
      ...(await closeMails(context, mails)),
      ...tasks.parts,
      ...steps.flatMap(({ propertyId, timeline, changes }) => stepParts(propertyId, timeline, changes)),
    )
    const entries = [
      ...tasks.entries.flatMap(({ task, event }) =>
        task.property_id && event ? [{ propertyId: task.property_id, ...event }] : [],
      ),
      ...[...callBacks, ...mails].map(({ subjectId, description }) => ({
        propertyId: subjectId,
        kind: 'action-done' as const,
        data: { what: description },
      })),
    ]
    await recordTasks(
      context,
      companyId,
      tasks.entries.filter(({ task }) => !task.property_id),
    )

    const changeOf = (id: string, events: PropertyEvents['events'] = []): PropertyEvents => ({
      propertyId: id,
      events: [...entries.filter(({ propertyId }) => propertyId === id), ...events],
    })
    await saveProperties('work', author, { loaded: properties }, async () => ({
      changes: steps.map(({ propertyId, events }) => changeOf(propertyId, events)),
      result: null,
    }))
    const changed = new Set(steps.map(({ propertyId }) => propertyId))
    const others = [
      ...new Set([...callBacks, ...news, ...mails, ...ofKind(items, 'task')].flatMap(({ propertyId }) => propertyId ?? [])),
    ].filter((id) => !changed.has(id))
    if (others.length > 0) await recordAboutProperties(context, companyId, others, async () => others.map((id) => changeOf(id)))
  })
  const parts: UndoPart[] = [
    ...snoozes.map(({ item, snooze }) => snoozePart(item, snooze)),
    ...ended,
    // The snooze of a task without a sale ends with it.
    ...items.filter(({ propertyId, snooze }) => propertyId === null && snooze).map((item) => snoozePart(item, null)),
    ...settledParts,
  ]
  return {
    parts,
    changed: steps.flatMap(({ propertyId, changes, after }) => changes.map((one) => toChange(propertyId, one, after))),
  }
}

/** "A task is done". Creates the next one of a repeating task. Throws ACTION_GONE if a task was settled meanwhile. */
async function completeTasks(context: CompleteContext, items: readonly Item[]) {
  const { db, params } = context
  const ids = items.map(({ key }) => idOfKey(key))
  const tasks = ids.length === 0 ? [] : await lockTasks(db, params.companyId, ids)
  if (tasks.length < ids.length || tasks.some(({ state }) => state !== 'open')) throw new DomainError('ACTION_GONE')
  return writeTasksDone(context, params.companyId, tasks)
}

const ofKind = (items: readonly Item[], kind: CompletableKind): Item[] => items.filter((item) => item.kind === kind)

type ChangedSteps = PropertyEvents & { timeline: Timeline; changes: readonly Change[]; after: Timeline }

/** Returns the changes of each sale with items that are steps. */
function decideSteps(
  { today, now }: CompleteContext,
  items: readonly Item[],
  properties: ReadonlyMap<string, LoadedProperty>,
): ChangedSteps[] {
  const requested = items.flatMap((item, index) => {
    const property = properties.get(item.propertyId ?? '')
    const step = property && stepItemOf(item, { today, completionDate: property.detail.completionDate })
    return step ? [{ item, index, property, step }] : []
  })
  return [...Map.groupBy(requested, ({ property }) => property)].map(([property, group]) => {
    const decide = (steps: readonly RequestedItem[]) => decideTimelineChange(property, { requested: steps }, { today, now })
    const decision = decide(group.map(({ step }) => step))
    if (decision.refused) {
      // Finds the item that is refused on its own, unless only the combination is refused.
      const [first] = group
      const cause = group.find(({ step }) => decide([step]).refused) ?? first
      if (!cause) throw new DomainError(decision.refused, { message: decision.message })
      throw refusal(cause.item, cause.index, decision.refused, decision.message)
    }
    const { outcome, events } = decision
    return {
      propertyId: property.detail._id,
      timeline: property.timeline,
      changes: outcome.changes,
      after: outcome.timeline,
      events,
    }
  })
}

/** "A move … before its day waits until that day." */
function snoozesOfMoves(
  { today, now, caller }: CompleteContext,
  items: readonly Item[],
  properties: ReadonlyMap<string, LoadedProperty>,
) {
  return ofKind(items, 'move').flatMap((item) => {
    const { subjectId, key } = item
    const day = properties.get(subjectId)?.detail.completionDate ?? null
    if (day === null || day <= today) return []
    return [{ item, subjectId, key, snooze: snoozedByHand(item, snoozeUntilDay(day), { now, caller }) }]
  })
}

const toChange = (propertyId: string, { key, from, to, on, because }: Change, timeline: Timeline) => ({
  propertyId,
  key,
  title: findStep(timeline, key)?.title ?? '',
  from,
  to,
  on,
  because: because.kind,
  becauseText: describeReason(because, timeline),
})
