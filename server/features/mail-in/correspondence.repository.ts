import type { Instant } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { mailWaits } from '../properties/projections/mail-waits.ts'
import { type LoadedMail, type MailSaleRow, salesOfMail } from './mail-with-sales.ts'
import type { MailInRow } from './set-sales.ts'

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

export type OutRow = {
  id: string
  recipients: string[]
  cc: string[]
  subject: string
  state: string
  refused: Record<string, string>
  at: Instant
  /** What the record keeps, or what was stored with the conversation. */
  text: string | null
  sender: string | null
  files: string[]
}

/** The last e-mails of a thread of the sale, oldest first: each is one that was sent, or one that arrived, with its sales. */
export async function listEntriesOfThread(db: Db, ids: PropertyIds, threadId: string): Promise<(OutRow | LoadedMail)[]> {
  const { companyId } = ids
  const { rows } = await sql<MailInRow & { sent: OutRow | null; sales: MailSaleRow[] }>`
    select to_json(o) as sent, m.*, ${salesOfMail(companyId)} as sales
    from (select id, at from (${entriesOf(ids)}) entry where thread = ${threadId}::uuid order by at desc, id desc limit ${maxEntries}) last
    left join mail_in m on m.company_id = ${companyId}::uuid and m.id = last.id
    left join (
      select o.id, o.recipients, o.cc, o.subject, o.state, o.refused, coalesce(o.sent_on, o.createdon) as at,
        case when o.keep_text then nullif(o.body, '') else nullif(s.body, '') end as text, u.first_name || ' ' || u.last_name as sender,
        array(select a.file_name from mail_attachment a where a.mail_id = o.id order by a.file_name) as files
      from mail o left join app_user u on u.id = o.sent_by
      left join sent_message s on s.company_id = ${companyId}::uuid and s.mail_id = o.id
      where o.company_id = ${companyId}::uuid) o on o.id = last.id
    order by last.at, last.id`.execute(db)
  return rows.map(({ sent, sales, ...mail }) => sent ?? { mail, sales })
}
