import { pageAsked, pagingOf } from '@gya/domain/common/paging.ts'
import { DomainError } from '@gya/domain/errors.ts'
import { listMail, listPropertyMail, MailState, readMail, type SentMail } from '@gya/domain/features/mail/mail.contract.ts'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import { findMail, listMailRows, listPropertyMailRows } from './mail.repository.ts'

type Row = Awaited<ReturnType<typeof listMailRows>>['rows'][number]

const listed = (row: Row) => ({
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

const sentMail = (row: SentRow): SentMail => ({
  ...listed(row),
  cc: row.cc,
  bcc: row.bcc,
  attachments: row.attachments,
  refused: Object.entries(row.refused as Record<string, string>).map(([email, because]) => ({ email, because })),
  sentBy: row.first_name === null ? null : `${row.first_name} ${row.last_name}`,
})

export function mailRoutes(app: FastifyInstance): void {
  mount(app, listMail, async ({ query, db }) => {
    const page = pageAsked(query)
    const { rows, count } = await listMailRows(db, page, query.textSearch)
    return { data: rows.map(listed), paging: pagingOf(page, count) }
  })

  mount(app, readMail, async ({ params, db }) => {
    const mail = await findMail(db, params.mailId)
    if (!mail) throw new DomainError('NOT_FOUND')
    const { cc, bcc, attachments } = mail
    return { ...listed(mail), cc, bcc, attachments, text: app.gya.config.smtpUrl ? '' : mail.body }
  })

  mount(app, listPropertyMail, async ({ params, query, db }) => {
    const page = pageAsked(query)
    const { rows, count } = await listPropertyMailRows(db, params, page)
    return { data: rows.map(sentMail), paging: pagingOf(page, count) }
  })
}
