import { addYears, type DateOnly } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { keptWords, yearsKept } from '@gya/domain/features/customer-checks/customer-checks.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

type Kept = { checks: number; until: DateOnly }

/** The checks of customers that are kept on a day; those of open sales are kept five years from it at least. Null without any. */
export async function findKept(db: Db, companyId: string, today: DateOnly): Promise<Kept | null> {
  const { rows } = await sql<{ customers: number; checks: number; until: DateOnly | null }>`
    select count(distinct k.id)::int as customers, count(h.id)::int as checks,
      max(coalesce(k.keep_until, ${addYears(today, yearsKept)}::date)) as until
    from customer k left join customer_check h on h.company_id = k.company_id and h.customer_id = k.id
    where k.company_id = ${companyId} and (k.keep_until is null or k.keep_until >= ${today}::date)`.execute(db)
  const [found] = rows
  return found?.until ? { checks: found.checks, until: found.until } : null
}

/** Throws CHECKS_KEPT: "Deleting a company with customers within `keep_until` is refused." */
export async function refuseWithKeptChecks(db: Db, companyId: string, today: DateOnly): Promise<void> {
  const kept = await findKept(db, companyId, today)
  if (kept) throw new DomainError('CHECKS_KEPT', { issues: [{ path: 'company', message: keptWords(kept) }] })
}

/** With the company its relationships end: their five years count from now. */
export const endAllCustomers = (db: Db, companyId: string, today: DateOnly) =>
  db.updateTable('customer').set({ ended_on: today }).where('company_id', '=', companyId).where('ended_on', 'is', null).execute()

/** The names of customers whose checks are kept, with their number and the last day, for the erasure and export of a person. */
export async function listKeptCustomers(db: Db, companyId: string) {
  const { rows } = await sql<{ id: string; name: string; checks: number; until: DateOnly | null }>`
    select k.id, k.name, k.keep_until as until,
      (select count(*)::int from customer_check h where h.company_id = k.company_id and h.customer_id = k.id) as checks
    from customer k where k.company_id = ${companyId} order by k.createdon, k.id`.execute(db)
  return rows
}

/** What a person may have of the checks of them. */
export async function listChecksOfCustomers(db: Db, companyId: string, ids: readonly string[]) {
  const { rows } = await sql<{ name: string; kind: string; way: string; provider: string; on: DateOnly; result: string }>`
    select k.name, h.kind, h.way, h.provider, h.checked_on as on, h.result
    from customer k join customer_check h on h.company_id = k.company_id and h.customer_id = k.id
    where k.company_id = ${companyId} and k.id = any(${ids}::uuid[]) order by h.checked_on, h.id`.execute(db)
  return rows
}
