import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../../server/db/embedded/embedded-postgres.ts'
import { freePort } from '../../../server/db/embedded/postmaster.ts'
import { type Database, openPool } from '../../../server/db/pool.ts'
import { queueMail } from '../../../server/emails/outbox.ts'
import { systemClock } from '../../../server/infra/clock.ts'
import { jobAdder } from '../../../server/jobs/queue.ts'
import { type Fault, type FaultySmtp, startFaultySmtp } from '../../support/faulty-smtp.ts'
import { startApp } from '../../support/start-app.ts'
import type { Outcome, Trial } from '../../support/trial.ts'

const size = { short: { mails: 20, seconds: 3 }, long: { mails: 400, seconds: 60 } }

const faults: readonly (Fault | null)[] = [
  { stage: 'greeting', behaviour: 'drops' },
  { stage: 'greeting', behaviour: 421 },
  { stage: 'EHLO', behaviour: 'drops' },
  { stage: 'MAIL', behaviour: 451 },
  { stage: 'RCPT', behaviour: 450 },
  { stage: 'RCPT', behaviour: 'drops' },
  { stage: 'DATA', behaviour: 451 },
  { stage: 'message', behaviour: 452 },
  { stage: 'message', behaviour: 'drops' },
  { stage: 'message', behaviour: 'takes and drops' },
  { stage: 'message', behaviour: 'loses' },
  null,
]

/** A full outbox and a mail server with all kinds of faults, which finally recovers. */
export const mailServerFaults: Trial = {
  name: 'mail server faults',
  run: async ({ length, print }) => {
    const { mails, seconds } = size[length]
    const dataDir = await mkdtemp(join(tmpdir(), 'gya-trial-'))
    await chmod(dataDir, 0o755)
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
    const server = await startFaultySmtp()
    try {
      const env = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, SMTP_URL: server.url }
      const product = await startApp({ port: await freePort(), env })
      const database = openPool(postgres.url, 2, () => {})
      const changes = await sendThrough(database, server, { mails, seconds })
      server.fault = null
      await waitForOutbox(database)
      const outcome = await compared(database, server, changes)
      print(`taken ${server.taken.length}, of which unclear ${server.unclear.length}; lost by the server ${server.lost.length}`)
      await database.close()
      await product.stop()
      return outcome
    } finally {
      await server.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    }
  },
}

/** Sends the outbox while the fault changes. Retries are immediate; six attempts are left at the end. */
async function sendThrough(
  { db, pool }: Database,
  server: FaultySmtp,
  { mails, seconds }: { mails: number; seconds: number },
): Promise<number> {
  const writing = { db, newId: () => systemClock.newId(), addJob: jobAdder(db) }
  const until = performance.now() + seconds * 1000
  let written = 0
  let changes = 0
  while (performance.now() < until || written < mails) {
    server.fault = faults[changes % faults.length] ?? null
    changes += 1
    if (written < mails) {
      const message = { to: [`buyer${written}@people.example`], subject: 'Sale agreed', text: 'Dear Sir' }
      await queueMail({ ...writing, now: systemClock.now() }, message)
      written += 1
    }
    await retryNow(pool, 6)
    await setTimeout((seconds * 1000) / mails)
  }
  return changes
}

const retryNow = (pool: Database['pool'], mostTries: number) =>
  pool.query(
    `update graphile_worker._private_jobs j set run_at = now() from mail m
     where j.locked_at is null and m.id = (j.payload->>'mailId')::uuid and m.attempts < $1`,
    [mostTries],
  )

async function waitForOutbox({ pool }: Database): Promise<void> {
  for (;;) {
    await retryNow(pool, 1_000)
    const { rows } = await pool.query<{ waiting: number }>(`select count(*)::int as waiting from mail where state = 'queued'`)
    if (rows[0]?.waiting === 0) return
    await setTimeout(100)
  }
}

async function compared({ pool }: Database, { taken, unclear, lost }: FaultySmtp, changes: number): Promise<Outcome> {
  const { rows } = await pool.query<{ id: string; state: string; attempts: number }>('select id, state, attempts from mail')
  const times = new Map<string, number>()
  for (const id of taken) times.set(id, (times.get(id) ?? 0) + 1)
  const named = rows.map(({ id, ...row }) => ({ ...row, id: `<${id}@gya.example>` }))
  const sent = named.filter(({ state }) => state === 'sent')
  const often = (id: string) => (times.get(id) ?? 0) - unclear.filter((one) => one === id).length
  return {
    tried: { messages: rows.length, 'changes of manner': changes, tries: rows.reduce((sum, { attempts }) => sum + attempts, 0) },
    lost: {
      'messages that are neither sent nor shown as failed': named.filter(({ state }) => !['sent', 'failed'].includes(state))
        .length,
      'messages shown as failed though the server was well in the end': named.filter(({ state }) => state === 'failed').length,
      'messages called sent that the server never said it had': sent.filter(({ id }) => !times.has(id) && !lost.includes(id))
        .length,
      'messages that came twice though the answer was clear': sent.filter(({ id }) => often(id) > 1).length,
    },
    figures: {
      'came twice because the server broke off after taking them': String(
        sent.filter(({ id }) => (times.get(id) ?? 0) > 1).length,
      ),
      'lost by a server that said it had them': String(lost.filter((id) => !times.has(id)).length),
    },
  }
}
