import { join } from 'node:path'
import { readConfig } from '../../server/config.ts'
import { defaultDataDir } from '../../server/db/embedded-postgres.ts'
import { folderStore, s3Store } from '../../server/platform/drive-files.ts'
import { StartError } from '../../server/start-error.ts'

const repository = join(import.meta.dirname, '../..')

/** The database and the file store that the product would use with this environment. */
export function openEnvironment(env: Record<string, string | undefined>) {
  const config = readConfig(env)
  if (!config.databaseUrl)
    throw new StartError(
      'DATABASE_URL is not set. The PostgreSQL that comes with GYA is backed up by copying the whole data folder while the app is stopped: see docs/operation.md.',
    )
  const folder = join(defaultDataDir(env, repository), 'files')
  return { url: config.databaseUrl, files: config.s3 ? s3Store(config.s3) : folderStore(folder) }
}

/** Runs a command's work: what goes wrong for a reason is one line and the exit code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${error instanceof StartError ? error.message : ((error as Error).stack ?? String(error))}\n`)
    process.exitCode = 1
  }
}
