import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** Proposals `p` that lapsed with a fall-off, with their files, except those of a person who was erased since. Their link stays ended. */
const lapsed = ({ companyId, propertyId }: PropertyIds, fallOffId: string) => sql`
  fall_off f where f.company_id = ${companyId} and f.property_id = ${propertyId} and f.id = ${fallOffId}
    and p.company_id = ${companyId} and p.property_id = ${propertyId} and p.offer_id = f.offer_id
    and p.state = 'overtaken' and p.decided_by is null and p.decided_on = f.createdon
    and (p.link_id is null or exists (select from party_link l
      where l.company_id = ${companyId} and l.id = p.link_id and l.ended_because = 'fell-off' and l.email <> ''))`

export async function countLapsed(db: Db, ids: PropertyIds, fallOffId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from party_proposal p, ${lapsed(ids, fallOffId)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** A restore opens them again. */
export async function reopenLapsed(db: Db, ids: PropertyIds, fallOffId: string): Promise<void> {
  await sql`update party_proposal p set state = 'open', decided_on = null from ${lapsed(ids, fallOffId)}`.execute(db)
}

/** A fall-off without an entry cannot be restored: returns the files, which no longer belong to the proposals. */
export async function releaseLapsedFiles(db: Db, ids: PropertyIds, fallOffId: string): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    with gone as (
      select p.company_id, p.id, p.document_file from party_proposal p, ${lapsed(ids, fallOffId)} and p.document_file is not null
    )
    update party_proposal p set document_file = null from gone
    where p.company_id = gone.company_id and p.id = gone.id returning gone.document_file as file`.execute(db)
  return rows.map(({ file }) => file)
}

/** Proposals of links that ended when a sale fell off, which are open again if it was restored. */
export async function listLinksEndedByFallOff(
  db: Db,
  { companyId, propertyId }: PropertyIds,
  offerId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('party_link')
    .select('id')
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('offer_id', '=', offerId)
    .where('ended_because', '=', 'fell-off')
    .execute()
  return rows.map(({ id }) => id)
}

type NewLink = { companyId: string; linkId: string }

/** A link that is sent to a party after a restore takes over the open proposals of the link that ended. */
export async function adoptReopened(db: Db, { companyId, linkId }: NewLink): Promise<void> {
  await sql`
    update party_proposal p set link_id = n.id from party_link n
    join party_link l on l.company_id = n.company_id and l.property_id = n.property_id and l.offer_id = n.offer_id
      and l.party = n.party and lower(l.email) = lower(n.email) and l.ended_because = 'fell-off'
    where n.company_id = ${companyId} and n.id = ${linkId} and p.company_id = l.company_id and p.link_id = l.id
      and p.state = 'open'`.execute(db)
}
