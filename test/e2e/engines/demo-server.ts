import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../server/db/embedded/postmaster.ts'
import { startApp } from '../../support/start-app.ts'

/** The server on a new database filled with the demo company, as the Playwright tests run it. */
export async function startDemoServer(): Promise<{ address: string; stop(): Promise<void> }> {
  const port = await freePort()
  // Made by the server: the user that PostgreSQL runs as must be able to enter it.
  const folder = join(tmpdir(), `gya-engines-${randomBytes(4).toString('hex')}`)
  const product = await startApp({
    port,
    env: {
      ...(process.env.E2E_DATABASE_URL ? { DATABASE_URL: process.env.E2E_DATABASE_URL } : {}),
      NODE_ENV: 'test',
      DEMO: '1',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      DATA_DIR: folder,
    },
  })
  return {
    address: product.address,
    stop: async () => {
      await product.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
