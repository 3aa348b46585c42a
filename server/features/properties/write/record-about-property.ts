import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { Db } from '../../../db/pool.ts'
import { type NewEvent, recordPropertyEvents } from '../../events/events.repository.ts'
import { deriveActionItems } from '../projections/action-items.ts'
import { saleDaysStatement } from '../projections/sale-days.ts'
import { type LoadedProperty, loadProperties } from '../read/load-property.ts'
import { lockLiveProperties } from './properties.repository.ts'
import type { PropertyEvents } from './save-properties.ts'

type RecordContext = {
  db: Db
  now: Instant
  today: DateOnly
  newId(): string
  caller: { userId: string } | null
}

/**
 * Records facts about properties that do not change them: conversations, tasks, snoozes, news seen. Locks them in the order of their ids,
 * lets `write` save the data and return its events, appends these, and derives the action items and when vendor and buyer were last
 * updated. `write` can load them, and they are loaded once. The version stays the same, so that open forms do not become stale. The caller checks that the properties are in scope. Throws
 * NOT_FOUND if one does not exist.
 */
export async function recordAboutProperties(
  { db, now, today, newId, caller }: RecordContext,
  companyId: string,
  propertyIds: readonly string[],
  write: (load: () => Promise<LoadedProperty[]>) => Promise<readonly PropertyEvents[]>,
): Promise<void> {
  const ids = [...new Set(propertyIds)]
  const locked = await lockLiveProperties(db, companyId, { ids })
  if (locked.length < ids.length) throw new DomainError('NOT_FOUND')
  let loaded: Promise<LoadedProperty[]> | undefined
  const load = () => (loaded ??= loadProperties(db, companyId, locked, today))
  const written = await write(load)
  const entries = written.flatMap(({ propertyId, events }) => events.map((event) => ({ propertyId, ...event })))
  const userId = caller?.userId ?? null
  await recordPropertyEvents(db, { companyId, userId, at: now, newId }, entries)
  await db.executeQuery(saleDaysStatement({ companyId, propertyIds: locked, today }))
  await deriveActionItems(db, companyId, await load())
}

/** The same for one property. */
export const recordAboutProperty = (
  context: RecordContext,
  { companyId, propertyId }: PropertyIds,
  write: () => Promise<readonly NewEvent[]>,
): Promise<void> => recordAboutProperties(context, companyId, [propertyId], async () => [{ propertyId, events: await write() }])
