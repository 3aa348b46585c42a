import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { productTemplate } from '@gya/domain/features/timeline/product-template.ts'
import { stepDefinitions } from '@gya/domain/features/timeline/step-definitions.ts'
import pg from 'pg'
import { migrate } from '../../server/db/migrate.ts'
import { type Database, openPool } from '../../server/db/pool.ts'
import { codeFolder, migrationsFolder } from '../../server/db/schema-files.ts'
import { mergeCounts } from '../../server/features/properties/read/property-count.ts'
import { deriveProperties } from '../../server/features/properties/write/derive-properties.ts'
import { systemClock } from '../../server/infra/clock.ts'
import { copyCompanies } from './copy-companies.ts'

/** The date of the data, fixed so that builds are reproducible. */
export const dataDay = '2026-11-20'

const dataFolder = import.meta.dirname

/** The SQL from this file on reads or replaces rows that the product derives from what the files before it have written. */
const firstFileOnDerivedRows = '8-snoozes.sql'

type LargeDatabase = { url: string; name: string }

/** One property in `largeEvery` belongs to the large company; the other companies, at least one, share the rest evenly. */
export type DataSize = { properties: number; companies: number; largeEvery: number }

/**
 * The benchmark database on the server of `serverUrl`, whose user must be allowed to create databases. Its name contains a
 * fingerprint of migrations, builder and size: it is reused until one of them changes, then dropped and
 * rebuilt.
 */
export async function buildLargeDatabase(
  serverUrl: string,
  size: DataSize,
  print: (line: string) => void,
): Promise<LargeDatabase> {
  const name = `gya_bench_${await fingerprint(size)}`
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  try {
    const databases = await server.query<{ datname: string }>(
      `select datname from pg_database where datname ~ '^gya_bench_[0-9a-f]{12}(_new)?$'`,
    )
    const there = databases.rows.map(({ datname }) => datname)
    if (there.includes(name)) return { url, name }
    for (const old of there) await server.query(`drop database ${old} with (force)`)
    await server.query(`create database ${name}_new`)
    await build(`${url}_new`, size, print)
    await server.query(`alter database ${name}_new rename to ${name}`)
    return { url, name }
  } finally {
    await server.end()
  }
}

async function fingerprint(size: DataSize): Promise<string> {
  const files = [
    ...(await sqlFiles(migrationsFolder)),
    ...(await sqlFiles(codeFolder)),
    ...(await sqlFiles(dataFolder)),
    join(dataFolder, 'copy-companies.ts'),
    join(dataFolder, 'large-database.ts'),
  ]
  const hash = createHash('sha256').update(JSON.stringify(size))
  for (const file of files) hash.update(await readFile(file))
  return hash.digest('hex').slice(0, 12)
}

const sqlFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => join(folder, name))

async function build(url: string, size: DataSize, print: (line: string) => void): Promise<void> {
  const started = performance.now()
  const minutes = () => `${((performance.now() - started) / 60_000).toFixed(1)} min`
  print(`Building ${size.properties} properties in ${size.companies} companies; this takes some minutes and happens once.`)
  await migrate(url)
  const client = new pg.Client({
    connectionString: url,
    options: '-c TimeZone=UTC -c synchronous_commit=off -c work_mem=128MB -c maintenance_work_mem=512MB',
  })
  await client.connect()
  try {
    const large = Math.round(size.properties / size.largeEvery)
    const original = large + Math.round((size.properties - large) / (size.companies - 1))
    await client.query(
      `select set_config('bench.today', $1, false), set_config('bench.properties', $2, false), set_config('bench.large', $3, false),
              set_config('bench.template', $4, false)`,
      [dataDay, String(original), String(large), JSON.stringify(productTemplate)],
    )
    await client.query(`create unlogged table bench_step as
      select * from jsonb_to_recordset('${stepTable()}') as s (key smallint, title text, days smallint)`)
    const run = async (files: string[]) => {
      for (const file of files) {
        print(`  ${file.slice(dataFolder.length + 1)} (after ${minutes()})`)
        await client.query(await readFile(file, 'utf8'))
      }
    }
    const files = await sqlFiles(dataFolder)
    const firstOnDerived = files.findIndex((file) => file.endsWith(firstFileOnDerivedRows))
    await run(files.slice(0, firstOnDerived))
    print(`  rows that the product derives (after ${minutes()})`)
    await deriveAll(url, print)
    await run(files.slice(firstOnDerived))
    print(`  copies of company 2 (after ${minutes()})`)
    await copyCompanies(client, size.companies, print)
    print(`  vacuum, analyze (after ${minutes()})`)
    await client.query('vacuum (analyze)')
    await client.query('checkpoint').catch(() => {})
    print(`Built in ${minutes()}.`)
  } finally {
    await client.end()
  }
}

/** Derives report rows, the state of today, and action items as the product does. @throws if a property cannot be derived */
async function deriveAll(url: string, print: (line: string) => void): Promise<void> {
  const database = openPool(url, 4, (error) => print(error.message))
  try {
    const { rows } = await database.pool.query<{ company: string; ids: string[] }>(
      `select company_id as company, array_agg(id order by createdon) as ids
       from (select company_id, id, createdon, (row_number() over (partition by company_id order by createdon) - 1) / 200 as batch from property) p
       group by company_id, batch order by batch, company_id`,
    )
    const batches = rows.values()
    const derive = async () => {
      for (const { company, ids } of batches)
        await database.db.transaction().execute((db) => deriveProperties({ db, companyId: company, today: dataDay }, ids))
    }
    await Promise.all([derive(), derive(), derive()])
    await mergeCounts({ database, clock: systemClock }, 0)
  } finally {
    await database.close()
  }
}

/** The steps as a table. */
const stepTable = (): string =>
  JSON.stringify(
    stepDefinitions.map(({ key, title, daysToComplete }) => ({
      key,
      title,
      days: daysToComplete,
    })),
  ).replaceAll("'", "''")

/** The company with most properties, and its branches. */
export async function largeCompany({ pool }: Database): Promise<{ id: string; branchIds: string[] }> {
  const { rows } = await pool.query<{ id: string; branches: string[] }>(
    'select company_id as id, array_agg(id::text order by id) as branches from branch group by 1 order by count(*) desc limit 1',
  )
  if (!rows[0]) throw new Error('There is no company in this database.')
  return { id: rows[0].id, branchIds: rows[0].branches }
}
