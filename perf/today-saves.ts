import { addDays } from '@gya/domain/common/dates.ts'
import type { Database } from '../server/db/pool.ts'
import { deriveActionItems } from '../server/features/properties/projections/action-items.ts'
import { loadProperties } from '../server/features/properties/read/load-property.ts'
import { dataDay } from './data/large-database.ts'
import { type ClientLoad, measureInTurn, median, percentile } from './measure.ts'
import { measureLoad } from './processes.ts'
import type { RequestChange } from './served/ask.ts'
import type { ServedProcess } from './served/start-process.ts'

export const warmUps = 10
/**
 * Number of sales whose step each of the two apps saves alternately; processor time is measured over the same number of saves, also
 * alternately.
 */
const savedSales = 20
const processorRounds = 8
export const bulkRows = 100
const bulks = 5

type Saved = Pick<ClientLoad, 'p50' | 'p95'> & { app: number; postgres: number }
export type StepMeasured = { derived: Saved; without: Saved; ratio: number; processorRatio: number }
export type BulkMeasured = { together: Saved; single: Saved; processorRatio: number }

export type Saves = {
  database: Database
  companyId: string
  send(app: ServedProcess, path: string, change: RequestChange): Promise<Buffer>
  samples: number
}

/** Processor time of app and PostgreSQL for each of `times` runs of `work`. */
async function processorTime(database: Database, app: ServedProcess, times: number, work: () => Promise<unknown>) {
  const { cpuMs } = await measureLoad([app], database, async () => {
    for (let time = 0; time < times; time += 1) await work()
    return { perSecond: 0, calls: times, p50: 0, p95: 0, p99: 0 }
  })
  return { app: cpuMs.app, postgres: cpuMs.postgres }
}

const cost = ({ app, postgres }: Pick<Saved, 'app' | 'postgres'>): number => app + postgres

const latencyOf = (times: readonly number[]) => ({ p50: median(times), p95: percentile(times, 0.95) })

/** A step in progress is delayed and resumed. The two apps use different sales, because their items would differ. */
export async function measureStep(
  { database, companyId, send, samples }: Saves,
  app: ServedProcess,
  without: ServedProcess,
): Promise<StepMeasured> {
  const { rows } = await database.pool.query<{ branch: string; id: string; key: number }>(
    `select r.branch_id as branch, r.property_id as id, min(s.key) as key
     from property_report r join property_step s on s.company_id = r.company_id and s.property_id = r.property_id
     where r.company_id = $1 and r.phase = 'sold' and s.key in (31, 32, 33, 34, 35) and s.state = 'IP' and r.b_staff is not null
     group by 1, 2 order by 2 limit $2`,
    [companyId, 2 * savedSales],
  )
  const saverOf = (served: ServedProcess, parity: number) => {
    const sales = rows.filter((_, index) => index % 2 === parity)
    let turn = 0
    return () => {
      const sale = sales[turn % sales.length]
      const state = Math.floor(turn / sales.length) % 2 === 0 ? 'B' : 'IP'
      turn += 1
      const body = { timeline: [{ key: sale?.key, state }] }
      return send(served, `/property/${companyId}/${sale?.branch}/${sale?.id}/timeline`, { method: 'PUT', body })
    }
  }
  const work = { derived: saverOf(app, 0), without: saverOf(without, 1) }
  await measureInTurn(work, warmUps)
  const taken = await measureInTurn(work, 3 * samples)
  const derived = { ...latencyOf(taken.derived), app: 0, postgres: 0 }
  const left = { ...latencyOf(taken.without), app: 0, postgres: 0 }
  for (let round = 0; round < processorRounds; round += 1)
    for (const [saved, served, save] of [
      [derived, app, work.derived],
      [left, without, work.without],
    ] as const) {
      const used = await processorTime(database, served, savedSales, save)
      saved.app += used.app / processorRounds
      saved.postgres += used.postgres / processorRounds
    }
  // The next run compares the items with those derived by the app.
  const leftOut = rows.filter((_, index) => index % 2 === 1).map(({ id }) => id)
  await deriveActionItems(database.db, companyId, await loadProperties(database.db, companyId, leftOut, dataDay))
  return { derived, without: left, ratio: derived.p50 / left.p50, processorRatio: cost(derived) / cost(left) }
}

/** The expected exchange of a hundred sales is moved back and forth, in one call and in a hundred calls. */
export async function measureBulk({ database, companyId, send }: Saves, app: ServedProcess): Promise<BulkMeasured> {
  const { rows } = await database.pool.query<{ id: string; day: string | null }>(
    `select r.property_id as id, r.expected_exchange::text as day from property_report r
     where r.company_id = $1 and r.phase = 'sold' order by 1 limit $2`,
    [companyId, bulkRows],
  )
  const shown = new Map(rows.map(({ id, day }) => [id, day]))
  const editOf = (id: string) => {
    const was = shown.get(id) ?? null
    const expectedExchange = was === addDays(dataDay, 30) ? addDays(dataDay, 31) : addDays(dataDay, 30)
    shown.set(id, expectedExchange)
    return { propertyId: id, expectedExchange, was: { expectedExchange: was } }
  }
  const save = (ids: readonly string[]) =>
    send(app, `/property/mi/cells/${companyId}`, { method: 'PATCH', body: { edits: ids.map(editOf) } })
  const ids = rows.map(({ id }) => id)
  const work = {
    together: () => save(ids),
    single: async () => {
      for (const id of ids) await save([id])
    },
  }
  const taken = await measureInTurn(work, bulks)
  const together = { ...latencyOf(taken.together), ...(await processorTime(database, app, bulks, work.together)) }
  const single = { ...latencyOf(taken.single), ...(await processorTime(database, app, bulks, work.single)) }
  return { together, single, processorRatio: cost(together) / cost(single) }
}
