import type { Updateable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { AskingPrice } from '../../db/schema.ts'

export const updateAskingPriceRow = (db: Db, companyId: string, id: string, fields: Updateable<AskingPrice>) =>
  db.updateTable('asking_price').set(fields).where('company_id', '=', companyId).where('id', '=', id).execute()

export const deleteAskingPriceRow = (db: Db, companyId: string, id: string) =>
  db.deleteFrom('asking_price').where('company_id', '=', companyId).where('id', '=', id).execute()
