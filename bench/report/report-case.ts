import { Agent } from 'node:http'
import autocannon from 'autocannon'
import pg from 'pg'
import { type Database, typeParsers } from '../../server/db/connect.ts'
import { measureCalls } from '../calls.ts'
import { largeCompany } from '../large-company.ts'
import { median } from '../measure.ts'
import type { Statement } from '../overheard.ts'
import { sendRequest as askApp, signInHeaders } from '../served/ask.ts'
import { type ServedProcess, startProcess } from '../served/start-process.ts'
import { filterRequests, pathOf, prepareReport, type ReportRequest, sortRequests } from './asked.ts'

const rounds = 3
/** Asked before anything is measured, so that the first sort is not measured on code that has not been compiled yet. */
const warmUps = 20

/** `cpuMs` is the processor time of the server's own process, per call: what a busy machine changes least. */
export type Throughput = { perSecond: number; rounds: number[]; p50: number; p99: number; cpuMs: number }

type Running = { database: Database; url: string; samples: number; seconds: number; say: (line: string) => void }

/**
 * The workflow report of the large company: each question put to the running product over one kept-open connection, and its
 * bare SQL sent by `pg` on one connection, in turn; then sixteen clients at once, on the product and on the floor, in turn.
 */
export async function measureReport({ database, url, samples, seconds, say }: Running) {
  const company = await largeCompany(database)
  const headers = await signInHeaders(database, company.id)
  const app = await startProcess('app-process', { DATABASE_URL: url })
  const bare = new pg.Client({ connectionString: url, types: typeParsers, options: '-c TimeZone=UTC' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    await bare.connect()
    const ask = async (path: string) => (await askApp(`${app.address}${path}`, headers, agent)).toString()
    const measure = async (questions: ReportRequest[]) =>
      measureCalls(await Promise.all(questions.map((question) => prepareReport(database.pool, company.id, question))), {
        ask,
        bare,
        samples,
        print: say,
      })

    for (let time = 0; time < warmUps; time += 1)
      for (const question of sortRequests.slice(0, 4)) await ask(pathOf(company.id, question))
    const sorts = await measure(sortRequests)
    const filters = await measure(filterRequests(company.branchIds))
    const [first] = sortRequests
    if (!first) throw new Error('The report has no sorts.')
    const { statements } = await prepareReport(database.pool, company.id, first)
    say(`Sixteen clients, ${first.name}`)
    const throughput = await measureThroughput(url, statements, app, {
      url: `${app.address}${pathOf(company.id, first)}`,
      headers,
      seconds,
    })
    return { sorts, filters, throughput, readyAfterMs: app.readyAfterMs, appMegabytes: (await app.usage()).megabytes }
  } finally {
    agent.destroy()
    await bare.end()
    await app.stop()
  }
}

type Load = { url: string; headers: Record<string, string>; seconds: number }

async function measureThroughput(databaseUrl: string, statements: Statement[], app: ServedProcess, call: Load) {
  const floor = await startProcess('floor-process', {
    DATABASE_URL: databaseUrl,
    FLOOR_STATEMENTS: JSON.stringify(statements),
  })
  try {
    const taken = { app: [] as Throughput[], floor: [] as Throughput[] }
    for (let round = 1; round <= rounds; round += 1) {
      taken.floor.push(await sixteenClients(floor, { ...call, url: floor.address }))
      taken.app.push(await sixteenClients(app, call))
    }
    return { app: overRounds(taken.app), floor: overRounds(taken.floor) }
  } finally {
    await floor.stop()
  }
}

async function sixteenClients(server: ServedProcess, { url, headers, seconds }: Load): Promise<Throughput> {
  const before = await server.usage()
  const { requests, latency, non2xx, errors } = await autocannon({ url, headers, connections: 16, duration: seconds })
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} calls failed under load`)
  const cpuMs = ((await server.usage()).cpuMs - before.cpuMs) / requests.total
  return { perSecond: requests.average, rounds: [], p50: latency.p50, p99: latency.p99, cpuMs }
}

const overRounds = (each: Throughput[]): Throughput => ({
  perSecond: median(each.map(({ perSecond }) => perSecond)),
  rounds: each.map(({ perSecond }) => perSecond),
  p50: median(each.map(({ p50 }) => p50)),
  p99: median(each.map(({ p99 }) => p99)),
  cpuMs: median(each.map(({ cpuMs }) => cpuMs)),
})
