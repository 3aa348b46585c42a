import type { Instant } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import { searchFold } from '@gya/domain/common/search-fold.ts'
import type { ContactType } from '@gya/domain/features/contacts/contacts.model.ts'
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/pool.ts'
import { countRows } from '../../db/query/coalesced-count.ts'
import { hasWordsOf, likePattern } from '../../db/query/like-pattern.ts'
import type { CompanyContact, CompanyContactPoc } from '../../db/schema.ts'

const liveContacts = (db: Db, companyId: string) =>
  db.selectFrom('company_contact as k').where('k.company_id', '=', companyId).where('k.deleted_on', 'is', null)

const withPocs = (contacts: ReturnType<typeof liveContacts>) =>
  contacts
    .selectAll('k')
    .select((select) =>
      jsonArrayFrom(
        select
          .selectFrom('company_contact_poc as p')
          .selectAll('p')
          .whereRef('p.company_id', '=', 'k.company_id')
          .whereRef('p.contact_id', '=', 'k.id')
          .orderBy(sql`lower(p.name)`)
          .orderBy('p.id'),
      ).as('pocs'),
    )

/** An address as it is searched: lower case, without spaces, commas and hyphens. */
const addressText = (text: string): string => searchFold(text).replaceAll(' ', '')
const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Fewer digits are taken for a house number or a year. */
const minPhoneDigits = 5

type ContactFilter = { textSearch?: string | undefined; types?: readonly ContactType[] | undefined }

/**
 * "Search by contact name or address line 1 + postcode." [administration §2](docs/design/administration.md#2). Also searches telephone,
 * e-mail, the other address lines and the points of contact; contacts found by their own name are first. Scans the company's contacts, a few
 * hundred short rows.
 */
function matchesSearch(text: string) {
  const address = addressText(text)
  const digits = digitsOf(text)
  const tel = digits.length >= minPhoneDigits ? likePattern(digits) : null
  return sql<SqlBool>`(${hasWordsOf(sql`k.search_text`, text)} or k.email ilike ${likePattern(text)}
    or (${address} <> '' and (
      replace(search_fold(k.line1 || k.postcode), ' ', '') like ${likePattern(address)}
      or replace(search_fold(k.line1 || k.line2 || k.town || k.county || k.postcode), ' ', '')
        like ${likePattern(address)}))
    or (${tel}::text is not null and regexp_replace(k.tel, '[^0-9]', '', 'g') like ${tel})
    or exists (select from company_contact_poc q where q.company_id = k.company_id and q.contact_id = k.id
      and (${hasWordsOf(sql`q.search_text`, text)} or q.email ilike ${likePattern(text)}
        or (${tel}::text is not null and regexp_replace(q.tel, '[^0-9]', '', 'g') like ${tel}))))`
}

export async function listContactRows(
  db: Db,
  companyId: string,
  page: PageRequest,
  { textSearch = '', types }: ContactFilter = {},
) {
  const filtered = liveContacts(db, companyId)
    .$if(types !== undefined, (query) => query.where('k.type', 'in', types ?? []))
    .$if(textSearch !== '', (query) => query.where(matchesSearch(textSearch)))
  const rows = await withPocs(filtered)
    .$if(textSearch !== '', (query) =>
      query.orderBy(sql`case when ${hasWordsOf(sql`search_fold(k.name)`, textSearch)} then 0 else 1 end`),
    )
    .orderBy(sql`lower(k.name)`)
    .orderBy('k.id')
    .limit(page.itemsPerPage)
    .offset(page.itemsPerPage * page.currentPage)
    .execute()
  return { rows, count: await countRows(filtered) }
}

export const listContactRowsOf = (db: Db, companyId: string, contactIds: readonly string[]) =>
  withPocs(liveContacts(db, companyId).where(sql<SqlBool>`k.id = any(${contactIds}::uuid[])`)).execute()

export const listAllContactRows = (db: Db, companyId: string) =>
  withPocs(liveContacts(db, companyId)).orderBy(sql`lower(k.name)`).orderBy('k.id').execute()

export const findContact = (db: Db, companyId: string, contactId: string) =>
  withPocs(liveContacts(db, companyId).where('k.id', '=', contactId)).executeTakeFirst()

/** Locks a contact against concurrent saves, and against assignment while it is deleted. */
export const lockContact = (db: Db, companyId: string, contactId: string) =>
  liveContacts(db, companyId).selectAll('k').where('k.id', '=', contactId).forUpdate().executeTakeFirst()

export const insertContact = (db: Db, contact: Insertable<CompanyContact>) =>
  db.insertInto('company_contact').values(contact).execute()

export const updateContactColumns = (db: Db, companyId: string, contactId: string, columns: Updateable<CompanyContact>) =>
  db
    .updateTable('company_contact')
    .set((set) => ({ ...columns, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', contactId)
    .execute()

/** Locks several contacts, ordered by id. Returns the existing ones. */
export const lockContacts = (db: Db, companyId: string, contactIds: readonly string[]) =>
  liveContacts(db, companyId)
    .selectAll('k')
    .where(sql<SqlBool>`k.id = any(${contactIds}::uuid[])`)
    .orderBy('k.id')
    .forUpdate()
    .execute()

/** Deletes the row of a contact and those of its points of contact. */
export const deleteContactRow = (db: Db, companyId: string, contactId: string) =>
  db.deleteFrom('company_contact').where('company_id', '=', companyId).where('id', '=', contactId).execute()

const deletedContacts = (db: Db, companyId: string, since: Instant) =>
  db.selectFrom('company_contact as k').where('k.company_id', '=', companyId).where('k.deleted_on', '>', since)

/** The contacts that were deleted after `since`, latest first. */
export async function listDeletedContactRows(db: Db, companyId: string, since: Instant, page: PageRequest) {
  const deleted = deletedContacts(db, companyId, since)
  const rows = await deleted
    .leftJoin('app_user as u', 'u.id', 'k.updated_by')
    .select(['k.id', 'k.name', 'k.type', 'k.deleted_on', sql<string | null>`u.first_name || ' ' || u.last_name`.as('deleted_by')])
    .orderBy('k.deleted_on', 'desc')
    .orderBy('k.id')
    .limit(page.itemsPerPage)
    .offset(page.itemsPerPage * page.currentPage)
    .execute()
  return { rows, count: await countRows(deleted) }
}

/** Locks a contact that was deleted after `since`. */
export const lockDeletedContact = (db: Db, companyId: string, contactId: string, since: Instant) =>
  deletedContacts(db, companyId, since).selectAll('k').where('k.id', '=', contactId).forUpdate().executeTakeFirst()

/** Deletes the rows of contacts that were deleted before an instant, and of their points of contact. */
export const purgeContacts = (db: Db, before: Instant) =>
  sql`
    with gone as (delete from company_contact where deleted_on <= ${before}::timestamptz returning company_id, id)
    delete from external_ref e using gone
    where e.company_id = gone.company_id and e.kind = 'their-ref' and e.system = gone.id::text`.execute(db)

export type PocIds = { companyId: string; contactId: string; pocId: string }

const allPocs = (db: Db, { companyId, contactId }: Omit<PocIds, 'pocId'>) =>
  db.selectFrom('company_contact_poc as p').where('p.company_id', '=', companyId).where('p.contact_id', '=', contactId)

const livePocs = (db: Db, ids: Omit<PocIds, 'pocId'>) =>
  allPocs(db, ids).where(({ exists, selectFrom }) =>
    exists(
      selectFrom('company_contact as k')
        .select('k.id')
        .whereRef('k.company_id', '=', 'p.company_id')
        .whereRef('k.id', '=', 'p.contact_id')
        .where('k.deleted_on', 'is', null),
    ),
  )

export async function listPocRows(db: Db, ids: Omit<PocIds, 'pocId'>, page: PageRequest, textSearch = '') {
  const filtered = allPocs(db, ids).$if(textSearch !== '', (query) => query.where(hasWordsOf(sql`p.search_text`, textSearch)))
  const rows = await filtered
    .selectAll('p')
    .orderBy(sql`lower(p.name)`)
    .orderBy('p.id')
    .limit(page.itemsPerPage)
    .offset(page.itemsPerPage * page.currentPage)
    .execute()
  return { rows, count: await countRows(filtered) }
}

export const findPoc = (db: Db, ids: PocIds) => livePocs(db, ids).selectAll('p').where('p.id', '=', ids.pocId).executeTakeFirst()

/** Locks a point of contact against concurrent saves, and against assignment while it is deleted. */
export const lockPoc = (db: Db, ids: PocIds) =>
  livePocs(db, ids).selectAll('p').where('p.id', '=', ids.pocId).forUpdate('p').executeTakeFirst()

export const findPocIds = async (db: Db, ids: Omit<PocIds, 'pocId'>): Promise<string[]> =>
  (await allPocs(db, ids).select('p.id').execute()).map(({ id }) => id)

export const insertPocs = (db: Db, pocs: Insertable<CompanyContactPoc>[]) =>
  db.insertInto('company_contact_poc').values(pocs).execute()

export const updatePocColumns = (db: Db, { companyId, contactId, pocId }: PocIds, columns: Updateable<CompanyContactPoc>) =>
  db
    .updateTable('company_contact_poc')
    .set((set) => ({ ...columns, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .where('id', '=', pocId)
    .execute()

/** Deletes a point of contact. Its assignments keep the contact (`on delete set null`). */
export const deletePocRow = (db: Db, { companyId, contactId, pocId }: PocIds) =>
  db
    .deleteFrom('company_contact_poc')
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .where('id', '=', pocId)
    .execute()

export const listPocsOf = (db: Db, ids: Omit<PocIds, 'pocId'>) =>
  allPocs(db, ids).select(['p.id', 'p.name', 'p.email']).orderBy('p.createdon').orderBy('p.id').execute()

/** Copies points of contact to another contact with their ids. The originals are deleted with their contact. */
export const movePocs = (
  db: Db,
  { companyId, contactId }: Omit<PocIds, 'pocId'>,
  { to, pocIds }: { to: string; pocIds: readonly string[] },
) =>
  sql`insert into company_contact_poc (company_id, contact_id, id, name, email, tel, note, version, createdon, updatedon, updated_by)
      select company_id, ${to}::uuid, id, name, email, tel, note, version, createdon, updatedon, updated_by
      from company_contact_poc
      where company_id = ${companyId} and contact_id = ${contactId} and id = any(${pocIds}::uuid[])`.execute(db)

type LockedContact = { id: string; name: string; tel: string }

/** Locks contacts against deletion until the transaction ends, ordered by id. Returns the existing ones. */
export const lockContactsForAssignment = (db: Db, companyId: string, ids: readonly string[]): Promise<LockedContact[]> =>
  db
    .selectFrom('company_contact')
    .select(['id', 'name', 'tel'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('deleted_on', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()

/** Locks points of contact against deletion, as `lockContactsForAssignment` does. */
export const lockPocsForAssignment = (
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<(LockedContact & { contact_id: string })[]> =>
  db
    .selectFrom('company_contact_poc as p')
    .innerJoin('company_contact as k', (join) =>
      join.onRef('k.company_id', '=', 'p.company_id').onRef('k.id', '=', 'p.contact_id').on('k.deleted_on', 'is', null),
    )
    .select(['p.id', 'p.contact_id', 'p.name', 'p.tel'])
    .where('p.company_id', '=', companyId)
    .where(sql<boolean>`p.id = any(${ids}::uuid[])`)
    .orderBy('p.contact_id')
    .orderBy('p.id')
    .forKeyShare()
    .execute()
