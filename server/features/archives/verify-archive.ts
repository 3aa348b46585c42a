import { text } from 'node:stream/consumers'
import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import type { ArchiveUpload } from '@gya/domain/features/archives/archive-upload.contract.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, Db } from '../../db/pool.ts'
import { insertSecurityEvent } from '../../http/access/security-events.ts'
import type { Clock } from '../../infra/clock.ts'
import type { FileStore } from '../../infra/files/file-store.ts'
import { type ReadManifest, readManifest, readSums } from './archive-manifest.ts'
import { findArchive, refusalOf, updateArchive } from './archive-uploads.repository.ts'
import { ArchiveRefusedError, type ArchiveZip, damaged } from './archive-zip.ts'
import { checkFiles, requireSum } from './check-files.ts'
import { checkRecord } from './check-record.ts'
import type { PlatformPerson } from './find-platform-people.ts'
import { requireFreeNames, requireNewCompany, requireNewFiles } from './require-new-company.ts'
import { foreignKeys } from './restore-order.ts'
import { checkReferences, type NamedFiles, stageOutsidePeople, stageTables, type Verifying } from './stage-tables.ts'
import { withArchive } from './with-archive.ts'

export type ArchiveJob = { archiveId: string }

export type ArchiveContext = { database: Database; files: FileStore; clock: Clock }

/** The job of "Verify". Writes no rows of the archive. An invalid archive is `refused` with the first reason. */
export async function verifyUpload(context: ArchiveContext, { archiveId }: ArchiveJob): Promise<void> {
  const { database, clock } = context
  const { db } = database
  const row = await findArchive(db, archiveId)
  if (row?.state !== 'verifying') return
  const progress: ArchiveUpload['progress'] = []
  const onProgress = async (name: string, rows: number): Promise<void> => {
    progress.push({ name, rows })
    await updateArchive(db, archiveId, { progress: JSON.stringify(progress) })
  }
  const outcome = await withArchive({ db, files: context.files }, archiveId, async (zip, sha256) => {
    const manifest = await verifyArchive(context, zip, onProgress)
    return { manifest, sha256 }
  }).catch((error: unknown) => {
    if (error instanceof ArchiveRefusedError) return { refusal: error }
    throw error
  })
  await db.transaction().execute(async (transaction) => {
    const now = clock.now()
    if ('refusal' in outcome)
      await updateArchive(transaction, archiveId, { state: 'refused', refusal: refusalOf(outcome.refusal) })
    else {
      const { manifest, sha256 } = outcome
      await updateArchive(transaction, archiveId, { state: 'verified', sha256, verified_on: now, ...describe(manifest) })
    }
    await auditArchive({ db: transaction, clock }, row.uploaded_by, {
      kind: 'refusal' in outcome ? 'archive-refused' : 'archive-verified',
      data: { archiveId, ...('refusal' in outcome ? { why: outcome.refusal.code } : { company: outcome.manifest.company._id }) },
    })
  })
}

const givenUp = {
  code: 'ARCHIVE_DAMAGED',
  message: 'The archive could not be verified.',
  file: null,
  line: null,
  addresses: [],
}

/**
 * Marks an archive whose job was given up: one that was verified is refused and can be verified again; of one that was restored the screen
 * shows a failure and offers to give up, also again.
 */
export const failArchiveJob = async (db: Db, { archiveId }: ArchiveJob): Promise<void> => {
  await sql`
    update archive_upload set
      refusal = case when state = 'verifying' then ${JSON.stringify(givenUp)}::jsonb else refusal end,
      failure = case when state = 'verifying' then failure else coalesce(failure, 'The job ended without a result.') end,
      state = case state when 'verifying' then 'refused' else 'restoring' end
    where id = ${archiveId} and state in ('verifying', 'restoring', 'giving-up')`.execute(db)
}

const describe = ({ company, exportedAt, position, withFiles }: ReadManifest) => ({
  of_company: company._id,
  company_name: company.name,
  exported_at: exportedAt,
  position,
  with_files: withFiles,
})

/** "The reading-in is in the platform's audit, not in the company's record." */
export const auditArchive = (
  { db, clock }: { db: Db; clock: Clock },
  userId: string,
  {
    kind,
    data,
  }: { kind: 'archive-refused' | 'archive-verified' | 'archive-restored' | 'archive-given-up'; data: Record<string, unknown> },
): Promise<void> =>
  insertSecurityEvent(
    { db, now: clock.now(), newId: () => clock.newId() },
    { network: null, userAgent: '', requestId: null },
    { kind, companyId: platformCompanyId, userId, aboutUserId: null, sessionLogId: null, data },
  )

class RollbackSignal extends Error {}

/**
 * "Everything is verified first (sums, counts, foreign keys, chain, signatures); nothing is written before":
 * [connect §2.1](docs/design/connect.md#2.1), point 5. The rows are in temporary tables of a transaction that is rolled back. Throws
 * ArchiveRefusedError.
 */
export async function verifyArchive(
  { database, files, clock }: ArchiveContext,
  zip: ArchiveZip,
  onProgress: Verifying['onProgress'],
): Promise<ReadManifest> {
  const manifest = await readManifest(zip)
  await requireNewCompany(database.db, manifest.company)
  const sums = await readSums(zip)
  for (const name of sums.keys()) if (!/^(tables|record|files|pictures)\//.test(name)) await requireSum(zip, sums, name)
  const people = await readOutsidePeople(zip)
  let named: NamedFiles = { originals: new Set(), pictures: new Set(), companies: 0 }
  await database.db
    .transaction()
    .execute(async (db) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
      await sql`set local statement_timeout = 0`.execute(db)
      const verifying = { db, zip, manifest, sums, now: clock.now(), onProgress }
      named = await stageTables(verifying)
      if (named.companies !== 1) throw damaged('tables/company.jsonl', null, 'an archive must have exactly one company.')
      await stageOutsidePeople(db, people)
      await checkReferences(db, await foreignKeys(db))
      await requireFreeNames(db, people)
      await onProgress('record', await checkRecord(verifying))
      await onProgress('files', await checkFiles(verifying, named))
      throw new RollbackSignal()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RollbackSignal)) throw error
    })
  await requireNewFiles(files, named, 'gya-archive.json')
  return manifest
}

const Person = z.object({ id: z.uuid(), firstName: z.string().max(200), lastName: z.string().max(200) })

/** Throws ArchiveRefusedError. */
export async function readOutsidePeople(zip: ArchiveZip): Promise<PlatformPerson[]> {
  const name = 'outside-people.jsonl'
  const lines = (await text(await zip.open(name))).split('\n').filter((line) => line !== '')
  return lines.map((line, at) => {
    const person = Person.safeParse(parsed(line))
    if (!person.success) throw damaged(name, at + 1, 'this line is not a valid person.')
    return person.data
  })
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
