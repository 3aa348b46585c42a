import type { Instant } from '@gya/domain/common/dates.ts'
import type { LinkEnding } from '@gya/domain/features/party-links/party-links.model.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { type AddJob, jobAdder } from '../../jobs/queue.ts'
import { propertyEventsStatement } from '../events/events.repository.ts'
import { discardFiles } from '../files/file-lifecycle.ts'
import { enqueueRebuild } from '../properties/projections/rebuild-projections.ts'
import { lockLiveProperties } from '../properties/write/properties.repository.ts'

export type EndContext = { db: Db; companyId: string; userId: string | null; now: Instant; newId(): string }

type Ended = { id: string; property_id: string; party: string; name: string; files: string[] }

/**
 * Ends open links in the transaction of the change that ends them. Their addresses stop working, their open proposals become
 * overtaken and the files of these are deleted. Records the events; the caller updates the action items of the properties.
 */
export async function endLinks(
  { db, companyId, userId, now, newId }: EndContext,
  linkIds: readonly string[],
  because: LinkEnding,
): Promise<string[]> {
  if (linkIds.length === 0) return []
  const { rows } = await sql<Ended>`
    with ended as (
      update party_link set token_hash = null, ended_on = ${now}, ended_because = ${because}
      where company_id = ${companyId} and id = any(${linkIds}::uuid[]) and ended_on is null
      returning id, property_id, party, name
    ),
    open as (
      select p.id, p.link_id, p.document_file from party_proposal p join ended on ended.id = p.link_id
      where p.company_id = ${companyId} and p.state = 'open' for update of p
    ),
    overtaken as (
      update party_proposal p set state = 'overtaken', decided_on = ${now}, document_file = null
      from open where p.company_id = ${companyId} and p.id = open.id
    )
    select ended.*, array(select o.document_file::text from open o where o.link_id = ended.id and o.document_file is not null) as files
    from ended`.execute(db)
  if (rows.length === 0) return []
  const entries = rows.map(({ id, property_id, party, name }) => ({
    propertyId: property_id,
    kind: 'party-link-ended' as const,
    data: { linkId: id, party, name, because },
  }))
  await db.executeQuery(propertyEventsStatement({ companyId, userId, at: now, newId }, entries))
  await discardFiles(
    { db, now, addJob: jobAdder(db) },
    rows.flatMap(({ files }) => files),
    'original',
  )
  return [...new Set(rows.map(({ property_id }) => property_id))]
}

type ContactOfLinks = { companyId: string; contactId: string; pocId?: string | undefined }

/**
 * Finds open links that were sent to an old address of a firm or of one of its people. `email` is the new address, or `null` if the
 * contact was deleted, for a firm with all its people.
 */
const findLinksOfContact = (db: Db, { companyId, contactId, pocId }: ContactOfLinks, email: string | null) =>
  db
    .selectFrom('party_link')
    .select(['id', 'property_id'])
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .where('ended_on', 'is', null)
    .$if(pocId !== undefined, (query) => query.where('poc_id', '=', pocId ?? ''))
    .$if(pocId === undefined && email !== null, (query) => query.where('poc_id', 'is', null))
    .$if(email !== null, (query) => query.where(sql<SqlBool>`lower(email) <> lower(${email})`))
    .execute()

/** "Ends by itself when the party's e-mail is changed", for contacts of the company. A job updates the action items. */
export async function endLinksOfContact(
  context: Omit<EndContext, 'companyId'> & { addJob: AddJob },
  contact: ContactOfLinks,
  email: string | null,
): Promise<void> {
  const { companyId } = contact
  const { db, addJob } = context
  const found = await findLinksOfContact(db, contact, email)
  if (found.length === 0) return
  await lockLiveProperties(db, companyId, { ids: [...new Set(found.map(({ property_id }) => property_id))] })
  const linkIds = found.map(({ id }) => id)
  await enqueueRebuild(addJob, { companyId, propertyIds: await endLinks({ ...context, companyId }, linkIds, 'email-changed') })
}
