import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, openPool } from '../server/db/pool.ts'
import { fillDemo } from '../server/demo/fill-demo.ts'
import { systemClock } from '../server/infra/clock.ts'
import { createFreshDatabase } from '../test/support/fresh-database.ts'
import { median, ms } from './measure.ts'
import { sendRequest, signInHeaders } from './served/ask.ts'
import { startProcess } from './served/start-process.ts'
import { soldSales, untilSealed } from './sold-sales.ts'

const saves = Number(process.env.BENCH_PAIRS ?? 60)
const perEndpoint = 1_000
const waitingAtDead = 10_000

/** Milliseconds from the response of a save to the arrival of its message; `within2s`: share of messages, 0 to 1. */
type Delay = { median: number; p95: number; within2s: number; save: number }
export type WebhooksMeasured = {
  saves: number
  alone: Delay
  /** Messages per second of one process to one endpoint, and to eight endpoints concurrently. */
  rates: { endpoints: number; messages: number; perSecond: number }[]
  /** With `waitingAtDead` messages for an endpoint that never responds. */
  besideDead: Delay
}

type Receipt = { path: string; propertyId: string | null; at: number }

/** A receiver on loopback. Below /dead it accepts connections and never responds. */
async function openReceiver() {
  const receipts: Receipt[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const { data } = JSON.parse(await text(request)) as { data: { propertyId: string | null } }
    receipts.push({ path: request.url ?? '', propertyId: data.propertyId, at: performance.now() })
    response.writeHead(204).end()
  }
  const server = createServer((request, response) => {
    if (request.url !== '/dead') void take(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    receipts,
    address: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * "95 % leave within 2 s of the save; 200 messages/s a process; 10,000 waiting at a dead endpoint slow nobody else." Connect design,
 * section 4. On the demo company, in its own database, with one app process.
 */
export async function measureWebhooks(serverUrl: string, print: (line: string) => void): Promise<WebhooksMeasured> {
  const url = await createFreshDatabase(serverUrl, 'gya_bench_webhooks')
  const database = openPool(url, 2, (error) => print(error.message))
  await fillDemo(database, systemClock, () => {})
  const app = await startProcess('app-process', { DATABASE_URL: url, WEBHOOK_PRIVATE: '1' })
  const receiver = await openReceiver()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const sales = await soldSales(database)
    const companyId = sales[0]?.company ?? ''
    const headers = await signInHeaders(database, companyId)
    await untilSealed(database)
    const addEndpoint = async (path: string, kinds: string[]) => {
      const body = { url: `${receiver.address}${path}`, kinds }
      const answer = await sendRequest(`${app.address}/api/company/${companyId}/webhook`, headers, agent, {
        method: 'POST',
        body,
      })
      return (JSON.parse(answer.toString()) as { _id: string })._id
    }
    let turn = 0
    const save = async () => {
      const sale = sales[turn % sales.length]
      const state = Math.floor(turn / sales.length) % 2 === 0 ? 'B' : 'IP'
      turn += 1
      const path = `${app.address}/api/property/${companyId}/${sale?.branch}/${sale?.id}/timeline`
      await sendRequest(path, headers, agent, { method: 'PUT', body: { timeline: [{ key: sale?.key, state }] } })
      return sale?.id ?? null
    }
    const measureDelay = async (): Promise<Delay> => {
      const taken: number[] = []
      const saving: number[] = []
      for (let index = 0; index < saves; index += 1) {
        const from = receiver.receipts.length
        const started = performance.now()
        const propertyId = await save()
        const saved = performance.now()
        saving.push(saved - started)
        const arrived = () => receiver.receipts.slice(from).find((one) => one.path === '/live' && one.propertyId === propertyId)
        for (let waited = 0; !arrived() && waited < 30_000; waited += 5) await setTimeout(5)
        taken.push((arrived()?.at ?? Number.POSITIVE_INFINITY) - saved)
        // So that saves do not synchronise with the sealer.
        await setTimeout(Math.random() * 300)
      }
      const sorted = taken.toSorted((a, b) => a - b)
      return {
        median: median(taken),
        p95: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN,
        within2s: taken.filter((one) => one <= 2_000).length / taken.length,
        save: median(saving),
      }
    }
    await addEndpoint('/live', ['step.changed'])
    for (let index = 0; index < 5; index += 1) await save()
    const alone = await measureDelay()
    const endpoints = [await addEndpoint('/0', ['memo.sent'])]
    const rates = [await measureRate(database, receiver, companyId, endpoints)]
    for (let index = 1; index < 8; index += 1) endpoints.push(await addEndpoint(`/${index}`, ['memo.sent']))
    rates.push(await measureRate(database, receiver, companyId, endpoints))
    const dead = await addEndpoint('/dead', ['memo.sent'])
    await addWaiting(database, companyId, [dead], waitingAtDead)
    await setTimeout(1_000)
    return { saves, alone, rates, besideDead: await measureDelay() }
  } finally {
    agent.destroy()
    await app.stop()
    receiver.close()
    await database.close()
  }
}

/** Waiting messages of endpoints, of all properties in turn, and the jobs that send them. */
async function addWaiting({ db }: Database, companyId: string, endpoints: readonly string[], messages: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const webhookId of endpoints) {
      await sql`
        insert into webhook_message (company_id, webhook_id, position, type, event_id, property_id, next_try_on, createdon)
        select ${companyId}, ${webhookId}, 1000000 + row_number() over (), 'memo.sent', e.id, e.property_id, now(), now()
        from event e cross join generate_series(1, 20) where e.company_id = ${companyId} and e.property_id is not null
        limit ${messages}
        on conflict do nothing`.execute(transaction)
      await sql`
        select graphile_worker.add_job('send-webhooks', payload := ${JSON.stringify({ companyId, webhookId })}::json,
          queue_name := ${`webhook-${webhookId}`}, job_key := ${`webhook-${webhookId}`})`.execute(transaction)
    }
  })
}

async function measureRate(
  database: Database,
  { receipts }: { receipts: readonly Receipt[] },
  companyId: string,
  endpoints: readonly string[],
) {
  await sql`delete from webhook_message where webhook_id = any(${endpoints}::uuid[])`.execute(database.db)
  const from = receipts.length
  const messages = perEndpoint * endpoints.length
  await addWaiting(database, companyId, endpoints, perEndpoint)
  const started = performance.now()
  while (receipts.length - from < messages && performance.now() - started < 300_000) await setTimeout(20)
  const first = receipts[from]?.at ?? started
  const seconds = ((receipts.at(-1)?.at ?? started) - first) / 1000
  return { endpoints: endpoints.length, messages: receipts.length - from, perSecond: (receipts.length - from) / seconds }
}

const delayWords = ({ median: middle, p95, within2s, save }: Delay): string =>
  `median ${ms(middle)} ms, 95 % within ${ms(p95)} ms, ${(within2s * 100).toFixed(0)} % within 2 s; a save takes ${ms(save)} ms`

export function printWebhooks(
  { saves: measured, alone, rates, besideDead }: WebhooksMeasured,
  print: (line: string) => void,
): void {
  print(`Messages of ${measured} saves: ${delayWords(alone)}`)
  for (const { endpoints, messages, perSecond } of rates)
    print(
      `${messages} messages to ${endpoints === 1 ? 'one endpoint' : `${endpoints} endpoints`}: ${perSecond.toFixed(0)} a second`,
    )
  print(`Beside an endpoint that never answers, with ${waitingAtDead} waiting: ${delayWords(besideDead)}`)
}
