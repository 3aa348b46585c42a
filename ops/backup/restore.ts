/**
 * `restore.ts [--check] FOLDER`: restores a backup into an empty database and an empty file store and compares both with the
 * manifest. `--check` only verifies the backup. Exits with 1 at the first error.
 */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { readMigrations } from '../../server/db/schema-files.ts'
import { concurrencyLimit } from '../../server/infra/concurrency-limit.ts'
import { explainDatabaseErrors, StartError } from '../../server/startup-errors.ts'
import { openEnvironment, runCommand, runTool } from './environment.ts'
import {
  checkBackup,
  checksumTables,
  connectForChecksums,
  differences,
  dumpPath,
  fileChecksum,
  filePath,
  type Listed,
  type Manifest,
  ourRelations,
} from './manifest.ts'

type Place = Awaited<ReturnType<typeof openEnvironment>>

await runCommand(async () => {
  const onlyCheck = process.argv.includes('--check')
  const folder = process.argv.slice(2).find((argument) => argument !== '--check')
  if (!folder) throw new StartError('Name the backup: restore.sh [--check] FOLDER.')
  const { manifest, files } = await checkBackup(folder)
  console.log(
    `The backup of ${manifest.takenOn} is complete: ${Object.keys(manifest.tables).length} tables, ${files.length} files.`,
  )
  if (onlyCheck) return
  await checkVersion(manifest)
  const place = await openEnvironment(process.env)
  const client = await explainDatabaseErrors(() => connectForChecksums(place.url))
  try {
    await checkEmpty(client, place)
    await runTool('pg_restore', place.url, [
      '--single-transaction',
      '--exit-on-error',
      '--no-owner',
      '--no-privileges',
      `--dbname=${client.database}`,
      dumpPath(folder),
    ])
    await putFiles(place, folder, files)
    await compare(client, manifest)
    await finishRestore(client)
  } finally {
    await client.end()
    place.files.close()
  }
  console.log('Restored, and the same as the backup. Everybody signs in again.')
})

/** Migrations only go forward: an older version must not read data of a newer one. */
async function checkVersion({ migrations }: Manifest): Promise<void> {
  const known = new Set((await readMigrations()).map(({ name }) => name))
  const unknown = migrations.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new StartError(`This backup is of a newer version of GYA (${unknown.join(', ')}): restore it with that version.`)
}

async function checkEmpty(client: pg.Client, { files }: Place): Promise<void> {
  const { rowCount } = await client.query(`${ourRelations} limit 1`)
  if (rowCount) throw new StartError('The database of DATABASE_URL is not empty: a backup is only restored into an empty one.')
  if (!(await files.isEmpty()))
    throw new StartError('The file store is not empty: a backup is only restored into an empty folder or bucket.')
}

async function putFiles({ files }: Place, folder: string, listed: readonly Listed[]): Promise<void> {
  const some = concurrencyLimit(8)
  const put = async ({ key, sha256 }: Listed) => {
    const path = filePath(folder, key)
    const { bytes } = await fileChecksum(path)
    const contentType = key.endsWith('/original') ? 'application/octet-stream' : 'image/webp'
    // The store verifies what it writes.
    const stored = await files.put(key, Readable.from(createReadStream(path)), { bytes, contentType })
    if (stored.sha256 !== sha256) throw mismatchError([`The file ${key} has other content.`])
  }
  await Promise.all(listed.map((file) => some(() => put(file))))
}

async function compare(client: pg.Client, { tables }: Manifest): Promise<void> {
  const wrong = differences(tables, await checksumTables(client))
  if (wrong.length > 0) throw mismatchError(wrong)
}

function mismatchError(wrong: readonly string[]): StartError {
  return new StartError(
    `The restored data differs from the backup; empty the database and the file store again.\n${wrong.join('\n')}`,
  )
}

/**
 * Releases jobs that were running (their worker no longer exists, and they would wait for hours) and ends all sessions (one
 * that was ended after the backup must not return).
 */
async function finishRestore(client: pg.Client): Promise<void> {
  await client.query('begin')
  await client.query(
    `select graphile_worker.force_unlock_workers(array(
       select distinct locked_by from graphile_worker._private_jobs where locked_by is not null
       union select distinct locked_by from graphile_worker._private_job_queues where locked_by is not null))`,
  )
  await client.query('delete from session')
  await client.query('analyze')
  await client.query('commit')
}
