import { createHash, createHmac } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '../../startup-errors.ts'
import { type Cluster, hasCluster, lockDataFolder, openCluster, removeUnfinished } from './cluster.ts'
import { findInaccessibleFolder, machineFolder } from './postgres-account.ts'
import { ensurePostmaster, type PostgresSettings, type Postmaster, runningPostmaster, stopPostmaster } from './postmaster.ts'

/**
 * `url`: the application's database and role (not a superuser). `adopted`: PostgreSQL was still running after the application was killed.
 * `stop` shuts it down cleanly; repeated calls return the same promise.
 */
export type RunningPostgres = { url: string; adopted: boolean; stop(): Promise<void> }

type Options = {
  dataDir: string
  log: (line: string) => void
  /** Overrides our settings; `fsync: 'off'` also skips syncing in initdb (tests only). */
  settings?: PostgresSettings
}

type Session = { postmaster: Postmaster; lock: pg.Client }

/**
 * Starts or adopts the PostgreSQL of a data folder (architecture document, "The embedded PostgreSQL"). The folder is locked
 * until `stop` or the end of this process. PostgreSQL outlives a killed process and is adopted by the next one. If it ends by
 * itself it is restarted on the same port. Throws StartError.
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
    log('Lost the connection to PostgreSQL; reconnecting')
    while (!stopping) {
      try {
        session = await open(session.postmaster.port)
        watch()
        return log('PostgreSQL is available again')
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
 * Opens the database of a data folder for a command: that of the running application, or started for the duration of the
 * command. Throws StartError.
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

/** Errors after taking the lock stop the server; before that, it may belong to another application. */
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
        await ensureAppDatabase(lock, cluster)
        await removeUnfinished(cluster.dataDir)
        return { postmaster, lock }
      }
      await stopPostmaster(cluster, postmaster, log)
    } catch (error) {
      if (lock) await stopPostmaster(cluster, postmaster, log)
      if (error instanceof StartError) throw error
      // The server found here was probably just stopped by its owner.
      if (attempt === 5)
        throw new StartError(`PostgreSQL cannot be used: ${error instanceof Error ? error.message : String(error)}.`, {
          cause: error,
        })
      await wait(100)
    }
  }
}

/** False for a server that was started by an older version of GYA: it is replaced. */
async function isCurrent(admin: pg.Client, settings: PostgresSettings): Promise<boolean> {
  const { rows } = await admin.query<{ name: string }>(`select current_setting('cluster_name') as name`)
  return rows[0]?.name === settings.cluster_name
}

/** Checked at every start: the first may have been killed in between. */
async function ensureAppDatabase(admin: pg.Client, cluster: Cluster): Promise<void> {
  const { rows } = await admin.query<{ role_exists: boolean; database_exists: boolean }>(
    `select exists (select from pg_roles where rolname = 'gya') as role_exists, exists (select from pg_database where datname = 'gya') as database_exists`,
  )
  if (!rows[0]?.role_exists) await admin.query(`create role gya login createdb password '${appPassword(cluster)}'`)
  if (!rows[0]?.database_exists) await admin.query('create database gya owner gya')
}

/**
 * Derived from the superuser password, so that one secret is stored and the application's URL does not open the superuser role.
 */
const appPassword = (cluster: Cluster) => createHmac('sha256', cluster.password).update('gya').digest('base64url')

const appUrl = (cluster: Cluster, port: number) => `postgres://gya:${appPassword(cluster)}@127.0.0.1:${port}/gya`

/**
 * Default data folder: `.data` in the repository; for root, a folder in /var/lib/gya if PostgreSQL's account cannot enter the
 * repository.
 */
export function defaultDataDir(env: Record<string, string | undefined>, repoRoot: string): string {
  if (env.DATA_DIR) return resolve(repoRoot, env.DATA_DIR)
  if (process.getuid?.() !== 0 || findInaccessibleFolder(repoRoot, null) === null) return join(repoRoot, '.data')
  const name = createHash('sha256').update(realpathSync(repoRoot)).digest('hex').slice(0, 12)
  return join(machineFolder, name)
}
