import { refuseIf } from '@gya/domain/error-catalogue.ts'
import { downloadExport, exportCompany, listExports } from '@gya/domain/features/archives/archives.contract.ts'
import { exportsCountedSince, whyNotExport } from '@gya/domain/features/archives/archives.rules.ts'
import type { FastifyInstance } from 'fastify'
import { exportAskedEmail } from '../../emails/company-export.ts'
import { queueMail } from '../../emails/outbox.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerDownload } from '../../http/route/register-download.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { listAdministrators } from '../support-access/support-access.repository.ts'
import { countContents, countExports, findExport, insertExport, listExportRows } from './archives.repository.ts'
import { toMadeExport } from './archives.response.ts'
import type { ExportJob } from './export-company.ts'
import { exportFileDownload } from './export-file-download.ts'

/** Exports of a company, which the job `export-company` makes. */
export function archivesRoutes(app: FastifyInstance): void {
  registerRoute(app, exportCompany, async (context) => {
    const { params, body, caller, db, now, newId, addJob } = context
    const { companyId } = params
    refuseIf(whyNotExport(await countExports(db, companyId, exportsCountedSince(now))))
    const id = newId()
    const { withFiles } = body
    await insertExport(db, { company_id: companyId, id, requested_by: caller.userId, createdon: now, with_files: withFiles })
    await recordSecurityEvent(context, { kind: 'export-asked', data: { exportId: id, withFiles } })
    const administrators = await listAdministrators(db, companyId)
    const by = administrators.find(({ id }) => id === caller.userId)
    for (const administrator of administrators)
      await queueMail(
        context,
        exportAskedEmail(administrator, { by: by ? `${by.first_name} ${by.last_name}` : 'An administrator', withFiles }),
      )
    await addJob('export-company', { companyId, exportId: id } satisfies ExportJob)
    return { _id: id }
  })

  registerRoute(app, listExports, async ({ params: { companyId }, db }) => ({
    data: (await listExportRows(db, companyId, 'archive')).map((row) => ({ ...toMadeExport(row), position: row.position })),
    contents: await countContents(db, companyId),
  }))

  registerDownload(app, downloadExport, async ({ params, db }) => {
    const made = await findExport(db, params, 'archive')
    return exportFileDownload(app.gya, params, made, {
      name: 'gya-archive',
      kind: 'export-downloaded',
    })
  })
}
