import { Agent } from 'node:http'
import pg from 'pg'
import { type Database, typeParsers } from '../server/db/pool.ts'
import { readActionItems } from '../server/features/today/action-items.read-model.ts'
import { readPeople } from '../server/features/today/people.read-model.ts'
import {
  kindOfGroup,
  readCounts,
  readGroups,
  readList,
  type TodayPage,
  type Who,
} from '../server/features/today/today.read-model.ts'
import { dataDay, largeCompany } from './data/large-database.ts'
import {
  captureStatements,
  cpuTime,
  explainQuery,
  type MeasuredQuery,
  measureCalls,
  ms,
  printCalls,
  type Query,
} from './measure.ts'
import { type RequestChange, sendRequest, signInHeaders } from './served/ask.ts'
import { type ServedProcess, startProcess } from './served/start-process.ts'
import { type BulkMeasured, bulkRows, measureBulk, measureStep, type Saves, type StepMeasured, warmUps } from './today-saves.ts'

/** "Ratio to the bare SQL floor of the same run." [day §11](docs/design/day.md#11). */
const limits = { reads: 1.5, step: 1.15, bulk: 1.1, bulkP95: 6000 }
const now = `${dataDay}T12:00:00.000Z`
type Size = { id: string; sales: number; items: number }
export type TodayMeasured = {
  company: { items: number; conversations: number }
  progressor: Size
  branch: Size
  reads: MeasuredQuery[]
  /** PostgreSQL's processor time of each read. */
  processorMs: (number | null)[]
  step: StepMeasured
  bulk: BulkMeasured
  plans: { name: string; plan: string }[]
}
type Options = { database: Database; url: string; samples: number; print: (line: string) => void }

export async function measureToday({ database, url, samples, print }: Options): Promise<TodayMeasured> {
  const { id: companyId } = await largeCompany(database)
  const company = await sizeOfCompany(database, companyId)
  const progressor = await nearestSize(database, { companyId, column: 'b_staff', sales: 80 })
  const branch = await nearestSize(database, { companyId, column: 'branch_id', sales: 700 })
  const headers = await signInHeaders(database, companyId)
  const environment = { DATABASE_URL: url, BENCH_NOW: now }
  const app = await startProcess('app-process', environment)
  const without = await startProcess('app-process', environment, 'without-action-items')
  const bare = new pg.Client({ connectionString: url, types: typeParsers, options: '-c TimeZone=UTC' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = ({ address }: ServedProcess, path: string, change?: RequestChange) =>
    sendRequest(`${address}/api${path}`, headers, agent, change)
  try {
    await bare.connect()
    const queries = await todayQueries(database, companyId, { progressor: progressor.id, branch: branch.id })
    const ask = async (path: string) => (await send(app, path)).toString()
    for (let time = 0; time < warmUps; time += 1) for (const { path } of queries) await ask(path)
    const reads = await measureCalls(queries, { ask, bare, samples, print })
    const processorMs: (number | null)[] = []
    for (const query of queries) processorMs.push(await cpuTime(bare, query, samples))
    const plans: TodayMeasured['plans'] = []
    for (const query of queries) plans.push({ name: query.name, plan: await explainQuery(bare, query) })
    const saves: Saves = { database, companyId, send, samples }
    print('A step saved, in turn with and without the derivation of action items')
    const step = await measureStep(saves, app, without)
    print(`${bulkRows} rows in bulk, in turn with as many single saves`)
    const bulk = await measureBulk(saves, app)
    return { company, progressor, branch, reads, processorMs, step, bulk, plans }
  } finally {
    agent.destroy()
    await bare.end()
    await without.stop()
    await app.stop()
  }
}

async function sizeOfCompany({ pool }: Database, companyId: string): Promise<TodayMeasured['company']> {
  const { rows } = await pool.query<TodayMeasured['company']>(
    `select (select count(*)::int from action_item where company_id = $1) as items,
       (select count(*)::int from conversation where company_id = $1) as conversations`,
    [companyId],
  )
  return rows[0] ?? { items: 0, conversations: 0 }
}

/** The progressor or branch whose number of live sales is nearest. */
async function nearestSize(
  { pool }: Database,
  { companyId, column, sales }: { companyId: string; column: 'b_staff' | 'branch_id'; sales: number },
): Promise<Size> {
  const { rows } = await pool.query<Size>(
    `select ${column} as id, count(*)::int as sales,
       (select count(*)::int from action_item i where i.company_id = $1 and i.${column === 'b_staff' ? 'progressor_id' : column} = r.${column}) as items
     from property_report r where company_id = $1 and ${column} is not null and phase in ('sold', 'exchanged')
     group by 1 order by abs(count(*) - $2), 1 limit 1`,
    [companyId, sales],
  )
  if (!rows[0]) throw new Error('The company has no live sales.')
  return rows[0]
}

async function todayQueries(
  { pool }: Database,
  companyId: string,
  ids: { progressor: string; branch: string },
): Promise<Query[]> {
  const admin = await pool.query<{ id: string }>(`select id from app_user where company_id = $1 and type = 'COMPANY_ADMIN'`, [
    companyId,
  ])
  const pageOf = (who: Who, branchIds: string[] | null, by: TodayPage['by'], itemsPerPage: number): TodayPage => ({
    companyId,
    who,
    branchIds,
    reader: { userId: admin.rows[0]?.id ?? '', seesAll: true },
    groups: null,
    searchText: undefined,
    today: dataDay,
    now,
    state: 'now',
    by,
    page: { itemsPerPage, currentPage: 0 },
  })
  const moment = { companyId, today: dataDay, now }
  const listStatements = (page: TodayPage) =>
    captureStatements(pool, async (db) => {
      const answer = page.by === 'rank' ? await readList(db, page) : await readGroups(db, page)
      const refs = answer.groups.flatMap(({ ref }) => (kindOfGroup(ref) === 'party' ? ref : []))
      await readActionItems(db, moment, answer.items, refs)
    })
  const byPerson = pageOf({ userId: ids.progressor }, null, 'person', 50)
  const byRank = pageOf('all', [ids.branch], 'rank', 50)
  return [
    {
      name: 'A progressor by person, first page with counts',
      path: `/today/${companyId}?who=${ids.progressor}`,
      statements: await listStatements(byPerson),
    },
    {
      name: 'A progressor, counts alone',
      path: `/today/${companyId}/counts?who=${ids.progressor}`,
      statements: await captureStatements(pool, (db) => readCounts(db, byPerson)),
    },
    {
      name: 'A branch by rank',
      path: `/today/${companyId}?who=all&branchIds=${ids.branch}&by=rank`,
      statements: await listStatements(byRank),
    },
    {
      name: 'The people of the company',
      path: `/today/${companyId}/people`,
      statements: await captureStatements(pool, async (db) => {
        await readPeople(db, { companyId, branchIds: null, today: dataDay, now })
      }),
    },
  ]
}

/** Prints everything, then a summary with the targets. */
export function printToday(
  { company, progressor, branch, reads, processorMs, step, bulk, plans }: TodayMeasured,
  print: (line: string) => void,
): void {
  for (const { name, plan } of plans) print(`\n${name}\n${plan}`)
  print(`\nThe company has ${company.items} action items and ${company.conversations} conversations.`)
  print(
    `Today of a progressor with ${progressor.sales} live sales (target: 80) and ${progressor.items} items, and of a branch with ${branch.sales} (target: 700) and ${branch.items}.`,
  )
  printCalls(reads, print)
  print(
    `Processor time of PostgreSQL for each, ms: ${processorMs.map((time) => (time === null ? 'not known' : ms(time))).join(', ')}`,
  )
  print('\nSaves.')
  for (const [name, { p50, p95, app, postgres }] of [
    ['a step with action items', step.derived],
    ['a step without', step.without],
    [`${bulkRows} rows in bulk`, bulk.together],
    [`${bulkRows} single saves`, bulk.single],
  ] as const)
    print(
      `  ${name.padEnd(26)} p50 ${ms(p50)} ms, p95 ${ms(p95)} ms; processor time: app ${ms(app)} ms, PostgreSQL ${ms(postgres)} ms`,
    )
  print('')
  for (const { name, ratio } of reads) printRatio(`${name}: call ÷ SQL`, ratio, limits.reads, print)
  print(`  Of a progressor, p50 ${ms(reads[0]?.call.p50 ?? Number.NaN)} ms (target: 12 on the reference machine)`)
  printRatio('A step with action items ÷ without, p50', step.ratio, limits.step, print)
  printRatio('The same, processor time', step.processorRatio, limits.step, print)
  printRatio(`${bulkRows} rows in bulk ÷ as many single saves, processor time`, bulk.processorRatio, limits.bulk, print)
  print(`  ${bulkRows} rows in bulk: p95 ${ms(bulk.together.p95)} ms (target: ${limits.bulkP95})`)
}

const printRatio = (name: string, ratio: number, limit: number, print: (line: string) => void): void =>
  print(`  ${name}: ${ratio.toFixed(2)} × (target: ${limit})${ratio > limit ? ', ABOVE' : ''}`)
