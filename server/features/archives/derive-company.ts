import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import { runDeriveJob } from '../properties/write/derive-properties.ts'

const propertiesAtOnce = 500

/** Rebuilds the projections of all sales: lists, report, dashboard, Today. Idempotent, so it can run again after a crash. */
export async function deriveCompany(context: { database: Database; clock: Clock }, companyId: string): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<{ id: string }>`
      select p.id from property p join branch b on b.company_id = p.company_id and b.id = p.branch_id and b.deleted_on is null
      where p.company_id = ${companyId} and p.id > ${after}::uuid and p.deleted_on is null
      order by p.id limit ${propertiesAtOnce}`.execute(context.database.db)
    const last = rows.at(-1)
    if (!last) return
    await runDeriveJob(context, { companyId, propertyIds: rows.map(({ id }) => id) })
    after = last.id
  }
}
