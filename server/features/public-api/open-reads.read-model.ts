import type { Instant } from '@gya/domain/common/dates.ts'
import type { EventData } from '@gya/domain/features/events/event-facts.ts'
import type { EventKind } from '@gya/domain/features/events/event-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { ReadMark } from './cursor.ts'

/** `isLive`: neither the row nor its branch is deleted. */
export type Moved = { id: string; position: number; isLive: boolean }

/** `branchIds`: `null` for all. May include deleted branches, whose properties are returned as deleted. */
type Read = { companyId: string; branchIds: readonly string[] | null; after: ReadMark; limit: number }

/** Properties after a mark, in order of position. Uses the index `property_position_in_order`. */
export async function listMovedProperties(db: Db, { companyId, branchIds, after, limit }: Read): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select m.property_id as id, m.position, p.deleted_on is null and b.deleted_on is null as "isLive"
    from property_position m
    join property p on p.company_id = m.company_id and p.id = m.property_id
    join branch b on b.company_id = p.company_id and b.id = p.branch_id
    where m.company_id = ${companyId} and (m.position, m.property_id) > (${after.position}::bigint, ${after.id}::uuid)
      and ${branchIds === null ? sql`true` : sql`p.branch_id = any(${branchIds}::uuid[])`}
    order by m.position, m.property_id limit ${limit}`.execute(db)
  return rows
}

/** Returns the position of a property, or 0 if no sealed entry concerns it. */
export async function findPosition(db: Db, companyId: string, propertyId: string): Promise<number> {
  const row = await db
    .selectFrom('property_position')
    .select('position')
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .executeTakeFirst()
  return row?.position ?? 0
}

export async function listMovedContacts(db: Db, { companyId, after, limit }: Omit<Read, 'branchIds'>): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select m.contact_id as id, m.position, k.id is not null and k.deleted_on is null as "isLive"
    from contact_position m
    left join company_contact k on k.company_id = m.company_id and k.id = m.contact_id
    where m.company_id = ${companyId} and (m.position, m.contact_id) > (${after.position}::bigint, ${after.id}::uuid)
    order by m.position, m.contact_id limit ${limit}`.execute(db)
  return rows
}

export type EntryRow = {
  id: string
  position: number
  at: Instant
  kind: string
  data: EventData
  via: string
  propertyId: string | null
  branchId: string | null
}

type EntryRead = Read & { kinds: readonly EventKind[]; propertyId: string | undefined }

/** Entries after a mark, in order of position. Entries without a property belong to all branches. */
export async function listEntries(
  db: Db,
  { companyId, branchIds, after, limit, kinds, propertyId }: EntryRead,
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.id, s.position, e.at, e.kind, e.data, e.via, e.property_id as "propertyId", p.branch_id as "branchId"
    from event_seal s
    join event e on e.company_id = s.company_id and e.id = s.event_id
    left join property p on p.company_id = e.company_id and p.id = e.property_id
    where s.company_id = ${companyId} and s.position > ${after.position}::bigint
      and e.kind = any(${kinds}::text[])
      and ${branchIds === null ? sql`true` : sql`p.branch_id = any(${branchIds}::uuid[])`}
      and ${propertyId === undefined ? sql`true` : sql`e.property_id = ${propertyId}::uuid`}
    order by s.position limit ${limit}`.execute(db)
  return rows
}

/** The position of a company's last entry. */
export async function findLastPosition(db: Db, companyId: string): Promise<number> {
  const { rows } = await sql<{ position: number | null }>`
    select max(position) as position from event_seal where company_id = ${companyId}`.execute(db)
  return rows[0]?.position ?? 0
}

type ByRef = { companyId: string; branchIds: readonly string[] | null; system: string; ref: string }

/** Finds the property with a reference of another system. */
export async function findPropertyByRef(db: Db, { companyId, branchIds, system, ref }: ByRef): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select p.id from external_ref x
    join property p on p.company_id = x.company_id and p.id = x.object_id and p.deleted_on is null
    join branch b on b.company_id = p.company_id and b.id = p.branch_id and b.deleted_on is null
    where x.company_id = ${companyId} and x.system = ${system.toLowerCase()} and x.kind = 'property' and x.ref = ${ref}
      and ${branchIds === null ? sql`true` : sql`p.branch_id = any(${branchIds}::uuid[])`}`.execute(db)
  return rows[0]?.id
}

export type OpenRef = { system: string; ref: string }

/** References of properties in other systems, by property. */
export async function listRefs(db: Db, companyId: string, propertyIds: readonly string[]): Promise<Map<string, OpenRef[]>> {
  const rows = await db
    .selectFrom('external_ref')
    .select(['object_id', 'system', 'ref'])
    .where('company_id', '=', companyId)
    .where('kind', '=', 'property')
    .where(sql<boolean>`object_id = any(${propertyIds}::uuid[])`)
    .orderBy('system')
    .orderBy('ref')
    .execute()
  const refs = new Map<string, OpenRef[]>()
  for (const { object_id, system, ref } of rows) refs.set(object_id, [...(refs.get(object_id) ?? []), { system, ref }])
  return refs
}
