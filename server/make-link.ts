import { join } from 'node:path'
import { operatorLinkHours } from '@gya/domain/features/account/link-lifetimes.ts'
import { readConfig } from './config.ts'
import { defaultDataDir, openEmbeddedPostgres } from './db/embedded/embedded-postgres.ts'
import { openPool } from './db/pool.ts'
import { findPrimaryUrl } from './db/primary.ts'
import { makeOperatorLinks } from './features/sign-in/operator-links.ts'
import { systemClock } from './infra/clock.ts'
import { explainDatabaseErrors, StartError } from './startup-errors.ts'

const print = (line: string) => process.stderr.write(`${line}\n`)

/**
 * `npm run make-link -- PERSON@EXAMPLE.COM`: prints a link to choose a password, for new accounts and forgotten passwords. For
 * installations with MAIL=keep, where links in kept messages are masked. Reads DATABASE_URL, DATA_DIR and PUBLIC_URL like the
 * server, which may be running.
 */
async function makeLink([email]: string[]): Promise<void> {
  if (!email) throw new StartError('Usage: npm run make-link -- person@example.com')
  const { databaseUrl, databaseDirectUrl, publicUrl } = readConfig(process.env)
  const repository = join(import.meta.dirname, '..')
  const postgres = databaseUrl
    ? { url: await explainDatabaseErrors(() => findPrimaryUrl(databaseDirectUrl ?? databaseUrl)), stop: async () => {} }
    : await openEmbeddedPostgres({ dataDir: defaultDataDir(process.env, repository), log: print })
  const database = openPool(postgres.url, 2, () => {})
  try {
    const options = { email, now: systemClock.now(), newId: () => systemClock.newId(), publicUrl }
    const links = await explainDatabaseErrors(() => database.db.transaction().execute((db) => makeOperatorLinks(db, options)))
    if (links.length === 0) throw new StartError('There is no account with this e-mail address.')
    for (const { role, firstName, link } of links)
      process.stdout.write(`${firstName} (${role}), for ${operatorLinkHours} hours, once:\n${link}\n`)
  } finally {
    await database.close()
    await postgres.stop()
  }
}

try {
  await makeLink(process.argv.slice(2))
} catch (error) {
  print(error instanceof StartError ? error.message : ((error as Error).stack ?? String(error)))
  process.exitCode = 1
}
