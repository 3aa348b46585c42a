import { londonDay, showDateTime } from '@gya/domain/common/dates.ts'
import { maxAuditCsvLines } from '@gya/domain/features/audit/audit.rules.ts'
import { auditFactText, auditGroups } from '@gya/domain/features/audit/audit-kinds.ts'
import type { Db } from '../../db/pool.ts'
import { downloadName, findScopeName } from '../../http/route/download-name.ts'
import { csvDownload, type Download } from '../../http/route/register-download.ts'
import { csvRows, csvStream } from '../../infra/csv.ts'
import { type AuditFilter, countAuditLines, readAuditLines } from './audit.read-model.ts'
import { toEntry } from './audit.response.ts'

type Entry = ReturnType<typeof toEntry>

const csvColumns: readonly { head: string; cell: (entry: Entry) => string }[] = [
  { head: 'Time', cell: ({ at }) => showDateTime(at) },
  { head: 'Time in UTC', cell: ({ at }) => at },
  { head: 'What', cell: ({ words }) => words },
  { head: 'Group', cell: ({ group }) => (group ? auditGroups[group] : '') },
  { head: 'Who', cell: ({ user }) => user?.name ?? '' },
  { head: 'Role now', cell: ({ user }) => user?.role ?? '' },
  { head: 'About', cell: ({ about }) => about?.name ?? '' },
  { head: 'Property or branch', cell: ({ place }) => place ?? '' },
  { head: 'Facts', cell: ({ facts }) => facts.map(auditFactText).join('; ') },
  { head: 'Network', cell: ({ network }) => network ?? '' },
  { head: 'Device', cell: ({ device }) => device },
  { head: 'Session', cell: ({ sessionId }) => sessionId ?? '' },
]

/** "CSV streams ≤ 100,000 lines and is in the audit itself": the newest. Its own entry is written first, so the CSV contains it. */
export async function auditCsv(
  { db, newId, now }: { db: Db; newId(): string; now: string },
  filter: AuditFilter,
): Promise<Download> {
  const rows = await countAuditLines(db, filter, maxAuditCsvLines)
  const audit = { kind: 'audit-downloaded', companyId: filter.companyId, data: { rows } } as const
  const scope = await findScopeName(db, { companyId: filter.companyId, branchId: null })
  const name = downloadName({ scope, subject: 'Audit', day: londonDay(now), extension: 'csv' })
  return csvDownload(name, newId(), audit, () =>
    csvStream(
      csvColumns.map(({ head }) => head),
      csvRows(readAuditLines(db, filter, maxAuditCsvLines), (row) => {
        const entry = toEntry(row)
        return csvColumns.map(({ cell }) => cell(entry))
      }),
    ),
  )
}
