import type { AuditKind } from '@gya/domain/features/audit/audit-kinds.ts'
import type { Database } from '../../server/db/pool.ts'
import { flushSecurityEvents } from '../../server/http/access/security-events.ts'

export type AuditEntry = {
  id: string
  company_id: string
  kind: AuditKind
  user_id: string | null
  about_user_id: string | null
  session_log_id: string | null
  network: string | null
  data: Record<string, unknown>
}

/** Audit entries, oldest first: of the given kinds, or all except platform access. */
export async function auditEntries({ pool }: Pick<Database, 'pool'>, ...kinds: AuditKind[]): Promise<AuditEntry[]> {
  await flushSecurityEvents()
  const { rows } = await pool.query<AuditEntry>(
    `select id, company_id, kind, user_id, about_user_id, session_log_id, network, data from audit
     where kind = any($1) or (cardinality($1::text[]) = 0 and kind <> 'support-access') order by at, id`,
    [kinds],
  )
  return rows
}
