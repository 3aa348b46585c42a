import { readConfig } from './config.ts'
import { connect } from './db/connect.ts'
import { explainDatabase } from './db/explain-database.ts'
import { makeOperatorLinks, operatorLinkHours } from './features/session/operator-links.ts'
import { systemClock } from './platform/ids.ts'
import { StartError } from './start-error.ts'

/**
 * `npm run make-link -- PERSON@EXAMPLE.COM`: prints a link by which a person chooses a password, for a new account as for a
 * forgotten password. For installations with MAIL=keep, where links in kept mail are masked. Reads DATABASE_URL and
 * PUBLIC_URL as the product does.
 */
async function makeLink([email]: string[]): Promise<void> {
  if (!email) throw new StartError('Say whose: npm run make-link -- person@example.com')
  const { databaseUrl, publicUrl } = readConfig(process.env)
  if (!databaseUrl) throw new StartError('DATABASE_URL is not set: it names the database of the running product.')
  const database = connect(databaseUrl, 2, () => {})
  try {
    const asked = { email, now: systemClock.now(), newId: () => systemClock.newId(), publicUrl }
    const links = await explainDatabase(() => database.db.transaction().execute((db) => makeOperatorLinks(db, asked)))
    if (links.length === 0) throw new StartError('There is no account with this e-mail address.')
    for (const { role, firstName, link } of links)
      process.stdout.write(`${firstName} (${role}), for ${operatorLinkHours} hours, once:\n${link}\n`)
  } finally {
    await database.close()
  }
}

try {
  await makeLink(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : ((error as Error).stack ?? String(error))}\n`)
  process.exitCode = 1
}
