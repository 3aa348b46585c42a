import { workers } from '@gya/domain/access/permissions.ts'
import { foldName } from '@gya/domain/features/imports/fold-name.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** Names to which rows refer, and facts of the company that the rules need. */
export type CompanyIndex = {
  branches: ReadonlyMap<string, string>
  /** By e-mail and by folded full name; null: several have this name. */
  staff: ReadonlyMap<string, { id: string; name: string } | null>
  /** `<branch> <user>`: the branches in which colleagues work. */
  members: ReadonlySet<string>
  /** E-mail addresses of accounts that cannot be vendors. */
  staffEmails: ReadonlySet<string>
  noticePeriodInDays: number | null
}

export async function loadCompanyIndex(db: Db, companyId: string): Promise<CompanyIndex> {
  const branches = await db
    .selectFrom('branch')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('deleted_on', 'is', null)
    .execute()
  const people = await db
    .selectFrom('app_user')
    .select(['id', 'email', 'type', 'deactivated_on', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where('company_id', '=', companyId)
    .where('type', '!=', 'VENDOR')
    .where('deleted_on', 'is', null)
    .execute()
  const isWorker = ({ type, deactivated_on }: (typeof people)[number]) =>
    deactivated_on === null && workers.some((role) => role === type)
  const staff = new Map<string, { id: string; name: string } | null>()
  for (const { id, email, name } of people.filter(isWorker)) {
    staff.set(email, { id, name })
    staff.set(foldName(name), staff.has(foldName(name)) ? null : { id, name })
  }
  const members = await sql<{ key: string }>`
    select branch_id || ' ' || user_id as key from branch_reach where company_id = ${companyId}`.execute(db)
  const company = await db
    .selectFrom('company')
    .select('notice_period_in_days')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return {
    branches: new Map(branches.map(({ id, name }) => [id, name])),
    staff,
    members: new Set(members.rows.map(({ key }) => key)),
    staffEmails: new Set(people.map(({ email }) => email)),
    noticePeriodInDays: company.notice_period_in_days,
  }
}
