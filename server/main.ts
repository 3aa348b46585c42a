import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { readConfig, requireMail } from './config.ts'
import { defaultDataDir, startEmbeddedPostgres } from './db/embedded/embedded-postgres.ts'
import { migrate } from './db/migrate.ts'
import { progressLine } from './progress-line.mjs'
import { redactConfig } from './redact-config.ts'
import { serve } from './serve.ts'
import { explainDatabaseErrors, StartError } from './startup-errors.ts'

const repository = join(import.meta.dirname, '..')
const { step, print, finish } = progressLine()

/** Starts configuration, database, migrations and server; stops them in reverse order on a signal. */
async function start(): Promise<void> {
  const config = readConfig(process.env)
  requireMail(config)
  const stopping = stopOnSignal()
  const dataDir = defaultDataDir(process.env, repository)
  const postgres = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => {} }
    : await startEmbeddedPostgres({ dataDir, log: step })
  try {
    const hasPooler = config.databaseDirectUrl !== undefined
    await explainDatabaseErrors(() => migrate(config.databaseDirectUrl ?? postgres.url, step, hasPooler))
    const server = await serve({
      config,
      databaseUrl: postgres.url,
      isOnlyProcess: config.databaseUrl === undefined,
      filesFolder: join(dataDir, 'files'),
      recordKeyFile: join(dataDir, 'record-key'),
      secretKeyFile: join(dataDir, 'secret-key'),
      webRoot: join(repository, 'web', 'dist'),
      print,
      step,
    })
    // Node.js writes the cached bytecode when a process ends by itself; a killed one would leave none.
    flushCompileCache()
    finish()
    server.log.info(redactConfig(config), 'started')
    await stopping
    await server.stop()
  } finally {
    await postgres.stop()
  }
}

const duplicateSignalMs = 1_000

/**
 * Resolves on the first SIGINT or SIGTERM. Another signal exits at once, unless it arrives within a second: a single Ctrl-C arrives twice,
 * from the terminal and from `npm start`.
 */
function stopOnSignal(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined
    const onSignal = () => {
      if (first !== undefined && performance.now() - first > duplicateSignalMs) process.exit(130)
      if (first === undefined) print('Stopping: finishing requests in progress.')
      first ??= performance.now()
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
  })
}

try {
  await start()
} catch (error) {
  if (error instanceof StartError) print(error.message)
  else print(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exitCode = error instanceof StartError ? error.exitCode : 1
}
