import { createHash, createHmac } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '../../startup-errors.ts'
import { type Cluster, hasCluster, lockDataFolder, openCluster, removeUnfinished } from './cluster.ts'
import { findInaccessibleFolder, machineFolder } from './postgres-account.ts'
import type { PostgresSettings } from './postmaster.ts'
import { ensurePostmaster, type Postmaster, runningPostmaster, stopPostmaster } from './postmaster.ts'

/**
 * `url` is that of the application's own database and user, who is no superuser. `adopted`: PostgreSQL was left over from
 * an application that was killed. `stop` shuts it down cleanly and resolves when it is gone; more calls wait for the first.
 */
export type RunningPostgres = { url: string; adopted: boolean; stop(): Promise<void> }

type Options = {
  dataDir: string
  log: (line: string) => void
  /** PostgreSQL settings over ours; `fsync: 'off'` also makes the files without waiting for the disk (for tests only). */
  settings?: PostgresSettings
}

type Session = { postmaster: Postmaster; lock: pg.Client }

/**
 * Starts (or adopts) the PostgreSQL of a data folder: "The embedded PostgreSQL" of the architecture document. The
 * folder stays locked for this process until `stop` or the end of the process; PostgreSQL itself outlives a process that
 * is killed and serves the next one. Should it end by itself it is started again on the same port.
 * @throws StartError, one clear line for the operator
 */
export async function startEmbeddedPostgres({ dataDir, log, settings = {} }: Options): Promise<RunningPostgres> {
  const cluster = await openCluster(dataDir, { durable: settings.fsync !== 'off', log })
  const open = (port?: number) =>
    openSession(cluster, { ...settings, cluster_name: `gya ${cluster.binaries.version}` }, log, port)
  let session = await open()
  let stopping: Promise<void> | undefined
  let repair: Promise<void> | undefined

  const watch = () =>
    session.lock.once('end', () => {
      if (!stopping) repair = reopen()
    })
  const reopen = async () => {
    log('The connection to PostgreSQL was lost; opening it again')
    while (!stopping) {
      try {
        session = await open(session.postmaster.port)
        watch()
        return log('PostgreSQL is there again')
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        await wait(1_000)
      }
    }
  }
  const stop = async () => {
    await repair
    await stopPostmaster(cluster, session.postmaster, log)
  }
  watch()
  return { url: appUrl(cluster, session.postmaster.port), adopted: session.postmaster.adopted, stop: () => (stopping ??= stop()) }
}

/**
 * The database of a data folder for a command that runs beside the product: that of the running product, or started for as
 * long as the command takes.
 * @throws StartError, one clear line for the operator
 */
export async function openEmbeddedPostgres(options: Options): Promise<Pick<RunningPostgres, 'url' | 'stop'>> {
  const { dataDir, log } = options
  if (!(await hasCluster(dataDir)))
    throw new StartError(
      `There is no database in ${dataDir} yet: start GYA there first, or name its database with DATA_DIR or DATABASE_URL.`,
    )
  const cluster = await openCluster(dataDir, { durable: true, log })
  const running = await runningPostmaster(cluster, log)
  return running ? { url: appUrl(cluster, running.port), stop: async () => {} } : startEmbeddedPostgres(options)
}

/** Whatever fails once the lock is ours leaves no server behind; whatever fails before may be another application's. */
async function openSession(
  cluster: Cluster,
  settings: PostgresSettings,
  log: (line: string) => void,
  port?: number,
): Promise<Session> {
  for (let attempt = 1; ; attempt++) {
    const postmaster = await ensurePostmaster(cluster, settings, log, port)
    let lock: pg.Client | undefined
    try {
      lock = await lockDataFolder(cluster, postmaster.port)
      if (await isCurrent(lock, settings)) {
        await makeAppDatabase(lock, cluster)
        await removeUnfinished(cluster.dataDir)
        return { postmaster, lock }
      }
      await stopPostmaster(cluster, postmaster, log)
    } catch (error) {
      if (lock) await stopPostmaster(cluster, postmaster, log)
      if (error instanceof StartError) throw error
      // Most likely the server that was found here has just been stopped by whoever held it.
      if (attempt === 5)
        throw new StartError(`PostgreSQL cannot be used: ${error instanceof Error ? error.message : String(error)}.`, {
          cause: error,
        })
      await wait(100)
    }
  }
}

/** False for a server of an older version of GYA, left over by an application that was killed: it is replaced. */
async function isCurrent(admin: pg.Client, settings: PostgresSettings): Promise<boolean> {
  const { rows } = await admin.query<{ name: string }>(`select current_setting('cluster_name') as name`)
  return rows[0]?.name === settings.cluster_name
}

/** Asked at every start, because the first one may have been killed in between. */
async function makeAppDatabase(admin: pg.Client, cluster: Cluster): Promise<void> {
  const { rows } = await admin.query<{ user_there: boolean; database_there: boolean }>(
    `select exists (select from pg_roles where rolname = 'gya') as user_there, exists (select from pg_database where datname = 'gya') as database_there`,
  )
  if (!rows[0]?.user_there) await admin.query(`create role gya login createdb password '${appPassword(cluster)}'`)
  if (!rows[0]?.database_there) await admin.query('create database gya owner gya')
}

/** Derived, so that one secret is kept and the application's URL does not open the superuser's account. */
const appPassword = (cluster: Cluster) => createHmac('sha256', cluster.password).update('gya').digest('base64url')

const appUrl = (cluster: Cluster, port: number) => `postgres://gya:${appPassword(cluster)}@127.0.0.1:${port}/gya`

/**
 * The folder for data when DATA_DIR does not name one: `.data` in the repository; for root, whose PostgreSQL runs as
 * another user, a folder under /var/lib/gya when that user could not enter the repository (in /root, say).
 */
export function defaultDataDir(env: Record<string, string | undefined>, repoRoot: string): string {
  if (env.DATA_DIR) return resolve(repoRoot, env.DATA_DIR)
  if (process.getuid?.() !== 0 || findInaccessibleFolder(repoRoot, null) === null) return join(repoRoot, '.data')
  const name = createHash('sha256').update(realpathSync(repoRoot)).digest('hex').slice(0, 12)
  return join(machineFolder, name)
}
