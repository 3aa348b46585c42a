import { Agent } from 'node:http'
import { type Database, openPool } from '../server/db/pool.ts'
import { fillDemo } from '../server/demo/fill-demo.ts'
import { systemClock } from '../server/infra/clock.ts'
import { createFreshDatabase } from '../test/support/fresh-database.ts'
import { median, percentile } from './measure.ts'
import { sendRequest, signInHeaders } from './served/ask.ts'
import { startProcess } from './served/start-process.ts'

const rounds = 3
const memoranda = 20
const idleCalls = 150
/** Warm-up requests, so that JIT compilation is not measured. */
const warmUps = 50

/** In milliseconds; `took` is the duration of all memoranda of the round, `calls` the number of other requests meanwhile. */
type Round = { idle: number; busy: number; calls: number; took: number }
export type MemoMeasured = { idle: number; busy: number; ratio: number; rounds: Round[] }

/**
 * The effect of memorandum generation on other requests: one client reads a property repeatedly, alone and while twenty
 * memoranda are requested concurrently. On the demo company, in its own database.
 */
export async function measureMemo(serverUrl: string, print: (line: string) => void): Promise<MemoMeasured> {
  const url = await createFreshDatabase(serverUrl, 'gya_bench_memo')
  const database = openPool(url, 2, (error) => print(error.message))
  const app = await startProcess('app-process', { DATABASE_URL: url })
  const agent = new Agent({ keepAlive: true })
  try {
    await fillDemo(database, systemClock, () => {})
    const sale = await soldProperty(database)
    const headers = await signInHeaders(database, sale.companyId)
    const property = `${app.address}/api/property/${sale.companyId}/${sale.branchId}/${sale.propertyId}`
    const read = () => sendRequest(property, headers, agent)
    const make = () => sendRequest(`${property}/memo/pdf`, headers, agent)
    for (let time = 0; time < warmUps; time += 1) await read()
    await Promise.all([make(), make()])
    const taken: Round[] = []
    for (let round = 1; round <= rounds; round += 1) {
      print(`Round ${round} of ${rounds}: ${idleCalls} calls alone, then calls beside ${memoranda} memoranda`)
      taken.push(await measureRound(read, make))
    }
    const idle = median(taken.map((round) => round.idle))
    const busy = median(taken.map((round) => round.busy))
    return { idle, busy, ratio: busy / idle, rounds: taken }
  } finally {
    agent.destroy()
    await app.stop()
    await database.close()
  }
}

async function measureRound(read: () => Promise<unknown>, make: () => Promise<unknown>): Promise<Round> {
  const alone = await callAfterCall(read, (calls) => calls < idleCalls)
  const started = performance.now()
  let took: number | null = null
  const all = Promise.all(Array.from({ length: memoranda }, make)).finally(() => {
    took = performance.now() - started
  })
  const beside = await callAfterCall(read, () => took === null)
  await all
  return { idle: percentile(alone, 0.95), busy: percentile(beside, 0.95), calls: beside.length, took: took ?? 0 }
}

async function callAfterCall(read: () => Promise<unknown>, goesOn: (calls: number) => boolean): Promise<number[]> {
  const times: number[] = []
  while (goesOn(times.length)) {
    const started = performance.now()
    await read()
    times.push(performance.now() - started)
  }
  return times
}

type Sale = { companyId: string; branchId: string; propertyId: string }

/** A property with a complete memorandum: sold, with a solicitor on both sides. */
async function soldProperty({ pool }: Database): Promise<Sale> {
  const { rows } = await pool.query<Sale>(`
    select p.company_id as "companyId", p.branch_id as "branchId", p.id as "propertyId" from property p
    join offer o on o.company_id = p.company_id and o.property_id = p.id and o.state = 'A'
    join property_contact v on v.company_id = p.company_id and v.property_id = p.id and v.role = 'vendorSolicitor'
    join property_contact b on b.company_id = p.company_id and b.property_id = p.id and b.role = 'buyerSolicitor'
    order by p.id limit 1`)
  if (!rows[0]) throw new Error('The demo company has no sale whose memorandum can be made.')
  return rows[0]
}

export function printMemo({ idle, busy, ratio, rounds: each }: MemoMeasured, print: (line: string) => void): void {
  const ms = (value: number) => value.toFixed(1)
  print(`\nReading a property, one call after another, p95: alone, and while ${memoranda} memoranda of sale are made.`)
  for (const round of each)
    print(
      `  alone ${ms(round.idle)} ms, beside ${ms(round.busy)} ms (${round.calls} calls in the ${ms(round.took)} ms they took)`,
    )
  print(`  p95 alone ${ms(idle)} ms, beside ${ms(busy)} ms: ${ratio.toFixed(2)} × (target: at most 2).`)
}
