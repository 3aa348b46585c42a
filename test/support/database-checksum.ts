import { auditedEvenIfRolledBack } from '@gya/domain/features/audit/audit-kinds.ts'
import type { Database } from '../../server/db/pool.ts'

/**
 * A checksum per table over all rows, job queue included. Equal results mean that nothing was written in between. Excludes the
 * rate limit counters and the audit entries of refused requests, which are written on purpose.
 */
export async function databaseChecksum({ pool }: Pick<Database, 'pool'>): Promise<Record<string, string>> {
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where (schemaname = 'public' and tablename <> 'rate_limit') or (schemaname, tablename) = ('graphile_worker', '_private_jobs') order by 1`,
  )
  const sums = tables.rows.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' rows ' || md5(coalesce(string_agg(t::text, '' order by t::text), '')) as sum from ${name} t
       ${name === 'public.audit' ? `where kind not in (${auditedEvenIfRolledBack.map((kind) => `'${kind}'`).join()})` : ''}`,
  )
  const { rows } = await pool.query<{ name: string; sum: string }>(sums.join(' union all '))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}
