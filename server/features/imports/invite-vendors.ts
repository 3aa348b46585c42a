import type { VendorInvitations } from '@gya/domain/features/imports/imports.model.ts'
import { isUndone } from '@gya/domain/features/imports/imports.rules.ts'
import { type SqlBool, sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import { type EventSource, insertSecurityEvent } from '../../http/access/security-events.ts'
import type { Clock } from '../../infra/clock.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { invitedColumns, sendInvitation } from '../users/account-emails.ts'
import type { ImportIds } from './import-ids.ts'
import { storeJobFailure } from './import-jobs.ts'
import { lockImport, updateImport } from './imports.repository.ts'

/** `by`: who asked for the invitations; `most`: how many the e-mail limits allow. */
export type InviteVendorsJob = ImportIds & { most: number; by: EventSource & { userId: string; sessionLogId: string | null } }

type JobContext = { database: Database; clock: Clock; publicUrl: string }

const invitationsPerTransaction = 50

const isInvited = sql<SqlBool>`(u.invited_on is not null or u.activated or u.last_login is not null)`
const isToInvite = sql<SqlBool>`(not u.placeholder and not ${isInvited})`

/** Vendors with a property whose accounts an import made. */
const vendorsOfImport = ({ companyId, importId }: ImportIds) => sql`
  from app_user u
  where u.company_id = ${companyId} and u.type = 'VENDOR' and u.deleted_on is null
    and exists (select from import_change c where c.company_id = ${companyId} and c.import_id = ${importId}
      and c.what = 'app_user' and c.object_id = u.id)
    and exists (select from property p where p.company_id = ${companyId} and p.owner_id = u.id and p.deleted_on is null)`

export async function countInvitations(
  db: Db,
  ids: ImportIds,
): Promise<Pick<VendorInvitations, 'toInvite' | 'invited' | 'withoutEmail'>> {
  const { rows } = await sql<{ toInvite: number; invited: number; withoutEmail: number }>`
    select count(*) filter (where ${isToInvite})::int as "toInvite",
      count(*) filter (where not u.placeholder and ${isInvited})::int as invited,
      count(*) filter (where u.placeholder)::int as "withoutEmail"
    ${vendorsOfImport(ids)}`.execute(db)
  return rows[0] ?? { toInvite: 0, invited: 0, withoutEmail: 0 }
}

type Vendor = { id: string; company_id: string; email: string; first_name: string; last_name: string }

/** Locks the accounts, so that an address that is changed meanwhile gets the invitation. */
async function lockNextVendors(db: Db, ids: ImportIds, most: number): Promise<Vendor[]> {
  const { rows } = await sql<Vendor>`
    select u.id, u.company_id, u.email, u.first_name, u.last_name
    ${vendorsOfImport(ids)} and ${isToInvite}
    order by u.id limit ${most} for no key update of u`.execute(db)
  return rows
}

/**
 * Invites the vendors whose accounts an import made. The transaction that sends an invitation also marks the account, so that nobody is
 * invited twice, also after a crash.
 */
export const inviteVendors = (context: JobContext, job: InviteVendorsJob): Promise<void> =>
  storeJobFailure(context, job, async () => {
    for (let left = job.most; left > 0; left -= invitationsPerTransaction)
      await context.database.db.transaction().execute((db) => inviteNext(db, context, job, left))
  })

/** An undo ends the invitations. */
async function inviteNext(
  db: Db,
  { clock, publicUrl }: JobContext,
  { by, companyId, importId }: InviteVendorsJob,
  left: number,
): Promise<void> {
  const ids = { companyId, importId }
  const run = await lockImport(db, ids)
  if (run.inviting_since === null) return
  const context = { db, now: clock.now(), newId: () => clock.newId(), addJob: jobAdder(db), publicUrl }
  const vendors = isUndone(run.state) ? [] : await lockNextVendors(db, ids, Math.min(left, invitationsPerTransaction))
  for (const vendor of vendors) {
    const mailId = await sendInvitation(context, vendor, by.userId)
    await db.updateTable('app_user').set(invitedColumns(context.now, mailId)).where('id', '=', vendor.id).execute()
    const { userId, sessionLogId, ...source } = by
    const about = { companyId: ids.companyId, userId, aboutUserId: vendor.id, sessionLogId, data: {} }
    await insertSecurityEvent(context, source, { kind: 'invitation-sent', ...about })
  }
  const isMore = vendors.length === invitationsPerTransaction && left > invitationsPerTransaction
  await updateImport(db, ids, isMore ? { last_beat: context.now } : { inviting_since: null })
}
