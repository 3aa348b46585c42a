import { join } from 'node:path'
import { readConfig } from './config.ts'
import { defaultDataDir, openEmbeddedPostgres } from './db/embedded/embedded-postgres.ts'
import { openPool } from './db/pool.ts'
import { findPrimaryUrl } from './db/primary.ts'
import { rotateAccountSecrets } from './features/mail-in/accounts/account-secrets.ts'
import { rotateSecrets } from './features/second-factors/rotate-secrets.ts'
import { rotateProviderSecrets } from './features/single-sign-on/providers.repository.ts'
import { rotateWebhookSecrets } from './features/webhooks/webhook-secrets.ts'
import { secretBox } from './infra/encrypted-secrets.ts'
import { explainDatabaseErrors, StartError } from './startup-errors.ts'

const print = (line: string) => process.stderr.write(`${line}\n`)

/**
 * `npm run rotate-secrets`: re-encrypts all stored secrets from SECRET_KEY_OLD to SECRET_KEY. Servers run with both keys meanwhile, and
 * without SECRET_KEY_OLD afterwards.
 */
async function rotate(): Promise<void> {
  const { databaseUrl, databaseDirectUrl, secretKey, secretKeyOld } = readConfig(process.env)
  if (!secretKey || !secretKeyOld) throw new StartError('Set SECRET_KEY to the new key and SECRET_KEY_OLD to the present one.')
  const postgres = databaseUrl
    ? { url: await explainDatabaseErrors(() => findPrimaryUrl(databaseDirectUrl ?? databaseUrl)), stop: async () => {} }
    : await openEmbeddedPostgres({ dataDir: defaultDataDir(process.env, join(import.meta.dirname, '..')), log: print })
  const database = openPool(postgres.url, 2, () => {})
  try {
    const moved = await explainDatabaseErrors(() =>
      database.db.transaction().execute(async (db) => {
        const [from, to] = [secretBox(secretKey, secretKeyOld), secretBox(secretKey)]
        const counts = [
          await rotateSecrets(db, from, to),
          await rotateProviderSecrets(db, from, to),
          await rotateWebhookSecrets(db, from, to),
          await rotateAccountSecrets(db, from, to),
        ]
        return counts.reduce((sum, count) => sum + count, 0)
      }),
    )
    print(`${moved} ${moved === 1 ? 'secret is' : 'secrets are'} encrypted under SECRET_KEY. Remove SECRET_KEY_OLD now.`)
  } finally {
    await database.close()
    await postgres.stop()
  }
}

try {
  await rotate()
} catch (error) {
  print(error instanceof StartError ? error.message : ((error as Error).stack ?? String(error)))
  process.exitCode = 1
}
