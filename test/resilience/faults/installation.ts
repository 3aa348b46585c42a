import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freeLowPort } from '../../support/free-low-port.ts'
import { type AppProcess, startApp } from '../../support/start-app.ts'

/** The app with its own PostgreSQL and data folder, with default durability; can be killed and restarted. */
export type Installation = {
  dataDir: string
  /** Temporary folder of the app. */
  temporary: string
  address: string
  /** The current process. */
  product(): AppProcess
  /** Restarts it at the same address. */
  startAgain(): Promise<void>
  /** For direct access to the database. */
  databaseUrl(): Promise<string>
  /** The process id of PostgreSQL. */
  postmaster(): Promise<number>
  end(): Promise<void>
}

/** In a new folder, or in an existing one, which is kept. */
export async function openInstallation({
  dataDir: existing,
  env = {},
}: {
  dataDir?: string
  env?: Record<string, string>
} = {}): Promise<Installation> {
  const dataDir = existing ?? (await mkdtemp(join(tmpdir(), 'gya-trial-')))
  // PostgreSQL needs access when this process is root.
  await chmod(dataDir, 0o755)
  const temporary = join(dataDir, 'tmp')
  await mkdir(temporary, { recursive: true })
  // PostgreSQL runs as another user.
  await chmod(temporary, 0o777)
  const port = await freeLowPort()
  const start = () => startApp({ port, env: { DATA_DIR: dataDir, TMPDIR: temporary, ...env } })
  let product = await start()
  const pidPath = join(dataDir, 'postgres/data/postmaster.pid')
  const pidFile = async () => (await readFile(pidPath, 'utf8')).split('\n')
  // PostgreSQL outlives a killed app, and would outlive an interrupted trial.
  const endWithUs = () => process.kill(Number(readFileSync(pidPath, 'utf8').split('\n')[0]), 'SIGQUIT')
  process.once('exit', endWithUs)
  return {
    dataDir,
    temporary,
    address: product.address,
    product: () => product,
    startAgain: async () => {
      product = await start()
    },
    databaseUrl: async () => {
      const password = (await readFile(join(dataDir, 'postgres/password'), 'utf8')).trim()
      return `postgres://postgres:${password}@127.0.0.1:${(await pidFile())[3]?.trim()}/gya`
    },
    postmaster: async () => Number((await pidFile())[0]),
    end: async () => {
      process.off('exit', endWithUs)
      await product.stop()
      if (!existing) await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}
