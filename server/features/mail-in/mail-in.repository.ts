import { type DateOnly, type Instant, londonInstant } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { searchFold } from '@gya/domain/common/search-fold.ts'
import { type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { hasWordsOf } from '../../db/query/like-pattern.ts'
import type { MailIn } from '../../db/schema.ts'
import { lowestIdOf } from '../../infra/clock.ts'
import { propertyInScope } from '../conversations/party-sql.ts'
import type { MailInRow } from './set-sales.ts'

export type MailIds = { companyId: string; mailInId: string }

export type MailsIds = { companyId: string; mailInIds: readonly string[] }

/** E-mails `m` that meet a condition lose their original. Returns the files to be discarded. */
export async function takeOriginals(db: Db, companyId: string, which: RawBuilder<SqlBool>): Promise<string[]> {
  const { rows } = await sql<{ raw_file: string }>`
    with gone as (
      select m.id, m.raw_file from mail_in m
      where m.company_id = ${companyId} and m.raw_file is not null and ${which}
      for update)
    update mail_in m set raw_file = null from gone where m.company_id = ${companyId} and m.id = gone.id
    returning gone.raw_file`.execute(db)
  return rows.map(({ raw_file }) => raw_file)
}

const isOneOf = (column: string, ids: readonly string[]) => sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`

export const findMailIn = (db: Db, { companyId, mailInId }: MailIds): Promise<MailInRow | undefined> =>
  db.selectFrom('mail_in').selectAll().where('company_id', '=', companyId).where('id', '=', mailInId).executeTakeFirst()

export const lockMailIn = (db: Db, { companyId, mailInId }: MailIds): Promise<MailInRow | undefined> =>
  db
    .selectFrom('mail_in')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', mailInId)
    .forUpdate()
    .executeTakeFirst()

export const changeMailIn = (db: Db, { companyId, mailInId }: MailIds, values: Updateable<MailIn>) =>
  db.updateTable('mail_in').set(values).where('company_id', '=', companyId).where('id', '=', mailInId)

/** SHA-256 in hex of the documents of a sale. */
export async function findFilesOnSale(db: Db, { companyId, propertyId }: PropertyIds): Promise<string[]> {
  const rows = await db
    .selectFrom('document')
    .select('sha256')
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .execute()
  return rows.flatMap(({ sha256 }) => sha256?.toString('hex') ?? [])
}

/** Whether the file `f` of an e-mail is in a customer check, by content: a paper that is sent once more is one too. */
export const isInCheck = (companyId: string) =>
  sql<boolean>`exists (select from customer_check_file c where c.company_id = ${companyId}::uuid and c.sha256 = f.sha256)`

/** Whether one of these contents is in a customer check. */
export async function areInCheck(db: Db, companyId: string, files: readonly { sha256: string }[]): Promise<boolean> {
  const sums = files.map(({ sha256 }) => Buffer.from(sha256, 'hex'))
  const found = await db
    .selectFrom('customer_check_file')
    .select('id')
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`sha256 = any(${sums}::bytea[])`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export const listFilesOfMails = (db: Db, { companyId, mailInIds }: MailsIds) =>
  db
    .selectFrom('mail_in_file as f')
    .selectAll()
    .select(isInCheck(companyId).as('in_check'))
    .where('company_id', '=', companyId)
    .where(isOneOf('mail_in_id', mailInIds))
    .orderBy('ordinal')
    .execute()

export const listMailFiles = (db: Db, { companyId, mailInId }: MailIds) =>
  listFilesOfMails(db, { companyId, mailInIds: [mailInId] })

type MailList = {
  companyId: string
  /** `null`: all of the company. */
  branchIds: readonly string[] | null
  state: string
  searchText?: string | undefined
  now: Instant
}

/** Characters of the text that a list shows. Twice as many are read: bank details are recognised by what follows. */
export const mailStart = 200

export type MailListRow = Pick<
  MailInRow,
  'id' | 'branch_id' | 'kind' | 'from_name' | 'from_email' | 'subject' | 'sender_check' | 'warnings' | 'version'
> & {
  arrived_on: Instant
  start: string
  firm: string | null
  files: number
  alike: number
  candidate: SaleOfRow | null
  filed: SaleOfRow | null
}
type SaleOfRow = { propertyId: string; branchId: string; line1: string; postcode: string; reasons: unknown }

/** A sale of the e-mail `m` in one state, in reach: the best. */
const saleOfRow = (companyId: string, state: 'filed' | 'suggested', branchIds: readonly string[] | null) => sql`
  (select jsonb_build_object('propertyId', p.id, 'branchId', p.branch_id, 'line1', p.line1, 'postcode', p.postcode, 'reasons', s.reasons)
    from mail_in_sale s join property p on p.company_id = ${companyId}::uuid and p.id = s.property_id
    where s.company_id = ${companyId}::uuid and s.mail_in_id = m.id and s.state = ${state} and ${propertyInScope(branchIds)}
    order by s.place limit 1)`

/** E-mails on no sale: those that could not be read within ten minutes are to file too. Filed ones: on a sale in reach. */
const isListed = ({ companyId, branchIds, state, searchText, now }: MailList) => sql`
  m.company_id = ${companyId}::uuid and ${
    state === 'filed'
      ? sql`m.state = 'filed' and ${saleOfRow(companyId, 'filed', branchIds)} is not null`
      : sql`m.state <> 'filed' and (${branchIds === null} or m.branch_id = any(${branchIds ?? []}::uuid[])) and (m.state = ${state}
          or (${state} = 'inbox' and m.state = 'arrived' and m.arrived_on < ${now}::timestamptz - interval '10 minutes'))`
  }
  ${searchText ? sql`and ${hasWordsOf(sql`m.search_text`, searchFold(searchText))}` : sql``}`

export async function listMailRows(db: Db, list: MailList, page: PageRequest): Promise<{ rows: MailListRow[]; count: number }> {
  const { companyId } = list
  const { rows } = await sql<MailListRow & { total: number }>`
    select m.id, m.branch_id, to_json(m.arrived_on) #>> '{}' as arrived_on, m.kind, m.from_name, m.from_email, m.subject, m.sender_check,
      m.warnings, m.version, left(m.text, ${2 * mailStart}) as start, count(*) over ()::int as total,
      (count(*) over (partition by m.from_email) - 1)::int as alike,
      (select c.name from company_contact c where c.company_id = ${companyId}::uuid and c.id = m.firm_id) as firm,
      (select count(*)::int from mail_in_file f where f.company_id = ${companyId}::uuid and f.mail_in_id = m.id) as files,
      ${saleOfRow(companyId, 'suggested', list.branchIds)} as candidate, ${saleOfRow(companyId, 'filed', list.branchIds)} as filed
    from mail_in m where ${isListed(list)}
    order by m.arrived_on desc, m.id desc
    limit ${page.itemsPerPage} offset ${page.itemsPerPage * page.currentPage}`.execute(db)
  const first = rows[0]
  return { rows, count: first?.total ?? (page.currentPage === 0 ? 0 : await countListed(db, list)) }
}

const countListed = async (db: Db, list: MailList): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::int as count from mail_in m where ${isListed(list)}`.execute(db)).rows[0]
    ?.count ?? 0

type InboxCounts = { inbox: number; oldestOn: Instant | null; filedToday: number; isOn: boolean }

/** Ids grow with the time of arrival. */
export async function countInbox(
  db: Db,
  { today, ...list }: Omit<MailList, 'state'> & { today: DateOnly },
): Promise<InboxCounts> {
  const { companyId, branchIds } = list
  const ofBranches = (id: string) => sql`(${branchIds === null} or ${sql.ref(id)} = any(${branchIds ?? []}::uuid[]))`
  const { rows } = await sql<InboxCounts>`
    select count(*)::int as inbox, to_json(min(m.arrived_on)) #>> '{}' as "oldestOn",
      (select count(*)::int from mail_in m where m.company_id = ${companyId}::uuid and m.id >= ${lowestIdOf(londonInstant(today, '00:00'))}::uuid
        and m.state = 'filed' and m.updated_by is null and ${ofBranches('m.branch_id')}) as "filedToday",
      exists (select from branch b where b.company_id = ${companyId}::uuid and b.mail_on and b.deleted_on is null
        and ${ofBranches('b.id')}) as "isOn"
    from mail_in m where ${isListed({ ...list, state: 'inbox' })}`.execute(db)
  return rows[0] ?? { inbox: 0, oldestOn: null, filedToday: 0, isOn: false }
}

/** E-mails of one sender in one list of a branch, locked. */
export const lockAlike = (db: Db, mail: MailInRow, most: number): Promise<MailInRow[]> =>
  db
    .selectFrom('mail_in')
    .selectAll()
    .where('company_id', '=', mail.company_id)
    .where('branch_id', '=', mail.branch_id)
    .where('from_email', '=', mail.from_email)
    .where('state', '=', mail.state)
    .orderBy('id', 'desc')
    .limit(most)
    .forUpdate()
    .execute()

/** Makes sales candidates of an e-mail again. */
export const suggestAgain = (db: Db, { companyId, mailInId }: MailIds, propertyIds: readonly string[]) =>
  db
    .updateTable('mail_in_sale')
    .set({ state: 'suggested' })
    .where('company_id', '=', companyId)
    .where('mail_in_id', '=', mailInId)
    .where('state', '=', 'removed')
    .where(sql<SqlBool>`property_id = any(${propertyIds}::uuid[])`)
    .execute()

type Placement = { state?: string; branch_id?: string }

/** Changes the list or branch of e-mails that are on no sale. */
export async function placeMails(
  db: Db,
  { companyId, ids, now, userId }: { companyId: string; ids: readonly string[]; now: Instant; userId: string },
  to: Placement,
): Promise<void> {
  await db
    .updateTable('mail_in')
    .set((set) => ({ ...to, version: set('version', '+', 1), updatedon: now, updated_by: userId }))
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .execute()
}
