import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { londonDay } from '@gya/domain/common/dates.ts'
import { type Database, openPool } from '../server/db/pool.ts'
import { fillDemo } from '../server/demo/fill-demo.ts'
import { findExport } from '../server/features/archives/archives.repository.ts'
import { askForCheckPack } from '../server/features/customer-checks/ask-for-check-pack.ts'
import { loadProperties } from '../server/features/properties/read/load-property.ts'
import { systemClock } from '../server/infra/clock.ts'
import { fileKey } from '../server/infra/files/file-store.ts'
import { folderStore } from '../server/infra/files/folder-store.ts'
import { jobAdder } from '../server/jobs/queue.ts'
import { createFreshDatabase } from '../test/support/fresh-database.ts'
import { median, ms } from './measure.ts'
import { startProcess } from './served/start-process.ts'

/** [sale-file §8](docs/design/sale-file.md#8). */
const limits = { load: 1.03, seconds: 60, megabytes: 250 } as const
const size = { sales: 2_000, checks: 6_000, paperBytes: 40_000 } as const
const rounds = 40
const loadsOfRound = 20
const pollMs = 100

export type SaleFileMeasured = { on: number; off: number; seconds: number; megabytes: number; zip: number; customers: number }

/** On the demo company: a property with its register and without, and the inspector's file of many sales, each check with a paper. */
export async function measureSaleFile(serverUrl: string, print: (line: string) => void): Promise<SaleFileMeasured> {
  const url = await createFreshDatabase(serverUrl, 'gya_bench_sale_file')
  const database = openPool(url, 4, () => {})
  const folder = await mkdtemp(join(tmpdir(), 'gya-bench-sale-file-'))
  try {
    await fillDemo(database, systemClock, () => {})
    const loads = await measureLoads(database)
    const customers = await addSales(database)
    print(`Inspector’s file of ${size.sales} sales with ${size.checks} checks`)
    return { ...loads, customers, ...(await measurePack(database, url, folder)) }
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const companyOf = async ({ pool }: Database) =>
  (
    await pool.query<{
      id: string
      by: string
    }>(`select s.company_id as id, min(k.created_by::text) as by from sale_file_settings s
    join customer k on k.company_id = s.company_id where s.checks group by 1`)
  ).rows[0] ?? { id: '', by: '' }

/** Alternates rounds of loads with the settings and without them. */
async function measureLoads(database: Database) {
  const { db, pool } = database
  const { id } = await companyOf(database)
  const { rows } = await pool.query<{ property_id: string }>(
    'select property_id from customer where company_id = $1 group by 1 order by md5(property_id::text) limit 20',
    [id],
  )
  const times: { on: number[]; off: number[] } = { on: [], off: [] }
  const load = async (into: number[], at: number) => {
    const started = performance.now()
    await loadProperties(db, id, [rows[at % rows.length]?.property_id ?? ''], londonDay(systemClock.now()))
    into.push(performance.now() - started)
  }
  await pool.query('create table kept_settings as table sale_file_settings')
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < loadsOfRound; at += 1) await load(times.on, at)
    await pool.query('delete from sale_file_settings')
    for (let at = 0; at < loadsOfRound; at += 1) await load(times.off, at)
    await pool.query('insert into sale_file_settings select * from kept_settings')
  }
  return { on: median(times.on), off: median(times.off) }
}

const paper = '0198c0de-0000-4000-8000-0000000c0de1'

/** Copies of a property with a customer each, three checks of each and a paper of each check. */
async function addSales(database: Database): Promise<number> {
  const { pool } = database
  const { id, by } = await companyOf(database)
  const { rows } = await pool.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_schema = 'public' and table_name = 'property' and is_generated = 'NEVER'`,
  )
  const columns = rows[0]?.columns ?? ''
  await pool.query(
    `with one as (select p.* from property p join customer k on k.company_id = p.company_id and k.property_id = p.id where p.company_id = $1 limit 1),
     made as (select q.* from one p, generate_series(1, $2::int) n,
       jsonb_populate_record(null::property, to_jsonb(p) || jsonb_build_object('id', gen_random_uuid(), 'line1', n || ' Bench Row')) q),
     sold as (insert into property (${columns}) select ${columns} from made returning id),
     of as (insert into customer (company_id, id, property_id, side, form, name, createdon, created_by)
       select $1, gen_random_uuid(), id, 'vendor', 'person', 'Ada Bench', now(), $3 from sold returning id)
     insert into customer_check (company_id, id, customer_id, kind, way, provider, reference, documents, result, words, checked_on, checked_by,
       expires_on, createdon, salt)
     select $1, gen_random_uuid(), id, kind, 'both', 'Larkproof', 'TF-4711', 'Passport and a bill', 'satisfied', 'The photograph is theirs.',
       current_date, $3, current_date + 365, now(), decode(md5(id::text), 'hex')
     from of, unnest(array['identity', 'screening', 'funds']) kind`,
    [id, size.sales, by],
  )
  await pool.query(
    `insert into customer_check_file (company_id, id, check_id, file, file_name, content_type, bytes, sha256, createdon, created_by)
     select $1, gen_random_uuid(), h.id, $3, 'passport.pdf', 'application/pdf', $4, sha256('paper'), now(), $2
     from customer_check h where h.company_id = $1 and not exists (select from customer_check_file f where f.company_id = $1 and f.check_id = h.id)`,
    [id, by, paper, size.paperBytes],
  )
  return size.sales
}

async function measurePack(database: Database, url: string, folder: string) {
  const { db } = database
  const { id: companyId, by: userId } = await companyOf(database)
  const files = folderStore(folder)
  const bytes = { bytes: size.paperBytes, contentType: 'application/pdf' }
  await files.put(fileKey(paper, 'original'), Readable.from([Buffer.alloc(size.paperBytes, 'paper')]), bytes)
  const options = { dateStart: '2000-01-01', dateEnd: londonDay(systemClock.now()), branchIds: null }
  const app = await startProcess('app-process', { DATABASE_URL: url, BENCH_FILES: folder })
  try {
    const { megabytes: idle } = await app.usage('collected')
    const started = performance.now()
    const asking = { db, now: systemClock.now(), newId: () => systemClock.newId(), addJob: jobAdder(db), audit: async () => {} }
    const ids = { companyId, exportId: await askForCheckPack(asking, { companyId, userId }, { options, withFiles: true }) }
    let [most, made] = [idle, await findExport(db, ids, 'checks')]
    while (made?.state === 'queued' || made?.state === 'running') {
      await setTimeout(pollMs)
      most = Math.max(most, (await app.usage()).megabytes)
      made = await findExport(db, ids, 'checks')
    }
    if (made?.state !== 'done') throw new Error('The inspector’s file was not made.')
    return { seconds: (performance.now() - started) / 1000, megabytes: most - idle, zip: Number(made.bytes) / 1e6 }
  } finally {
    await app.stop()
  }
}

export function printSaleFile({ on, off, seconds, megabytes, zip }: SaleFileMeasured, print: (line: string) => void): void {
  print(`\nLoading a property: ${ms(off)} ms without the register, ${(on / off).toFixed(3)} × with it; target ${limits.load} ×.`)
  print(
    `Inspector’s file: ${seconds.toFixed(1)} s (target ${limits.seconds} s), ${Math.round(megabytes)} MB more memory (target ${limits.megabytes} MB), ZIP ${Math.round(zip)} MB.`,
  )
}
