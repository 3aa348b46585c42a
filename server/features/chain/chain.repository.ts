import type { Checklist } from '@gya/domain/features/chain/checklist.ts'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { ChainItem } from '../../db/schema.ts'
import { type ChainRow, chainSql, type LinkedRow, linkedPropertySql } from '../properties/read/property-chain.ts'

type PropertyIds = { companyId: string; propertyId: string }

/** The properties that a property's chain links to, itself too. */
export async function findLinkedIds(db: Db, { companyId, propertyId }: PropertyIds): Promise<string[]> {
  const rows = await db
    .selectFrom('chain_item')
    .select('property_ref')
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .execute()
  return rows.flatMap(({ property_ref }) => property_ref ?? [])
}

/** Those of some ids that are properties of a company, deleted ones too, as a chain shows them; one query. */
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

/** The chains of several properties as they are kept, by property; one query. */
export async function findChains(db: Db, companyId: string, propertyIds: readonly string[]): Promise<Map<string, ChainRow[]>> {
  if (propertyIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; items: ChainRow[] }>`
    select p.id, ${chainSql} as items from property p
    where p.company_id = ${companyId} and p.id = any(${propertyIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, items }) => [id, items]))
}

/** A link as it is written, whichever property's chain it stands in. */
export type LinkColumns = Omit<
  Insertable<ChainItem>,
  'company_id' | 'property_id' | 'position' | 'this_property' | 'timeline'
> & {
  timeline: Checklist
}

/** The links of a property's chain as they are written, from the onward purchase to the buyer's end. */
export const listLinks = (db: Db, { companyId, propertyId }: PropertyIds) =>
  db
    .selectFrom('chain_item')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .orderBy('position')
    .execute()

/** Puts a chain in the place of the one before; `links` run from the onward purchase to the buyer's end. */
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

type LockedContact = { id: string; name: string; tel: string }

/** Holds contacts of a company against being deleted until the transaction ends, in one order; those it has. */
export const shareLockContacts = (db: Db, companyId: string, ids: readonly string[]): Promise<LockedContact[]> =>
  db
    .selectFrom('company_contact')
    .select(['id', 'name', 'tel'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('deleted_on', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()

/** The same of points of contact. */
export const shareLockPocs = (
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<(LockedContact & { contact_id: string })[]> =>
  db
    .selectFrom('company_contact_poc as p')
    .innerJoin('company_contact as k', (join) =>
      join.onRef('k.company_id', '=', 'p.company_id').onRef('k.id', '=', 'p.contact_id').on('k.deleted_on', 'is', null),
    )
    .select(['p.id', 'p.contact_id', 'p.name', 'p.tel'])
    .where('p.company_id', '=', companyId)
    .where(sql<boolean>`p.id = any(${ids}::uuid[])`)
    .orderBy('p.contact_id')
    .orderBy('p.id')
    .forKeyShare()
    .execute()
