import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { downloadMailFile, listMail, listPropertyMail, readMail, type SentMail } from '@gya/domain/features/mail/mail.contract.ts'
import { MailState } from '@gya/domain/features/mail/mail.model.ts'
import { maskSecrets } from '@gya/domain/features/mail/mask-secrets.ts'
import type { FastifyInstance } from 'fastify'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerDownload, savedFileDownload } from '../../http/route/register-download.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { findMail, findMailFiles, listMailRows, listPropertyMailRows } from './mail.repository.ts'

type Row = Awaited<ReturnType<typeof listMailRows>>['rows'][number]

const toMailRow = (row: Row) => ({
  _id: row.id,
  to: row.recipients,
  subject: row.subject,
  state: MailState.parse(row.state),
  attempts: row.attempts,
  lastError: row.last_error,
  createdon: row.createdon,
  sentOn: row.sent_on,
})

type SentRow = Awaited<ReturnType<typeof listPropertyMailRows>>['rows'][number]

const toSentMail = (row: SentRow): SentMail => ({
  ...toMailRow(row),
  cc: row.cc,
  bcc: row.bcc,
  attachments: row.attachments,
  refused: Object.entries(row.refused as Record<string, string>).map(([email, because]) => ({ email, because })),
  sentBy: row.first_name === null ? null : `${row.first_name} ${row.last_name}`,
})

export function mailRoutes(app: FastifyInstance): void {
  const { config } = app.gya
  // The text of sent messages is kept for the record only. Without a mail server, messages are read here.
  const isReadHere = (mail: { state: string }) => !config.smtpUrl && mail.state !== 'sent'
  const keepsFiles = (mail: { keeps_files: boolean; state: string }) => mail.keeps_files && isReadHere(mail)
  // In demo mode the mailbox is the only way to activate an account.
  const shown = (text: string) => (config.demo ? text : maskSecrets(text))

  registerRoute(app, listMail, async ({ query, db }) => {
    const page = pageRequest(query)
    const { rows, count } = await listMailRows(db, page, query.textSearch)
    return { data: rows.map((row) => ({ ...toMailRow(row), subject: shown(row.subject) })), paging: toPaging(page, count) }
  })

  registerRoute(app, readMail, async (context) => {
    const { params, db } = context
    const mail = await findMail(db, params.mailId)
    if (!mail) throw new DomainError('NOT_FOUND')
    const { cc, bcc } = mail
    const attachments = (await findMailFiles(db, mail.id)).map(({ file, file_name, bytes }) => ({
      _id: file,
      fileName: file_name,
      bytes,
      kept: keepsFiles(mail),
    }))
    const text = isReadHere(mail) ? shown(mail.body) : ''
    if (text) await recordSecurityEvent(context, { kind: 'mail-read', companyId: mail.company_id, data: { mailId: mail.id } })
    return { ...toMailRow(mail), subject: shown(mail.subject), cc, bcc, attachments, text }
  })

  registerDownload(app, downloadMailFile, async ({ params, db }) => {
    const mail = await findMail(db, params.mailId)
    const file = mail && (await findMailFiles(db, mail.id)).find((one) => one.file === params.fileId)
    if (!file || !keepsFiles(mail)) throw new DomainError('NOT_FOUND')
    const audit = { kind: 'mail-read' as const, companyId: mail.company_id, data: { mailId: mail.id, bytes: file.bytes } }
    return savedFileDownload(app.gya.files, file, audit)
  })

  registerRoute(app, listPropertyMail, async ({ params, query, db }) => {
    const page = pageRequest(query)
    const { rows, count } = await listPropertyMailRows(db, params, page)
    return { data: rows.map(toSentMail), paging: toPaging(page, count) }
  })
}
