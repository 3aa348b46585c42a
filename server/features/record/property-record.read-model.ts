import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { EventData } from '@gya/domain/features/events/event-facts.ts'
import { type EventGroup, kindsOf } from '@gya/domain/features/events/event-kinds.ts'
import { deletionKinds } from '@gya/domain/features/record/property-record.rules.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { countRows } from '../../db/query/coalesced-count.ts'

export type RecordFilter = {
  groups: readonly EventGroup[] | undefined
  userId: string | undefined
  /** Days in London, both included. */
  dateStart: DateOnly | undefined
  dateEnd: DateOnly | undefined
}

const startOf = (day: DateOnly, days: number) =>
  sql<Instant>`((${day}::date + ${days}::int)::timestamp at time zone 'Europe/London')`

/** "No filter hides deletions." */
const isDeletion = sql<SqlBool>`e.kind = any(${deletionKinds}::text[])`

const unlessDeletion = (condition: ReturnType<typeof sql<SqlBool>>) => sql<SqlBool>`(${condition} or ${isDeletion})`

/** Uses the index `event_by_property`. */
const filtered = (db: Db, { companyId, propertyId }: PropertyIds, { groups, userId, dateStart, dateEnd }: RecordFilter) =>
  db
    .selectFrom('event as e')
    .where('e.company_id', '=', companyId)
    .where('e.property_id', '=', propertyId)
    .$if(groups !== undefined, (query) => query.where(unlessDeletion(sql`e.kind = any(${kindsOf(groups ?? [])}::text[])`)))
    .$if(userId !== undefined, (query) => query.where(unlessDeletion(sql`e.user_id = ${userId ?? ''}`)))
    .$if(dateStart !== undefined, (query) => query.where(unlessDeletion(sql`e.at >= ${startOf(dateStart ?? '', 0)}`)))
    .$if(dateEnd !== undefined, (query) => query.where(unlessDeletion(sql`e.at < ${startOf(dateEnd ?? '', 1)}`)))

/** A page of the record of a property, with the number of its entries. */
export async function listRecordEntries(
  db: Db,
  ids: PropertyIds,
  filter: RecordFilter,
  { order, ...page }: PageRequest & { order: 'asc' | 'desc' },
) {
  const matching = filtered(db, ids, filter)
  const rows = await matching
    .leftJoin('app_user as u', 'u.id', 'e.user_id')
    .leftJoin('event_seal as s', (join) => join.onRef('s.company_id', '=', 'e.company_id').onRef('s.event_id', '=', 'e.id'))
    .leftJoin('session_log as l', (join) => join.onRef('l.company_id', '=', 'e.company_id').onRef('l.id', '=', 'e.via_id'))
    .select(['e.id', 'e.at', 'e.kind', 'e.user_id', 'e.via', 's.position', 'l.device', 'u.type as role'])
    .select([sql<EventData>`e.data`.as('data'), sql<string | null>`u.first_name || ' ' || u.last_name`.as('author')])
    .select(
      sql<number | null>`(
        select b.position from record_amendment a
        join event_seal b on b.company_id = a.company_id and b.event_id = a.by_event_id
        where a.company_id = ${ids.companyId} and b.company_id = ${ids.companyId} and a.position = s.position
        order by a.ordinal desc limit 1)`.as('replacedBy'),
    )
    .orderBy('e.at', order)
    .orderBy('e.id', order)
    .limit(page.itemsPerPage)
    .offset(page.itemsPerPage * page.currentPage)
    .execute()
  return { rows, count: await countRows(matching) }
}

/** The London days on which something happened, oldest first. */
export async function listRecordDays(db: Db, { companyId, propertyId }: PropertyIds): Promise<DateOnly[]> {
  const { rows } = await sql<{ day: DateOnly }>`
    select distinct london_day(at) as day from event where company_id = ${companyId} and property_id = ${propertyId}
    order by day`.execute(db)
  return rows.map(({ day }) => day)
}

/** The day on which a sale closed: completed or withdrawn; null while it is open. */
export async function findClosingDay(db: Db, { companyId, propertyId }: PropertyIds): Promise<DateOnly | null> {
  const { rows } = await sql<{ day: DateOnly | null }>`
    select least(s.completed_on, p.withdrawn_on) as day from property p
    left join property_step s on s.company_id = p.company_id and s.property_id = p.id and s.key = ${stepKeys.Completed}
    where p.company_id = ${companyId} and p.id = ${propertyId}`.execute(db)
  return rows[0]?.day ?? null
}
