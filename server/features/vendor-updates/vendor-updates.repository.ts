import type { Instant } from '@gya/domain/common/dates.ts'
import type { UpdateSkipReason } from '@gya/domain/features/vendor-updates/vendor-updates.model.ts'
import type { Db } from '../../db/pool.ts'

type Ids = { companyId: string; propertyId: string }

/** A stored draft before it was sent or skipped. */
export type DraftBefore = { until: Instant; at: Instant; savedBy: string | null; text: string }

type Written = {
  id: string
  text: string
  since: Instant
  now: Instant
  userId: string
}

type Draft = Written & { /** The grant of an assistant. */ grantId: string | null }

/** Stores an edited draft. Expects a locked property. */
export async function saveDraft(db: Db, { companyId, propertyId }: Ids, storedId: string | null, written: Draft): Promise<void> {
  const { id, text, since, now, userId, grantId } = written
  const values = { grant_id: grantId, text, until: now, at: now, saved_by: userId, edited: true }
  if (storedId === null) {
    const row = { company_id: companyId, id, property_id: propertyId, state: 'draft', since, ...values }
    await db.insertInto('vendor_update').values(row).execute()
    return
  }
  await db
    .updateTable('vendor_update')
    .set((set) => ({ ...values, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', storedId)
    .execute()
}

export const deleteDraft = (db: Db, { companyId, propertyId }: Ids): Promise<unknown> =>
  db
    .deleteFrom('vendor_update')
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('state', '=', 'draft')
    .execute()

type Ended = Written & ({ state: 'sent'; mailId: string | null } | { state: 'skipped'; reason: UpdateSkipReason })

/** Marks the stored draft, or a new update, as sent or skipped. */
export async function endUpdate(db: Db, { companyId, propertyId }: Ids, ended: Ended, hasDraft: boolean): Promise<void> {
  const { id, text, since, now, userId, state } = ended
  const values = {
    state,
    text,
    until: now,
    saved_by: userId,
    at: now,
    skip_reason: ended.state === 'skipped' ? ended.reason : null,
    mail_id: ended.state === 'sent' ? ended.mailId : null,
  }
  if (!hasDraft) {
    await db
      .insertInto('vendor_update')
      .values({ company_id: companyId, id, property_id: propertyId, since, ...values })
      .execute()
    return
  }
  await db
    .updateTable('vendor_update')
    .set((set) => ({ ...values, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** Returns an update that was sent or skipped, with a later draft, if any. */
export async function findEnded(db: Db, companyId: string, updateId: string) {
  return db
    .selectFrom('vendor_update as u')
    .innerJoin('property as p', (join) => join.onRef('p.company_id', '=', 'u.company_id').onRef('p.id', '=', 'u.property_id'))
    .leftJoin('vendor_update as d', (join) =>
      join.onRef('d.company_id', '=', 'u.company_id').onRef('d.property_id', '=', 'u.property_id').on('d.state', '=', 'draft'),
    )
    .leftJoin('app_user as a', 'a.id', 'd.saved_by')
    .select(['u.id', 'p.line1', 'd.id as draft_id', 'd.at as draft_at', 'a.first_name', 'a.last_name'])
    .where('u.company_id', '=', companyId)
    .where('u.id', '=', updateId)
    .where('u.state', '<>', 'draft')
    .executeTakeFirst()
}

/** Turns an update that was sent or skipped back into its draft, or deletes it. */
export async function reopenUpdate(
  db: Db,
  companyId: string,
  { updateId, before }: { updateId: string; before: DraftBefore | null },
): Promise<void> {
  if (before === null) {
    await db.deleteFrom('vendor_update').where('company_id', '=', companyId).where('id', '=', updateId).execute()
    return
  }
  await db
    .updateTable('vendor_update')
    .set((set) => ({
      state: 'draft',
      text: before.text,
      until: before.until,
      at: before.at,
      saved_by: before.savedBy,
      skip_reason: null,
      mail_id: null,
      version: set('version', '+', 1),
    }))
    .where('company_id', '=', companyId)
    .where('id', '=', updateId)
    .execute()
}

/** Returns the signer of an update. */
export const findSender = (db: Db, userId: string) =>
  db.selectFrom('app_user').select(['first_name', 'last_name', 'email', 'tel']).where('id', '=', userId).executeTakeFirstOrThrow()
