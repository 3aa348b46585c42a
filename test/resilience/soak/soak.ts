import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type ServedProcess, startProcess, type Usage } from '../../../perf/served/start-process.ts'
import { startEmbeddedPostgres } from '../../../server/db/embedded/embedded-postgres.ts'
import { type Database, openPool } from '../../../server/db/pool.ts'
import { createTestSession } from '../../../server/features/sessions/sessions.repository.ts'
import { createFreshDatabase } from '../../support/fresh-database.ts'
import { openMailReceiver } from '../../support/mail-receiver.ts'
import type { Outcome, Trial } from '../../support/trial.ts'
import { type Day, type PropertyPath, simulateDay } from './soak-workday.ts'

/** Ten minutes unless BENCH_SECONDS is set, with ten samples. */
const seconds = Number(process.env.BENCH_SECONDS ?? 600)
const samples = 10
const people = 6

/**
 * Allowed growth after the first third, in which Node.js compiles and fills its pools: 5 % of heap and buffers after garbage
 * collection, 10 % of resident memory.
 */
const allowed = { kept: 0.05, resident: 0.1 }

type Sample = Usage & { connections: number; streams: number; temporary: number }

/** A mixed workday with the server in a separate process: its resource usage must not grow. */
export const officeSoak: Trial = {
  name: 'soak test: a mixed workday for ten minutes',
  run: async ({ length, print }) => {
    const closing: (() => Promise<unknown>)[] = []
    try {
      return await soak(length === 'short' ? 10 : seconds, print, closing)
    } finally {
      for (const close of closing.reverse()) await close()
    }
  },
}

async function soak(lasting: number, print: (line: string) => void, closing: (() => Promise<unknown>)[]): Promise<Outcome> {
  const { database, app, temporary } = await openOffice(closing)
  const look = async (): Promise<Sample> => ({
    ...(await app.usage('collected')),
    connections: await connectionsOf(database),
    streams: await streamsOf(app),
    temporary: (await readdir(temporary)).length,
  })
  const atStart = await look()
  const day: Day = { done: new Map(), faults: [] }
  const over = new AbortController()
  const staff = await officeOf(database)
  const days = Array.from({ length: people }, (_, n) =>
    simulateDay({ address: app.address, ...(staff[n % staff.length] as (typeof staff)[number]) }, day, over.signal),
  )
  const seen: Sample[] = []
  for (let n = 1; n <= samples; n += 1) {
    await setTimeout((lasting * 1000) / samples)
    const now = await look()
    seen.push(now)
    print(`  ${((lasting / samples) * n).toFixed(0)} s: ${shown(now)}`)
  }
  over.abort()
  await Promise.all(days)
  const after = await sampleUntilIdle(look, atStart)
  print(`  afterwards: ${shown(after)}`)
  for (const fault of new Set(day.faults)) print(`  ${fault}`)
  return outcomeOf(seen, { atStart, after, day })
}

const shown = ({ megabytes, heapUsed, external, files, threads, connections, streams, temporary }: Sample): string =>
  `resident ${megabytes} MB · heap ${heapUsed} MB · buffers ${external} MB · open files and sockets ${files} · threads ${threads} · connections to the database ${connections} · event streams ${streams} · temporary files ${temporary}`

function outcomeOf(seen: Sample[], { atStart, after, day }: { atStart: Sample; after: Sample; day: Day }): Outcome {
  const late = seen.slice(Math.floor(seen.length / 3))
  const kept = growth(late.map(({ heapUsed, external }) => heapUsed + external))
  const resident = growth(late.map(({ megabytes }) => megabytes))
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  return {
    tried: Object.fromEntries(day.done),
    lost: {
      'failed calls': day.faults.length,
      'heap and buffers grew by more than a twentieth over the last two thirds': Number(kept > allowed.kept),
      'resident memory grew by more than a tenth over the last two thirds': Number(resident > allowed.resident),
      'files, sockets or threads left open': Number(
        after.files > atStart.files + pooled || after.threads > atStart.threads + pooled,
      ),
      'connections to the database left open': Number(after.connections > poolSize + listeners),
      'event streams left open': after.streams,
      'temporary files left': after.temporary,
    },
    figures: {
      'resident, minute by minute': `${seen.map(({ megabytes }) => megabytes).join(' ')} MB`,
      'heap after collection': `${seen.map(({ heapUsed }) => heapUsed).join(' ')} MB`,
      buffers: `${seen.map(({ external }) => external).join(' ')} MB`,
      'open files and sockets': `${seen.map(({ files }) => files).join(' ')}, afterwards ${after.files}`,
      threads: `${seen.map(({ threads }) => threads).join(' ')}, afterwards ${after.threads}`,
      'connections to the database': seen.map(({ connections }) => connections).join(' '),
      'heap and buffers over the last two thirds': percent(kept),
      'resident over the last two thirds': percent(resident),
    },
  }
}

/** The default of DATABASE_POOL; plus the listeners of the job queue and of live changes. */
const poolSize = 10
const listeners = 2
/** Resources that stay open for reuse: pooled and keep-alive connections, worker threads. */
const pooled = 24

/** The rise of the regression line, relative to its start. */
function growth(figures: number[]): number {
  const middle = (figures.length - 1) / 2
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length
  const spread = figures.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  const slope = figures.reduce((sum, figure, at) => sum + (at - middle) * (figure - mean), 0) / spread
  return (slope * (figures.length - 1)) / (mean - slope * middle)
}

/** Samples until everything that was opened is closed; returns the last sample. */
async function sampleUntilIdle(look: () => Promise<Sample>, atStart: Sample): Promise<Sample> {
  let now = await look()
  for (let tries = 0; tries < 60; tries += 1) {
    if (now.streams === 0 && now.temporary === 0 && now.files <= atStart.files + pooled) break
    await setTimeout(500)
    now = await look()
  }
  return now
}

async function openOffice(closing: (() => Promise<unknown>)[]) {
  const folder = await mkdtemp(join(tmpdir(), 'gya-soak-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const temporary = join(folder, 'temporary')
  await mkdir(temporary)
  const url = await createFreshDatabase(process.env.BENCH_DATABASE_URL ?? (await ownPostgres(closing)), 'gya_bench_soak')
  const mail = await openMailReceiver()
  closing.push(() => mail.close())
  const app = await startProcess('app-process', {
    DATABASE_URL: url,
    DEMO: '1',
    SMTP_URL: mail.url,
    BENCH_FILES: join(folder, 'files'),
    TMPDIR: temporary,
  })
  closing.push(() => app.stop())
  const database = openPool(url, 2, () => {})
  closing.push(() => database.close())
  return { database, app, temporary }
}

async function ownPostgres(closing: (() => Promise<unknown>)[]): Promise<string> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir: join(tmpdir(), 'gya-bench'), log: () => {} })
  closing.push(stop)
  return url
}

/** Members of the demo company with a session each, and the properties in their scope. */
async function officeOf({ db }: Database): Promise<{ token: string; email: string; places: PropertyPath[] }[]> {
  const places = await db
    .selectFrom('property')
    .select(['company_id as companyId', 'branch_id as branchId', 'id as propertyId'])
    .where('company_id', 'in', (who) =>
      who.selectFrom('app_user').select('company_id').where('email', '=', 'company@demo.example').$asScalar().$notNull(),
    )
    .execute()
  const { id } = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', 'company@demo.example')
    .executeTakeFirstOrThrow()
  const sessions = Array.from({ length: people }, async () => ({
    token: await createTestSession(db, id, new Date().toISOString()),
    email: 'company@demo.example',
    places,
  }))
  return Promise.all(sessions)
}

async function connectionsOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and client_port <> -1 and pid <> pg_backend_pid()`,
  )
  // The other connections of this pool do not belong to the server.
  return (rows[0]?.count ?? 0) - (pool.totalCount - 1)
}

async function streamsOf({ address }: ServedProcess): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text()
  return Number(/^gya_live_streams (\d+)/m.exec(metrics)?.[1] ?? -1)
}
