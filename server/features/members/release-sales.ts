import { workers } from '@gya/domain/access/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../http/access/caller.ts'
import { isInReach } from '../../http/access/reach.ts'
import { progressorEvent } from '../properties/write/save-person.ts'
import { authorOf, saveProperties } from '../properties/write/save-properties.ts'
import { assignProgressor } from './hand-over.ts'

type Context = { db: Db; caller: Caller; now: string; today: string; newId(): string }
type Sale = { id: string; staff_id: string; staff: string }

/**
 * "Nobody keeps sales in a branch they cannot reach": removes the agent contact of uncompleted sales whose branch they no longer reach.
 * Call it after every change of reach; `userIds`: whose it may have been, null for everybody.
 */
export async function releaseUnreachableSales(
  context: Context,
  companyId: string,
  userIds: readonly string[] | null,
): Promise<number> {
  const { db } = context
  const those = sql`
    from property p
    join branch b on b.company_id = p.company_id and b.id = p.branch_id and b.deleted_on is null
    join property_report r on r.company_id = p.company_id and r.property_id = p.id and r.phase <> 'completed'
    join app_user u on u.id = p.b_staff
    where p.company_id = ${companyId} and p.deleted_on is null and p.b_staff is not null
      and (${userIds}::uuid[] is null or p.b_staff = any(${userIds}::uuid[]))
      -- People who have left are offered for a hand-over by name, and lists show their sales as nobody's.
      and u.deleted_on is null and u.deactivated_on is null
      and (u.type <> all(${[...workers]}::text[]) or not ${isInReach({ companyId: sql.ref('p.company_id'), branchId: sql.ref('p.branch_id'), userId: sql.ref('p.b_staff') })})
`
  // In a statement of its own: the sales are read afterwards, as the save before left them.
  const locked = await sql<{ id: string }>`select p.id ${those} order by p.id for update of p`.execute(db)
  const { rows } = await sql<Sale>`
    select p.id, p.b_staff as staff_id, u.first_name || ' ' || u.last_name as staff ${those}
      and p.id = any(${locked.rows.map(({ id }) => id)}::uuid[])
    order by p.id`.execute(db)
  if (rows.length === 0) return 0
  const propertyIds = rows.map(({ id }) => id)
  await saveProperties('hand-over', authorOf(context, companyId), { ids: propertyIds }, async () => {
    await assignProgressor(db, companyId, propertyIds, null)
    const changes = rows.map(({ id, staff_id, staff }) => ({
      propertyId: id,
      events: [progressorEvent({ _id: staff_id, name: staff }, null)],
    }))
    return { changes, result: null }
  })
  return rows.length
}
