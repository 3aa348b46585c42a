import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { GivenTarget, TargetMetric } from '@gya/domain/features/week/targets.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** A branch, or a person, whose targets may be set. */
export type TargetOwner = { branchId: string | null; userId: string | null; name: string }
export type StoredTarget = GivenTarget & { branchId: string | null; userId: string | null; metric: TargetMetric }

/** The branches in reach, then the people who may take on sales and work in these branches alone. */
export async function listTargetOwners(db: Db, companyId: string, branchIds: readonly string[] | null): Promise<TargetOwner[]> {
  const inReach = (column: string) => (branchIds === null ? sql`true` : sql`${sql.ref(column)} = any(${branchIds}::uuid[])`)
  const { rows } = await sql<TargetOwner>`
    select id as "branchId", null::uuid as "userId", name from branch
    where company_id = ${companyId} and deleted_on is null and ${inReach('id')}
    union all
    select null, u.id, u.first_name || ' ' || u.last_name from app_user u
    where u.company_id = ${companyId} and u.type not in ('VENDOR', 'READER') and u.deleted_on is null and u.deactivated_on is null
      and exists (select from ${reachOf(companyId)} and ${inReach('b.id')})
      and not exists (select from ${reachOf(companyId)} and not ${inReach('b.id')})
    order by 2 nulls first, 3, 1`.execute(db)
  const byName = (one: TargetOwner, other: TargetOwner): number => one.name.localeCompare(other.name, 'en-GB')
  return [
    ...rows.filter(({ userId }) => userId === null).toSorted(byName),
    ...rows.filter(({ userId }) => userId !== null).toSorted(byName),
  ]
}

/** The branches of `u`. */
const reachOf = (companyId: string) => sql`
  branch_reach r join branch b on b.company_id = r.company_id and b.id = r.branch_id and b.deleted_on is null
  where r.company_id = ${companyId} and r.user_id = u.id`

/** Waits for another setter of the company to finish. */
export const lockTargets = (db: Db, companyId: string) =>
  db.selectFrom('company').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()

export const listTargets = (db: Db, companyId: string, until: DateOnly): Promise<StoredTarget[]> =>
  db
    .selectFrom('target')
    .select(['branch_id as branchId', 'user_id as userId', 'from_month as fromMonth', 'per_month as perMonth'])
    .select(sql<TargetMetric>`metric`.as('metric'))
    .where('company_id', '=', companyId)
    .where('from_month', '<=', until)
    .execute()

export async function saveTarget(
  db: Db,
  { companyId, id, now }: { companyId: string; id: string; now: Instant },
  { branchId, userId, metric, fromMonth, perMonth }: StoredTarget,
): Promise<void> {
  await db
    .insertInto('target')
    .values({
      company_id: companyId,
      id,
      branch_id: branchId,
      user_id: userId,
      metric,
      from_month: fromMonth,
      per_month: perMonth,
      updatedon: now,
    })
    .onConflict((conflict) =>
      conflict.constraint('target_once').doUpdateSet(({ ref }) => ({
        per_month: ref('excluded.per_month'),
        updatedon: ref('excluded.updatedon'),
      })),
    )
    .execute()
}
