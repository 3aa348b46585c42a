import type { PageRequest } from '@gya/domain/common/paging.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { likePattern } from '../../db/containing.ts'
import { countRows } from '../../db/counted.ts'
import type { CompanyContactPoc } from '../../db/schema.ts'

export type PocIds = { companyId: string; contactId: string; pocId: string }

const allPocs = (db: Db, { companyId, contactId }: Omit<PocIds, 'pocId'>) =>
  db.selectFrom('company_contact_poc as p').where('p.company_id', '=', companyId).where('p.contact_id', '=', contactId)

/** Without those of a contact that was deleted. */
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
  const filtered = allPocs(db, ids).$if(textSearch !== '', (query) => query.where('p.name', 'ilike', likePattern(textSearch)))
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

/** Locks a point of contact against other saves, and against being assigned while it is deleted. */
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

/** Deletes a point of contact; where it was assigned, its contact stays. */
export const deletePocRow = (db: Db, { companyId, contactId, pocId }: PocIds) =>
  db
    .deleteFrom('company_contact_poc')
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .where('id', '=', pocId)
    .execute()

export const listPocsOf = (db: Db, ids: Omit<PocIds, 'pocId'>) =>
  allPocs(db, ids).select(['p.id', 'p.name', 'p.email']).orderBy('p.createdon').orderBy('p.id').execute()

/** Copies points of contact to another contact under their own ids; those of the contact they come from go with it. */
export const movePocs = (
  db: Db,
  { companyId, contactId }: Omit<PocIds, 'pocId'>,
  { to, pocIds }: { to: string; pocIds: readonly string[] },
) =>
  sql`insert into company_contact_poc (company_id, contact_id, id, name, email, tel, note, version, createdon, updatedon, updated_by)
      select company_id, ${to}::uuid, id, name, email, tel, note, version, createdon, updatedon, updated_by
      from company_contact_poc
      where company_id = ${companyId} and contact_id = ${contactId} and id = any(${pocIds}::uuid[])`.execute(db)
