import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../../../server/db/embedded/postmaster.ts'
import { openMailReceiver } from '../../support/mail-receiver.ts'
import { type PgBouncer, startPgBouncer } from '../../support/pgbouncer.ts'
import { type PrimaryServer, startPrimary } from '../../support/postgres-cluster.ts'
import { type AppProcess, startApp } from '../../support/start-app.ts'
import type { Trial } from '../../support/trial.ts'
import { countLosses } from './check-consistency.ts'
import { type ConcurrentSaves, startConcurrentSaves } from './concurrent-saves.ts'
import { createTestCompany, type TestCompany, watchLive } from './test-company.ts'

/**
 * `crash`: all processes of the primary end. `hang`: they stop without closing connections, like a machine that hangs.
 * `crash before sending`, `crash before the answer`: a crash while commits wait for the standby, which has received none or
 * all of them.
 */
type Fault = 'crash' | 'hang' | 'crash before sending' | 'crash before the answer'

const size: Record<'short' | 'long', { faults: Fault[]; clients: number; saves: number }> = {
  short: { faults: ['crash', 'hang', 'crash before sending', 'crash before the answer'], clients: 4, saves: 20 },
  long: {
    faults: [
      'crash',
      'hang',
      'crash before sending',
      'crash',
      'crash before the answer',
      'crash',
      'crash before sending',
      'hang',
    ],
    clients: 8,
    saves: 150,
  },
}

const database = 'gya_failover'

/**
 * The primary fails during concurrent saves of two processes, its standby is promoted, and the former primary becomes the new
 * standby, which also answers reads. Replication is synchronous. No process of the app is restarted or reconfigured.
 */
export const failover: Trial = { name: 'failover to a synchronous standby', run: (on) => runFailover(on, false) }

/** The same with a PgBouncer next to each server. */
export const failoverBehindPoolers: Trial = { name: 'failover behind poolers', run: (on) => runFailover(on, true) }

async function runFailover({ length, print }: Parameters<Trial['run']>[0], hasPoolers: boolean): ReturnType<Trial['run']> {
  const { faults, clients, saves } = size[length]
  const closing: (() => Promise<unknown>)[] = []
  try {
    const folder = await mkdtemp(join(tmpdir(), 'gya-failover-'))
    closing.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
    const servers = await startServers(folder, closing)
    const mail = await openMailReceiver()
    closing.push(() => mail.close())
    const env = { ...(await databaseVariables(servers, hasPoolers, closing)), DATA_DIR: folder, SMTP_URL: mail.url }
    const processes = await startProcesses(env, closing)
    const company = await createTestCompany(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, addressesOf(processes), clients)
    closing.push(() => company.database.close())
    const live = watchLive(processes[1].address, company.people[1] as TestCompany['people'][number])
    const load = startConcurrentSaves(company)
    const readyAfter: number[] = []
    let [primary, standby] = servers
    for (const fault of faults) {
      await load.until(saves)
      readyAfter.push(await failOver({ primary, standby, fault, load, company, processes }))
      await live.more()
      print(`${fault}: saves again ${inSeconds(readyAfter.at(-1) ?? 0)} after the promotion`)
      await primary.rejoin(standby)
      ;[primary, standby] = [standby, primary]
      await replicateSynchronously(primary)
    }
    await load.until(saves)
    await load.rest()
    live.stop()
    const { ledger } = load
    for (const wrong of ledger.wrong.slice(0, 5)) print(wrong)
    await waitForOutbox(company)
    const answers = Object.entries(ledger.unserved)
    const other = answers.filter(([code]) => code !== 'NOT_READY')
    const inFlight = await countLostAnswers(processes)
    return {
      tried: {
        failovers: faults.length,
        'saves acknowledged': ledger.acknowledged,
        'e-mails': ledger.mails,
        'commits in flight that were saved': inFlight.committed ?? 0,
        'commits in flight that were lost': inFlight.lost ?? 0,
      },
      lost: {
        ...(await countLosses(company, ledger, join(folder, 'files'))),
        'answers other than NOT_READY': other.reduce((sum, [, times]) => sum + times, 0),
        'jobs that failed for good': await countFailedJobs(company),
      },
      figures: {
        'saves again after the promotion, at most': inSeconds(Math.max(...readyAfter)),
        'longest wait for an answer': inSeconds(ledger.longestWait),
        'answers meanwhile': answers.map(([code, times]) => `${code} ${times}`).join(', '),
        'e-mails received twice': String(mail.received.length - new Set(mail.received.map(({ messageId }) => messageId)).size),
      },
    }
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

type Servers = readonly [PrimaryServer, PrimaryServer]
type Closing = (() => Promise<unknown>)[]

async function startServers(folder: string, closing: Closing): Promise<Servers> {
  const primary = await startPrimary(folder)
  closing.push(() => primary.kill())
  const standby = await primary.addStandby('standby')
  closing.push(() => standby.kill())
  await primary.make(database)
  await replicateSynchronously(primary)
  return [primary, standby]
}

/** Resolves when each commit waits for the standby. */
async function replicateSynchronously(primary: PrimaryServer): Promise<void> {
  await primary.query(`alter system set synchronous_standby_names = '*'`)
  await primary.query('select pg_reload_conf()')
  const synchronous = `select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`
  while ((await primary.query(synchronous)).length === 0) await setTimeout(50)
}

type Variables = { DATABASE_URL: string; DATABASE_DIRECT_URL?: string; DATABASE_READ_URLS: string }

async function databaseVariables(servers: Servers, hasPoolers: boolean, closing: Closing): Promise<Variables> {
  const urls = servers.map((server) => server.urlOf(database))
  const direct = severalHosts(urls)
  // The current standby answers reads.
  const reads = { DATABASE_READ_URLS: urls.join(',') }
  if (!hasPoolers) return { DATABASE_URL: direct, ...reads }
  const poolers: PgBouncer[] = []
  for (const server of servers) {
    const pooler = await startPgBouncer(server.urlOf(database), 4)
    closing.push(() => pooler.stop())
    poolers.push(pooler)
  }
  return { DATABASE_URL: severalHosts(poolers.map(({ url }) => url)), DATABASE_DIRECT_URL: direct, ...reads }
}

/** One URL with the hosts of several. */
function severalHosts(urls: string[]): string {
  const hosts = urls.map((url) => new URL(url).host)
  return String(urls[0]).replace(hosts[0] ?? '', hosts.join(','))
}

async function startProcesses(env: Record<string, string>, closing: Closing): Promise<readonly [AppProcess, AppProcess]> {
  const start = async () => {
    const started = await startApp({ port: await freePort(), env })
    closing.push(() => started.stop())
    return started
  }
  return [await start(), await start()]
}

const addressesOf = ([first, second]: readonly [AppProcess, AppProcess]) => [first.address, second.address] as const

type Failing = {
  primary: PrimaryServer
  standby: PrimaryServer
  fault: Fault
  load: ConcurrentSaves
  company: TestCompany
  processes: readonly AppProcess[]
}

/** Milliseconds from the promotion to the first save that was sent after it, and until all processes are ready. */
async function failOver({ primary, standby, fault, load, company, processes }: Failing): Promise<number> {
  await fail(fault, primary, standby)
  // Until there is a new standby, commits must not wait for one.
  await standby.query(`alter system set synchronous_standby_names = ''`)
  await standby.query('select pg_reload_conf()')
  await standby.query('select pg_promote()')
  const promoted = performance.now()
  // At most one request per client was in flight.
  await load.until(company.people.length + 1)
  for (const { address } of processes) while ((await fetch(`${address}/readyz`)).status !== 200) await setTimeout(50)
  return performance.now() - promoted
}

async function fail(fault: Fault, primary: PrimaryServer, standby: PrimaryServer): Promise<void> {
  if (fault === 'crash') return primary.kill()
  if (fault === 'hang') return primary.freeze()
  if (fault === 'crash before sending') {
    await standby.kill()
    await commitsWait(primary)
    await primary.kill()
    return standby.start()
  }
  standby.freeze()
  const sent = await commitsWait(primary)
  await primary.kill()
  standby.thaw()
  const received = `select from pg_last_wal_receive_lsn() as lsn where lsn >= '${sent}'`
  while ((await standby.query(received)).length === 0) await setTimeout(50)
}

/** Resolves when the commit of at least one call waits for the standby, with the position up to which everything was sent. */
async function commitsWait(primary: PrimaryServer): Promise<string> {
  // Every call with a change claims a key.
  const waiting = `select pg_current_wal_flush_lsn()::text as lsn from pg_stat_activity join pg_locks using (pid)
    where wait_event = 'SyncRep' and relation = 'idempotency_key'::regclass`
  for (;;) {
    const [row] = await primary.query<{ lsn: string }>(waiting, database)
    if (!row) await setTimeout(50)
    else if ((await primary.query(`select from pg_stat_replication where sent_lsn < '${row.lsn}'`)).length === 0) return row.lsn
  }
}

/** Jobs whose connection broke while they were fetched are released after a minute. */
async function waitForOutbox({ database: { pool } }: TestCompany): Promise<void> {
  const until = performance.now() + 150_000
  while ((await pool.query("select from mail where state = 'queued'")).rowCount && performance.now() < until)
    await setTimeout(100)
}

/** Without the jobs of every minute: they have one attempt, and the next minute's job replaces a failed one. */
const countFailedJobs = async ({ database: { pool } }: TestCompany): Promise<number> =>
  (await pool.query('select from graphile_worker.jobs where attempts >= max_attempts and max_attempts > 1')).rowCount ?? 0

/** Counts the outcomes of unanswered commits that the processes determined. */
async function countLostAnswers(processes: readonly AppProcess[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = { committed: 0, lost: 0, unknown: 0 }
  for (const { address } of processes) {
    const metrics = await (await fetch(`${address}/metrics`)).text()
    for (const [, outcome = '', times] of metrics.matchAll(/^gya_commits_without_answer_total\{outcome="(\w+)"\} (\d+)$/gm))
      counts[outcome] = (counts[outcome] ?? 0) + Number(times)
  }
  return counts
}

const inSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`
