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
import { listEntriesOfThread, listThreads, type OutRow, type ThreadRow } from './correspondence.repository.ts'
import { requireReach, toMailsIn } from './mail-in.response.ts'

/** The e-mails of a sale, sent and received, in threads. [mail-in §5.7](docs/design/mail-in.md#5.7). */
export function correspondenceRoutes(app: FastifyInstance): void {
  registerRoute(app, listCorrespondence, async ({ params, query, db }) => {
    const page = pageRequest(query, 20)
    const { rows, count } = await listThreads(db, params, page)
    return { data: rows.map(toThread), paging: toPaging(page, count) }
  })

  registerRoute(app, readCorrespondence, async (context) => {
    const { params, db, caller } = context
    const entries = await listEntriesOfThread(db, params, params.threadId)
    if (entries.length === 0) throw new DomainError('NOT_FOUND')
    const loaded = entries.flatMap((entry) => ('mail' in entry ? [requireReach(caller, entry)] : []))
    const received = new Map((await toMailsIn(context, loaded)).map((mail) => [mail._id, mail]))
    const data = entries.map((entry) => {
      if (!('mail' in entry)) return { way: 'out' as const, mail: toMailOut(entry) }
      const mail = received.get(entry.mail.id)
      if (!mail) throw new DomainError('NOT_FOUND')
      return { way: 'in' as const, mail }
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
  at: new Date(row.at).toISOString(),
  to: row.recipients,
  cc: row.cc,
  subject: row.subject,
  text: row.text ?? '',
  files: row.files,
  state: row.state as MailOut['state'],
  refused: Object.entries(row.refused).map(([email, because]) => ({ email, because })),
  sentBy: row.sender,
})
