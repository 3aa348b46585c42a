import { invitationsAnHour } from '@gya/domain/features/archives/archive-upload.rules.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { type AccountEmailContext, invitedColumns, sendInvitation } from '../users/account-emails.ts'

/** Accounts that are neither activated nor invited. */
const isUninvited = sql<SqlBool>`not u.activated and u.deleted_on is null and u.deactivated_on is null and u.erased_on is null
  and not u.placeholder`

const uninvited = (db: Db, companyId: string) =>
  db.selectFrom('app_user as u').where('u.company_id', '=', companyId).where(isUninvited)

/**
 * "*Invite everybody* sends links, only to those not activated; 1,000 an hour": staff before vendors. Returns how many were invited
 * and how many are left. Locks the row of the company, so that concurrent calls do not invite anybody twice.
 */
export async function inviteAccounts(
  context: AccountEmailContext,
  companyId: string,
  senderId: string | null,
): Promise<{ invited: number; left: number }> {
  const { db, now } = context
  await sql`select from company where id = ${companyId} for no key update`.execute(db)
  const lately = await db
    .selectFrom('app_user')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`invited_on > ${now}::timestamptz - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  const people = await uninvited(db, companyId)
    .select(['u.id', 'u.email', 'u.company_id', 'u.first_name', 'u.last_name'])
    .orderBy(sql`u.type = 'VENDOR'`)
    .orderBy('u.id')
    .limit(Math.max(0, invitationsAnHour - lately.count))
    .execute()
  for (const person of people) {
    const mailId = await sendInvitation(context, person, senderId)
    await db.updateTable('app_user').set(invitedColumns(now, mailId)).where('id', '=', person.id).execute()
  }
  const left = await uninvited(db, companyId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { invited: people.length, left: left.count }
}
