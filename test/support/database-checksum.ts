import { auditedEvenIfRolledBack } from '@gya/domain/features/audit/audit-kinds.ts'
import type { Database } from '../../server/db/pool.ts'

type Pool = Database['pool']

/** The statement for each pool: the tables of a test's database do not change. */
const statements = new WeakMap<Pool, Promise<string>>()

/**
 * A checksum per table over all rows, job queue included. Equal results mean that nothing was written in between. Excludes the
 * rate limit counters and the audit entries of refused requests, which are written on purpose.
 */
export async function databaseChecksum({ pool }: Pick<Database, 'pool'>): Promise<Record<string, string>> {
  let statement = statements.get(pool)
  if (!statement) statements.set(pool, (statement = checksumStatement(pool)))
  // Named, so that each connection plans these hundred queries once: planning took most of the time.
  const { rows } = await pool.query<{ name: string; sum: string }>({ name: 'database-checksum', text: await statement })
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

async function checksumStatement(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where (schemaname = 'public' and tablename <> 'rate_limit') or (schemaname, tablename) = ('graphile_worker', '_private_jobs') order by 1`,
  )
  return rows
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' rows ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${name} t
         ${name === 'public.audit' ? `where kind not in (${auditedEvenIfRolledBack.map((kind) => `'${kind}'`).join()})` : ''}`,
    )
    .join(' union all ')
}
