import type { Phase } from '@gya/domain/features/timeline/phase.ts'
import type { Db } from '../../db/connect.ts'

/** A vendor sells a handful of properties at a time; more than this are not listed. */
const maxProperties = 50

/** The live properties of a vendor, in one query by `property_by_owner`; the newest first. */
export async function listVendorProperties(db: Db, { companyId, ownerId }: { companyId: string; ownerId: string }) {
  const rows = await db
    .selectFrom('property as p')
    .innerJoin('property_report as r', (join) =>
      join.onRef('r.company_id', '=', 'p.company_id').onRef('r.property_id', '=', 'p.id'),
    )
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.branch_id'))
    .select(['p.id', 'p.company_id', 'p.branch_id', 'p.line1', 'p.postcode', 'r.phase'])
    .where('p.company_id', '=', companyId)
    .where('p.owner_id', '=', ownerId)
    .where('p.deleted_on', 'is', null)
    .where('b.deleted_on', 'is', null)
    .orderBy('p.createdon', 'desc')
    .limit(maxProperties)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    companyId: row.company_id,
    branchId: row.branch_id,
    address: { line1: row.line1, postcode: row.postcode },
    phase: row.phase as Phase,
  }))
}

/** How somebody wants to hear of their sale. */
export async function readContactPreferences(db: Db, userId: string): Promise<{ email: boolean; push: boolean }> {
  const row = await db
    .selectFrom('app_user')
    .select(['contact_by_email', 'contact_by_push'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { email: row.contact_by_email, push: row.contact_by_push }
}
