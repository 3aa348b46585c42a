import type { Verdict } from '@gya/domain/features/record/verdict.ts'
import type { Config } from '../../config.ts'
import type { Database, Db } from '../../db/pool.ts'
import { insertSecurityEvent } from '../../http/access/security-events.ts'
import type { Clock } from '../../infra/clock.ts'
import type { FileStore } from '../../infra/files/file-store.ts'
import { findLength, findVerification, finishVerification, setVerificationProgress } from './record.repository.ts'
import { sealEntries } from './seal-entries.ts'
import { signerOf } from './sign-checkpoints.ts'
import { readNote } from './signed-note.ts'
import { verifyRecord } from './verify-record.ts'

export type VerifyRecordJob = { companyId: string; verificationId: string }

/** Number of entries between progress updates, which are then written a few times a second. */
const progressStep = 20_000

/** The job of "Verify now": seals remaining entries, verifies the record, and stores the verdict and an audit entry. */
export async function runVerification(
  {
    database,
    files,
    clock,
    config,
  }: { database: Database; files: FileStore; clock: Clock; config: Pick<Config, 'publicUrl' | 'recordKeys'> },
  { companyId, verificationId }: VerifyRecordJob,
): Promise<void> {
  const { db } = database
  const asked = await findVerification(db, companyId, verificationId)
  if (!asked || asked.finished_on !== null) return
  await sealEntries(database, companyId)
  const total = await findLength(db, companyId)
  const verdict = await verifyRecord(database, companyId, {
    now: clock.now(),
    signer: signerOf(config),
    files,
    checkpoint: asked.checkpoint === null ? null : readNote(asked.checkpoint),
    onProgress: async (done) => {
      if (done % progressStep === 0) await setVerificationProgress(db, companyId, verificationId, { done, total })
    },
  })
  await db.transaction().execute(async (transaction) => {
    const now = clock.now()
    await finishVerification(transaction, companyId, verificationId, verdict, now)
    await auditVerdict({ db: transaction, clock }, { companyId, userId: asked.asked_by, verdict })
  })
}

/** Writes the audit entry of a verification that a job made. */
export const auditVerdict = (
  { db, clock }: { db: Db; clock: Clock },
  { companyId, userId, verdict }: { companyId: string; userId: string | null; verdict: Verdict },
): Promise<void> =>
  insertSecurityEvent(
    { db, now: clock.now(), newId: () => clock.newId() },
    { network: null, userAgent: '', requestId: null },
    { companyId, userId, aboutUserId: null, sessionLogId: null, ...auditOf(verdict) },
  )

const auditOf = (verdict: Verdict) =>
  verdict.whole
    ? { kind: 'record-verified' as const, data: { upTo: verdict.upTo } }
    : { kind: 'record-not-whole' as const, data: { brokenAt: verdict.brokenAt, what: verdict.what } }
