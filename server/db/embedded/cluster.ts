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
 * `<dataDir>/postgres`: the database files in `data`, the superuser's generated password in `password` (mode 0600) and
 * PostgreSQL's messages in `log`. All of it is owned by the account that PostgreSQL runs as.
 */
export type Cluster = {
  dataDir: string
  data: string
  log: string
  password: string
  account: Account | null
  binaries: Binaries
}

/** Makes the data folder and the database files where there are none. Throws StartError with what is in the way. */
export async function openCluster(
  dataDir: string,
  settings: { durable: boolean; log: (line: string) => void },
): Promise<Cluster> {
  const root = join(resolve(dataDir), 'postgres')
  const account = await postgresAccount(root)
  await prepareDataFolder(dirname(root), account)
  const binaries = await postgresBinaries(account !== null)
  if (!(await exists(root))) {
    settings.log(`Making a new database in ${root}`)
    await makeCluster(root, account, binaries, settings.durable)
  }
  const password = await checkCluster(root, binaries)
  return { dataDir: dirname(root), data: join(root, 'data'), log: join(root, 'log'), password, account, binaries }
}

/** Whether a start has made the database files of a data folder. */
export const hasCluster = (dataDir: string): Promise<boolean> => exists(join(resolve(dataDir), 'postgres'))

async function prepareDataFolder(dataDir: string, account: Account | null): Promise<void> {
  try {
    const made = await mkdir(dataDir, { recursive: true, mode: 0o755 })
    if (made) await chmod(dataDir, 0o700)
    if (account) {
      for (let parent = dirname(dataDir); made && parent.length >= made.length; parent = dirname(parent))
        await chmod(parent, 0o755)
      if (made || (await readdir(dataDir)).length === 0) await chown(dataDir, account.uid, account.gid)
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
 * In a folder of its own, renamed when it is complete: a start that is killed halfway leaves nothing that looks like a
 * database. Of two starts at the same moment the first rename wins and the second uses what the first made.
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
    throw new StartError(`The database cannot be made in ${root}: ${describeFileError(error)}.`, { cause: error })
  }
}

/** The builtin locale provider needs no locale of the operating system and sorts the same everywhere. */
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
    throw new StartError(`The database cannot be made in ${dirname(folder)}: ${explainFailure(output)}`, { cause: error })
  }
}

async function checkCluster(root: string, binaries: Binaries): Promise<string> {
  try {
    const password = (await readFile(join(root, 'password'), 'utf8')).trim()
    const major = (await readFile(join(root, 'data', 'PG_VERSION'), 'utf8')).trim()
    await access(join(root, 'data', 'global', 'pg_control'))
    if (major === binaries.major) return password
    throw new StartError(
      `The database in ${root} was made by PostgreSQL ${major} and this is ${binaries.major}: start the version of GYA that made it, or use another folder with DATA_DIR.`,
    )
  } catch (error) {
    if (error instanceof StartError) throw error
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new StartError(
        `The database in ${root} is not complete. Put it back from a backup, or move it away to start with an empty one.`,
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

/** What starts that were killed halfway left. Only for the holder of the folder's lock. */
export async function removeUnfinished(dataDir: string): Promise<void> {
  const left = (await readdir(dataDir)).filter((name) => name.startsWith(unfinishedPrefix))
  await Promise.allSettled(left.map((name) => rm(join(dataDir, name), { recursive: true, force: true })))
}

/** So that the rename survives a power cut. */
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
