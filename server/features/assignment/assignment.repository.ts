import { workers } from '@gya/domain/access/permissions.ts'
import type { Candidate, Held } from '@gya/domain/features/assignment/choose-progressor.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { branchesInReach } from '../../http/access/reach.ts'

export type Worker = Candidate & Held & { type: string; email: string; first_name: string; branchIds: readonly string[] }

export const whyUnknownWorker = 'One of these people has left or does not work on sales.'

/** The active people who may work, with what they run. `userIds`: only these; `branchId`: only those who reach it. */
export async function findWorkers(
  db: Db,
  companyId: string,
  { userIds = null, branchId = null }: { userIds?: readonly string[] | null; branchId?: string | null },
): Promise<Worker[]> {
  const { rows } = await sql<Worker>`
    select u.id as "_id", u.first_name || ' ' || u.last_name as name, ${branchesInReach} as "branchIds",
      u.type, u.email, u.first_name,
      h.sales, h.homes, h.withdrawn
    from app_user u
    cross join lateral (
      select count(*) filter (where r.phase in ('sold', 'exchanged'))::int as sales,
        count(*) filter (where r.phase in ('preForSale', 'forSale'))::int as homes,
        count(*) filter (where r.phase = 'withdrawn')::int as withdrawn
      from property_report r
      where r.company_id = ${companyId} and r.b_staff = u.id and r.phase <> 'completed') h
    where u.company_id = ${companyId} and u.deleted_on is null and u.deactivated_on is null and u.type = any(${[...workers]}::text[])
      and (${userIds}::uuid[] is null or u.id = any(${userIds}::uuid[]))
      and (${branchId}::uuid is null or exists (
        select from branch_reach x where x.company_id = u.company_id and x.branch_id = ${branchId} and x.user_id = u.id))`.execute(
    db,
  )
  return rows
}

type BranchIds = { companyId: string; branchId: string }

/** The rule of a branch, and whom `turn` chose last. */
export const findRule = (db: Db, { companyId, branchId }: BranchIds) =>
  db
    .selectFrom('branch as b')
    .leftJoin('app_user as u', 'u.id', 'b.assign_last')
    .select(['b.assign_rule', 'b.assign_among', 'u.id as last_id'])
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('last_name'))
    .where('b.company_id', '=', companyId)
    .where('b.id', '=', branchId)
    .where('b.deleted_on', 'is', null)
    .executeTakeFirst()

/** In a statement of its own: the rule is read afterwards, as the save before left it. */
export const lockRule = (db: Db, { companyId, branchId }: BranchIds) =>
  db.selectFrom('branch').select('id').where('company_id', '=', companyId).where('id', '=', branchId).forNoKeyUpdate().execute()

/** Without a new version: nobody edits it on a form. */
export const saveLast = (db: Db, { companyId, branchId }: BranchIds, userId: string) =>
  db.updateTable('branch').set({ assign_last: userId }).where('company_id', '=', companyId).where('id', '=', branchId).execute()
