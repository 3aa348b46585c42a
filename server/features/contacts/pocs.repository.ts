import type { PageAsked } from '@gya/domain/common/paging.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { containing } from '../../db/containing.ts'
import { counted } from '../../db/counted.ts'
import type { CompanyContactPoc } from '../../db/schema.ts'

export type PocIds = { companyId: string; contactId: string; pocId: string }

const pocsOf = (db: Db, { companyId, contactId }: Omit<PocIds, 'pocId'>) =>
  db.selectFrom('company_contact_poc as p').where('p.company_id', '=', companyId).where('p.contact_id', '=', contactId)

export async function listPocRows(db: Db, ids: Omit<PocIds, 'pocId'>, page: PageAsked, textSearch = '') {
  const filtered = pocsOf(db, ids).$if(textSearch !== '', (query) => query.where('p.name', 'ilike', containing(textSearch)))
  const rows = await filtered
    .selectAll('p')
    .orderBy(sql`lower(p.name)`)
    .orderBy('p.id')
    .limit(page.itemsPerPage)
    .offset(page.itemsPerPage * page.currentPage)
    .execute()
  return { rows, count: await counted(filtered) }
}

export const findPoc = (db: Db, ids: PocIds) => pocsOf(db, ids).selectAll('p').where('p.id', '=', ids.pocId).executeTakeFirst()

/** Locks a point of contact against other saves, and against being assigned while it is deleted. */
export const lockPoc = (db: Db, ids: PocIds) =>
  pocsOf(db, ids).selectAll('p').where('p.id', '=', ids.pocId).forUpdate().executeTakeFirst()

export const findPocIds = async (db: Db, ids: Omit<PocIds, 'pocId'>): Promise<string[]> =>
  (await pocsOf(db, ids).select('p.id').execute()).map(({ id }) => id)

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
