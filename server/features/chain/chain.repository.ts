import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { Checklist } from '@gya/domain/features/chain/chain.model.ts'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { ChainItem } from '../../db/schema.ts'
import { type ChainRow, chainSql, type LinkedRow, linkedPropertySql } from '../properties/read/chain-sql.ts'

/** The properties a chain links to, including its own. */
export async function findLinkedIds(db: Db, { companyId, propertyId }: PropertyIds): Promise<string[]> {
  const rows = await db
    .selectFrom('chain_item')
    .select('property_ref')
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .execute()
  return rows.flatMap(({ property_ref }) => property_ref ?? [])
}

/** The properties of a company with these ids, including deleted ones, as a chain shows them. */
export async function findLinkedProperties(
  db: Db,
  companyId: string,
  propertyIds: readonly string[],
): Promise<Map<string, LinkedRow>> {
  if (propertyIds.length === 0) return new Map()
  const { rows } = await sql<{ property_ref: string; linked: LinkedRow | null }>`
    select i.property_ref, ${linkedPropertySql} as linked
    from (select ${companyId}::uuid as company_id, unnest(${propertyIds}::uuid[]) as property_ref) i`.execute(db)
  return new Map(rows.flatMap(({ property_ref, linked }) => (linked ? [[property_ref, linked] as const] : [])))
}

/** The stored chains of several properties, by property id. */
export async function findChains(db: Db, companyId: string, propertyIds: readonly string[]): Promise<Map<string, ChainRow[]>> {
  if (propertyIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; items: ChainRow[] }>`
    select p.id, ${chainSql} as items from property p
    where p.company_id = ${companyId} and p.id = any(${propertyIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, items }) => [id, items]))
}

export async function findPropertyVersions(
  db: Db,
  companyId: string,
  propertyIds: readonly string[],
): Promise<Map<string, number>> {
  if (propertyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('property')
    .select(['id', 'version'])
    .where('company_id', '=', companyId)
    .where('id', 'in', propertyIds)
    .execute()
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** The columns of a link that do not depend on the chain it is in. */
export type LinkColumns = Omit<
  Insertable<ChainItem>,
  'company_id' | 'property_id' | 'position' | 'this_property' | 'timeline'
> & {
  timeline: Checklist
}

/** The stored links of a chain, from the onward purchase to the buyer's end. */
export const listLinks = (db: Db, { companyId, propertyId }: PropertyIds) =>
  db
    .selectFrom('chain_item')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .orderBy('position')
    .execute()

/** Replaces the chain of a property; `links` run from the onward purchase to the buyer's end. */
export async function replaceChain(db: Db, { companyId, propertyId }: PropertyIds, links: readonly LinkColumns[]): Promise<void> {
  await db.deleteFrom('chain_item').where('company_id', '=', companyId).where('property_id', '=', propertyId).execute()
  if (links.length === 0) return
  await db
    .insertInto('chain_item')
    .values(
      links.map(({ timeline, ...link }, index) => ({
        ...link,
        company_id: companyId,
        property_id: propertyId,
        position: index + 1,
        this_property: link.property_ref === propertyId,
        timeline: JSON.stringify(timeline),
      })),
    )
    .execute()
}
