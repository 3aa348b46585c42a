import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Statement } from '../../db/together.ts'

/**
 * Brings what happened to a property, as the dashboard counts it, up to the record and the dated rows as they now stand
 * (table property_happening). Comes after its row for lists and reports, with which it leaves.
 */
export const happeningsStatement = (db: Db, ids: { companyId: string; propertyId: string }): Statement =>
  sql`select keep_happenings(${ids.companyId}, ${ids.propertyId})`.compile(db)
