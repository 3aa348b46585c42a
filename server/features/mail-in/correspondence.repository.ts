import type { Instant } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { mailWaits } from '../properties/projections/mail-waits.ts'

export type ThreadRow = {
  id: string
  subject: string
  people: string[]
  count: number
  last_on: Instant
  has_files: boolean
  has_warning: boolean
  waits: boolean
  total: number
}

/** Every e-mail of a sale: what was sent from it or from a conversation about it, and what is filed on it. */
const entriesOf = ({ companyId, propertyId }: PropertyIds) => sql`
  select m.id, coalesce(m.thread_id, m.id) as thread, m.createdon as at, m.subject, m.recipients as people, false as has_warning, false as waits,
    exists (select from mail_attachment a where a.mail_id = m.id) as has_files
  from mail m where m.company_id = ${companyId}::uuid and m.state <> 'cancelled' and (m.property_id = ${propertyId}::uuid
    or m.id in (select c.mail_id from conversation_sale s
      join conversation c on c.company_id = ${companyId}::uuid and c.id = s.conversation_id and c.mail_id is not null
      where s.company_id = ${companyId}::uuid and s.property_id = ${propertyId}::uuid))
  union all
  select m.id, m.thread_id, m.arrived_on, m.subject,
    case when m.outgoing then m.to_list else array[coalesce(nullif(m.party_name, ''), nullif(m.from_name, ''), m.from_email)] end,
    m.warnings <> '[]' and m.cleared_on is null, ${mailWaits('p')},
    exists (select from mail_in_file f where f.company_id = ${companyId}::uuid and f.mail_in_id = m.id and f.left_out is null)
  from property p join mail_in_sale s on s.company_id = ${companyId}::uuid and s.property_id = p.id
  join mail_in m on m.company_id = ${companyId}::uuid and m.id = s.mail_in_id
  where p.company_id = ${companyId}::uuid and p.id = ${propertyId}::uuid and s.state = 'filed'`

/** Newest first. */
export async function listThreads(db: Db, ids: PropertyIds, page: PageRequest): Promise<{ rows: ThreadRow[]; count: number }> {
  const { rows } = await sql<ThreadRow>`
    with entry as (${entriesOf(ids)}), threads as (
      select thread as id, (array_agg(subject order by at, id))[1] as subject, count(*)::int as count, max(at) as last_at,
        bool_or(has_files) as has_files, bool_or(has_warning) as has_warning, bool_or(waits) as waits
      from entry group by thread)
    select t.*, to_json(t.last_at) #>> '{}' as last_on, count(*) over ()::int as total,
      array(select distinct p.name from entry e, unnest(e.people) p (name) where e.thread = t.id order by p.name limit 20) as people
    from threads t order by t.last_at desc, t.id desc
    limit ${page.itemsPerPage} offset ${page.itemsPerPage * page.currentPage}`.execute(db)
  return { rows, count: rows[0]?.total ?? (page.currentPage === 0 ? 0 : await countThreads(db, ids)) }
}

const countThreads = async (db: Db, ids: PropertyIds): Promise<number> =>
  (await sql<{ count: number }>`select count(distinct thread)::int as count from (${entriesOf(ids)}) entry`.execute(db)).rows[0]
    ?.count ?? 0

const maxEntries = 100

/** The last e-mails of a thread of the sale, oldest first. */
export async function listEntriesOfThread(db: Db, ids: PropertyIds, threadId: string): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, at from (${entriesOf(ids)}) entry where thread = ${threadId}::uuid order by at desc, id desc limit ${maxEntries}) last
    order by at, id`.execute(db)
  return rows
}

export type OutRow = Awaited<ReturnType<typeof listMailsOut>>[number]

/** The text is what the record keeps, or what was stored with the conversation. */
export const listMailsOut = (db: Db, companyId: string, entries: readonly { id: string }[]) =>
  db
    .selectFrom('mail as m')
    .leftJoin('app_user as u', 'u.id', 'm.sent_by')
    .leftJoin('sent_message as s', (join) => join.onRef('s.company_id', '=', 'm.company_id').onRef('s.mail_id', '=', 'm.id'))
    .select(['m.id', 'm.recipients', 'm.cc', 'm.subject', 'm.state', 'm.refused', 'm.sent_on', 'm.createdon'])
    .select(sql<string | null>`case when m.keep_text then nullif(m.body, '') else nullif(s.body, '') end`.as('text'))
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('sender'))
    .select(
      sql<string[]>`array(select a.file_name from mail_attachment a where a.mail_id = m.id order by a.file_name)`.as('files'),
    )
    .where('m.company_id', '=', companyId)
    .where(sql<SqlBool>`m.id = any(${entries.map(({ id }) => id)}::uuid[])`)
    .execute()
