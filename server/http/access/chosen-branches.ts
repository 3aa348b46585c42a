import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Caller } from './caller.ts'
import { chosenBranches } from './scope.ts'

type Chosen = { companyId: string; branchIds?: string | undefined; areaIds?: string | undefined }

/**
 * The chosen branches that are in scope, limited to the chosen areas if any; null: all of the company. "Lists, report and dashboards get
 * the filter *Area*." [trust §7](docs/design/trust.md#7). The current area of a branch counts.
 */
export async function chosenInAreas(db: Db, caller: Caller, { companyId, branchIds, areaIds }: Chosen): Promise<string[] | null> {
  const chosen = chosenBranches(caller, branchIds)
  if (areaIds === undefined) return chosen
  const rows = await db
    .selectFrom('branch')
    .select('id')
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`area_id = any(${areaIds.split(',')}::uuid[])`)
    .where('deleted_on', 'is', null)
    .orderBy('id')
    .execute()
  const ofAreas = rows.map(({ id }) => id)
  return chosen === null ? ofAreas : ofAreas.filter((id) => chosen.includes(id))
}
