import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, chmod, chown, constants, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { StartError } from '../../startup-errors.ts'
import {
  type Account,
  describeFileError,
  findInaccessibleFolder,
  isAlreadyExistsError,
  postgresAccount,
} from './postgres-account.ts'
import { type Binaries, postgresBinaries } from './postgres-binaries.ts'
import { explainFailure, postgresEnvironment } from './postmaster.ts'

const run = promisify(execFile)
const unfinishedPrefix = 'postgres.new-'

/**
 * `<dataDir>/postgres`: the cluster in `data`, the generated superuser password in `password` (mode 0600), PostgreSQL's
 * messages in `log`. Owned by the account that PostgreSQL runs as.
 */
export type Cluster = {
  dataDir: string
  data: string
  log: string
  password: string
  account: Account | null
  binaries: Binaries
}

/** Creates the data folder and the cluster if missing. Throws StartError. */
export async function openCluster(
  dataDir: string,
  settings: { durable: boolean; log: (line: string) => void },
): Promise<Cluster> {
  const root = join(resolve(dataDir), 'postgres')
  const account = await postgresAccount(root)
  await prepareDataFolder(dirname(root), account)
  const binaries = await postgresBinaries(account !== null)
  if (!(await exists(root))) {
    settings.log(`Creating a database in ${root}`)
    await makeCluster(root, account, binaries, settings.durable)
  }
  const password = await checkCluster(root, binaries)
  return { dataDir: dirname(root), data: join(root, 'data'), log: join(root, 'log'), password, account, binaries }
}

export const hasCluster = (dataDir: string): Promise<boolean> => exists(join(resolve(dataDir), 'postgres'))

async function prepareDataFolder(dataDir: string, account: Account | null): Promise<void> {
  try {
    const created = await mkdir(dataDir, { recursive: true, mode: 0o755 })
    if (created) await chmod(dataDir, 0o700)
    if (account) {
      for (let parent = dirname(dataDir); created && parent.length >= created.length; parent = dirname(parent))
        await chmod(parent, 0o755)
      if (created || (await readdir(dataDir)).length === 0) await chown(dataDir, account.uid, account.gid)
    }
    await access(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be written: ${describeFileError(error)}. Choose another with DATA_DIR.`,
      {
        cause: error,
      },
    )
  }
  const closed = account && findInaccessibleFolder(dataDir, account)
  if (closed) {
    throw new StartError(
      `PostgreSQL does not run as root, and its user (${account.uid}) cannot enter ${closed}: choose a data folder elsewhere with DATA_DIR.`,
    )
  }
}

/**
 * Created in a temporary folder and renamed when complete, so that a killed start leaves no half cluster. Of two concurrent
 * starts the first rename wins; the second uses its cluster.
 */
async function makeCluster(root: string, account: Account | null, binaries: Binaries, durable: boolean): Promise<void> {
  const folder = `${dirname(root)}/${unfinishedPrefix}${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    await mkdir(folder, { mode: 0o700 })
    await writeFile(join(folder, 'password'), randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (account) for (const path of [folder, join(folder, 'password')]) await chown(path, account.uid, account.gid)
    await initialise(folder, account, binaries, durable)
    await rename(folder, root)
    await syncFolder(dirname(root))
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    const anotherWasFaster = isAlreadyExistsError(error) || (await exists(root))
    if (anotherWasFaster) return
    if (error instanceof StartError) throw error
    throw new StartError(`The database cannot be created in ${root}: ${describeFileError(error)}.`, { cause: error })
  }
}

/** The builtin locale provider is independent of the operating system's locales. */
async function initialise(folder: string, account: Account | null, binaries: Binaries, durable: boolean): Promise<void> {
  const options = [
    '--pgdata',
    join(folder, 'data'),
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${join(folder, 'password')}`,
  ]
  const locale = [
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C',
    '--builtin-locale=C.UTF-8',
    '--text-search-config=english',
  ]
  const speed = durable ? [] : ['--no-sync']
  try {
    await run(join(binaries.bin, 'initdb'), [...options, ...locale, ...speed], {
      ...account,
      cwd: folder,
      env: postgresEnvironment,
    })
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? `${error.message}\n${String(error.stderr)}` : String(error)
    throw new StartError(`The database cannot be created in ${dirname(folder)}: ${explainFailure(output)}`, { cause: error })
  }
}

async function checkCluster(root: string, binaries: Binaries): Promise<string> {
  try {
    const password = (await readFile(join(root, 'password'), 'utf8')).trim()
    const major = (await readFile(join(root, 'data', 'PG_VERSION'), 'utf8')).trim()
    await access(join(root, 'data', 'global', 'pg_control'))
    if (major === binaries.major) return password
    throw new StartError(
      `The database in ${root} was created by PostgreSQL ${major}, and this is ${binaries.major}: start the version of GYA that created it, or use another folder with DATA_DIR.`,
    )
  } catch (error) {
    if (error instanceof StartError) throw error
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new StartError(
        `The database in ${root} is not complete. Restore it from a backup, or move it away to start with an empty one.`,
        { cause: error },
      )
    }
    const { uid } = await stat(root)
    throw new StartError(
      `The database in ${root} belongs to another user (${uid}): start as that user, or use another folder with DATA_DIR.`,
      { cause: error },
    )
  }
}

/** Removes what killed starts left behind. Only the holder of the folder's lock may call it. */
export async function removeUnfinished(dataDir: string): Promise<void> {
  const leftovers = (await readdir(dataDir)).filter((name) => name.startsWith(unfinishedPrefix))
  await Promise.allSettled(leftovers.map((name) => rm(join(dataDir, name), { recursive: true, force: true })))
}

/** Makes the rename durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** "gya" in ASCII; the same for every process. */
const lockKey = 0x677961

/**
 * Locks the data folder for one process with a PostgreSQL session advisory lock, which ends with the process. Returns the
 * superuser session that holds it. Throws StartError when another process holds it, the driver's error when the server went
 * away.
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
    // PostgreSQL takes a moment to notice that the client process was killed.
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
