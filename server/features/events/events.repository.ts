import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { EventAuthor } from '@gya/domain/features/events/event-author.ts'
import type { EventData } from '@gya/domain/features/events/event-facts.ts'
import { type EventKind, eventKinds } from '@gya/domain/features/events/event-kinds.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { countRows } from '../../db/query/coalesced-count.ts'
import { prepareStatement } from '../../db/query/prepared-statement.ts'
import type { Statement } from '../../db/query/statement.ts'
import { type EventOrigin, eventAuthor, eventOrigin } from './event-origin.ts'
import { reachedBefore } from './reached-before.ts'

/** An event with the data that the history and the metrics need. */
export type NewEvent = { kind: EventKind; data?: Record<string, unknown> }

type EventsContext = { companyId: string; userId: string | null; at: Instant; newId(): string }

/** Appends events that concern no property, in the transaction of the change. */
export async function recordCompanyEvents(
  db: Db,
  { companyId, userId, at, newId }: EventsContext,
  events: readonly NewEvent[],
): Promise<void> {
  const origin = eventOrigin()
  const rows = events.map(({ kind, data }) => ({
    company_id: companyId,
    id: newId(),
    property_id: null,
    user_id: eventAuthor(origin, userId),
    at,
    kind,
    data: JSON.stringify(data ?? {}),
    via: origin.via,
    via_id: origin.viaId,
  }))
  if (rows.length > 0) await db.insertInto('event').values(rows).execute()
}

type PropertyEvent = NewEvent & { propertyId: string }

/** Appends events of properties that change none of them, in the transaction of the change; a change of one goes through `saveProperties`. */
export async function recordPropertyEvents(db: Db, where: EventsContext, entries: readonly PropertyEvent[]): Promise<void> {
  if (entries.length > 0) await db.executeQuery(propertyEventsStatement(where, entries))
}

/** The statement of `recordPropertyEvents`. `entries` must not be empty. */
export const propertyEventsStatement = (
  { companyId, userId, at, newId }: EventsContext,
  entries: readonly PropertyEvent[],
): Statement => {
  const origin = eventOrigin()
  return insertPropertyEvents({
    companyId,
    userId: eventAuthor(origin, userId),
    at,
    ...origin,
    ids: entries.map(() => newId()),
    propertyIds: entries.map(({ propertyId }) => propertyId),
    kinds: entries.map(({ kind }) => kind),
    data: entries.map(({ data }) => JSON.stringify(data ?? {})),
  })
}

type EventColumns = Record<'ids' | 'propertyIds' | 'kinds' | 'data', string[]> & Omit<EventsContext, 'newId'> & EventOrigin

const insertPropertyEvents = prepareStatement(
  'insert-property-events',
  (db, { companyId, userId, at, via, viaId, ids, propertyIds, kinds, data }: EventColumns) =>
    sql`
      insert into event (company_id, id, property_id, user_id, at, kind, data, via, via_id)
      select ${companyId}::uuid, e.id, e.property_id, ${userId}::uuid, ${at}::timestamptz, e.kind, e.data, ${via}::text,
        ${viaId}::uuid
      from unnest(${ids}::uuid[], ${propertyIds}::uuid[], ${kinds}::text[], ${data}::jsonb[]) as e (id, property_id, kind, data)`.compile(
      db,
    ),
)

/**
 * "Who (name and role then)": the author of the entry `e`. The trigger `event_names_author` stores it; that of an older entry is in the first
 * entry `authors-recorded` that has it.
 */
export const eventAuthorThen = sql<EventAuthor | null>`coalesce(e.author, (
  select r.data -> 'people' -> coalesce(e.user_id, e.via_id)::text
  from event r left join event_seal s on s.company_id = r.company_id and s.event_id = r.id
  where r.company_id = e.company_id and r.kind = 'authors-recorded'
    and r.data -> 'people' ? coalesce(e.user_id, e.via_id)::text
  order by s.position limit 1))`

/** The name of the author of the entry `e`. */
export const eventAuthorName = sql<string | null>`${eventAuthorThen} ->> 'name'`

/** The id of the author of the entry `e`. */
export const eventAuthorId = sql<string | null>`coalesce(e.user_id, case when e.via in ('api', 'party') then e.via_id end)`

/** The kinds of a history. The record alone shows e-mails with the entries of their hashes and states. */
export const allEventKinds = (Object.keys(eventKinds) as EventKind[]).filter(
  (kind) => kind !== 'email-written' && kind !== 'email-state',
)

type EventFilter = {
  kinds: readonly EventKind[]
  userId: string | undefined
  /** London days, inclusive. */
  dateStart: DateOnly | undefined
  dateEnd: DateOnly | undefined
}

/** A page of a property's events, newest first, with their number. Uses the index `event_by_property`. */
export async function listEvents(db: Db, { companyId, propertyId }: PropertyIds, filter: EventFilter, page: PageRequest) {
  const { kinds, userId, dateStart, dateEnd } = filter
  const startOf = (day: DateOnly | undefined, days: number) =>
    sql<Instant>`((${day ?? null}::date + ${days}::int)::timestamp at time zone 'Europe/London')`
  const matching = db
    .selectFrom('event as e')
    .where('e.company_id', '=', companyId)
    .where('e.property_id', '=', propertyId)
    .where(sql<SqlBool>`e.kind = any(${kinds}::text[])`)
    .$if(userId !== undefined, (query) => query.where('e.user_id', '=', userId ?? ''))
    .$if(dateStart !== undefined, (query) => query.where('e.at', '>=', startOf(dateStart, 0)))
    .$if(dateEnd !== undefined, (query) => query.where('e.at', '<', startOf(dateEnd, 1)))
  const rows = await matching
    .select(['e.id', 'e.at', 'e.kind'])
    .select(eventAuthorId.as('author_id'))
    .leftJoin('event_seal as s', (join) => join.onRef('s.company_id', '=', 'e.company_id').onRef('s.event_id', '=', 'e.id'))
    .select([sql<EventData>`e.data`.as('data'), eventAuthorName.as('author'), reachedBefore(companyId).as('reached')])
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(page.itemsPerPage)
    .offset(page.itemsPerPage * page.currentPage)
    .execute()
  return { rows, count: await countRows(matching) }
}

/** The authors of a property's events by name, including those of deleted accounts. */
export const findAuthors = (db: Db, { companyId, propertyId }: PropertyIds) =>
  db
    .selectFrom('event as e')
    .innerJoin('app_user as u', 'u.id', 'e.user_id')
    .select(['u.id as _id', sql<string>`u.first_name || ' ' || u.last_name`.as('name')])
    .where('e.company_id', '=', companyId)
    .where('e.property_id', '=', propertyId)
    .groupBy(['u.id', 'u.first_name', 'u.last_name'])
    .orderBy(sql`lower(u.first_name || ' ' || u.last_name)`)
    .orderBy('u.id')
    .execute()

/** The author and time of the latest of these events of a property. `data` narrows it down, for example to one step. */
export const findLastChange = (
  db: Db,
  { companyId, propertyId }: PropertyIds,
  kinds: readonly EventKind[] = allEventKinds,
  data: Record<string, unknown> = {},
) =>
  db
    .selectFrom('event as e')
    .select(['e.at', eventAuthorName.as('by')])
    .where('e.company_id', '=', companyId)
    .where('e.property_id', '=', propertyId)
    .where(sql<SqlBool>`e.kind = any(${kinds}::text[])`)
    .where(sql<SqlBool>`e.data @> ${JSON.stringify(data)}::jsonb`)
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst()
