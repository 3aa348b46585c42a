import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../server/db/embedded/postmaster.ts'
import { type AppProcess, startApp } from '../../support/start-app.ts'

/** The product with a PostgreSQL and a data folder of its own, durable as it is delivered; it can be killed and started again. */
export type Installation = {
  dataDir: string
  address: string
  /** The process that runs now. */
  product(): AppProcess
  /** Starts it again at the same address. */
  startAgain(): Promise<void>
  /** The database, for who asks it past the product. */
  databaseUrl(): Promise<string>
  /** The process that is PostgreSQL. */
  postmaster(): Promise<number>
  end(): Promise<void>
}

/** In a new folder, or in one that is there already and stays. */
export async function openInstallation({ dataDir: given }: { dataDir?: string } = {}): Promise<Installation> {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'gya-trial-')))
  // PostgreSQL must be able to enter when this is root.
  await chmod(dataDir, 0o755)
  const port = await freePort()
  const start = () => startApp({ port, env: { DATA_DIR: dataDir } })
  let product = await start()
  const pidPath = join(dataDir, 'postgres/data/postmaster.pid')
  const pidFile = async () => (await readFile(pidPath, 'utf8')).split('\n')
  // PostgreSQL outlives an application that is killed, and so it would a trial that is broken off.
  const endWithUs = () => process.kill(Number(readFileSync(pidPath, 'utf8').split('\n')[0]), 'SIGQUIT')
  process.once('exit', endWithUs)
  return {
    dataDir,
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
      if (!given) await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}
