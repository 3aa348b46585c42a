import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { likePattern } from '../../db/query/like-pattern.ts'
import { type Branches, vendorsOf } from '../properties/write/vendor-accounts.ts'

const hasProperty = (where: RawBuilder<SqlBool>) =>
  sql<SqlBool>`exists (
    select from property p where p.company_id = app_user.company_id and p.owner_id = app_user.id and ${where})`

const isInScope = (branchIds: Branches) =>
  branchIds === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${hasProperty(sql`p.branch_id = any(${branchIds}::uuid[])`)} or not ${hasProperty(sql`true`)})`

/**
 * The vendors in these branches whose address contains the text. Scans the company's vendors: a few thousand short rows,
 * without an index for substring search.
 */
export const searchVendorRows = (
  db: Db,
  companyId: string,
  { email, branchIds, most }: { email: string; branchIds: Branches; most: number },
) =>
  vendorsOf(db, companyId)
    .select(['id', 'first_name', 'last_name', 'email', 'tel'])
    .where('email', 'like', likePattern(email.toLowerCase()))
    .where(isInScope(branchIds))
    .orderBy('email')
    .limit(most)
    .execute()

/** A vendor with a property in this branch. */
export async function findVendorOfBranch(db: Db, branchId: string, userId: string) {
  const vendor = await db
    .selectFrom('app_user')
    .select(['company_id', 'email'])
    .where('id', '=', userId)
    .where('type', '=', 'VENDOR')
    .where('deleted_on', 'is', null)
    .executeTakeFirst()
  const property = await db
    .selectFrom('property')
    .select('id')
    .where('company_id', '=', vendor?.company_id ?? null)
    .where('owner_id', '=', userId)
    .where('branch_id', '=', branchId)
    .where('deleted_on', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return property && vendor
}

/** Locks a vendor's account. */
export const lockVendor = (db: Db, companyId: string, userId: string) =>
  vendorsOf(db, companyId).selectAll().where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()

export const findVendorRow = (db: Db, companyId: string, userId: string) =>
  vendorsOf(db, companyId).selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
