import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/pool.ts'
import type { SecretBox } from '../../infra/encrypted-secrets.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { discardFiles } from '../files/file-lifecycle.ts'
import type { Signer } from '../record/checkpoints.ts'
import { savePositions } from '../record/save-positions.ts'
import { signerOf } from '../record/sign-checkpoints.ts'
import { endorseBroughtKeys } from '../record/trusted-keys.ts'
import { readManifest, readSums } from './archive-manifest.ts'
import { findArchive, lockArchive, takeArchiveParts, updateArchive } from './archive-uploads.repository.ts'
import { damaged } from './archive-zip.ts'
import { deriveCompany } from './derive-company.ts'
import { readRecord } from './read-record.ts'
import { renewSecrets } from './renew-secrets.ts'
import { restoreFiles } from './restore-files.ts'
import { foreignKeys } from './restore-order.ts'
import { insertOutsidePeople, type Restoring, restoreSnoozes, restoreSteps, restoreTables } from './restore-tables.ts'
import { type ArchiveContext, type ArchiveJob, auditArchive, readOutsidePeople } from './verify-archive.ts'
import { withArchive } from './with-archive.ts'

/**
 * The job of "Restore": "one transaction a table group, resumable, the company hidden until whole". Completed steps are not repeated
 * after a crash. The company is marked as deleted until the last step. The record is restored after the tables, so that nothing can be
 * recorded before it is complete.
 */
export async function restoreArchiveUpload(
  context: ArchiveContext & { secrets: SecretBox; config: Pick<Config, 'publicUrl' | 'recordKeys'> },
  { archiveId }: ArchiveJob,
): Promise<void> {
  const { database, clock } = context
  const row = await findArchive(database.db, archiveId)
  if (row?.state !== 'restoring') return
  try {
    await withArchive({ db: database.db, files: context.files }, archiveId, async (zip, sha256) => {
      if (sha256 !== row.sha256) throw damaged('The archive', null, 'it changed after the verification.')
      const manifest = await readManifest(zip)
      const restoring = {
        ...context,
        signer: signerOf(context.config),
        archiveId,
        zip,
        manifest,
        sums: await readSums(zip),
        now: row.verified_on ?? clock.now(),
      }
      await runSteps(restoring, row.uploaded_by)
    })
  } catch (error) {
    if (isTaken(error)) return verifyAgain(context, archiveId)
    const failure = error instanceof Error ? error.message : String(error)
    await updateArchive(database.db, archiveId, { failure }).catch(() => {})
    throw error
  }
}

type Step = { name: string; run: (db: Db) => Promise<void> }

async function runSteps(
  restoring: Restoring & ArchiveContext & { secrets: SecretBox; signer: Signer },
  userId: string,
): Promise<void> {
  const { database, manifest, zip, clock, secrets, signer } = restoring
  const keys = await foreignKeys(database.db)
  const [first = [], ...groups] = restoreSteps(keys)
  const companyId = manifest.company._id
  const tables = (group: readonly string[]): Step => ({
    name: group[0] ?? '',
    run: (db) => restoreTables({ ...restoring, db }, group, keys),
  })
  const inSteps: Step[] = [
    {
      name: 'accounts',
      run: async (db) => {
        await insertOutsidePeople(db, await readOutsidePeople(zip), clock.now())
        await restoreTables({ ...restoring, db }, first, keys)
      },
    },
    ...groups.map(tables),
    { name: 'secrets', run: (db) => renewSecrets(db, secrets, companyId) },
    {
      name: 'record',
      run: async (db) => {
        await readRecord(zip, { db, schema: 'public', companyId }, (entries) =>
          savePositions(
            db,
            companyId,
            entries.map(({ position, kind, property, data }) => ({ position, kind, propertyId: property, data })),
          ),
        )
        await endorseBroughtKeys(db, companyId, signer)
      },
    },
  ]
  for (const step of inSteps) await runOnce(restoring, step)
  await deriveCompany(restoring, companyId)
  await runOnce(restoring, { name: 'snoozes', run: (db) => restoreSnoozes({ ...restoring, db }) })
  await restoreFiles(restoring)
  await database.db.transaction().execute((db) => finish({ ...restoring, db }, userId))
}

/** Runs a step and marks it as done in the same transaction. A step that is done is skipped. */
const runOnce = ({ database, archiveId }: Restoring & ArchiveContext, { name, run }: Step): Promise<void> =>
  database.db.transaction().execute(async (db) => {
    const { state, done_steps } = await lockArchive(db, archiveId)
    if (state !== 'restoring' || done_steps.includes(name)) return
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`set local gya.restoring = 'on'`.execute(db)
    await run(db)
    await updateArchive(db, archiveId, { done_steps: [...done_steps, name] })
  })

/** Makes the company visible. Pending messages are restored in the same transaction, so that none is sent before. */
async function finish(restoring: Restoring & ArchiveContext & { db: Db }, userId: string): Promise<void> {
  const { db, archiveId, manifest, clock } = restoring
  const { state } = await lockArchive(db, archiveId)
  if (state !== 'restoring') return
  const companyId = manifest.company._id
  const now = clock.now()
  await restoreTables(restoring, ['vendor_news', 'automatic_waiting'], [])
  // Archives of earlier versions contain entries without authors.
  await sql`select record_authors(${companyId}::uuid)`.execute(db)
  await db.updateTable('company').set({ deleted_on: null }).where('id', '=', companyId).execute()
  await updateArchive(db, archiveId, { state: 'restored', restored_on: now, failure: null })
  const addJob = jobAdder(db)
  await discardFiles({ db, now, addJob }, await takeArchiveParts(db, archiveId), 'original')
  for (const job of ['forecast-sales', 'sum-days']) await addJob(job, {})
  await auditArchive({ db, clock }, userId, { kind: 'archive-restored', data: { archiveId, company: companyId } })
}

/** An address was taken, or the company was created, after the verification. */
const isTaken = (error: unknown): boolean => {
  const { code, table } = error as { code?: string; table?: string }
  return code === '23505' && ['company', 'app_user'].includes(table ?? '')
}

/** Nothing has been written yet. Another verification reports the conflicts. */
const verifyAgain = ({ database }: ArchiveContext, archiveId: string): Promise<void> =>
  database.db.transaction().execute(async (db) => {
    const { done_steps } = await lockArchive(db, archiveId)
    if (done_steps.length > 0) throw new Error('A unique value was taken after the first step of a restore.')
    await updateArchive(db, archiveId, { state: 'verifying', progress: '[]' })
    await jobAdder(db)('verify-archive', { archiveId } satisfies ArchiveJob)
  })
