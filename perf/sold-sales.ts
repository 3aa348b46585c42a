import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../server/db/pool.ts'

type Sale = { company: string; branch: string; id: string; key: number }

/** Sales with a step in progress that can be delayed and resumed. */
export async function soldSales({ db }: Database): Promise<Sale[]> {
  const { rows } = await sql<Sale>`
    select r.company_id as company, r.branch_id as branch, r.property_id as id, min(s.key) as key
    from property_report r join property_step s on s.company_id = r.company_id and s.property_id = r.property_id
    where r.phase = 'sold' and s.key in (31, 32, 33, 34, 35) and s.state = 'IP' group by 1, 2, 3 order by 3 limit 20`.execute(db)
  return rows
}

/** Waits until all entries have their positions. */
export async function untilSealed({ db }: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from event_unsealed limit 1`.execute(db)
    if (rows.length === 0) return
    await setTimeout(20)
  }
}
