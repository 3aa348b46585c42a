import { Agent, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { addDays, type DateOnly } from '@gya/domain/common/dates.ts'
import type { Database } from '../server/db/pool.ts'
import { largeCompany } from './data/large-database.ts'
import { ms, percentile } from './measure.ts'
import { sendRequest, signInHeaders } from './served/ask.ts'
import { type ServedProcess, startProcess } from './served/start-process.ts'

const mostPdfRows = 2000
const idleCalls = 200
const warmUps = 1000

/** Durations in milliseconds; memory of the server in megabytes: before, peak, and after. */
type Export = {
  name: string
  rows: number
  megabytes: number
  firstByte: number
  took: number
  memory: { before: number; most: number; after: number }
  /** p95 and number of concurrent list requests. */
  others: { p95: number; calls: number }
}
export type ExportsMeasured = { idle: number; exports: Export[] }

type Running = { database: Database; url: string; print: (line: string) => void }

/**
 * The duration of large exports and their effect on other requests: one client reads a list page repeatedly, alone and while a
 * spreadsheet of the company or a PDF of 2,000 rows is generated.
 */
export async function measureExports({ database, url, print }: Running): Promise<ExportsMeasured> {
  const company = await largeCompany(database)
  const headers = { ...(await signInHeaders(database, company.id)), 'x-client': 'Web' }
  const app = await startProcess('app-process', { DATABASE_URL: url })
  const agent = new Agent({ keepAlive: true })
  const readPage = () => sendRequest(`${app.address}/api/company/properties/${company.id}?filters=allActive`, headers, agent)
  try {
    for (let time = 0; time < warmUps; time += 1) await readPage()
    const idle = percentile(await callAfterCall(readPage, (calls) => calls < idleCalls), 0.95)
    const list = `${app.address}/api/company/properties/csv/${company.id}`
    const report = `${app.address}/api/property/mi/report/csv/${company.id}`
    const exports: Export[] = []
    for (const [name, address] of [
      ['Properties.csv, the first', list],
      ['Properties.csv, again', list],
      ['Workflow.csv', report],
    ] as const) {
      print(name)
      exports.push(await beside(name, { app, readPage, work: () => download(address, headers) }))
    }
    print('Workflow.pdf')
    const pdf = await pdfQuery(database, company.id)
    for (const name of ['Workflow.pdf, the first', 'Workflow.pdf, again'])
      exports.push(
        await beside(name, {
          app,
          readPage,
          work: () => makePdf(`${app.address}/api/property/mi/pdf/${company.id}`, { headers, pdf }),
        }),
      )
    return { idle, exports }
  } finally {
    agent.destroy()
    await app.stop()
  }
}

type Work = { rows: number; megabytes: number; firstByte: number }
type Beside = { app: ServedProcess; readPage: () => Promise<unknown>; work: () => Promise<Work> }

/** Runs the export while another client reads and memory is sampled. */
async function beside(name: string, { app, readPage, work }: Beside): Promise<Export> {
  const before = (await app.usage()).megabytes
  const started = performance.now()
  let took: number | null = null
  const isGoingOn = () => took === null
  const done = work().finally(() => {
    took = performance.now() - started
  })
  const [others, most] = await Promise.all([callAfterCall(readPage, isGoingOn), mostMemory(app, isGoingOn)])
  const after = (await app.usage()).megabytes
  return {
    name,
    ...(await done),
    took: took ?? 0,
    memory: { before, most: Math.max(most, after), after },
    others: { p95: percentile(others, 0.95), calls: others.length },
  }
}

async function mostMemory(app: ServedProcess, goesOn: () => boolean): Promise<number> {
  let most = 0
  while (goesOn()) {
    most = Math.max(most, (await app.usage()).megabytes)
    await setTimeout(50)
  }
  return most
}

async function callAfterCall(call: () => Promise<unknown>, goesOn: (calls: number) => boolean): Promise<number[]> {
  const times: number[] = []
  while (goesOn(times.length)) {
    const started = performance.now()
    await call()
    times.push(performance.now() - started)
  }
  return times
}

/** Reads a download to its end without keeping it. */
function download(address: string, headers: Record<string, string>): Promise<Work> {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    get(address, { headers }, (response) => {
      let firstByte = 0
      let bytes = 0
      let lines = 0
      response.on('data', (part: Buffer) => {
        firstByte ||= performance.now() - started
        bytes += part.length
        for (const byte of part) if (byte === 10) lines += 1
      })
      response.on('end', () => {
        if (response.statusCode === 200) resolve({ rows: lines - 1, megabytes: bytes / 1_048_576, firstByte })
        else reject(new Error(`${response.statusCode} for ${address}`))
      })
      response.on('error', reject)
    }).on('error', reject)
  })
}

/** The filter that selects about two thousand of the newest properties. */
async function pdfQuery({ pool }: Database, companyId: string): Promise<{ query: string; rows: number }> {
  const { rows } = await pool.query<{ day: DateOnly }>(
    'select taken_on as day from property_report where company_id = $1 order by taken_on desc offset $2 limit 1',
    [companyId, mostPdfRows],
  )
  const from = rows[0] ? addDays(rows[0].day, 1) : '2000-01-01'
  const count = await pool.query<{ count: number }>(
    'select count(*)::int as count from property_report where company_id = $1 and taken_on >= $2',
    [companyId, from],
  )
  return { query: `dateStart=${from}`, rows: count.rows[0]?.count ?? 0 }
}

type Pdf = { headers: Record<string, string>; pdf: { query: string; rows: number } }

/** Requests the PDF and waits until it is attached to its message. `firstByte` is the time of the response. */
async function makePdf(address: string, { headers, pdf }: Pdf): Promise<Work> {
  const agent = new Agent({ keepAlive: true })
  const read = async (from: string) =>
    JSON.parse((await sendRequest(from, headers, agent)).toString()) as { _id: string; state: string }
  try {
    const started = performance.now()
    let mail = await read(`${address}?to=reader@sample.example&${pdf.query}`)
    const firstByte = performance.now() - started
    while (mail.state === 'making') {
      await setTimeout(50)
      mail = await read(`${address}/${mail._id}`)
    }
    if (mail.state === 'failed') throw new Error('The PDF could not be made.')
    return { rows: pdf.rows, megabytes: 0, firstByte }
  } finally {
    agent.destroy()
  }
}

export function printExports({ idle, exports }: ExportsMeasured, print: (line: string) => void): void {
  print(`\nThe exports of the large company. Others read a page of the list meanwhile; alone their p95 is ${ms(idle)} ms.`)
  print(
    'Aims: first byte of a spreadsheet under 300 ms, memory grows by less than 64 MB, a PDF of 2,000 rows under 10 s, others within 2 ×.',
  )
  for (const { name, rows, megabytes, firstByte, took, memory, others } of exports)
    print(
      `  ${name}: ${rows} rows${megabytes ? `, ${ms(megabytes)} MB` : ''}, ${megabytes ? 'first byte' : 'answered'} after ${ms(firstByte)} ms, all after ${ms(took)} ms; ` +
        `memory ${memory.before} MB, at most ${memory.most}, then ${memory.after} (grew by ${memory.most - memory.before}); ` +
        `others' p95 ${ms(others.p95)} ms over ${others.calls} calls, ${(others.p95 / idle).toFixed(2)} ×`,
    )
}
