import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Relaunch } from '../../db/schema.ts'

export const insertRelaunch = (db: Db, relaunch: Insertable<Relaunch>) => db.insertInto('relaunch').values(relaunch).execute()

export const updateRelaunchRow = (db: Db, companyId: string, id: string, fields: Updateable<Relaunch>) =>
  db.updateTable('relaunch').set(fields).where('company_id', '=', companyId).where('id', '=', id).execute()

export const deleteRelaunchRow = (db: Db, companyId: string, id: string) =>
  db.deleteFrom('relaunch').where('company_id', '=', companyId).where('id', '=', id).execute()
