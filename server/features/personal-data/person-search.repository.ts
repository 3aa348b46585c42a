import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { type PersonalTable, personalData, searchedColumns, type TableData } from './personal-data-registry.ts'

export type Row = Record<string, unknown>

/** A company, or one of its properties. */
export type SearchScope = { companyId: string; propertyId?: string | undefined }

const conversationsAbout = ({ companyId, propertyId }: Required<SearchScope>) => sql`
  select x.conversation_id from conversation_sale x where x.company_id = ${companyId} and x.property_id = ${propertyId}`

const isInSearchScope = (table: PersonalTable, { companyId, propertyId }: SearchScope): RawBuilder<unknown> => {
  if (propertyId !== undefined) {
    if (table === 'property') return sql`t.company_id = ${companyId} and t.id = ${propertyId}`
    if (table === 'offer_amount')
      return sql`t.company_id = ${companyId} and t.offer_id in
        (select o.id from offer o where o.company_id = ${companyId} and o.property_id = ${propertyId})`
    if (table === 'mail_attachment')
      return sql`t.company_id = ${companyId} and t.mail_id in
        (select m.id from mail m where m.company_id = ${companyId} and m.property_id = ${propertyId})`
    if (table === 'mail_in' || table === 'mail_in_file')
      return sql`t.company_id = ${companyId} and ${sql.ref(table === 'mail_in' ? 't.id' : 't.mail_in_id')} in
        (select x.mail_in_id from mail_in_sale x where x.company_id = ${companyId} and x.property_id = ${propertyId} and x.state = 'filed')`
    // A conversation and its messages may be about several sales, of one party.
    if (table === 'conversation')
      return sql`t.company_id = ${companyId} and t.id in (${conversationsAbout({ companyId, propertyId })})`
    if (table === 'sent_message')
      return sql`t.company_id = ${companyId} and (t.conversation_id in (${conversationsAbout({ companyId, propertyId })})
        or t.property_id = ${propertyId} or t.mail_id in (select m.id from mail m where m.company_id = ${companyId} and m.property_id = ${propertyId}))`
    return personalData[table].nonPersonal.includes('property_id')
      ? sql`t.company_id = ${companyId} and t.property_id = ${propertyId}`
      : sql`false`
  }
  return table === 'company' ? sql`t.id = ${companyId}` : sql`t.company_id = ${companyId}`
}

/** The searched columns of a row as one text. */
const searchableTextOf = (data: TableData): RawBuilder<string> => {
  const { text, json, lists } = searchedColumns(data)
  const people = data.people ?? []
  const names = people.map(({ name }) => sql`concat_ws(' ', ${sql.join(name.map((part) => sql.ref(`t.${part}`)))})`)
  const parts = [
    ...names,
    ...text.map((column) => sql`${sql.ref(`t.${column}`)}`),
    ...json.map((column) => sql`${sql.ref(`t.${column}`)}::text`),
    ...lists.map((column) => sql`array_to_string(${sql.ref(`t.${column}`)}, ' ')`),
  ]
  return sql`concat_ws(E'\n', ${sql.join(parts)})`
}

/** The rows of a table that match the regular expression; `locked` for a change. Reads every row of the company. */
export async function findMatchingRows(
  db: Db,
  [table, data]: [PersonalTable, TableData],
  where: SearchScope,
  { saying, locked }: { saying: string; locked: boolean },
): Promise<Row[]> {
  if (saying === '') return []
  const { rows } = await sql<Row>`
    select t.* from ${sql.table(table)} t
    where ${isInSearchScope(table, where)} and ${searchableTextOf(data)} ~* ${saying}
    order by ${sql.join(data.key.map((column) => sql.ref(`t.${column}`)))} ${locked ? sql`for update` : sql``}`.execute(db)
  return rows
}

const isList = (data: TableData, column: string) => data.lists?.includes(column) === true

/** Updates a row and increments its version, so that open forms become stale. */
export async function updateRow(db: Db, [table, data]: [PersonalTable, TableData], row: Row, changed: Row): Promise<void> {
  const values = Object.entries(changed).map(([column, value]) => {
    const sent = isList(data, column)
      ? sql`${value}::text[]`
      : data.json?.includes(column)
        ? sql`${JSON.stringify(value)}::jsonb`
        : sql`${value}`
    return sql`${sql.ref(column)} = ${sent}`
  })
  const versioned = table !== 'property' && data.nonPersonal.includes('version')
  const sets = versioned ? [...values, sql`version = version + 1`] : values
  const isRow = data.key.map((column) => sql`${sql.ref(column)} = ${row[column]}`)
  await sql`update ${sql.table(table)} set ${sql.join(sets)} where ${sql.join(isRow, sql` and `)}`.execute(db)
}

/** Deletes rate limits whose key contains one of the e-mail addresses. */
export const deleteRateLimitsOfEmails = (db: Db, emails: readonly string[]) =>
  sql`delete from rate_limit where exists (select from unnest(${emails}::text[]) as e (email) where strpos(key, e.email) > 0)`.execute(
    db,
  )

/** Allows this transaction to update the append-only event table. */
export const enableErasure = (db: Db) => sql`select set_config('gya.erasing', 'on', true)`.execute(db)

export type SaleRow = {
  property_id: string
  branch_id: string
  owner_id: string
  address: string
  deleted: boolean
  /** Neither completed nor withdrawn nor deleted. */
  open: boolean
  completed_on: string | null
  completion_date: string | null
  withdrawn_on: string | null
  agreed_price: number | null
}

/** Properties by id or owner. */
export async function findSales(
  db: Db,
  companyId: string,
  of: { ids: readonly string[]; owners: readonly string[] },
): Promise<SaleRow[]> {
  const { rows } = await sql<SaleRow>`
    select p.id as property_id, p.branch_id, p.owner_id, p.line1 || ', ' || p.postcode as address, p.completion_date,
      p.withdrawn_on, p.agreed_price, s.completed_on, coalesce(p.deleted_on, b.deleted_on) is not null as deleted,
      p.deleted_on is null and b.deleted_on is null and p.active and s.completed_on is null as open
    from property p
    join branch b on b.company_id = p.company_id and b.id = p.branch_id
    left join property_report r on r.company_id = p.company_id and r.property_id = p.id
    left join property_step s on s.company_id = p.company_id and s.property_id = p.id and s.key = ${stepKeys.Completed}
    where p.company_id = ${companyId} and (p.id = any(${of.ids}::uuid[]) or p.owner_id = any(${of.owners}::uuid[]))
    order by r.address_sort, p.id`.execute(db)
  return rows
}

/** The documents of properties, and those that came with e-mails. */
export const findDocumentsOf = (db: Db, companyId: string, propertyIds: readonly string[], mailInIds: readonly string[] = []) =>
  db
    .selectFrom('document')
    .select(['id', 'property_id', 'file', 'file_name', 'note', 'bytes', 'createdon'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`(property_id = any(${propertyIds}::uuid[]) or mail_in_id = any(${mailInIds}::uuid[]))`)
    .orderBy('createdon', 'desc')
    .orderBy('id')
    .execute()

export const findActionsOf = (db: Db, companyId: string, userIds: readonly string[]) =>
  db
    .selectFrom('event')
    .select(['at', 'kind', 'property_id'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .orderBy('at')
    .orderBy('id')
    .execute()

export const findSessionsOf = (db: Db, companyId: string, userIds: readonly string[]) =>
  db
    .selectFrom('session_log')
    .select(['opened_on', 'last_on', 'ended_on', 'device', sql<string | null>`network::text`.as('network')])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .orderBy('opened_on')
    .execute()

/** Security events by and about the accounts. */
export const findAuditOf = (db: Db, companyId: string, userIds: readonly string[]) =>
  db
    .selectFrom('audit')
    .select(['at', 'kind', 'data', sql<string | null>`network::text`.as('network')])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`(user_id = any(${userIds}::uuid[]) or about_user_id = any(${userIds}::uuid[]))`)
    .orderBy('at')
    .orderBy('id')
    .execute()

/** Ends an account permanently and clears everything but the pseudonym. */
export async function eraseAccount(db: Db, userId: string, { now, by }: { now: string; by: string | null }): Promise<void> {
  await db
    .updateTable('app_user')
    .set((set) => ({
      password_hash: null,
      pending_email: null,
      avatar: null,
      last_login: null,
      activated: false,
      password_reset: false,
      email_verified: false,
      contact_by_email: false,
      contact_by_push: false,
      weekly_summary: false,
      has_second_factor: false,
      break_glass: false,
      deleted_on: set.fn.coalesce('deleted_on', sql<string>`${now}::timestamptz`),
      erased_on: now,
      updatedon: now,
      updated_by: by,
    }))
    .where('id', '=', userId)
    .execute()
  for (const table of accountTables) await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(db)
  await clearNetworkAddresses(db, userId)
}

/** Tables whose rows belong to one account and are deleted with it. */
const accountTables = [
  ...(['session', 'account_link', 'branch_member', 'area_member', 'join_request', 'vendor_seen', 'target'] as const),
  ...(['totp', 'passkey', 'recovery_code', 'sign_in_challenge'] as const),
  ...(['sso_identity', 'sso_attempt', 'calendar_feed', 'app_grant'] as const),
]

/** Clears network addresses and user agents in audit and session log. */
async function clearNetworkAddresses(db: Db, userId: string): Promise<void> {
  const { company_id } = await findAccountCompany(db, userId)
  const companyId = company_id ?? platformCompanyId
  await sql`select set_config('gya.audit', 'erasing', true)`.execute(db)
  await sql`update audit set network = null, data = data - 'userAgent'
    where company_id = ${companyId} and (user_id = ${userId} or about_user_id = ${userId})`.execute(db)
  await sql`update session_log set network = null, device = '', last_on = opened_on,
      ended_on = coalesce(ended_on, opened_on), ended_because = coalesce(ended_because, 'account-ended')
    where company_id = ${companyId} and user_id = ${userId}`.execute(db)
}

const findAccountCompany = (db: Db, userId: string) =>
  db.selectFrom('app_user').select('company_id').where('id', '=', userId).executeTakeFirstOrThrow()

/** False if the property's people were erased already. */
export async function lockSale(db: Db, companyId: string, propertyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('property')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', propertyId)
    .where('erased_on', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export const pseudonymizeAccount = (db: Db, userId: string, { first, last }: { first: string; last: string }) =>
  db
    .updateTable('app_user')
    .set((set) => ({ first_name: first, last_name: last, email: '', tel: '', version: set('version', '+', 1) }))
    .where('id', '=', userId)
    .execute()

export async function findCompanyName(db: Db, companyId: string): Promise<string> {
  const row = await db.selectFrom('company').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()
  return row.name
}

export const findAccount = (db: Db, userId: string): Promise<Row> =>
  db.selectFrom('app_user').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
