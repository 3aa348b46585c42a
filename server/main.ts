import { join } from 'node:path'
import { readConfig, showConfig } from './config.ts'
import { defaultDataDir, startEmbeddedPostgres } from './db/embedded-postgres.ts'
import { explainDatabase } from './db/explain-database.ts'
import { migrate } from './db/migrate.ts'
import { serve } from './serve.ts'
import { StartError } from './start-error.ts'

const repository = join(import.meta.dirname, '..')
const say = (line: string) => process.stderr.write(`${line}\n`)

/** Everything in order: configuration, database, migrations, first data, the server; and the same backwards at a signal. */
async function start(): Promise<void> {
  const config = readConfig(process.env)
  const postgres = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => {} }
    : await startEmbeddedPostgres({ dataDir: defaultDataDir(process.env, repository), log: say })
  const stopping = stopOnSignal()
  try {
    await explainDatabase(() => migrate(postgres.url, say))
    const server = await serve({ config, databaseUrl: postgres.url, webRoot: join(repository, 'web', 'dist'), say })
    server.log.info(showConfig(config), 'started')
    await stopping
    await server.stop()
  } finally {
    await postgres.stop()
  }
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
function stopOnSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        process.once(signal, () => process.exit(130))
        say('Stopping: calls under way are finished first.')
        resolve()
      })
  })
}

try {
  await start()
} catch (error) {
  if (error instanceof StartError) say(error.message)
  else say(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exitCode = 1
}
