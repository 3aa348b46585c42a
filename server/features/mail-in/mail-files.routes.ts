import { Readable } from 'node:stream'
import { hasPermission } from '@gya/domain/access/permissions.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  downloadMailIn,
  downloadMailInFile,
  keepMailFiles,
  readMailInHtml,
} from '@gya/domain/features/mail-in/mail-in.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../http/access/caller.ts'
import { type Download, registerDownload, savedFileDownload } from '../../http/route/register-download.ts'
import { registerPreparedRoute } from '../../http/route/register-route.ts'
import { sanitizeFileName } from '../../http/upload/receive-upload.ts'
import { recordUndo } from '../undo/undo.repository.ts'
import { isKeepable, isUnchecked, keepAsDocuments, readMailFile, readOriginal, stageMailFiles } from './mail-files.ts'
import { listMailFiles } from './mail-in.repository.ts'
import { loadAndLockMailIn, loadMailIn, showsDigits, toMailIn, warningsOfRow } from './mail-in.response.ts'
import { type MailKeptPart, registerMailKeptPart } from './mail-kept-undo.ts'
import { extractHtml } from './read/read-in-thread.ts'

/** What came with an e-mail: its attachments, its original, and how it looked. */
export function mailFilesRoutes(app: FastifyInstance): void {
  registerMailKeptPart()
  const { database, files, clock } = app.gya

  registerPreparedRoute(
    app,
    keepMailFiles,
    async ({ params, body, caller }) => {
      const { mail } = await loadMailIn({ db: database.db, caller, params })
      const rows = (await listMailFiles(database.db, params)).filter(({ ordinal }) => body.ordinals.includes(ordinal))
      if (rows.length < new Set(body.ordinals).size) throw new DomainError('NOT_FOUND')
      refuseIf(rows.some(({ left_out }) => left_out !== null) ? 'FILE_NOT_ALLOWED' : null)
      refuseIf(rows.every(isKeepable) ? null : 'DOCUMENT_BEING_CHECKED')
      refuseIf(rows.some(({ in_check }) => in_check) ? 'FILE_IN_CHECK' : null)
      return stageMailFiles({ database, files, clock }, mail, rows)
    },
    async (context) => {
      const { body, prepared: staged } = context
      const { mail, sales } = await loadAndLockMailIn(context)
      const { propertyId, note } = body
      const sale = sales.find(({ property_id, state }) => property_id === propertyId && state === 'filed')
      if (!sale) throw new DomainError('NOT_FOUND')
      const documentIds = await keepAsDocuments(context, mail, { propertyId, staged, note })
      const [first] = staged
      const what = staged.length === 1 ? (first?.fileName ?? 'File') : `${staged.length} files`
      const description = `${what} kept on ${sale.line1}`
      const part: MailKeptPart = { kind: 'mail-kept', propertyId, documentIds }
      const undoId = await recordUndo(context, { description, parts: [part] })
      return { undoId, description, mail: await toMailIn(context, await loadMailIn(context)) }
    },
  )

  registerDownload(app, downloadMailInFile, async ({ params, caller, db }) => {
    const { mail } = await loadMailIn({ db, caller, params })
    const file = (await listMailFiles(db, params)).find(({ ordinal }) => ordinal === params.ordinal)
    if (!file || file.left_out !== null || mail.raw_file === null) throw new DomainError('NOT_FOUND')
    requireSeen(caller, [file])
    refuseIf(isKeepable(file) ? null : 'DOCUMENT_BEING_CHECKED')
    const data = { mailInId: mail.id, ordinal: file.ordinal, bytes: file.bytes }
    return {
      audit: { kind: file.in_check ? 'check-file-opened' : 'document-downloaded', data },
      etag: file.sha256.toString('hex'),
      contentType: 'application/octet-stream',
      saveAs: file.name,
      maxAge: 0,
      size: async () => file.bytes,
      content: async () => Readable.from([await readMailFile(files, mail, file.ordinal)]),
    }
  })

  registerDownload(app, downloadMailIn, async ({ params, caller, db }) => {
    const { mail } = await loadMailIn({ db, caller, params })
    const isInfected = warningsOfRow(mail).some(({ warning }) => warning === 'virus')
    refuseIf(mail.raw_file === null && isInfected ? 'MAIL_INFECTED' : null)
    if (mail.raw_file === null) throw new DomainError('NOT_FOUND')
    const rows = await listMailFiles(db, params)
    requireSeen(caller, rows)
    refuseIf(rows.some(isUnchecked) ? 'DOCUMENT_BEING_CHECKED' : null)
    const file = { file: mail.raw_file, file_name: `${sanitizeFileName(mail.subject || 'E-mail')}.eml` }
    return savedFileDownload(files, file, { kind: 'mail-original-downloaded', data: { mailInId: mail.id, bytes: mail.bytes } })
  })

  registerDownload(app, readMailInHtml, async (context): Promise<Download> => {
    const { params, query, caller, db } = context
    const { mail } = await loadMailIn({ db, caller, params })
    if (!mail.has_html || mail.raw_file === null) throw new DomainError('NOT_FOUND')
    const digits = await showsDigits(context, query)
    const body = await extractHtml(await readOriginal(files, mail.raw_file), digits)
    if (body === null) throw new DomainError('NOT_FOUND')
    const page = Buffer.from(`<!doctype html><meta charset="utf-8"><style>${frameStyle}</style>${body}`)
    return {
      audit: null,
      etag: `${mail.id}-${digits ? 'shown' : 'masked'}`,
      contentType: 'text/html; charset=utf-8',
      isFramed: true,
      maxAge: 0,
      size: async () => page.length,
      content: async () => Readable.from([page]),
    }
  })
}

/** Throws FORBIDDEN: what is in a customer check, and the e-mail that holds it, are opened with `check.view` alone. */
function requireSeen(caller: Caller, files: readonly { in_check: boolean }[]): void {
  if (files.some(({ in_check }) => in_check) && !hasPermission(caller.type, 'check.view')) throw new DomainError('FORBIDDEN')
}

const frameStyle =
  'body{font:14px/1.45 system-ui,sans-serif;margin:12px;overflow-wrap:anywhere}table{border-collapse:collapse}td,th{padding:2px 8px 2px 0;vertical-align:top;text-align:left}pre{white-space:pre-wrap}blockquote{margin:0 0 0 12px;padding-left:8px;border-left:2px solid #999}@media(prefers-color-scheme:dark){body{background:#fff;color:#111}}'
