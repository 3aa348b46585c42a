import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { stripReadOnlyFields } from '@gya/domain/read-only-fields.ts'
import type { z } from 'zod'
import type { Db } from '../../../db/pool.ts'
import { ownSave } from '../../../db/query/changed-fields.ts'
import type { HandlerContext } from '../../../http/route/register-route.ts'
import type { NewEvent } from '../../events/events.repository.ts'
import type { LoadedProperty } from '../read/load-property.ts'
import { findSaverName, type LockedProperty } from './properties.repository.ts'
import { authorOf, requireLoaded, saveProperties } from './save-properties.ts'

type PropertyCall = Endpoint & { params: z.ZodObject }
type ChangeContext<E extends PropertyCall> = HandlerContext<E> & { caller: NonNullable<HandlerContext<E>['caller']> }
/** Executes a change and returns its events. */
type Decide<E extends PropertyCall> = (
  context: ChangeContext<E>,
  property: LoadedProperty,
  ids: PropertyIds,
) => readonly NewEvent[] | Promise<readonly NewEvent[]>

/** Refuses a save whose version is outdated. */
type RefuseStale = (db: Db, ids: PropertyIds, version: number, locked: LockedProperty, callerId: string) => Promise<void>

/** Throws STALE_VERSION, with who saved the property last and when. */
export const refuseStaleVersion: RefuseStale = async (db, _ids, version, locked, callerId) => {
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

/** The handler of a call that changes one property: a save of the kind `work` (`saveProperties`). Returns the saved property. */
export const changeProperty =
  <E extends PropertyCall>(decide: Decide<E>, { refuseStale = refuseStaleVersion }: ChangeOptions = {}) =>
  async (context: ChangeContext<E>): Promise<PropertyDetail> => {
    const { params, body } = context as { params: Record<string, string>; body: { _id?: string; version?: number } | undefined }
    const ids = { companyId: params.companyId ?? '', propertyId: params.propertyId ?? body?._id ?? '' }
    const { companyId, propertyId } = ids
    const { db, caller } = context
    const version = body?.version
    const { saved } = await saveProperties(
      'work',
      { ...authorOf(context, companyId), viewer: caller },
      {
        ids: [propertyId],
        ...(version === undefined ? {} : { refuseStale: (locked) => refuseStale(db, ids, version, locked, caller.userId) }),
      },
      async (loaded) => {
        const before = requireLoaded(loaded, propertyId)
        const events = await decide(withoutServerFields(context, before.detail), before, ids)
        return { changes: [{ propertyId, events }], result: null }
      },
    )
    return requireLoaded(saved, propertyId).detail
  }

/** Removes unchanged read-only fields from the body; throws if one was changed. */
function withoutServerFields<E extends PropertyCall>(context: ChangeContext<E>, detail: PropertyDetail): ChangeContext<E> {
  const rule = context.request.routeOptions.config.call?.readOnlyFields
  if (!rule) return context
  const stripped = stripReadOnlyFields(rule, (context as { body: object }).body, detail)
  if (stripped.issues.length > 0) throw new DomainError('VALIDATION_FAILED', { issues: stripped.issues })
  return { ...context, body: stripped.body } as ChangeContext<E>
}
