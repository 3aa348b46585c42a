/**
 * Nightly job: truncates network addresses ("networks cut after 12 months", [meeting points](docs/design/meeting-points.md)) and deletes
 * audit entries after "24 months (company setting 12–84)", support accesses with them, and session log entries after six years
 * ([trust §1.3](docs/design/trust.md#1.3) and [trust §3](docs/design/trust.md#3)).
 */
import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import type { Instant } from '@gya/domain/common/dates.ts'
import { defaultAuditMonths, networkMonths, sessionLogYears } from '@gya/domain/features/audit/audit-retention.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import { companyItem, forEachIsolated } from '../../jobs/for-each-isolated.ts'

const monthsBefore = (now: string, months: number) => sql`${now}::timestamptz - make_interval(months => ${months})`
const truncatedNetwork = sql`network(set_masklen(network, case family(network) when 4 then 24 else 48 end))`
const isFullAddress = sql`masklen(network) = case family(network) when 4 then 32 else 128 end`

/** A transaction for each company, the platform, and companies that are deleted. */
export async function sweepAudit({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const companies = await database.db.selectFrom('company').select(['id', 'audit_months']).orderBy('id').execute()
  await forEachIsolated(
    { database, clock },
    {
      job: 'sweep-audit',
      items: [{ id: platformCompanyId, audit_months: defaultAuditMonths }, ...companies],
      idOf: ({ id }) => companyItem(id),
      work: ({ id, audit_months }) => database.db.transaction().execute((db) => sweepCompany(db, id, audit_months, clock.now())),
    },
  )
}

async function sweepCompany(db: Db, companyId: string, auditMonths: number, now: Instant): Promise<void> {
  const of = sql`company_id = ${companyId} and`
  await sql`select set_config('gya.audit', 'ageing', true)`.execute(db)
  await sql`delete from audit where ${of} at < ${monthsBefore(now, auditMonths)}`.execute(db)
  await sql`delete from support_access where ${of} asked_on < ${monthsBefore(now, auditMonths)}`.execute(db)
  await sql`update audit set network = ${truncatedNetwork} where ${of} at < ${monthsBefore(now, networkMonths)} and ${isFullAddress}`.execute(
    db,
  )
  await sql`delete from session_log where ${of} ended_on < ${monthsBefore(now, sessionLogYears * 12)}`.execute(db)
  await sql`update session_log set network = ${truncatedNetwork} where ${of} last_on < ${monthsBefore(now, networkMonths)} and ${isFullAddress}`.execute(
    db,
  )
}
