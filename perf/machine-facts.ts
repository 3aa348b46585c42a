import { execFileSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'
import type pg from 'pg'

/** The machine on which the figures were measured. */
export async function machineFacts(pool: pg.Pool) {
  const { rows } = await pool.query<{ version: string; shared_buffers: string; fsync: string; size: string }>(`
    select split_part(version(), ' ', 2) as version, current_setting('shared_buffers') as shared_buffers, current_setting('fsync') as fsync,
           pg_size_pretty(pg_database_size(current_database())) as size`)
  const [postgres] = rows
  return {
    cores: cpus().length,
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    load: Number(loadavg()[0]?.toFixed(1)),
    node: process.version,
    postgres: postgres?.version,
    sharedBuffers: postgres?.shared_buffers,
    fsync: postgres?.fsync,
    databaseSize: postgres?.size,
    commit: currentCommit(),
    measuredOn: new Date().toISOString(),
  }
}

function currentCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
