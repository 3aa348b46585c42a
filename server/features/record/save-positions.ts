import type { EventData } from '@gya/domain/features/events/event-facts.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** An entry that got a position. */
export type MovedEntry = { position: number; kind: string; propertyId: string | null; data: EventData }

/**
 * Sets the positions of the objects that the entries concern, for incremental reads: "`property_position` is kept by the sealer."
 * [connect §3](docs/design/connect.md#3). Deleting or restoring a branch updates the positions of its properties. A change of a firm does
 * not.
 */
export async function savePositions(db: Db, companyId: string, entries: readonly MovedEntry[]): Promise<void> {
  const properties = new Map<string, number>()
  const contacts = new Map<string, number>()
  for (const { position, kind, propertyId, data } of entries) {
    if (propertyId !== null) properties.set(propertyId, position)
    else if (/^(contact|poc)-/.test(kind))
      for (const id of [data.contactId, data.duplicateId]) if (typeof id === 'string') contacts.set(id, position)
  }
  if (properties.size > 0)
    await sql`
      insert into property_position (company_id, property_id, position)
      select ${companyId}::uuid, m.id, m.position
      from unnest(${[...properties.keys()]}::uuid[], ${[...properties.values()]}::bigint[]) as m (id, position)
      on conflict (company_id, property_id) do update set position = excluded.position`.execute(db)
  if (contacts.size > 0)
    await sql`
      insert into contact_position (company_id, contact_id, position)
      select ${companyId}::uuid, m.id, m.position
      from unnest(${[...contacts.keys()]}::uuid[], ${[...contacts.values()]}::bigint[]) as m (id, position)
      on conflict (company_id, contact_id) do update set position = excluded.position`.execute(db)
  for (const { position, kind, data } of entries)
    if (kind === 'branch-deleted' || kind === 'branch-restored')
      await movePropertiesOf(db, companyId, String(data.branchId), position)
}

const movePropertiesOf = (db: Db, companyId: string, branchId: string, position: number) =>
  sql`
    update property_position m set position = greatest(m.position, ${position}::bigint)
    from property p
    where p.company_id = ${companyId} and p.branch_id = ${branchId}::uuid
      and m.company_id = p.company_id and m.property_id = p.id`.execute(db)
