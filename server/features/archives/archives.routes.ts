import { londonDay } from '@gya/domain/common/dates.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  type CompanyExport,
  downloadExport,
  exportCompany,
  listExports,
} from '@gya/domain/features/archives/archives.contract.ts'
import { exportsCountedSince, whyNotExport } from '@gya/domain/features/archives/archives.rules.ts'
import type { FastifyInstance } from 'fastify'
import { exportAskedEmail } from '../../emails/company-export.ts'
import { queueMail } from '../../emails/outbox.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerDownload } from '../../http/route/register-download.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { fileKey } from '../../infra/files/file-store.ts'
import { listAdministrators } from '../support-access/support-access.repository.ts'
import {
  countContents,
  countDownload,
  countExports,
  type ExportRow,
  findExport,
  insertExport,
  listExportRows,
} from './archives.repository.ts'
import type { ExportJob } from './export-company.ts'

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
    data: (await listExportRows(db, companyId)).map(toExport),
    contents: await countContents(db, companyId),
  }))

  registerDownload(app, downloadExport, async ({ params, db }) => {
    const made = await findExport(db, params)
    if (!made?.file) throw new DomainError('NOT_FOUND')
    const { file } = made
    const key = fileKey(file, 'original')
    const { files, database } = app.gya
    const bytes = await files.size(key)
    return {
      etag: file,
      contentType: 'application/zip',
      saveAs: `gya-archive-${londonDay(made.createdon)}.zip`,
      maxAge: 0,
      size: async () => bytes,
      content: async () => {
        await countDownload(database.db, params)
        return files.read(key)
      },
      audit: { kind: 'export-downloaded', data: { exportId: made.id, bytes: bytes ?? 0 } },
    }
  })
}

const toExport = (row: ExportRow): CompanyExport => ({
  _id: row.id,
  state: row.state,
  failure: row.failure,
  requestedBy: row.requestedBy,
  createdon: row.createdon,
  withFiles: row.with_files,
  position: row.position,
  bytes: row.bytes,
  sha256: row.sha256,
  finishedOn: row.finished_on,
  expiresOn: row.expires_on,
  downloads: row.downloads,
})
