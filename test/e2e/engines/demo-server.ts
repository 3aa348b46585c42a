import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../server/db/embedded/postmaster.ts'
import { startApp } from '../../support/start-app.ts'

/** Starts the server on a new database with the demo company, like the Playwright tests. */
export async function startDemoServer(): Promise<{ address: string; stop(): Promise<void> }> {
  const port = await freePort()
  // The server creates it, so that the user that PostgreSQL runs as can enter it.
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
