import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { LinkEnding, LinkParty, PartyLink } from '@gya/domain/features/party-links/party-links.model.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { PartyLink as Row } from '../../db/schema.ts'

/** Links of the current sale of a property, newest first. */
export async function listLinks(
  db: Db,
  { companyId, propertyId }: PropertyIds,
  offerId: string,
  today: DateOnly,
): Promise<PartyLink[]> {
  const rows = await db
    .selectFrom('party_link as l')
    .selectAll('l')
    .select(
      sql<number>`(select count(*)::int from party_visit v
        where v.company_id = l.company_id and v.link_id = l.id and v.on_day > ${today}::date - 30)`.as('days_seen'),
    )
    .where('l.company_id', '=', companyId)
    .where('l.property_id', '=', propertyId)
    .where('l.offer_id', '=', offerId)
    .orderBy('l.createdon', 'desc')
    .orderBy('l.id', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    party: row.party as LinkParty,
    name: row.name,
    email: row.email,
    contactId: row.contact_id,
    pocId: row.poc_id,
    sentOn: row.sent_on,
    expiresOn: row.expires_on,
    lastSeenOn: row.last_seen_on,
    daysSeen: row.days_seen,
    endedBecause: endingOf(row),
  }))
}

/** Open links restored from an archive have no token. */
const endingOf = ({ ended_because, token_hash }: Pick<Selectable<Row>, 'ended_because' | 'token_hash'>): LinkEnding | null =>
  (ended_because as LinkEnding | null) ?? (token_hash === null ? 'restored' : null)

/** Open links with party and recipient address. */
export const listOpenLinks = (db: Db, { companyId, propertyId }: PropertyIds) =>
  db
    .selectFrom('party_link')
    .select(['id', 'party', 'email', 'name', 'offer_id', 'contact_id'])
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('ended_on', 'is', null)
    .execute()

export const lockLink = (db: Db, { companyId, propertyId }: PropertyIds, linkId: string) =>
  db
    .selectFrom('party_link')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('id', '=', linkId)
    .forUpdate()
    .executeTakeFirst()

export const insertLink = (db: Db, row: Insertable<Row>) => db.insertInto('party_link').values(row).execute()

type Sent = { token_hash: Buffer; sent_on: Instant; expires_on: Instant }

/** Replaces the token of a link and reopens an expired link. */
export const renewLink = (db: Db, companyId: string, linkId: string, sent: Sent) =>
  db
    .updateTable('party_link')
    .set({ ...sent, ended_on: null, ended_because: null })
    .where('company_id', '=', companyId)
    .where('id', '=', linkId)
    .execute()

export const saveTellMe = (db: Db, companyId: string, linkId: string, tellMe: boolean) =>
  db.updateTable('party_link').set({ tell_me: tellMe }).where('company_id', '=', companyId).where('id', '=', linkId).execute()

type LinkIds = { companyId: string; linkId: string }

/** Counts one visit per day and updates when the link was last opened. Returns whether this was the first visit. */
export async function countVisit(db: Db, { companyId, linkId }: LinkIds, now: Instant, today: DateOnly): Promise<boolean> {
  const { rows } = await sql<{ is_first: boolean }>`
    with before as (
      select last_seen_on is null as is_first from party_link where company_id = ${companyId} and id = ${linkId} for update
    ),
    seen as (
      update party_link set last_seen_on = ${now} where company_id = ${companyId} and id = ${linkId} and exists (select from before)
    ),
    counted as (
      insert into party_visit (company_id, link_id, on_day, reads) values (${companyId}, ${linkId}, ${today}, 1)
      on conflict (company_id, link_id, on_day) do update set reads = party_visit.reads + 1
    )
    select is_first from before`.execute(db)
  return rows[0]?.is_first === true
}

/** Returns whether the link is open, and locks it until the end of the transaction. */
export async function isLinkOpen(db: Db, { companyId, linkId }: LinkIds): Promise<boolean> {
  const row = await db
    .selectFrom('party_link')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', linkId)
    .where('token_hash', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function findBrandColour(db: Db, companyId: string): Promise<string | null> {
  const row = await db.selectFrom('company').select('brand_colour').where('id', '=', companyId).executeTakeFirst()
  return row?.brand_colour ?? null
}

/** Counts parties whose links ended when the sale fell off. Restoring the sale does not reopen these links. */
export async function countEndedByFallOff(db: Db, { companyId, propertyId }: PropertyIds, offerId: string): Promise<number> {
  const { rows } = await sql<{ parties: number }>`
    select count(distinct (party, lower(email)))::int as parties from party_link
    where company_id = ${companyId} and property_id = ${propertyId} and offer_id = ${offerId}
      and ended_because = 'fell-off'`.execute(db)
  return rows[0]?.parties ?? 0
}

/** Counts the open links of a sale and the open proposals of its parties, also those that a restore opened again. */
export async function countOpen(
  db: Db,
  { companyId, propertyId }: PropertyIds,
  offerId: string | null,
): Promise<{ partyLinks: number; proposals: number }> {
  const { rows } = await sql<{ partyLinks: number; proposals: number }>`
    select count(distinct l.id) filter (where l.ended_on is null)::int as "partyLinks", count(o.id)::int as proposals
    from party_link l
    left join party_proposal o on o.company_id = l.company_id and o.link_id = l.id and o.state = 'open'
    where l.company_id = ${companyId} and l.property_id = ${propertyId} and l.offer_id = ${offerId}`.execute(db)
  return rows[0] ?? { partyLinks: 0, proposals: 0 }
}
