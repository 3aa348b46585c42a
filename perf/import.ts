import { createHash } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { type Database, openPool } from '../server/db/pool.ts'
import { fillDemo } from '../server/demo/fill-demo.ts'
import { systemClock } from '../server/infra/clock.ts'
import { createFreshDatabase } from '../test/support/fresh-database.ts'
import { type ImportSize, importFiles } from './import-files.ts'
import { median, percentile } from './measure.ts'
import { sendRequest, signInHeaders } from './served/ask.ts'
import { type ServedProcess, startProcess } from './served/start-process.ts'

const { BENCH_IMPORT_PROPERTIES } = process.env
const properties = Number(BENCH_IMPORT_PROPERTIES ?? 10_000)
const size: ImportSize = { properties, sales: Math.round(properties * 0.6), viewings: Math.round(properties * 1.5) }

type Step = { name: string; seconds: number; goal: number; megabytes: number }
export type ImportMeasured = {
  size: ImportSize
  counts: Record<string, number>
  steps: Step[]
  /** Milliseconds of another user's save, before and during the run. */
  saves: { usual: number[]; meanwhile: number[] }
}

type Session = { app: ServedProcess; headers: Record<string, string>; agent: Agent; companyId: string }
type Detail = { _id: string; state: string; position: number; counts: Record<string, number> }

/**
 * "10,000 properties with vendors, 6,000 sales with step dates, 15,000 viewings: read <= 20 s, check <= 60 s, run <= 10 min, and other
 * people's saves stay within 1.5 x their usual time meanwhile; undo <= 10 min." [connect §1.6](docs/design/connect.md#1.6). On the demo
 * company.
 */
export async function measureImport(serverUrl: string, print: (line: string) => void): Promise<ImportMeasured> {
  const url = await createFreshDatabase(serverUrl, 'gya_bench_import')
  const database = openPool(url, 2, () => {})
  await fillDemo(database, systemClock, () => {})
  const app = await startProcess('app-process', { DATABASE_URL: url })
  const agent = new Agent({ keepAlive: true })
  try {
    const { companyId, branchId, propertyId } = await aProperty(database)
    const session: Session = { app, agent, companyId, headers: await signInHeaders(database, companyId) }
    const save = () => saveOnce(session, { branchId, propertyId })
    const usual = await savesUntil(save, async (times) => times.length >= 100)
    const opened = await change<Detail>(session, 'POST', `/company/${companyId}/import`, {
      name: 'Bench',
      system: 'bench',
      branchId,
    })
    const one = `/company/${companyId}/import/${opened._id}`
    const steps: Step[] = []
    const step = async (name: string, goal: number, work: () => Promise<unknown>) => {
      const started = performance.now()
      await work()
      const { megabytes } = await app.usage()
      const seconds = (performance.now() - started) / 1000
      steps.push({ name, seconds, goal, megabytes })
      print(`  ${name}: ${seconds.toFixed(1)} s (goal ${goal} s), ${megabytes} MB`)
    }
    await step('read', 20, async () => {
      for (const file of importFiles(size)) await upload(session, one, file)
    })
    await step('check', 60, async () => {
      await change(session, 'POST', `${one}/check`)
      await until(session, one, 'checked')
    })
    const { position } = await read<Detail>(session, one)
    let meanwhile: number[] = []
    await step('run', 600, async () => {
      await change(session, 'POST', `${one}/run`, { position })
      meanwhile = await savesUntil(save, async () => (await read<Detail>(session, one)).state === 'done')
    })
    const { counts } = await read<Detail>(session, one)
    await step('undo', 600, async () => {
      await change(session, 'POST', `${one}/undo`)
      await until(session, one, 'undone')
    })
    return { size, counts, steps, saves: { usual, meanwhile } }
  } finally {
    agent.destroy()
    await app.stop()
    await database.close()
  }
}

async function aProperty({ pool }: Database) {
  const { rows } = await pool.query<{ companyId: string; branchId: string; propertyId: string }>(
    `select r.company_id as "companyId", p.branch_id as "branchId", p.id as "propertyId" from property_report r
     join property p on p.company_id = r.company_id and p.id = r.property_id where r.phase = 'sold' order by p.id limit 1`,
  )
  const [row] = rows
  if (!row) throw new Error('The demo has sales.')
  return row
}

const change = async <T>({ app, headers, agent }: Session, method: 'POST', path: string, body?: object): Promise<T> =>
  JSON.parse(
    (await sendRequest(`${app.address}/api${path}`, headers, agent, { method, ...(body ? { body } : {}) })).toString(),
  ) as T

const read = async <T>({ app, headers, agent }: Session, path: string): Promise<T> =>
  JSON.parse((await sendRequest(`${app.address}/api${path}`, headers, agent)).toString()) as T

const pollMs = 250

async function until(session: Session, path: string, state: string): Promise<void> {
  while ((await read<Detail>(session, path)).state !== state) await setTimeout(pollMs)
}

let bedrooms = 0

/** A colleague edits a property on screen. */
async function saveOnce(
  { app, headers, agent, companyId }: Session,
  ids: { branchId: string; propertyId: string },
): Promise<void> {
  bedrooms = (bedrooms % 9) + 1
  const url = `${app.address}/api/property/${companyId}/${ids.branchId}`
  await sendRequest(url, headers, agent, { method: 'PUT', body: { _id: ids.propertyId, bedrooms } })
}

/** Saves repeatedly, with a pause, until `isOver`, which is checked after every tenth save. */
async function savesUntil(save: () => Promise<void>, isOver: (times: readonly number[]) => Promise<boolean>): Promise<number[]> {
  const times: number[] = []
  for (;;) {
    const started = performance.now()
    await save()
    times.push(performance.now() - started)
    if (times.length % 10 === 0 && (await isOver(times))) return times
    await setTimeout(50)
  }
}

async function upload(session: Session, one: string, { name, content }: { name: string; content: string }): Promise<void> {
  const bytes = Buffer.from(content)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = await change<{ _id: string; partBytes: number; parts: number }>(session, 'POST', `${one}/file`, {
    name,
    bytes: bytes.length,
    sha256,
  })
  for (let part = 1; part <= file.parts; part += 1) {
    const answer = await fetch(`${session.app.address}/api${one}/file/${file._id}/part/${part}`, {
      method: 'PUT',
      headers: { ...session.headers, 'x-client': 'Web', 'content-type': 'application/octet-stream' },
      body: bytes.subarray((part - 1) * file.partBytes, part * file.partBytes),
    })
    if (!answer.ok) throw new Error(`A part answered ${answer.status}.`)
  }
  await change(session, 'POST', `${one}/file/${file._id}/read`)
  while ((await read<Detail>(session, one)).state === 'reading') await setTimeout(pollMs)
}

export function printImport(
  { size: { properties: homes, sales, viewings }, counts, steps, saves }: ImportMeasured,
  print: (line: string) => void,
) {
  print(`\nAn import of ${homes} properties, ${sales} sales and ${viewings} viewings: ${counts.written} rows written.`)
  for (const { name, seconds, goal, megabytes } of steps)
    print(`  ${name.padEnd(5)} ${seconds.toFixed(1).padStart(6)} s (goal ${goal} s), ${megabytes} MB of the app afterwards`)
  const ms = (times: number[]) => `p50 ${median(times).toFixed(1)}, p95 ${percentile(times, 0.95).toFixed(1)} ms`
  const ratio = (median(saves.meanwhile) / median(saves.usual)).toFixed(2)
  print(`  a save: usually ${ms(saves.usual)}; during the run ${ms(saves.meanwhile)}; ratio ${ratio} (goal 1.5)`)
}
