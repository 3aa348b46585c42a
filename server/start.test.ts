import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from './testing/test-database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Starts the server as `npm run serve` does and waits for its end: exit code and what it said. */
async function startAndWait(env: Record<string, string>) {
  const app = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, DATABASE_URL: database.url, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(app.stderr), once(app, 'exit')])
  return { said, code }
}

describe('A start that fails says why in one clear line and ends', () => {
  test('when the port is taken by another program', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const { said, code } = await startAndWait({ PORT: String(port) })
    other.close()
    expect(said).toBe(`Port ${port} is taken by another program. Set PORT to a free one.\n`)
    expect(code).toBe(1)
  })

  test('when the configuration is wrong', async () => {
    const { said, code } = await startAndWait({ PORT: 'eighty' })
    expect(said).toBe('Configuration: PORT must be a port number.\n')
    expect(code).toBe(1)
  })

  test('when only half of the configuration for S3 is there, and it names no secret', async () => {
    const { said, code } = await startAndWait({ S3_ENDPOINT: 'https://s3.example', S3_SECRET_ACCESS_KEY: 'secret-key' })
    expect(said).toBe(
      'Configuration: files go to S3 only with S3_BUCKET, S3_ACCESS_KEY_ID as well; without any S3_… they go to a folder.\n',
    )
    expect(code).toBe(1)
  })
})
