import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { maskBankDetails } from '@gya/domain/features/mail-in/bank-details.ts'
import {
  listCorrespondence,
  type MailOut,
  type MailThread,
  readCorrespondence,
} from '@gya/domain/features/mail-in/mail-in.contract.ts'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../http/route/register-route.ts'
import { listEntriesOfThread, listMailsOut, listThreads, type OutRow, type ThreadRow } from './correspondence.repository.ts'
import { loadMailsIn, toMailsIn } from './mail-in.response.ts'

/** The e-mails of a sale, sent and received, in threads. [mail-in §5.7](docs/design/mail-in.md#5.7). */
export function correspondenceRoutes(app: FastifyInstance): void {
  registerRoute(app, listCorrespondence, async ({ params, query, db }) => {
    const page = pageRequest(query, 20)
    const { rows, count } = await listThreads(db, params, page)
    return { data: rows.map(toThread), paging: toPaging(page, count) }
  })

  registerRoute(app, readCorrespondence, async ({ params, db, caller, now, today }) => {
    const { companyId, threadId } = params
    const entries = await listEntriesOfThread(db, params, threadId)
    if (entries.length === 0) throw new DomainError('NOT_FOUND')
    const sent = new Map((await listMailsOut(db, companyId, entries)).map((row) => [row.id, row]))
    const context = { db, caller, now, today, params }
    const ids = entries.flatMap(({ id }) => (sent.has(id) ? [] : [id]))
    const received = new Map((await toMailsIn(context, await loadMailsIn(context, ids))).map((mail) => [mail._id, mail]))
    const data = entries.map(({ id }) => {
      const [row, mail] = [sent.get(id), received.get(id)]
      if (row) return { way: 'out' as const, mail: toMailOut(row) }
      if (mail) return { way: 'in' as const, mail }
      throw new DomainError('NOT_FOUND')
    })
    return { data }
  })
}

const toThread = ({ id, subject, people, count, last_on, has_files, has_warning, waits }: ThreadRow): MailThread => ({
  threadId: id,
  subject: maskBankDetails(subject),
  with: people,
  count,
  lastOn: new Date(last_on).toISOString(),
  hasFiles: has_files,
  hasWarning: has_warning,
  waits,
})

const toMailOut = (row: OutRow): MailOut => ({
  _id: row.id,
  at: row.sent_on ?? row.createdon,
  to: row.recipients,
  cc: row.cc,
  subject: row.subject,
  text: row.text ?? '',
  files: row.files,
  state: row.state as MailOut['state'],
  refused: Object.entries(row.refused as Record<string, string>).map(([email, because]) => ({ email, because })),
  sentBy: row.sender,
})
