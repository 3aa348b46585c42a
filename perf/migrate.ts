import pg from 'pg'
import { migrate } from '../server/db/migrate.ts'
import { createFreshDatabase } from '../test/support/fresh-database.ts'

const rows = 1_000_000
const rounds = 3

const statements = {
  scan: 'alter table bench_rows add constraint positive check (n > 0); alter table bench_rows drop constraint positive',
  index: 'create index bench_index on bench_rows (words); drop index bench_index',
  write: "update bench_rows set words = words || '.'",
  rewrite: 'alter table bench_rows alter column m type bigint; alter table bench_rows alter column m type int',
}

/** Milliseconds of a start on an empty and on a migrated database, and rows a second of what a migration does to existing rows. */
export type MigrateMeasured = { empty: number; again: number; rowsPerSecond: Record<keyof typeof statements, number> }

/** Measures the rates of `npm run migrate -- --plan`: the slowest of three rounds on a table of a million rows. */
export async function measureMigrate(serverUrl: string): Promise<MigrateMeasured> {
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    return performance.now() - started
  }
  let url = ''
  const empty = await timed(async () => {
    url = await createFreshDatabase(serverUrl, 'gya_bench_migrate')
  })
  const again = await timed(() => migrate(url))
  const client = new pg.Client({ connectionString: url, options: '-c statement_timeout=0' })
  await client.connect()
  try {
    await client.query(
      `create table bench_rows as select n, n as m, md5(n::text) as words from generate_series(1, ${rows}) n; analyze bench_rows`,
    )
    const rate = async (statement: string) => {
      let slowest = 0
      for (let round = 0; round < rounds; round += 1) slowest = Math.max(slowest, await timed(() => client.query(statement)))
      return Math.round((rows / slowest) * 1000)
    }
    const rowsPerSecond = {
      scan: await rate(statements.scan),
      index: await rate(statements.index),
      write: await rate(statements.write),
      rewrite: await rate(statements.rewrite),
    }
    return { empty, again, rowsPerSecond }
  } finally {
    await client.end()
  }
}

export function printMigrate({ empty, again, rowsPerSecond }: MigrateMeasured, print: (line: string) => void): void {
  print(`Migrating: an empty database in ${Math.round(empty)} ms, a migrated one in ${Math.round(again)} ms`)
  for (const [effort, rate] of Object.entries(rowsPerSecond))
    print(`  ${effort.padEnd(8)} ${rate.toLocaleString('en-GB')} rows/s`)
}
