import { pageAsked, pagingOf } from '@gya/domain/common/paging.ts'
import { DomainError } from '@gya/domain/errors.ts'
import { listMail, MailState, readMail } from '@gya/domain/features/mail/mail.contract.ts'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import { findMail, listMailRows } from './mail.repository.ts'

type Row = Omit<NonNullable<Awaited<ReturnType<typeof findMail>>>, 'body' | 'company_id' | 'reply_to'>

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

export function mailRoutes(app: FastifyInstance): void {
  mount(app, listMail, async ({ query, db }) => {
    const page = pageAsked(query)
    const { rows, count } = await listMailRows(db, page, query.textSearch)
    return { data: rows.map(listed), paging: pagingOf(page, count) }
  })

  mount(app, readMail, async ({ params, db }) => {
    const mail = await findMail(db, params.mailId)
    if (!mail) throw new DomainError('NOT_FOUND')
    return { ...listed(mail), text: app.gya.config.smtpUrl ? '' : mail.body }
  })
}
