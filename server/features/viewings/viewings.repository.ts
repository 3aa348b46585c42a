import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Viewing } from '../../db/schema.ts'

export const insertViewing = (db: Db, viewing: Insertable<Viewing>) => db.insertInto('viewing').values(viewing).execute()

export const updateViewingRow = (db: Db, companyId: string, id: string, fields: Updateable<Viewing>) =>
  db.updateTable('viewing').set(fields).where('company_id', '=', companyId).where('id', '=', id).execute()

export const deleteViewingRow = (db: Db, companyId: string, id: string) =>
  db.deleteFrom('viewing').where('company_id', '=', companyId).where('id', '=', id).execute()
