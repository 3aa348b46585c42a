import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

export type Colleague = { id: string; name: string; isAdmin: boolean; branchIds: string[] }

/** Active staff of the company, with the branches they work in. Deactivated accounts work in none. */
export async function findColleagues(db: Db, companyId: string, ids: readonly string[]): Promise<Map<string, Colleague>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('app_user as u')
    .select(['u.id', sql<string>`u.first_name || ' ' || u.last_name`.as('name')])
    .select([
      sql<boolean>`u.type = 'COMPANY_ADMIN' and u.deactivated_on is null`.as('isAdmin'),
      sql<string[]>`array(select m.branch_id::text from branch_member m
        where m.company_id = u.company_id and m.user_id = u.id and u.deactivated_on is null)`.as('branchIds'),
    ])
    .where('u.company_id', '=', companyId)
    .where(sql<SqlBool>`u.id = any(${ids}::uuid[])`)
    .where('u.type', '!=', 'VENDOR')
    .where('u.deleted_on', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** `taskIds` limits the move to these tasks. */
export type TaskMove = { propertyId: string; from: string; to: string; taskIds?: readonly string[] }

/** Assigns the open tasks of one person to another, sale by sale; returns the tasks. */
export async function moveOpenTasks(
  db: Db,
  companyId: string,
  moves: readonly TaskMove[],
  { now, userId }: { now: string; userId: string },
): Promise<{ id: string; propertyId: string }[]> {
  const named = moves.flatMap(({ taskIds }) => taskIds ?? [])
  const { rows } = await sql<{ id: string; propertyId: string }>`
    update task t set assignee_id = m.to_id, updatedon = ${now}, updated_by = ${userId}, version = version + 1
    from unnest(${moves.map(({ propertyId }) => propertyId)}::uuid[], ${moves.map(({ from }) => from)}::uuid[],
      ${moves.map(({ to }) => to)}::uuid[]) as m (property_id, from_id, to_id)
    where t.company_id = ${companyId} and t.property_id = m.property_id and t.assignee_id = m.from_id and t.state = 'open'
      and (${named.length === 0} or t.id = any(${named}::uuid[]))
    returning t.id, t.property_id as "propertyId"`.execute(db)
  return rows
}
