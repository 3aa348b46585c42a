import { readFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { maxShared } from '@gya/domain/features/assignment/choose-progressor.ts'
import { sql } from 'kysely'
import { codeFolder } from '../server/db/schema-files.ts'
import type { DashboardOptions } from './dashboard.ts'
import { dataDay, largeCompany } from './data/large-database.ts'
import { median, ms } from './measure.ts'
import { sendRequest, signInHeaders } from './served/ask.ts'
import { startProcess } from './served/start-process.ts'

/** "sharing 500 sales: ≤ 10 s"; "a saved step with persons in day and happening: ≤ 1.05 × the same save before". [seat §14](docs/design/seat.md#14). */
const limits = { seconds: 10, persons: 1.05 } as const

export type ShareMeasured = { sales: number; shares: number[]; withPersons: number; withoutPersons: number }

/** Shares 500 sold sales among five people and back, and keeps the happenings of properties with and without their persons. */
export async function measureShare({ database, url, print }: DashboardOptions): Promise<ShareMeasured> {
  const { id: companyId } = await largeCompany(database)
  const headers = await signInHeaders(database, companyId)
  const { rows } = await database.pool.query<{ sales: string[]; people: string[] }>(
    `with chosen as (select branch_id from property_report where company_id = $1 and phase = 'sold' group by 1 order by count(*) desc limit 1)
    select array(select property_id from property_report where company_id = $1 and phase = 'sold' order by branch_id <> (select branch_id from chosen), property_id limit $2) as sales,
      array(select id from app_user where company_id = $1 and type <> 'VENDOR' and deleted_on is null order by type <> 'COMPANY_ADMIN', id limit 5) as people`,
    [companyId, maxShared],
  )
  const { sales = [], people = [] } = rows[0] ?? {}
  const app = await startProcess('app-process', { DATABASE_URL: url, BENCH_NOW: `${dataDay}T12:00:00.000Z` })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const shares: number[] = []
  try {
    for (const by of ['load', 'turn', 'load'] as const) {
      print(`Sharing by ${by}`)
      const body = { propertyIds: sales, among: by === 'load' ? people : people.slice(0, 2), by }
      const started = performance.now()
      await sendRequest(`${app.address}/api/property/share/${companyId}`, headers, agent, { method: 'POST', body })
      shares.push(performance.now() - started)
    }
  } finally {
    agent.destroy()
    await app.stop()
  }
  return { sales: sales.length, shares, ...(await measurePersons(database, companyId, sales)) }
}

class RollbackSignal extends Error {}

/** Alternates the view with one that reads no persons, in a transaction that is rolled back. */
async function measurePersons({ db }: DashboardOptions['database'], companyId: string, sales: readonly string[]) {
  const view = await readFile(join(codeFolder, 'property-happening-derived.sql'), 'utf8')
  const without = view.replace(
    /cross join lateral \([^;]*\) persons;/,
    'cross join (select null::uuid as negotiator_id, null::uuid as progressor_id) persons;',
  )
  if (without === view) throw new Error('The persons of the view were not found.')
  const times: [number[], number[]] = [[], []]
  const measure = db.transaction().execute(async (transaction) => {
    for (let round = 0; round < 6; round += 1) {
      const which = round % 2
      await sql.raw([view, without][which] ?? view).execute(transaction)
      for (const propertyId of sales.slice(0, 200)) {
        const started = performance.now()
        await sql`select keep_happenings(${companyId}, ${propertyId})`.execute(transaction)
        times[which]?.push(performance.now() - started)
      }
    }
    throw new RollbackSignal()
  })
  await measure.catch((error: unknown) => {
    if (!(error instanceof RollbackSignal)) throw error
  })
  return { withPersons: median(times[0]), withoutPersons: median(times[1]) }
}

export function printShare({ sales, shares, withPersons, withoutPersons }: ShareMeasured, print: (line: string) => void): void {
  print(
    `\nSharing ${sales} sales: ${shares.map((time) => `${(time / 1000).toFixed(1)} s`).join(', ')}; target ${limits.seconds} s.`,
  )
  print(
    `Happenings of a property: ${ms(withPersons)} ms with persons, ${ms(withoutPersons)} ms without (${(withPersons - withoutPersons).toFixed(2)} ms of a save; target ${limits.persons} × the save).`,
  )
}
