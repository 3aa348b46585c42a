import type { Db } from '../../db/pool.ts'
import type { VendorAgency } from '../../emails/vendor-agency-words.ts'

/** Null for an account that is not a vendor's. Vendors know their agency and their property, but not GYA. */
export async function findVendorAgency(db: Db, userId: string): Promise<VendorAgency | null> {
  const row = await db
    .selectFrom('app_user as u')
    .innerJoin('company as c', 'c.id', 'u.company_id')
    .leftJoinLateral(
      (select) =>
        select
          .selectFrom('property as p')
          .select('p.line1')
          .whereRef('p.company_id', '=', 'u.company_id')
          .whereRef('p.owner_id', '=', 'u.id')
          .where('p.deleted_on', 'is', null)
          .orderBy('p.createdon', 'desc')
          .limit(1)
          .as('p'),
      (join) => join.onTrue(),
    )
    .select(['c.name as companyName', 'p.line1'])
    .where('u.id', '=', userId)
    .where('u.type', '=', 'VENDOR')
    .executeTakeFirst()
  return row ?? null
}
