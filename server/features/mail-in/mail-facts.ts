import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { MailInFile } from '../../db/schema.ts'
import { type Identity, identitiesOfSelected } from '../conversations/party-sql.ts'
import { type ProposalRow, proposalOfJson, proposalsOfSource } from '../party-links/proposals.repository.ts'
import { isInCheck, type MailsIds } from './mail-in.repository.ts'

type MailFile = Pick<
  Selectable<MailInFile>,
  'ordinal' | 'name' | 'content_type' | 'bytes' | 'inside' | 'left_out' | 'checked_on'
> & {
  in_check: boolean
}

/** What is shown of an e-mail besides itself and its sales. */
export type MailFacts = {
  forwarder: string | null
  clearer: string | null
  identity: Identity | null
  /** With the documents that they are on its sales, by content. */
  files: (MailFile & { documents: { propertyId: string; documentId: string }[] })[]
  proposals: ProposalRow[]
  /** Of an e-mail on no sale: the branches that it can be passed to. */
  otherBranches: { _id: string; name: string }[]
}

/** In one statement for all of them. */
export async function findMailFacts(db: Db, { companyId, mailInIds }: MailsIds): Promise<Map<string, MailFacts>> {
  const isOneOf = sql<SqlBool>`m.company_id = ${companyId}::uuid and m.id = any(${mailInIds}::uuid[])`
  const nameOf = (column: string) =>
    sql`(select u.first_name || ' ' || u.last_name from app_user u where u.id = ${sql.ref(column)})`
  const documents = sql`(select coalesce(json_agg(json_build_object('propertyId', d.property_id, 'documentId', d.id)
      order by d.createdon, d.id), '[]') from mail_in_sale s
    join document d on d.company_id = ${companyId}::uuid and d.property_id = s.property_id and d.sha256 = f.sha256
    where s.company_id = ${companyId}::uuid and s.mail_in_id = m.id and s.state = 'filed')`
  const { rows } = await sql<MailFacts & { id: string }>`
    with identities as (${identitiesOfSelected(companyId, sql`select m.party_ref from mail_in m where ${isOneOf}`)})
    select m.id, ${nameOf('m.forwarded_by')} as forwarder, ${nameOf('m.cleared_by')} as clearer,
      (select to_json(i) from identities i where i.ref = m.party_ref) as identity,
      (select coalesce(json_agg(one), '[]') from (
        select f.ordinal, f.name, f.content_type, f.bytes, f.inside, f.left_out, f.checked_on, ${isInCheck(companyId)} as in_check, ${documents} as documents
        from mail_in_file f where f.company_id = ${companyId}::uuid and f.mail_in_id = m.id order by f.ordinal) one) as files,
      ${proposalsOfSource(db, companyId, 'm.id')} as proposals,
      (select coalesce(json_agg(json_build_object('_id', b.id, 'name', b.name) order by b.name), '[]') from branch b
        where m.state <> 'filed' and b.company_id = ${companyId}::uuid and b.id <> m.branch_id and b.deleted_on is null) as "otherBranches"
    from mail_in m where ${isOneOf}`.execute(db)
  return new Map(rows.map(({ id, ...facts }) => [id, { ...facts, proposals: facts.proposals.map(proposalOfJson) }]))
}
