import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { stripReadOnlyFields } from '@gya/domain/read-only-fields.ts'
import type { z } from 'zod'
import type { Db } from '../../../db/pool.ts'
import { ownSave } from '../../../db/query/changed-fields.ts'
import { runStatements, type Statement } from '../../../db/query/statement.ts'
import type { HandlerContext } from '../../../http/route/register-route.ts'
import { type NewEvent, propertyEventsStatement } from '../../events/events.repository.ts'
import { deriveActionItems } from '../projections/action-items.ts'
import { rebuildRows } from '../projections/rebuild-projections.ts'
import { completedItems } from '../projections/settled-items.ts'
import { type LoadedProperty, loadProperty } from '../read/load-property.ts'
import { addExpectedFees } from './expected-fees.ts'
import { findSaverName, incrementVersionStatement, lockProperty } from './properties.repository.ts'
import { notifyListeners } from './property-changed.ts'
import { markSidesSavedStatement, sidesChangedBy } from './property-sides.ts'

type PropertyCall = Endpoint & { params: z.ZodObject }
type ChangeContext<E extends PropertyCall> = HandlerContext<E> & { caller: NonNullable<HandlerContext<E>['caller']> }
/** Executes a change and returns its events. */
type Decide<E extends PropertyCall> = (
  context: ChangeContext<E>,
  property: LoadedProperty,
  ids: PropertyIds,
) => readonly NewEvent[] | Promise<readonly NewEvent[]>

type LockedRow = { version: number; updatedon: string; updated_by: string | null }
/** Refuses a save whose version is outdated. */
type RefuseStale = (db: Db, ids: PropertyIds, version: number, locked: LockedRow, callerId: string) => Promise<void>

/** Throws STALE_VERSION, with who saved the property last and when. */
const refuseStaleVersion: RefuseStale = async (db, _ids, version, locked, callerId) => {
  if (version !== locked.version)
    throw new DomainError('STALE_VERSION', {
      details: {
        savedBy: await findSaverName(db, locked.updated_by),
        savedOn: locked.updatedon,
        ...ownSave(version, locked, callerId),
      },
    })
}

type ChangeOptions = {
  /** For forms that only conflict with changes of the same part. */
  refuseStale?: RefuseStale
}

/**
 * Every change of a property goes through here. It locks the property, refuses a stale version, lets `decide` execute the change and return
 * its events, writes the record, increments the version, rebuilds the projections, calls the listeners of `onPropertyChanged`, and returns
 * the saved property. Without events nothing is written.
 */
export const changeProperty =
  <E extends PropertyCall>(decide: Decide<E>, { refuseStale = refuseStaleVersion }: ChangeOptions = {}) =>
  async (context: ChangeContext<E>): Promise<PropertyDetail> => {
    const { params, body } = context as { params: Record<string, string>; body: { _id?: string; version?: number } | undefined }
    const ids = { companyId: params.companyId ?? '', propertyId: params.propertyId ?? body?._id ?? '' }
    const { db, now, today, caller, newId } = context
    const locked = await lockProperty(db, ids)
    if (!locked) throw new DomainError('NOT_FOUND')
    if (body?.version !== undefined) await refuseStale(db, ids, body.version, locked, caller.userId)
    const before = await loadProperty(db, ids, today, caller)
    const events = addExpectedFees(await decide(withoutServerFields(context, before.detail), before, ids), before.detail.mi)
    if (events.length === 0) return before.detail
    await recordChange(db, ids, { events, userId: caller.userId, now, newId })
    const property = await rebuildRows(db, ids, today, caller)
    await notifyListeners(context.request.server, [{ before, property, userId: caller.userId, events, db, now, today, newId }])
    const completed = completedItems([{ subjectId: ids.propertyId, events }])
    await deriveActionItems(db, ids.companyId, [property], { today, by: { userId: caller.userId, now, completed } })
    return property.detail
  }

/** Removes unchanged read-only fields from the body; throws if one was changed. */
function withoutServerFields<E extends PropertyCall>(context: ChangeContext<E>, detail: PropertyDetail): ChangeContext<E> {
  const rule = context.request.routeOptions.config.call?.readOnlyFields
  if (!rule) return context
  const stripped = stripReadOnlyFields(rule, (context as { body: object }).body, detail)
  if (stripped.issues.length > 0) throw new DomainError('VALIDATION_FAILED', { issues: stripped.issues })
  return { ...context, body: stripped.body } as ChangeContext<E>
}

type EventSource = { events: readonly NewEvent[]; userId: string | null; now: string; newId(): string }

const recordStatements = (db: Db, { companyId, propertyId }: PropertyIds, { events, ...by }: EventSource): Statement[] =>
  recordManyStatements(db, companyId, [{ propertyId, events }], by)

export type PropertyEvents = {
  propertyId: string
  events: readonly NewEvent[]
  /** Keys of action items that were completed without an event. */
  completed?: readonly string[]
}

function recordManyStatements(
  db: Db,
  companyId: string,
  changes: readonly PropertyEvents[],
  { userId, now, newId }: Omit<EventSource, 'events'>,
): Statement[] {
  const entries = changes.flatMap(({ propertyId, events }) => events.map((event) => ({ propertyId, ...event })))
  const sides = changes.flatMap(({ propertyId, events }) => sidesChangedBy(events).map((side) => ({ propertyId, side })))
  const propertyIds = changes.map(({ propertyId }) => propertyId)
  return [
    propertyEventsStatement({ companyId, userId, at: now, newId }, entries),
    incrementVersionStatement({ companyId, propertyIds, now, userId }),
    ...(sides.length > 0 ? [markSidesSavedStatement(db, companyId, { sides, now, userId })] : []),
  ]
}

/** Writes the events of a property and increments its version; nothing without events. */
export async function recordChange(db: Db, ids: PropertyIds, recorded: EventSource): Promise<void> {
  if (recorded.events.length > 0) await runStatements(db, recordStatements(db, ids, recorded))
}

/** The same for many properties with the same number of statements. Each has at least one event. */
export async function recordChanges(
  db: Db,
  companyId: string,
  changes: readonly PropertyEvents[],
  recorded: Omit<EventSource, 'events'>,
): Promise<void> {
  if (changes.length > 0) await runStatements(db, recordManyStatements(db, companyId, changes, recorded))
}
