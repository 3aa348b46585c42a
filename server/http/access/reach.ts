import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/** SQL for the ids of the branches in reach of the account `u`, without deleted ones; of company administrators: all. */
export const reachOf = (u = 'u'): string => `array(select b.id::text from branch b
  where b.company_id = ${u}.company_id and b.deleted_on is null
    and b.id in (select r.branch_id from branch_reach r where r.company_id = ${u}.company_id and r.user_id = ${u}.id))`

/** The same in a statement of Kysely. */
export const branchesInReach = sql.raw(reachOf())

type Reach = { companyId: Value; branchId: Value; userId?: Value }
type Value = string | null | Expression<unknown>

/** Whether a branch is in reach of an account, by default `u`: ids, or references to columns. */
export const isInReach = ({ companyId, branchId, userId = sql.ref('u.id') }: Reach): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from branch_reach r where r.company_id = ${companyId} and r.branch_id = ${branchId} and r.user_id = ${userId})`
