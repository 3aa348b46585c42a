import type { Insertable } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { containing } from '../../db/containing.ts'
import type { AppUser } from '../../db/schema.ts'

const vendorsOf = (db: Db, companyId: string) =>
  db.selectFrom('app_user').where('company_id', '=', companyId).where('type', '=', 'VENDOR').where('deleted_on', 'is', null)

export const findVendor = (db: Db, companyId: string, userId: string) =>
  vendorsOf(db, companyId).select('id').where('id', '=', userId).executeTakeFirst()

export const insertVendor = (db: Db, vendor: Insertable<AppUser>) => db.insertInto('app_user').values(vendor).execute()

/** A company's vendors whose address holds the text. It reads through the company's vendors: a search anywhere in a text has no index that a few thousand short rows would need. */
export const searchVendorRows = (db: Db, companyId: string, email: string, most: number) =>
  vendorsOf(db, companyId)
    .select(['id', 'first_name', 'last_name', 'email', 'tel'])
    .where('email', 'like', containing(email.toLowerCase()))
    .orderBy('email')
    .limit(most)
    .execute()

/** A vendor who owns a property of this branch. */
export async function findVendorOfBranch(db: Db, branchId: string, userId: string) {
  const vendor = await db
    .selectFrom('app_user')
    .select('company_id')
    .where('id', '=', userId)
    .where('type', '=', 'VENDOR')
    .where('deleted_on', 'is', null)
    .executeTakeFirst()
  const own = await db
    .selectFrom('property')
    .select('id')
    .where('company_id', '=', vendor?.company_id ?? null)
    .where('owner_id', '=', userId)
    .where('branch_id', '=', branchId)
    .where('deleted_on', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return own && vendor
}

/** Locks a vendor's account against other saves of it. */
export const lockVendor = (db: Db, companyId: string, userId: string) =>
  vendorsOf(db, companyId).selectAll().where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()

export const findVendorRow = (db: Db, companyId: string, userId: string) =>
  vendorsOf(db, companyId).selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
