import type { PageAsked } from '@gya/domain/common/paging.ts'
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/connect.ts'
import { containing } from '../../db/containing.ts'
import { counted } from '../../db/counted.ts'
import type { CompanyContact } from '../../db/schema.ts'

const contactsOf = (db: Db, companyId: string) => db.selectFrom('company_contact as k').where('k.company_id', '=', companyId)

const withPocs = (contacts: ReturnType<typeof contactsOf>) =>
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

/** An address as it is searched: first line and postcode as one, whatever stands between them and within. */
const addressText = (text: string): string => text.toLowerCase().replace(/[\s,-]+/g, '')

/**
 * "Search by contact name or address line 1 + postcode." Administration document, section 2. The list shows the two as
 * `line1-postcode`; people type them with spaces and commas too. It reads through the company's contacts, some hundreds of
 * short rows that the index by name finds.
 */
export async function listContactRows(db: Db, companyId: string, page: PageAsked, textSearch = '') {
  const address = addressText(textSearch)
  const filtered = contactsOf(db, companyId).$if(textSearch !== '', (query) =>
    query.where(
      sql<SqlBool>`(k.name ilike ${containing(textSearch)} or (${address} <> ''
        and regexp_replace(lower(k.line1 || k.postcode), '[[:space:],-]+', '', 'g') like ${containing(address)}))`,
    ),
  )
  const rows = await withPocs(filtered)
    .orderBy(sql`lower(k.name)`)
    .orderBy('k.id')
    .limit(page.itemsPerPage)
    .offset(page.itemsPerPage * page.currentPage)
    .execute()
  return { rows, count: await counted(filtered) }
}

export const findContact = (db: Db, companyId: string, contactId: string) =>
  withPocs(contactsOf(db, companyId).where('k.id', '=', contactId)).executeTakeFirst()

/** Locks a contact against other saves, and against being assigned while it is deleted. */
export const lockContact = (db: Db, companyId: string, contactId: string) =>
  contactsOf(db, companyId).selectAll('k').where('k.id', '=', contactId).forUpdate().executeTakeFirst()

export const insertContact = (db: Db, contact: Insertable<CompanyContact>) =>
  db.insertInto('company_contact').values(contact).execute()

export const updateContactColumns = (db: Db, companyId: string, contactId: string, columns: Updateable<CompanyContact>) =>
  db
    .updateTable('company_contact')
    .set((set) => ({ ...columns, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', contactId)
    .execute()

/** Deletes a contact; its points of contact and what it was assigned to go with it. */
export const deleteContactRow = (db: Db, companyId: string, contactId: string) =>
  db.deleteFrom('company_contact').where('company_id', '=', companyId).where('id', '=', contactId).execute()
