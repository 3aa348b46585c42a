import { platformCompanyId, type UserType, userTypeLabels } from '@gya/domain/access/permissions.ts'
import { londonDay, showDateTime } from '@gya/domain/common/dates.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import type { Decoded } from '@gya/domain/endpoint.ts'
import { downloadAudit, downloadPlatformAudit, listAudit, listPlatformAudit } from '@gya/domain/features/audit/audit.contract.ts'
import { maxAuditCsvLines, maxAuditListLines } from '@gya/domain/features/audit/audit.rules.ts'
import { auditFactText, auditGroups, describeAuditEvent } from '@gya/domain/features/audit/audit-kinds.ts'
import { describeDevice } from '@gya/domain/features/sessions/sessions.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { downloadName, findScopeName } from '../../http/route/download-name.ts'
import { csvDownload, type Download, registerDownload } from '../../http/route/register-download.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { csvRows, csvStream } from '../../infra/csv.ts'
import {
  type AuditFilter,
  type AuditRow,
  auditFilter,
  countAuditLines,
  findAuditPerson,
  listAuditLines,
  readAuditLines,
} from './audit.read-model.ts'

type ListQuery = NonNullable<Decoded<typeof listAudit, 'query'>>

/** The audit logs of companies and of the platform, which share handlers. */
export function auditRoutes(app: FastifyInstance): void {
  registerRoute(app, listAudit, ({ params, query, db }) => answerList(db, params.companyId, query))
  registerRoute(app, listPlatformAudit, ({ query, db }) => answerList(db, platformCompanyId, query))
  registerDownload(app, downloadAudit, ({ params, query, ...context }) => auditCsv(context, auditFilter(params.companyId, query)))
  registerDownload(app, downloadPlatformAudit, ({ query, ...context }) =>
    auditCsv(context, auditFilter(platformCompanyId, query)),
  )
}

async function answerList(db: Db, companyId: string, query: ListQuery) {
  const filter = auditFilter(companyId, query)
  const page = pageRequest(query, 50)
  const offset = page.itemsPerPage * page.currentPage
  const found = await countAuditLines(db, filter, maxAuditListLines + 1)
  const count = Math.min(found, maxAuditListLines)
  const limit = Math.min(page.itemsPerPage, count - offset)
  const rows = limit > 0 ? await listAuditLines(db, filter, { offset, limit }) : []
  return {
    data: rows.map(toEntry),
    paging: toPaging(page, count),
    more: found > maxAuditListLines,
    user: toWho(query.userId ?? null, await findAuditPerson(db, companyId, query.userId)),
    about: toWho(query.aboutUserId ?? null, await findAuditPerson(db, companyId, query.aboutUserId)),
  }
}

const toWho = (id: string | null, person: { name: string | null; role: string | null } | undefined) =>
  id === null || !person || person.name === null
    ? null
    : { _id: id, name: person.name, role: userTypeLabels[person.role as UserType] ?? '' }

function toEntry(row: AuditRow) {
  const { id, at, kind, data, network, place } = row
  const described = describeAuditEvent(kind, data)
  return {
    _id: id,
    at,
    kind,
    group: described?.group ?? null,
    words: described?.words ?? kind,
    facts: described?.facts ?? [],
    user: toWho(row.user_id, { name: row.user_name, role: row.user_role }),
    about: toWho(row.about_user_id, { name: row.about_name, role: row.about_role }),
    place,
    network,
    device: typeof data.userAgent === 'string' && data.userAgent !== '' ? describeDevice(data.userAgent) : '',
    sessionId: row.session_log_id,
  }
}

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
async function auditCsv({ db, newId, now }: { db: Db; newId(): string; now: string }, filter: AuditFilter): Promise<Download> {
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
