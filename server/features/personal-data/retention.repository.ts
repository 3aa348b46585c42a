import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import { defaultRetention, type RetentionSettings } from '@gya/domain/features/personal-data/personal-data.rules.ts'
import { isPseudonym } from '@gya/domain/features/personal-data/pseudonym.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

type StoredRetention = RetentionSettings & { version: number; appliedOn: Instant | null }

/** The company's settings or the defaults. */
export async function findRetention(
  db: Db,
  companyId: string,
): Promise<StoredRetention & { updatedon: Instant; updated_by: string | null }> {
  const row = await db.selectFrom('retention').selectAll().where('company_id', '=', companyId).executeTakeFirst()
  if (!row) return { ...defaultRetention, version: 1, appliedOn: null, updatedon: '', updated_by: null }
  const { sales_years, mail_days, sale_mail_years, version, applied_on, updatedon, updated_by } = row
  const settings = { salesYears: sales_years, mailDays: mail_days, saleMailYears: sale_mail_years }
  return { ...settings, version, appliedOn: applied_on, updatedon, updated_by }
}

/** Creates the row if missing, and locks it. */
export async function lockRetention(db: Db, companyId: string, now: Instant): Promise<void> {
  await db
    .insertInto('retention')
    .values({
      company_id: companyId,
      sales_years: defaultRetention.salesYears,
      mail_days: defaultRetention.mailDays,
      sale_mail_years: defaultRetention.saleMailYears,
      updatedon: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.selectFrom('retention').select('version').where('company_id', '=', companyId).forUpdate().execute()
}

export const updateRetention = (
  db: Db,
  companyId: string,
  { salesYears, mailDays, saleMailYears, now, by }: RetentionSettings & { now: Instant; by: string },
) =>
  db
    .updateTable('retention')
    .set((set) => ({
      sales_years: salesYears,
      mail_days: mailDays,
      sale_mail_years: saleMailYears,
      version: set('version', '+', 1),
      updatedon: now,
      updated_by: by,
    }))
    .where('company_id', '=', companyId)
    .execute()

export const markRetentionApplied = (db: Db, companyId: string, now: Instant) =>
  db.updateTable('retention').set({ applied_on: now }).where('company_id', '=', companyId).execute()

const oldSales = (companyId: string, until: DateOnly) => sql`
  from property p
  left join property_step s on s.company_id = p.company_id and s.property_id = p.id and s.key = ${stepKeys.Completed}
  where p.company_id = ${companyId} and p.erased_on is null and least(s.completed_on, p.withdrawn_on) <= ${until}::date`

export async function countOldSales(db: Db, companyId: string, until: DateOnly): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${oldSales(companyId, until)}`.execute(db)
  return rows[0]?.count ?? 0
}

type SalesWindow = { until: DateOnly; after: string | null; most: number }

/** Sales completed or withdrawn up to a date that still have personal data, with an id above `after`. */
export async function findOldSales(db: Db, companyId: string, { until, after, most }: SalesWindow): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id ${oldSales(companyId, until)} and (${after}::uuid is null or p.id > ${after}::uuid)
    order by p.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

export const markSaleErased = (db: Db, companyId: string, propertyId: string, now: Instant) =>
  db.updateTable('property').set({ erased_on: now }).where('company_id', '=', companyId).where('id', '=', propertyId).execute()

/** The vendor of a sale, unless they have another sale that is kept. */
export async function findVendorToErase(db: Db, companyId: string, propertyId: string) {
  const { rows } = await sql<{
    id: string
    first_name: string
    last_name: string
    email: string
    tel: string
    avatar: string | null
  }>`
    select u.id, u.first_name, u.last_name, u.email, u.tel, u.avatar from property p join app_user u on u.id = p.owner_id
    where p.company_id = ${companyId} and p.id = ${propertyId} and u.type = 'VENDOR' and u.erased_on is null
      and not exists (select from property o where o.company_id = p.company_id and o.owner_id = p.owner_id and o.id <> p.id
        and o.erased_on is null)
    for update of u`.execute(db)
  return rows[0]
}

/** The names in a property, with contact details. */
export async function findPeopleOfSale(db: Db, companyId: string, propertyId: string) {
  const { rows } = await sql<{ name: string; email: string; tel: string }>`
    select buyer_name as name, buyer_email as email, buyer_tel as tel from property where company_id = ${companyId} and id = ${propertyId}
    union select name, email, tel from offer where company_id = ${companyId} and property_id = ${propertyId}
    union select first_name || ' ' || last_name, email, tel from property_additional_contact
      where company_id = ${companyId} and property_id = ${propertyId}
    union select name, '', '' from viewing where company_id = ${companyId} and property_id = ${propertyId}
    union select buyer_name, '', '' from fall_off where company_id = ${companyId} and property_id = ${propertyId}
    union select person_name, '', '' from chain_item where company_id = ${companyId} and property_id = ${propertyId}`.execute(db)
  return rows.filter(({ name }) => name !== '' && !isPseudonym(name))
}

/** `before`: for e-mails in general, null if they are kept. `saleBefore`: for e-mails about a property, which keep their text. */
export type OldMails = { before: Instant | null; saleBefore: Instant }

const isOld = (companyId: string, { before, saleBefore }: OldMails) => sql`company_id = ${companyId} and state <> 'queued'
  and createdon < case when keep_text and state = 'sent' then ${saleBefore}::timestamptz else ${before}::timestamptz end`

export async function countOldMails(db: Db, companyId: string, old: OldMails): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from mail where ${isOld(companyId, old)}
    and (property_id is null or body <> '' or html is not null)`.execute(db)
  return rows[0]?.count ?? 0
}

/** Old messages whose attachments are stored. */
export async function findOldMailsWithFiles(db: Db, companyId: string, old: OldMails): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from mail where ${isOld(companyId, old)} and keeps_files`.execute(db)
  return rows.map(({ id }) => id)
}

/** Clears the text of old property messages and of messages to parties, and deletes other old messages. Returns the number, and the ids of the former. */
export async function clearOldMails(db: Db, companyId: string, old: OldMails): Promise<{ mails: number; cleared: string[] }> {
  const { rows: emptied } = await sql<{
    id: string
  }>`update mail set body = '', html = null, attempts = case when state = 'failed' then 0 else attempts end
    where ${isOld(companyId, old)} and property_id is not null and (body <> '' or html is not null) returning id`.execute(db)
  const deleted = await sql`delete from mail where ${isOld(companyId, old)} and property_id is null`.execute(db)
  await sql`update sent_message set subject = '', body = '' where company_id = ${companyId} and body <> ''
    and createdon < ${old.saleBefore}::timestamptz`.execute(db)
  return { mails: emptied.length + Number(deleted.numAffectedRows ?? 0n), cleared: emptied.map(({ id }) => id) }
}

/** Replaces the name of a vendor in the entries that they made, whichever sale these belong to; returns the ids of the entries. */
export async function pseudonymizeAuthor(db: Db, companyId: string, userId: string, name: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with own as (
      update event set author = jsonb_set(author, '{name}', to_jsonb(${name}::text))
      where company_id = ${companyId} and user_id = ${userId} and via = 'vendor' and author is not null
      returning id),
    recorded as (
      update event set data = jsonb_set(data, array['people', ${userId}, 'name'], to_jsonb(${name}::text))
      where company_id = ${companyId} and kind = 'authors-recorded' and data -> 'people' ? ${userId}
      returning id)
    select id from own union all select id from recorded`.execute(db)
  return rows.map(({ id }) => id)
}

export const listCompanyIds = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('company').select('id').orderBy('id').execute()).map(({ id }) => id)
