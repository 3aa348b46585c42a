import { Agent } from 'node:http'
import { listAudit } from '@gya/domain/features/audit/audit.contract.ts'
import { type AuditKind, auditKinds } from '@gya/domain/features/audit/audit-kinds.ts'
import pg from 'pg'
import { type Database, openPool, typeParsers } from '../server/db/pool.ts'
import { fillDemo } from '../server/demo/fill-demo.ts'
import { auditFilter, countAuditLines, listAuditLines } from '../server/features/audit/audit.read-model.ts'
import { systemClock } from '../server/infra/clock.ts'
import { createFreshDatabase } from '../test/support/fresh-database.ts'
import { captureStatements, type MeasuredQuery, measureCalls, ms, printCalls, type Query } from './measure.ts'
import { sendRequest, signInHeaders } from './served/ask.ts'
import { startProcess } from './served/start-process.ts'

/** "Goal ≤ 200 ms on 5 million lines." Trust design, section 3. */
const limit = 200
const lines = Number(process.env.BENCH_AUDIT_LINES ?? 5_000_000)
/** As the list counts: it stops after the maximum. */
const counted = 10_001

const kinds = Object.keys(auditKinds) as AuditKind[]
/** Nineteen of twenty lines. */
const frequent = ['signed-in', 'signed-out', 'identity-confirmed', 'sign-in-refused', 'list-downloaded']

/** A version 4 id derived from a number. */
const idOf = (number: string) => `overlay(overlay(md5((${number})::text) placing '4' from 13) placing '8' from 17)::uuid`

/**
 * The audit log of the demo company with the lines of 24 months: 500 people, 2,000 networks, five frequent kinds and many rare ones. The
 * indexes are created after the lines, which takes a fraction of the time.
 */
async function fillAudit({ pool }: Database, companyId: string): Promise<void> {
  const { rows: indexes } = await pool.query<{ indexname: string; indexdef: string }>(
    "select indexname, indexdef from pg_indexes where tablename = 'audit' and indexname <> 'audit_pkey'",
  )
  for (const { indexname } of indexes) await pool.query(`drop index ${indexname}`)
  const rare = kinds.filter((kind) => !frequent.includes(kind))
  await pool.query(
    `with people as (select array_agg(id) as ids from app_user where company_id = $1)
     insert into audit (company_id, id, at, kind, user_id, about_user_id, session_log_id, network, data)
     select $1, gen_random_uuid(), now() - make_interval(secs => n * (63072000.0 / $2)),
       case when n % 20 = 0 then ($3::text[])[1 + (n / 20) % $4] else ($5::text[])[1 + n % 5] end,
       case when n % 3 = 0 then ids[1 + n % array_length(ids, 1)] else ${idOf('n % 500')} end,
       case when n % 40 = 0 then ids[1 + (n / 40) % array_length(ids, 1)] when n % 4 = 0 then ${idOf('n % 491')} end, ${idOf('n / 9')},
       ('203.' || n % 8 || '.' || n % 250 || '.7')::inet, '{"way": "password", "userAgent": "Mozilla/5.0"}'
     from generate_series(1, $2::int) n, people`,
    [companyId, lines, rare, rare.length, frequent],
  )
  for (const { indexdef } of indexes) await pool.query(indexdef)
  await pool.query('vacuum analyze audit')
}

export type AuditMeasured = { lines: number; calls: MeasuredQuery[] }

/**
 * Compares the complete call of the audit list with its bare statements, alternately. The call includes session, scope, both statements and
 * the response.
 */
export async function measureAudit(serverUrl: string, samples: number, print: (line: string) => void): Promise<AuditMeasured> {
  const url = await createFreshDatabase(serverUrl, 'gya_bench_audit')
  const database = openPool(url, 4, (error) => print(error.message))
  await fillDemo(database, systemClock, () => {})
  const { rows } = await database.pool.query<{ id: string; user_id: string }>(
    "select company_id as id, id as user_id from app_user where type = 'COMPANY_ADMIN' and email like '%@demo.example' limit 1",
  )
  const [company] = rows
  if (!company) throw new Error('The demo company has no administrator.')
  const { id: companyId, user_id: userId } = company
  print(`Writing ${lines.toLocaleString('en-GB')} lines`)
  await fillAudit(database, companyId)
  const headers = await signInHeaders(database, companyId)
  const app = await startProcess('app-process', { DATABASE_URL: url })
  const bare = new pg.Client({ connectionString: url, types: typeParsers, options: '-c TimeZone=UTC' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const filters: Record<string, Record<string, string>> = {
    'first page': {},
    'last page that is reached': { currentPage: '199' },
    'a group of kinds': { groups: 'doors' },
    'all groups but one': { groups: 'people,out,in,erasing,rules,record', currentPage: '199' },
    'a rare kind': { kinds: 'person-erased' },
    'one person': { userId },
    'about one person': { aboutUserId: userId },
    'a month a year ago': { dateStart: day(400), dateEnd: day(370) },
    'one address': { network: '203.3.107.7' },
    'a network': { network: '203.3.107.0/24' },
  }
  const queries: Query[] = []
  for (const [name, query] of Object.entries(filters)) {
    const { currentPage = '0' } = query
    const filter = auditFilter(companyId, listAudit.query.parse(query))
    const statements = await captureStatements(database.pool, async (db) => {
      await countAuditLines(db, filter, counted)
      await listAuditLines(db, filter, { offset: Number(currentPage) * 50, limit: 50 })
    })
    queries.push({ name, path: `/api/audit/${companyId}?${new URLSearchParams(query).toString()}`, statements })
  }
  const ask = async (path: string) => (await sendRequest(`${app.address}${path}`, headers, agent)).toString()
  try {
    await bare.connect()
    for (const { path } of queries) for (let time = 0; time < 3; time += 1) await ask(path)
    return { lines, calls: await measureCalls(queries, { ask, bare, samples, print }) }
  } finally {
    agent.destroy()
    await bare.end()
    await app.stop()
    await database.close()
  }
}

export function printAudit({ lines: count, calls }: AuditMeasured, print: (line: string) => void): void {
  print(`\nThe audit of a company with ${count.toLocaleString('en-GB')} lines. Milliseconds, medians of three rounds.`)
  printCalls(calls, print)
  const slowest = calls.reduce((a, b) => (b.call.p95 > a.call.p95 ? b : a))
  print(`  p95 at most ${ms(slowest.call.p95)} ms (${slowest.name}), target ${limit}.`)
}
