import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import type { Decoded } from '@gya/domain/endpoint.ts'
import { downloadAudit, downloadPlatformAudit, listAudit, listPlatformAudit } from '@gya/domain/features/audit/audit.contract.ts'
import { maxAuditListLines } from '@gya/domain/features/audit/audit.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { registerDownload } from '../../http/route/register-download.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { auditFilter, countAuditLines, findAuditPerson, listAuditLines } from './audit.read-model.ts'
import { toEntry, toWho } from './audit.response.ts'
import { auditCsv } from './audit-csv.ts'

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
