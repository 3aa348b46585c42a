import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, openPool } from '../server/db/pool.ts'
import { fillDemo } from '../server/demo/fill-demo.ts'
import { sealEntries } from '../server/features/record/seal-entries.ts'
import { verifyRecord } from '../server/features/record/verify-record.ts'
import { systemClock } from '../server/infra/clock.ts'
import { createFreshDatabase } from '../test/support/fresh-database.ts'
import { median, ms } from './measure.ts'
import { sendRequest, signInHeaders } from './served/ask.ts'
import { startProcess } from './served/start-process.ts'
import { soldSales, untilSealed } from './sold-sales.ts'

/** "A save costs at most 3 % more than before." [trust §1.2](docs/design/trust.md#1.2). */
const limit = 1.03
const pairs = Number(process.env.BENCH_PAIRS ?? 120)
const savesPerBlock = 20
const warmUps = 60

type Interval = { ratio: number; from: number; to: number }
export type SealingMeasured = {
  pairs: number
  with: number
  without: number
  /** Geometric mean of the ratios of the pairs, and its 95 % confidence interval. */
  latency: Interval
  sealed: { entries: number; seconds: number }
  verified: { entries: number; seconds: number; whole: boolean }
}

/**
 * The additional cost of sealing per save, in pairs: each consists of a block of saves with sealing and one without, in random order, by
 * the same process on the same sales. All entries are sealed before the next block, so that each block pays only for its own sealing. On
 * the demo company, in its own database.
 */
export async function measureSealing(serverUrl: string, print: (line: string) => void): Promise<SealingMeasured> {
  const url = await createFreshDatabase(serverUrl, 'gya_bench_sealing')
  const database = openPool(url, 2, (error) => print(error.message))
  await fillDemo(database, systemClock, () => {})
  const functionWithSealing = await readFunction(database)
  const app = await startProcess('app-process', { DATABASE_URL: url })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const sales = await soldSales(database)
    const companyId = sales[0]?.company ?? ''
    const headers = await signInHeaders(database, companyId)
    await untilSealed(database)
    let turn = 0
    const save = async () => {
      const sale = sales[turn % sales.length]
      const state = Math.floor(turn / sales.length) % 2 === 0 ? 'B' : 'IP'
      turn += 1
      const body = { timeline: [{ key: sale?.key, state }] }
      const path = `${app.address}/api/property/${companyId}/${sale?.branch}/${sale?.id}/timeline`
      const started = performance.now()
      await sendRequest(path, headers, agent, { method: 'PUT', body })
      return performance.now() - started
    }
    const block = async (withSealing: boolean) => {
      await sql.raw(withSealing ? functionWithSealing : withoutNote(functionWithSealing)).execute(database.db)
      // The first saves plan the replaced trigger function again.
      for (let time = 0; time < 2; time += 1) await save()
      let sum = 0
      for (let time = 0; time < savesPerBlock; time += 1) sum += await save()
      if (withSealing) await untilSealed(database)
      return sum / savesPerBlock
    }
    for (let time = 0; time < warmUps; time += 1) await save()
    const taken: { with: number; without: number }[] = []
    for (let pair = 0; pair < pairs; pair += 1) {
      const sealedFirst = Math.random() < 0.5
      const first = await block(sealedFirst)
      const second = await block(!sealedFirst)
      taken.push(sealedFirst ? { with: first, without: second } : { with: second, without: first })
    }
    await sql.raw(functionWithSealing).execute(database.db)
    return {
      pairs,
      with: median(taken.map((one) => one.with)),
      without: median(taken.map((one) => one.without)),
      latency: intervalOf(taken.map((one) => one.with / one.without)),
      ...(await measureRecord(database, companyId)),
    }
  } finally {
    agent.destroy()
    await app.stop()
    await database.close()
  }
}

const readFunction = async ({ db }: Database): Promise<string> => {
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef('tell_of_change'::regproc) as text`.execute(db)
  return rows[0]?.text ?? ''
}

/** The function without the insert into the queue of unsealed entries. */
function withoutNote(text: string): string {
  const without = text.replace(/insert into event_unsealed[^;]*;/, '')
  if (without === text) throw new Error('tell_of_change does not note unsealed entries.')
  return without
}

/** Student's t at 95 % for many pairs. */
const t = 1.98

function intervalOf(ratios: readonly number[]): Interval {
  const logs = ratios.map(Math.log)
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1)
  const half = t * Math.sqrt(variance / logs.length)
  return { ratio: Math.exp(mean), from: Math.exp(mean - half), to: Math.exp(mean + half) }
}

const recordEntries = 20_000

/** Seals entries that were written in bulk, and verifies the whole record. */
async function measureRecord(database: Database, companyId: string) {
  await sql`
    insert into event (company_id, id, property_id, user_id, at, kind, data)
    select ${companyId}, gen_random_uuid(), null, null, now(), 'company-edited', jsonb_build_object('name', 'Entry ' || n)
    from generate_series(1, ${recordEntries}::int) n`.execute(database.db)
  const started = performance.now()
  while (!(await sealEntries(database, companyId))) await setTimeout(20)
  await untilSealed(database)
  const sealed = { entries: recordEntries, seconds: (performance.now() - started) / 1000 }
  const verifying = performance.now()
  const verdict = await verifyRecord(database, companyId, { now: systemClock.now(), signer: null })
  const entries = verdict.whole ? verdict.upTo : verdict.holdsUpTo
  return { sealed, verified: { entries, seconds: (performance.now() - verifying) / 1000, whole: verdict.whole } }
}

export function printSealing(measured: SealingMeasured, print: (line: string) => void): void {
  const { latency, sealed, verified } = measured
  const percent = (ratio: number) => `${((ratio - 1) * 100).toFixed(1)} %`
  print(
    `Saves in ${measured.pairs} pairs of ${savesPerBlock}: ${ms(measured.with)} ms with sealing, ${ms(measured.without)} without`,
  )
  print(
    `Difference ${percent(latency.ratio)}, 95 % between ${percent(latency.from)} and ${percent(latency.to)} (limit ${percent(limit)})`,
  )
  print(`${sealed.entries} entries sealed in ${sealed.seconds.toFixed(2)} s`)
  print(`${verified.entries} verified in ${verified.seconds.toFixed(2)} s: ${verified.whole ? 'whole' : 'NOT WHOLE'}`)
}
