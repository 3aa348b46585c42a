import { rolesWith } from '@gya/domain/access/permissions.ts'
import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import { claimMinutes, type WeekMailPeriod } from '@gya/domain/features/week/week-mail.rules.ts'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { WeekMail } from '../../db/schema.ts'
import { isInReach } from '../../http/access/reach.ts'

/** A page: of a branch, or of the company. */
export type PageOf = { companyId: string; branchId: string | null }

const pageColumns = [
  ...(['company_id', 'id', 'branch_id', 'active', 'weekday', 'recipients', 'sent_on'] as const),
  ...(['version', 'createdon', 'updatedon', 'updated_by'] as const),
] as const

const weekMails = (db: Db) =>
  db
    .selectFrom('week_mail')
    .select(pageColumns)
    .select([sql<string>`to_char(week_mail.at, 'HH24:MI')`.as('at'), sql<WeekMailPeriod>`week_mail.period`.as('period')])

export type WeekMailRow = Awaited<ReturnType<typeof findWeekMail>> & object

export const findWeekMail = (db: Db, { companyId, branchId }: PageOf) =>
  weekMails(db)
    .where('company_id', '=', companyId)
    .where(sql<boolean>`branch_id is not distinct from ${branchId}::uuid`)
    .executeTakeFirst()

/** Those that may be due: switched on, with a branch and company that exist, of one of these weekdays. */
export const listWeekMails = (db: Db, weekdays: readonly number[], today: DateOnly) =>
  weekMails(db)
    .where('active', '=', true)
    .where('weekday', 'in', weekdays)
    .where((where) => where.or([where('sent_on', 'is', null), where('sent_on', '<', today)]))
    .where('company_id', 'in', (of) => of.selectFrom('company').select('id').where('deleted_on', 'is', null))
    .where(
      sql<boolean>`(branch_id is null or branch_id in (select b.id from branch b where b.company_id = week_mail.company_id and b.deleted_on is null))`,
    )
    .orderBy('company_id')
    .orderBy('id')
    .execute()

export const lockWeekMail = (db: Db, { company_id, id }: Pick<WeekMailRow, 'company_id' | 'id'>) =>
  weekMails(db).where('company_id', '=', company_id).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** False if the plan has changed, or another run claimed it within the last `claimMinutes`. */
export async function claimWeekMail(db: Db, { company_id, id, version }: WeekMailRow, now: Instant): Promise<boolean> {
  const lost = new Date(Date.parse(now) - claimMinutes * 60_000).toISOString()
  const claimed = await db
    .updateTable('week_mail')
    .set({ claimed_on: now })
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .where('version', '=', version)
    .where((where) => where.or([where('claimed_on', 'is', null), where('claimed_on', '<=', lost)]))
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

export const updateWeekMail = (
  db: Db,
  { company_id, id }: Pick<WeekMailRow, 'company_id' | 'id'>,
  columns: Partial<Insertable<WeekMail>>,
) => db.updateTable('week_mail').set(columns).where('company_id', '=', company_id).where('id', '=', id).execute()

export const insertWeekMail = (db: Db, row: Insertable<WeekMail>) =>
  db
    .insertInto('week_mail')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

/** Somebody who may open the page. `off`: has switched off summaries by e-mail. */
export type WeekReader = { id: string; first_name: string; name: string; email: string; type: string; off: boolean }

/** The people who may open the page now, by name; "others are not offered". */
export async function listWeekReaders(db: Db, { companyId, branchId }: PageOf): Promise<WeekReader[]> {
  const reaches =
    branchId === null
      ? sql`not exists (select from branch b where b.company_id = ${companyId} and b.deleted_on is null
          and not ${isInReach({ companyId, branchId: sql.ref('b.id') })})`
      : isInReach({ companyId, branchId })
  const roles = [...rolesWith(branchId === null ? 'dashboard.company' : 'dashboard.view')]
  const { rows } = await sql<WeekReader>`
    select u.id, u.first_name, u.first_name || ' ' || u.last_name as name, u.email, u.type, not u.weekly_summary as off
    from app_user u
    where u.company_id = ${companyId} and u.type = any(${roles}::text[]) and u.deleted_on is null and u.deactivated_on is null
      and u.activated and not u.password_reset and ${reaches}
    order by lower(u.first_name || ' ' || u.last_name), u.id`.execute(db)
  return rows
}

/** Names of recipients, also of those who have left. */
export const listNames = (db: Db, companyId: string, ids: readonly string[]) =>
  db
    .selectFrom('app_user')
    .select(['id as _id', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .execute()
