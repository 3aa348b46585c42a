import type { Endpoint } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/errors.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import type { z } from 'zod'
import type { Db } from '../../db/connect.ts'
import type { Context } from '../../http/mount.ts'
import type { Viewer } from '../chain/chain-of.ts'
import { saveDay } from '../dashboard/days.repository.ts'
import { insertEvents, type NewEvent } from '../events/events.repository.ts'
import { markSides, sidesChangedBy } from '../property-contacts/mark-sides.ts'
import { saveReportRow } from '../report/report-row.repository.ts'
import { tellVendor } from '../vendors/tell-vendor.ts'
import { findSaver, lockProperty, markChanged } from './properties.repository.ts'
import { type PropertyIds, readWholeProperty, type WholeProperty } from './property.read-model.ts'

type PropertyCall = Endpoint & { params: z.ZodObject }
type Changing<E extends PropertyCall> = Context<E> & { caller: NonNullable<Context<E>['caller']> }
type Decide<E extends PropertyCall> = (
  context: Changing<E>,
  property: WholeProperty,
  ids: PropertyIds,
) => Promise<readonly NewEvent[]>

type Locked = NonNullable<Awaited<ReturnType<typeof lockProperty>>>
/** Refuses a save that comes from a form which was opened at a version that is no longer the one it may change. */
type RefuseStale = (db: Db, ids: PropertyIds, version: number, locked: Locked) => Promise<void>

/** Throws STALE_VERSION, with who saved the property last and when. */
const refuseOtherVersion: RefuseStale = async (db, _ids, version, locked) => {
  if (version !== locked.version)
    throw new DomainError('STALE_VERSION', {
      details: { savedBy: await findSaver(db, locked.updated_by), savedOn: locked.updatedon },
    })
}

/**
 * The way every change of a property goes. It locks the property, refuses an old version, lets `decide` make the change
 * and name the events it amounts to, then writes the record, counts the version up, rebuilds the property's row for
 * lists and reports, and answers with the whole property as saved. No events, no change: nothing is written.
 * `refuseStale` is for a form of a part that may be saved whatever happened to the rest.
 */
export const changeProperty =
  <E extends PropertyCall>(decide: Decide<E>, refuseStale: RefuseStale = refuseOtherVersion) =>
  async (context: Changing<E>): Promise<PropertyDetail> => {
    const { params, body } = context as { params: Record<string, string>; body: { _id?: string; version?: number } | undefined }
    const ids = { companyId: params.companyId ?? '', propertyId: params.propertyId ?? body?._id ?? '' }
    const { db, now, today, caller, newId } = context
    const locked = await lockProperty(db, ids)
    if (!locked) throw new DomainError('NOT_FOUND')
    if (body?.version !== undefined) await refuseStale(db, ids, body.version, locked)
    const before = await readWholeProperty(db, ids, today, caller)
    const events = await decide(context, before, ids)
    if (events.length === 0) return before.detail
    await recordChange(db, ids, { events, userId: caller.userId, now, newId })
    const whole = await rebuildReportRow(db, ids, today, caller)
    const { publicUrl } = context.request.server.gya.config
    await tellVendor({ ...context, publicUrl }, { ...whole, changed: stepsChangedBy(events) })
    return whole.detail
  }

const stepsChangedBy = (events: readonly NewEvent[]) =>
  events
    .filter((event) => event.kind === 'step-changed')
    .map(({ data }) => ({ key: Number(data?.key), to: typeof data?.to === 'string' ? data.to : null }))

type Recorded = { events: readonly NewEvent[]; userId: string | null; now: string; newId(): string }

/** Writes the record of a change of a property and counts its version up; nothing where there are no events. */
export async function recordChange(db: Db, ids: PropertyIds, { events, userId, now, newId }: Recorded): Promise<void> {
  if (events.length === 0) return
  await insertEvents(db, { ...ids, userId, at: now, newId }, events)
  await markChanged(db, ids, now, userId)
  await markSides(db, ids, { sides: sidesChangedBy(events), now, userId })
}

/** Reads a property as it now stands, as `viewer` may see it, and derives its row for lists and reports from it. */
export async function rebuildReportRow(db: Db, ids: PropertyIds, today: string, viewer: Viewer = null): Promise<WholeProperty> {
  const whole = await readWholeProperty(db, ids, today, viewer)
  await saveReportRow(db, whole)
  await saveDay(db, whole, today)
  return whole
}
