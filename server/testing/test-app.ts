import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { connect, type Database } from '../db/connect.ts'
import { insertSession } from '../features/session/session.repository.ts'
import { sessionCookie } from '../http/caller.ts'
import { TestClient } from './test-client.ts'
import { TestClock } from './test-clock.ts'
import { createTestDatabase } from './test-database.ts'

/** A Tuesday morning in London, in winter: the same instant in every test. */
export const testStart = '2026-03-10T09:30:00.000Z'

export type TestApp = {
  app: FastifyInstance
  database: Database
  clock: TestClock
  config: Config
  /** What the server logged, a line each. */
  log: string[]
  /** Nobody: no cookie. */
  nobody: TestClient
  /** Somebody, by the id of the account, with a session that was opened for them without a password. */
  signedIn(userId: string): Promise<TestClient>
  close(): Promise<void>
}

type Options = { config?: Partial<Config>; webRoot?: string }

/** The real server on a database of its own, called without a socket. Close it when the tests of a file are done. */
export async function openTestApp({ config: given = {}, webRoot }: Options = {}): Promise<TestApp> {
  const { url, drop } = await createTestDatabase()
  const database = connect(url, 10, () => {})
  const config = { ...readConfig({ LOG_LEVEL: 'info', PUBLIC_URL: 'http://gya.example' }), ...given }
  const secure = config.publicUrl.startsWith('https:')
  const clock = new TestClock(testStart)
  const log: string[] = []
  const app = await buildApp({
    database,
    clock,
    config,
    secure,
    webRoot: webRoot ?? null,
    logTo: { write: (line) => log.push(line) },
  })
  await app.ready()
  return {
    app,
    database,
    clock,
    config,
    log,
    nobody: new TestClient(app),
    signedIn: async (userId) =>
      new TestClient(app, `${sessionCookie(secure)}=${await insertSession(database.db, userId, clock.now())}`),
    close: async () => {
      await app.close()
      await database.close()
      await drop()
    },
  }
}
