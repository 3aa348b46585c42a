import type { Instant } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import type { Verification } from '@gya/domain/features/record/record.contract.ts'
import type { Verdict } from '@gya/domain/features/record/verdict.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** Returns the last position of a record, or 0 if it is empty. */
export async function findLength(db: Db, companyId: string): Promise<number> {
  const row = await db
    .selectFrom('event_seal')
    .select('position')
    .where('company_id', '=', companyId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.position ?? 0
}

export async function countWaiting(db: Db, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from event_unsealed where company_id = ${companyId}`.execute(db)
  return rows[0]?.count ?? 0
}

export const listCheckpointRows = (db: Db, companyId: string, { itemsPerPage, currentPage }: PageRequest) =>
  db
    .selectFrom('record_checkpoint')
    .select(['position', 'at', 'key_id as keyId', 'note', 'mailed_on as mailedOn'])
    .where('company_id', '=', companyId)
    .orderBy('position', 'desc')
    .limit(itemsPerPage)
    .offset(itemsPerPage * currentPage)
    .execute()

export async function countCheckpoints(db: Db, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from record_checkpoint where company_id = ${companyId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** "Default: all company admins." [trust §1.2](docs/design/trust.md#1.2), rule 6. */
export async function findCheckpointRecipients(db: Db, companyId: string) {
  const company = await db.selectFrom('company').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()
  const { addresses } = await findRecordSettings(db, companyId)
  if (addresses.length > 0) return { companyName: company.name, recipients: addresses }
  const admins = await db
    .selectFrom('app_user')
    .select('email')
    .where('company_id', '=', companyId)
    .where('type', '=', 'COMPANY_ADMIN')
    .where('deleted_on', 'is', null)
    .where('deactivated_on', 'is', null)
    .where('activated', '=', true)
    .orderBy('email')
    .execute()
  return { companyName: company.name, recipients: admins.map(({ email }) => email) }
}

export async function findRecordSettings(db: Db, companyId: string) {
  const row = await db
    .selectFrom('record_settings')
    .select(['checkpoint_addresses', 'version', 'updatedon', 'updated_by'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return {
    addresses: row?.checkpoint_addresses ?? [],
    version: row?.version ?? 1,
    updatedon: row?.updatedon ?? '',
    updated_by: row?.updated_by ?? null,
  }
}

/** Locks the settings. Creates them if the company never changed them. */
export async function lockRecordSettings(db: Db, companyId: string, now: Instant): Promise<void> {
  await db
    .insertInto('record_settings')
    .values({ company_id: companyId, updatedon: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.selectFrom('record_settings').select('version').where('company_id', '=', companyId).forUpdate().execute()
}

export const updateCheckpointAddresses = (
  db: Db,
  companyId: string,
  addresses: readonly string[],
  saved: { now: Instant; userId: string },
) =>
  db
    .updateTable('record_settings')
    .set((set) => ({
      checkpoint_addresses: [...addresses],
      version: set('version', '+', 1),
      updatedon: saved.now,
      updated_by: saved.userId,
    }))
    .where('company_id', '=', companyId)
    .execute()

export const insertVerification = (
  db: Db,
  row: { companyId: string; id: string; askedBy: string; now: Instant; checkpoint: string | null; total: number },
) =>
  db
    .insertInto('record_verification')
    .values({
      company_id: row.companyId,
      id: row.id,
      asked_by: row.askedBy,
      asked_on: row.now,
      checkpoint: row.checkpoint,
      total: row.total,
    })
    .execute()

export const findVerification = (db: Db, companyId: string, id: string) =>
  db
    .selectFrom('record_verification')
    .select(['id', 'checkpoint', 'finished_on', 'asked_by'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Removes a verification that was given up, so that another can be requested. */
export const deleteVerification = async (
  db: Db,
  { companyId, verificationId }: { companyId: string; verificationId: string },
) => {
  await db
    .deleteFrom('record_verification')
    .where('company_id', '=', companyId)
    .where('id', '=', verificationId)
    .where('finished_on', 'is', null)
    .execute()
}

/** Locks the verifications of a company, and returns the one with this checkpoint that runs or waits. */
export async function lockRunningVerification(db: Db, companyId: string, checkpoint: string | null): Promise<string | null> {
  await sql`select from company where id = ${companyId} for no key update`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select v.id from record_verification v
    where v.company_id = ${companyId} and v.finished_on is null and v.checkpoint is not distinct from ${checkpoint}
      and exists (select from graphile_worker.jobs j where j.key = 'verify-record ' || v.id and j.attempts < j.max_attempts)
    order by v.asked_on limit 1`.execute(db)
  return rows[0]?.id ?? null
}

export const setVerificationProgress = (
  db: Db,
  companyId: string,
  id: string,
  { done, total }: { done: number; total: number },
) => db.updateTable('record_verification').set({ done, total }).where('company_id', '=', companyId).where('id', '=', id).execute()

export const finishVerification = (db: Db, companyId: string, id: string, verdict: Verdict, now: Instant) =>
  db
    .updateTable('record_verification')
    .set({ verdict: JSON.stringify(verdict), finished_on: now, done: verdict.length, total: verdict.length })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()

/** Returns the newest verdict on the record, from a verification or from a record file, which verifies the record too. */
export async function findLastVerdict(db: Db, companyId: string): Promise<{ verdict: Verdict; on: Instant } | undefined> {
  const { rows } = await sql<{ verdict: Verdict; on: Instant }>`
    select verdict, "on" from (
      (select verdict, finished_on as "on" from record_verification
        where company_id = ${companyId} and finished_on is not null order by finished_on desc limit 1)
      union all
      (select verdict, made_on from record_file
        where company_id = ${companyId} and verdict is not null order by made_on desc limit 1)) found
    order by "on" desc limit 1`.execute(db)
  return rows[0]
}

/** Returns the latest requested verification. */
export async function findLastVerification(db: Db, companyId: string): Promise<Verification | null> {
  const row = await db
    .selectFrom('record_verification as v')
    .leftJoin('app_user as u', 'u.id', 'v.asked_by')
    .select(['v.id', 'v.asked_on', 'v.done', 'v.total', 'v.finished_on', 'v.verdict'])
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('askedBy'))
    .where('v.company_id', '=', companyId)
    .orderBy('v.asked_on', 'desc')
    .orderBy('v.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { id, asked_on, finished_on, verdict, askedBy, done, total } = row
  return { _id: id, askedOn: asked_on, askedBy, done, total, finishedOn: finished_on, verdict: verdict as Verdict | null }
}
