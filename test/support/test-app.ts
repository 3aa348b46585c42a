import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Logger, runOnce, type TaskList } from 'graphile-worker'
import { buildApp } from '../../server/app.ts'
import { type Config, readConfig } from '../../server/config.ts'
import { type Database, openPool } from '../../server/db/pool.ts'
import type { Standbys } from '../../server/db/standbys.ts'
import { MailAccountError, type OpenMailbox } from '../../server/features/mail-in/accounts/open-mailbox.ts'
import type { DnsZone } from '../../server/features/mail-in/read/check-sender.ts'
import { createTestSession } from '../../server/features/sessions/sessions.repository.ts'
import { sessionCookieName } from '../../server/http/access/caller.ts'
import { secretBox } from '../../server/infra/encrypted-secrets.ts'
import type { FileStore } from '../../server/infra/files/file-store.ts'
import { folderStore } from '../../server/infra/files/folder-store.ts'
import { createMailTransport } from '../../server/infra/mail/smtp.ts'
import { safeHttp } from '../../server/infra/safe-http.ts'
import { createJobHandlers } from '../../server/jobs/job-handlers.ts'
import { TestClient } from './test-client.ts'
import { TestClock } from './test-clock.ts'
import { createTestDatabase } from './test-database.ts'

/** A Tuesday morning in London, in winter: the start time of every test. */
export const testStart = '2026-03-10T09:30:00.123Z'

/** Signs the checkpoints of tests: the private key of RFC 8032, section 7.1, test 1. */
const testRecordKey = 'MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g'

/** Shorter than the re-authentication period. */
const sessionMs = 9 * 60_000

export type TestApp = {
  app: FastifyInstance
  database: Database
  files: FileStore
  clock: TestClock
  config: Config
  /** Log lines of the server. */
  log: string[]
  /** A client without a session. */
  anonymous: TestClient
  /**
   * A client for an account, with a session created directly in the database; renewed when the clock has moved by more than a
   * few minutes.
   */
  signedIn(userId: string): Promise<TestClient>
  /** Runs all queued jobs once, retries included. */
  runJobs(): Promise<void>
  close(): Promise<void>
}

/** Resolves no host names, because tests do not use the network. */
const withoutNames = ({ publicUrl }: Config) =>
  safeHttp({
    ownHost: new URL(publicUrl).hostname,
    resolve: (_name, done) => done(Object.assign(new Error('no name is known'), { code: 'ENOTFOUND' }), []),
  })

const unreachable: OpenMailbox = () => Promise.reject(new MailAccountError('The host name could not be resolved.'))

type Options = {
  config?: Partial<Config>
  webRoot?: string
  /** Additional routes, to test what `registerRoute` provides. */
  registerRoutes?: (app: FastifyInstance) => void
  /** Defaults to an empty, migrated database. */
  on?: { url: string; drop(): Promise<void> }
  clock?: TestClock
  /** Answers of DNS for the senders of e-mail; others do not exist. */
  dns?: DnsZone
  /** Mail accounts of branches; without it none can be reached, unless WEBHOOK_PRIVATE is set. */
  openMailbox?: OpenMailbox
  /** Standbys that answer reads instead of the database itself. */
  standbys?: (database: Database) => Standbys
}

/** A client whose session is renewed when the clock has moved by more than a few minutes. */
export function clientOf(
  { app, database, clock, config }: Pick<TestApp, 'app' | 'database' | 'clock' | 'config'>,
  userId: string,
  opened: { at: string; token: string },
): TestClient {
  const name = sessionCookieName(config.publicUrl.startsWith('https:'))
  let session = opened
  return new TestClient(app, async () => {
    const now = clock.now()
    if (Math.abs(Date.parse(now) - Date.parse(session.at)) > sessionMs)
      session = { at: now, token: await createTestSession(database.db, userId, now) }
    return `${name}=${session.token}`
  })
}

/** The real server on its own database, called without a socket. Close it after the tests of a file. */
export async function openTestApp({
  config: given = {},
  webRoot,
  registerRoutes,
  on,
  clock = new TestClock(testStart),
  standbys: openStandbys,
  dns = {},
  openMailbox,
}: Options = {}): Promise<TestApp> {
  const { url, drop } = on ?? (await createTestDatabase())
  const database = openPool(url, 10, () => {})
  const config = {
    ...readConfig({
      LOG_LEVEL: 'info',
      PUBLIC_URL: 'http://gya.example',
      RECORD_KEY: testRecordKey,
      PLATFORM_SECOND_FACTOR: '0',
    }),
    ...given,
  }
  const secure = config.publicUrl.startsWith('https:')
  const folder = await mkdtemp(join(tmpdir(), 'gya-test-files-'))
  const files = folderStore(folder)
  const log: string[] = []
  const standbys = openStandbys?.(database) ?? null
  const secrets = secretBox(Buffer.alloc(32, 7))
  const app = await buildApp({
    database,
    secrets,
    ...(config.webhookPrivate ? {} : { webhookHttp: withoutNames(config), openMailbox: unreachable }),
    ...(openMailbox ? { openMailbox } : {}),
    standbys,
    files,
    clock,
    config,
    secure,
    webRoot: webRoot ?? null,
    logTo: { write: (line) => log.push(line) },
  })
  if (registerRoutes) await app.register(async (calls) => registerRoutes(calls))
  await app.ready()
  const transport = createMailTransport(config)
  const taskList = createJobHandlers({
    database,
    files,
    clock,
    config,
    transport,
    secrets,
    webhookHttp: app.gya.webhookHttp,
    openMailbox: app.gya.openMailbox,
    dns,
  }) as TaskList
  return {
    app,
    database,
    files,
    clock,
    config,
    log,
    anonymous: new TestClient(app),
    signedIn: async (userId) =>
      clientOf({ app, database, clock, config }, userId, {
        at: clock.now(),
        token: await createTestSession(database.db, userId, clock.now()),
      }),
    runJobs: async () => {
      await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
      await runOnce({ pgPool: database.pool, taskList, noHandleSignals: true, logger: new Logger(() => () => {}) })
      // Graphile Worker records failures without awaiting them.
      while ((await database.pool.query('select from graphile_worker._private_jobs where locked_at is not null')).rowCount)
        continue
    },
    close: async () => {
      transport?.close()
      await app.close()
      await standbys?.close()
      await database.close()
      await drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
