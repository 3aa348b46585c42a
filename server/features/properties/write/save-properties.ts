import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { ManagementInfo } from '@gya/domain/features/management-info/management-info.model.ts'
import type { Db } from '../../../db/pool.ts'
import { runStatements } from '../../../db/query/statement.ts'
import type { Caller } from '../../../http/access/caller.ts'
import { branchesInScope } from '../../../http/access/scope.ts'
import { jobAdder } from '../../../jobs/queue.ts'
import { type NewEvent, propertyEventsStatement } from '../../events/events.repository.ts'
import { deriveActionItems } from '../projections/action-items.ts'
import { keepSnoozes, movedInOrOut, restoreSnoozes } from '../projections/kept-snoozes.ts'
import type { LoadedProperty } from '../read/load-property.ts'
import type { Viewer } from '../read/property-chain.ts'
import { deriveRows, enqueueDerivation, loadInBatches } from './derive-properties.ts'
import { addExpectedFees } from './expected-fees.ts'
import { incrementVersionStatement, type LockedProperty, lockProperties } from './properties.repository.ts'
import { runEffects } from './property-effects.ts'
import { markSidesSavedStatement, sidesChangedBy } from './property-sides.ts'
import type { SaveKind } from './save-kinds.ts'

/** Who saves, in which transaction. `viewer`: linked properties out of their scope are redacted. */
export type Author = {
  db: Db
  companyId: string
  userId: string | null
  now: Instant
  today: DateOnly
  newId(): string
  viewer?: Viewer
}

type Saver = Omit<Author, 'companyId' | 'userId'> & { caller: { userId: string } | null }

/** The caller of a handler. */
export const authorOf = ({ db, now, today, newId, caller }: Saver, companyId: string): Author => ({
  db,
  companyId,
  userId: caller?.userId ?? null,
  now,
  today,
  newId,
})

/** Throws NOT_FOUND. */
export function requireLoaded(properties: ReadonlyMap<string, LoadedProperty>, propertyId: string): LoadedProperty {
  const property = properties.get(propertyId)
  if (!property) throw new DomainError('NOT_FOUND')
  return property
}

type ToLock = {
  ids: readonly string[]
  /** Refused if one is out of this person's scope; without it all of the company are in scope. */
  within?: Pick<Caller, 'type' | 'branchIds'>
  /** Left out if they do not exist or are out of scope. */
  mayMiss?: ReadonlySet<string>
  refuseStale?: (locked: LockedProperty) => Promise<void>
}

/** The properties of a save. */
export type Target =
  /** Locked and loaded here. */
  | ToLock
  /** Locked and loaded by the caller, as they were before the change. */
  | { loaded: ReadonlyMap<string, LoadedProperty> }
  /** Created or restored by the change; a restored property is locked by the caller. */
  | 'new'

export type PropertyEvents = {
  propertyId: string
  events: readonly NewEvent[]
  /** What expected fees are calculated from, if not from the property before the change. */
  mi?: ManagementInfo
}

/** The changes of the properties; those without events are not saved. */
export type Decision<R> = { changes: readonly PropertyEvents[]; result: R }
export type Decide<R> = (before: ReadonlyMap<string, LoadedProperty>) => Promise<Decision<R>>

type Saved<R> = { saved: ReadonlyMap<string, LoadedProperty>; result: R }

/**
 * Every change of a property goes through here, in one transaction: locks the properties in the order of their ids, refuses a stale
 * version, loads them, and lets `decide` write the change and return its events. Then writes the record, versions and sides, the rows of
 * lists, report, dashboard and forecast, runs the effects of the kind (`save-kinds.ts`), and derives the action items. Without events
 * nothing is written. Returns the properties as saved, without those that the change deleted.
 */
export async function saveProperties<R>(kind: SaveKind, author: Author, target: Target, decide: Decide<R>): Promise<Saved<R>> {
  const before = await lockTarget(author, target)
  const { changes, result } = await decide(before)
  return { saved: await saveChanges(kind, author, before, changes), result }
}

const noProperties: ReadonlyMap<string, LoadedProperty> = new Map()

const lockTarget = (
  author: Author,
  target: Target,
): Promise<ReadonlyMap<string, LoadedProperty>> | ReadonlyMap<string, LoadedProperty> =>
  target === 'new' ? noProperties : 'loaded' in target ? target.loaded : lockAndLoad(author, target)

/** Locks and loads properties for a save. Throws NOT_FOUND if one of them does not exist or is out of scope. */
export async function lockAndLoad(
  author: Pick<Author, 'db' | 'companyId' | 'today' | 'viewer'>,
  target: ToLock,
): Promise<ReadonlyMap<string, LoadedProperty>> {
  const ids = [...new Set(target.ids)]
  if (ids.length === 0) return noProperties
  const locked = await lockProperties(author.db, { companyId: author.companyId, propertyIds: ids })
  const lockedIds = locked.map(({ id }) => id)
  requireAll(ids, lockedIds, target)
  for (const one of target.refuseStale ? locked : []) await target.refuseStale?.(one)
  const loaded = await loadInBatches(author, lockedIds)
  const branchIds = target.within ? branchesInScope(target.within) : null
  const inScope = new Map([...loaded].filter(([, { detail }]) => branchIds === null || branchIds.includes(detail.branch._id)))
  requireAll(ids, [...inScope.keys()], target)
  return inScope
}

function requireAll(ids: readonly string[], found: readonly string[], { mayMiss }: ToLock): void {
  const there = new Set(found)
  if (!ids.every((id) => there.has(id) || mayMiss?.has(id))) throw new DomainError('NOT_FOUND')
}

/** Properties of a changed contact that are derived in its transaction; those of more are derived by a job. */
const mostContactsAtOnce = 50

async function saveChanges(
  kind: SaveKind,
  author: Author,
  before: ReadonlyMap<string, LoadedProperty>,
  decided: readonly PropertyEvents[],
): Promise<ReadonlyMap<string, LoadedProperty>> {
  const changes = decided.flatMap((change) => {
    const mi = change.mi ?? before.get(change.propertyId)?.detail.mi
    if (change.events.length === 0) return []
    return mi ? { ...change, events: addExpectedFees(change.events, mi) } : change
  })
  if (changes.length === 0) return before
  const { db, companyId, userId, now, today, newId } = author
  await record(author, changes)
  const ids = changes.map(({ propertyId }) => propertyId)
  const isLater = kind === 'contact' && ids.length > mostContactsAtOnce
  const saved = await (isLater ? loadInBatches : deriveRows)(author, ids)
  const changed = changes.flatMap(({ propertyId, events }) => {
    const was = before.get(propertyId) ?? null
    const property = saved.get(propertyId) ?? was
    return property ? { before: was, property, isDeleted: !saved.has(propertyId), userId, events, db, now, today, newId } : []
  })
  await runEffects(kind, changed)
  if (isLater) {
    await enqueueDerivation(jobAdder(db), { companyId, propertyIds: ids })
    return saved
  }
  const { withdrawn, putBack } = movedInOrOut(changed)
  if (withdrawn.length > 0) await keepSnoozes(db, companyId, withdrawn)
  await deriveActionItems(db, companyId, [...saved.values()])
  if (putBack.length > 0) await restoreSnoozes(db, companyId, putBack, now)
  return saved
}

/** Writes the events of the properties and increments their versions. */
async function record({ db, companyId, userId, now, newId }: Author, changes: readonly PropertyEvents[]): Promise<void> {
  const entries = changes.flatMap(({ propertyId, events }) => events.map((event) => ({ propertyId, ...event })))
  const sides = changes.flatMap(({ propertyId, events }) => sidesChangedBy(events).map((side) => ({ propertyId, side })))
  const propertyIds = changes.map(({ propertyId }) => propertyId)
  await runStatements(db, [
    propertyEventsStatement({ companyId, userId, at: now, newId }, entries),
    incrementVersionStatement({ companyId, propertyIds, now, userId }),
    ...(sides.length > 0 ? [markSidesSavedStatement(db, companyId, { sides, now, userId })] : []),
  ])
}
