import type { Instant } from '@gya/domain/common/dates.ts'
import type { LinkEnding } from '@gya/domain/features/party-links/party-links.model.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { type AddJob, jobAdder } from '../../jobs/queue.ts'
import { recordPropertyEvents } from '../events/events.repository.ts'
import { discardFiles } from '../files/file-lifecycle.ts'
import { enqueueDerivation } from '../properties/write/derive-properties.ts'
import { lockLiveProperties } from '../properties/write/properties.repository.ts'

export type EndContext = { db: Db; companyId: string; userId: string | null; now: Instant; newId(): string }

type Ended = { links: { id: string; property_id: string; party: string; name: string }[]; files: string[] | null }

/**
 * Ends open links in the transaction of the change that ends them. Their addresses stop working, their open proposals become
 * overtaken and the files of their proposals are deleted, except after a fall-off, which can be restored. Records the events; the caller updates the action items of the properties.
 */
export async function endLinks(
  { db, companyId, userId, now, newId }: EndContext,
  linkIds: readonly string[],
  because: LinkEnding,
): Promise<string[]> {
  if (linkIds.length === 0) return []
  const keepsFiles = because === 'fell-off'
  const { rows } = await sql<Ended>`
    with ended as (
      update party_link set token_hash = null, ended_on = ${now}, ended_because = ${because}
      where company_id = ${companyId} and id = any(${linkIds}::uuid[]) and ended_on is null
      returning id, property_id, party, name
    ),
    closing as (
      select p.id, p.document_file from party_proposal p
      where p.company_id = ${companyId} and p.link_id = any(${linkIds}::uuid[])
        and (p.state = 'open' or (p.document_file is not null and not ${keepsFiles}::boolean)) for update of p
    ),
    closed as (
      update party_proposal p set state = case p.state when 'open' then 'overtaken' else p.state end,
        decided_on = coalesce(p.decided_on, ${now}), document_file = case when ${keepsFiles}::boolean then p.document_file end
      from closing where p.company_id = ${companyId} and p.id = closing.id
    )
    select (select coalesce(json_agg(ended), '[]') from ended) as links,
      (select array_agg(document_file::text) from closing where document_file is not null and not ${keepsFiles}::boolean) as files`.execute(
    db,
  )
  const { links = [], files } = rows[0] ?? {}
  await discardFiles({ db, now, addJob: jobAdder(db) }, files ?? [], 'original')
  if (links.length === 0) return []
  const entries = links.map(({ id, property_id, party, name }) => ({
    propertyId: property_id,
    kind: 'party-link-ended' as const,
    data: { linkId: id, party, name, because },
  }))
  await recordPropertyEvents(db, { companyId, userId, at: now, newId }, entries)
  return [...new Set(links.map(({ property_id }) => property_id))]
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
    // A person without an address of their own gets the link at the address of the firm.
    .$if(pocId === undefined && email !== null, (query) =>
      query.where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('poc_id', 'is', null),
          exists(
            selectFrom('company_contact_poc as p')
              .whereRef('p.company_id', '=', 'party_link.company_id')
              .whereRef('p.contact_id', '=', 'party_link.contact_id')
              .whereRef('p.id', '=', 'party_link.poc_id')
              .where('p.email', '=', ''),
          ),
        ]),
      ),
    )
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
  await enqueueDerivation(addJob, { companyId, propertyIds: await endLinks({ ...context, companyId }, linkIds, 'email-changed') })
}
