import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../../start-error.ts'
import type { Cluster } from './cluster-folder.ts'

/** "gya" in ASCII: any number, the same for every application. */
const lockKey = 0x677961

/**
 * One application per data folder ("a second app on the same folder is refused with a clear sentence"). An advisory
 * lock of a PostgreSQL session: it goes with the process that holds it, however that ends, two can not get it at the
 * same moment, and no process number is trusted.
 * @returns the session that holds the lock, as superuser
 * @throws StartError when another application holds it; the driver's error when the server went away meanwhile
 */
export async function lockDataFolder(cluster: Cluster, port: number): Promise<pg.Client> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: cluster.password,
    database: 'postgres',
    application_name: `process ${process.pid}`,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    // PostgreSQL takes a moment to see that an application that was killed is gone.
    for (let attempt = 0; attempt < 20; attempt++) {
      const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) locked', [lockKey])
      if (rows[0]?.locked) return client
      await wait(100)
    }
    throw new StartError(
      `GYA is already running on the data folder ${cluster.dataDir} (${await lockHolder(client)}): stop it first, or choose another folder with DATA_DIR.`,
    )
  } catch (error) {
    await client.end()
    throw error
  }
}

async function lockHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid) where locktype = 'advisory' and granted and objid = $1 and classid = 0`,
    [lockKey],
  )
  return rows[0]?.name ?? 'another process'
}
