/**
 * `backup.ts FOLDER`: creates a backup in a new folder under FOLDER and prints its path, while the app is running. pg_dump and
 * the checksums use the same snapshot. Files are copied afterwards: a file is stored before the row that refers to it is
 * committed, so all files of the snapshot exist, and an advisory lock held since before the snapshot stops the app from
 * deleting them.
 */
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { backupLock } from '../../server/features/files/file-lifecycle.ts'
import { concurrencyLimit } from '../../server/infra/concurrency-limit.ts'
import { FileNotFoundError, type FileStore } from '../../server/infra/files/file-store.ts'
import { StartError } from '../../server/startup-errors.ts'
import { openEnvironment, runCommand, runTool } from './environment.ts'
import {
  checksumTables,
  connectForChecksums,
  dumpPath,
  fileChecksum,
  fileListPath,
  filePath,
  type Listed,
  listLine,
  type Manifest,
  manifestPath,
} from './manifest.ts'
import { type ReferencedFile, referencedFiles } from './referenced-files.ts'

/** Attempts to read a file. */
const tries = 3

await runCommand(async () => {
  const [parent] = process.argv.slice(2)
  if (!parent) throw new StartError('Name the folder for backups: backup.sh FOLDER.')
  const { url, files } = await openEnvironment(process.env)
  const takenOn = new Date().toISOString()
  const folder = join(parent, takenOn.replace(/[:.]/g, '-'))
  const unfinished = `${folder}.unfinished`
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  try {
    const manifest = await takeBackup(unfinished, takenOn, url, files)
    await writeFile(manifestPath(unfinished), `${JSON.stringify(manifest, null, 1)}\n`, { flush: true })
    await rename(unfinished, folder)
    printSummary(folder, manifest)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    files.close()
  }
})

async function takeBackup(folder: string, takenOn: string, url: string, files: FileStore): Promise<Manifest> {
  const client = await connectForChecksums(url)
  try {
    await client.query('select pg_advisory_lock($1)', [backupLock])
    const { referred, ...rows } = await takeRows(client, url, folder)
    const copied = await copyFiles(files, referred, folder)
    // If this connection was lost, so was the lock, and a file may have been deleted before it was copied.
    await client.query('select pg_advisory_unlock($1)', [backupLock])
    await writeFile(fileListPath(folder), copied.listed.map(listLine).join(''), { flush: true })
    return {
      format: 1,
      takenOn,
      ...rows,
      database: await fileChecksum(dumpPath(folder)),
      list: await fileChecksum(fileListPath(folder)),
      files: { count: copied.listed.length, bytes: copied.bytes },
      missing: copied.missing,
    }
  } finally {
    await client.end()
  }
}

/** Dump, checksums and file list of the same snapshot. */
async function takeRows(client: pg.Client, url: string, folder: string) {
  await client.query('begin isolation level repeatable read, read only')
  const { rows } = await client.query<{ snapshot: string; postgres: string }>(
    `select pg_export_snapshot() as snapshot, current_setting('server_version') as postgres`,
  )
  const [{ snapshot, postgres } = { snapshot: '', postgres: '' }] = rows
  await runTool('pg_dump', url, [
    '--format=custom',
    `--snapshot=${snapshot}`,
    '--no-owner',
    '--no-privileges',
    `--file=${dumpPath(folder)}`,
  ])
  const migrations = await client.query<{ name: string }>('select name from schema_migration order by name')
  const taken = {
    postgres,
    migrations: migrations.rows.map(({ name }) => name),
    tables: await checksumTables(client),
    referred: await referencedFiles(client),
  }
  await client.query('commit')
  return taken
}

async function copyFiles(files: FileStore, referred: readonly ReferencedFile[], folder: string) {
  const some = concurrencyLimit(8)
  const listed: Listed[] = []
  const missing: string[] = []
  let bytes = 0
  const copy = async ({ key, needed }: ReferencedFile) => {
    try {
      const path = filePath(folder, key)
      await copyFile(files, key, path)
      const sum = await fileChecksum(path)
      bytes += sum.bytes
      listed.push({ key, sha256: sum.sha256 })
    } catch (error) {
      if (!(error instanceof FileNotFoundError)) throw error
      if (needed) missing.push(key)
    }
  }
  await Promise.all(referred.map((file) => some(() => copy(file))))
  return { listed: listed.sort((a, b) => (a.key < b.key ? -1 : 1)), missing: missing.sort(), bytes }
}

/** Network errors are expected with a bucket: retries from the beginning of the file. */
async function copyFile(files: FileStore, key: string, path: string): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      const content = await files.read(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      return await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }))
    } catch (error) {
      if (error instanceof FileNotFoundError || attempt === tries) throw error
    }
}

function printSummary(folder: string, { tables, files, missing, database }: Manifest): void {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  console.error(
    `${Object.keys(tables).length} tables, ${rows} rows (${megabytes(database.bytes)} dump); ${files.count} files (${megabytes(files.bytes)}).`,
  )
  if (missing.length > 0) {
    console.error(`The file store does not have ${missing.length} of the files that rows refer to; manifest.json names them.`)
    process.exitCode = 2
  }
  console.log(folder)
}
