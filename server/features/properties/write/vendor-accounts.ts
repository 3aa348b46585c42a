import type { VendorScope } from '@gya/domain/features/vendors/vendors.rules.ts'
import type { Insertable } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { AppUser } from '../../../db/schema.ts'

export const vendorsOf = (db: Db, companyId: string) =>
  db.selectFrom('app_user').where('company_id', '=', companyId).where('type', '=', 'VENDOR').where('deleted_on', 'is', null)

/** Locks a vendor who becomes a property's owner: waits for a running change of their name; a later one finds the property. */
export const lockVendorForAssignment = (db: Db, companyId: string, userId: string) =>
  vendorsOf(db, companyId).select(['id', 'pending_email']).where('id', '=', userId).forShare().executeTakeFirst()

export const insertVendor = (db: Db, vendor: Insertable<AppUser>) => db.insertInto('app_user').values(vendor).execute()

/** The caller's branches; null for all of the company. */
export type Branches = readonly string[] | null

/** Whether a vendor has properties, including deleted ones, inside and outside these branches. */
export async function findVendorScope(db: Db, companyId: string, userId: string, branchIds: Branches): Promise<VendorScope> {
  if (branchIds === null) return { inScope: true, elsewhere: false }
  const rows = await db
    .selectFrom('property')
    .select('branch_id')
    .distinct()
    .where('company_id', '=', companyId)
    .where('owner_id', '=', userId)
    .execute()
  return {
    inScope: rows.some(({ branch_id }) => branchIds.includes(branch_id)),
    elsewhere: rows.some(({ branch_id }) => !branchIds.includes(branch_id)),
  }
}

export const findVendorByEmail = (db: Db, companyId: string, email: string) =>
  vendorsOf(db, companyId).select('id').where('email', '=', email).executeTakeFirst()

export const isStaffEmail = async (db: Db, companyId: string, email: string): Promise<boolean> =>
  (await db
    .selectFrom('app_user')
    .select('id')
    .where('company_id', '=', companyId)
    .where('type', '!=', 'VENDOR')
    .where('email', '=', email)
    .where('deleted_on', 'is', null)
    .executeTakeFirst()) !== undefined
