import { refuseIf } from '@gya/domain/error-catalogue.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** Whether the account is a break-glass administrator of a company that requires single sign-on. */
export async function isBreakGlassInUse(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('app_user as u')
    .innerJoin('company_provider as p', 'p.company_id', 'u.company_id')
    .select('u.id')
    .where('u.id', '=', userId)
    .where('u.break_glass', '=', true)
    .where('u.type', '=', 'COMPANY_ADMIN')
    .where('p.required', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Refuses to end or demote the last break-glass administrator while single sign-on is required: LAST_BREAK_GLASS. Lock the
 * administrators first.
 */
export async function requireOtherBreakGlass(
  db: Db,
  { id, company_id: companyId }: { id: string; company_id: string | null },
): Promise<void> {
  if (companyId === null || !(await isBreakGlassInUse(db, id))) return
  const { rows } = await sql<{ other: SqlBool }>`select exists (
    select from app_user where company_id = ${companyId} and type = 'COMPANY_ADMIN' and break_glass and id <> ${id}
      and deleted_on is null and deactivated_on is null) as other`.execute(db)
  refuseIf(rows[0]?.other ? null : 'LAST_BREAK_GLASS')
}
