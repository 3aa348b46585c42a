import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { archivePartsOf } from '../domain/features/archives/archive-upload.rules.ts'
import { serverEnvironment, serverFlags } from '../scripts/server-flags.mjs'
import { type Database, openPool } from '../server/db/pool.ts'
import { findArchive } from '../server/features/archives/archive-uploads.repository.ts'
import { retainFile, saveWithFile } from '../server/features/files/file-lifecycle.ts'
import { sealEntries } from '../server/features/record/seal-entries.ts'
import { systemClock } from '../server/infra/clock.ts'
import type { FileStore } from '../server/infra/files/file-store.ts'
import { folderStore } from '../server/infra/files/folder-store.ts'
import { createFreshDatabase } from '../test/support/fresh-database.ts'
import { buildLargeDatabase, largeCompany } from './data/large-database.ts'
import type { ArchiveStep, StepResult } from './served/archive-process.ts'

const properties = Number(process.env.BENCH_ARCHIVE_PROPERTIES ?? 10_000)

type Step = Pick<StepResult, 'seconds' | 'memoryMb'>
export type ArchiveMeasured = {
  properties: number
  entries: number
  zipMb: number
  exported: Step
  verified: Step
  restored: Step
}

/**
 * Exports a company without files and restores it in an empty installation: duration, and peak memory of the process, each in a separate
 * process with the flags of the server. "10,000 properties without files ≤ 3 min, ≤ 400 MB memory; reading in ≤ 15 min." Connect design,
 * section 2.
 */
export async function measureArchive(serverUrl: string, print: (line: string) => void): Promise<ArchiveMeasured> {
  const { url } = await buildLargeDatabase(serverUrl, { properties: properties * 1.1, companies: 2, largeEvery: 1.1 }, print)
  const elsewhereUrl = await createFreshDatabase(serverUrl, 'gya_bench_archive')
  const [original, elsewhere] = [url, elsewhereUrl].map((one) => openPool(one, 4, (error) => print(error.message))) as [
    Database,
    Database,
  ]
  const folder = await mkdtemp(join(tmpdir(), 'gya-bench-archive-'))
  const files = join(folder, 'files')
  try {
    const { id: companyId } = await largeCompany(original)
    print('Sealing the record')
    await sealEntries(original, companyId)
    const path = join(folder, 'archive.zip')
    print('Exporting')
    const exported = await runStep(url, files, { step: 'export', companyId, parts: join(folder, 'parts'), path })
    const archiveId = await insertUpload({ database: elsewhere, files: folderStore(files) }, path)
    print('Verifying')
    const verified = await runStep(elsewhereUrl, files, { step: 'verify', archiveId })
    await requireState(elsewhere, archiveId, 'verified')
    await elsewhere.db.updateTable('archive_upload').set({ state: 'restoring' }).where('id', '=', archiveId).execute()
    print('Restoring')
    const restored = await runStep(elsewhereUrl, files, { step: 'restore', archiveId })
    await requireState(elsewhere, archiveId, 'restored')
    return {
      properties: exported.rows,
      entries: exported.entries,
      zipMb: Math.round((await stat(path)).size / 2 ** 20),
      exported,
      verified,
      restored,
    }
  } finally {
    await original.close()
    await elsewhere.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function runStep(url: string, files: string, step: ArchiveStep): Promise<StepResult> {
  const child = fork(join(import.meta.dirname, 'served/archive-process.ts'), [], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ...serverEnvironment,
      BENCH_STEP: JSON.stringify({ url, files, ...step }),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [...process.execArgv, ...serverFlags],
  })
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The step ${step.step} ended with ${code}.`)))
  const [result] = await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  return result as StepResult
}

/** An upload whose only part is the whole file. */
async function insertUpload({ database, files }: { database: Database; files: FileStore }, path: string): Promise<string> {
  const { size: bytes } = await stat(path)
  const [archiveId, userId, createdon] = [systemClock.newId(), systemClock.newId(), systemClock.now()]
  const admin = { id: userId, type: 'GYA_ADMIN', first_name: 'Ada', last_name: 'Min', email: 'ada@bench.example', createdon }
  await database.db.insertInto('app_user').values(admin).execute()
  const upload = { id: archiveId, name: 'archive.zip', bytes, parts: archivePartsOf(bytes), fingerprint: '', uploaded_by: userId }
  await database.db
    .insertInto('archive_upload')
    .values({ ...upload, state: 'verifying', createdon })
    .execute()
  const part = { name: 'original', bytes, content: () => createReadStream(path) }
  const file = { kind: 'original', fileName: 'archive.zip', contentType: 'application/zip', parts: [part] } as const
  await saveWithFile({ database, files, clock: systemClock }, file, ({ id }) =>
    database.db.transaction().execute(async (db) => {
      await retainFile(db, id)
      await db
        .insertInto('archive_part')
        .values({ archive_id: archiveId, part_no: 1, bytes, stored_file: id, createdon })
        .execute()
    }),
  )
  return archiveId
}

async function requireState({ db }: Database, archiveId: string, state: string): Promise<void> {
  const row = await findArchive(db, archiveId)
  if (row?.state !== state) throw new Error(`The archive is ${row?.state}: ${JSON.stringify(row?.refusal)}`)
}

export function printArchive(measuredOf: ArchiveMeasured, print: (line: string) => void): void {
  const { properties: count, entries, zipMb, ...steps } = measuredOf
  print(`\nArchive of ${count} properties and ${entries} entries of the record, without files: ${zipMb} MB`)
  for (const [name, { seconds, memoryMb }] of Object.entries(steps)) print(`  ${name.padEnd(10)} ${seconds} s, ${memoryMb} MB`)
  print('  goals: exported within 180 s and 400 MB, verified and restored within 900 s')
}
