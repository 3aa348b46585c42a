/**
 * Nightly job: truncates network addresses ("networks cut after 12 months", [meeting points](docs/design/meeting-points.md)) and deletes
 * audit entries after "24 months (company setting 12–84)", support accesses with them, and session log entries after six years
 * ([trust §1.3](docs/design/trust.md#1.3) and [trust §3](docs/design/trust.md#3)).
 */
import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import { defaultAuditMonths, networkMonths, sessionLogYears } from '@gya/domain/features/audit/audit-retention.ts'
import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'

const monthsBefore = (now: string, months: number) => sql`${now}::timestamptz - make_interval(months => ${months})`
const truncatedNetwork = sql`network(set_masklen(network, case family(network) when 4 then 24 else 48 end))`
const isFullAddress = sql`masklen(network) = case family(network) when 4 then 32 else 128 end`

export const sweepAudit = ({ database, clock }: { database: Database; clock: Clock }): Promise<void> =>
  database.db.transaction().execute(async (db) => {
    const now = clock.now()
    await sql`select set_config('gya.audit', 'ageing', true)`.execute(db)
    await sql`
      delete from audit a using company c
      where c.id = a.company_id and a.at < ${now}::timestamptz - make_interval(months => c.audit_months)`.execute(db)
    await sql`
      delete from support_access s using company c
      where c.id = s.company_id and s.asked_on < ${now}::timestamptz - make_interval(months => c.audit_months)`.execute(db)
    await sql`delete from audit where company_id = ${platformCompanyId} and at < ${monthsBefore(now, defaultAuditMonths)}`.execute(
      db,
    )
    await sql`update audit set network = ${truncatedNetwork} where at < ${monthsBefore(now, networkMonths)} and ${isFullAddress}`.execute(
      db,
    )
    await sql`delete from session_log where ended_on < ${monthsBefore(now, sessionLogYears * 12)}`.execute(db)
    await sql`update session_log set network = ${truncatedNetwork} where last_on < ${monthsBefore(now, networkMonths)} and ${isFullAddress}`.execute(
      db,
    )
  })
