import { z } from 'zod'
import { listOf, pagingQuery, TextSearch } from '../../common/paging.ts'
import { Id, When } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'

export const MailState = z.enum(['queued', 'sent', 'failed', 'kept'])

const MailListRow = z.object({
  _id: Id,
  to: z.array(z.string()),
  subject: z.string(),
  state: MailState,
  attempts: z.int(),
  lastError: z.string().nullable(),
  createdon: When,
  sentOn: When.nullable(),
})

export const listMail = endpoint({
  method: 'GET',
  path: '/mailbox/list',
  permission: 'mailbox.read',
  summary: 'The outbox, newest first: what was queued, sent, failed, or is kept here because no mail server is configured.',
  query: z.strictObject({ ...pagingQuery(), textSearch: TextSearch }),
  response: listOf(MailListRow),
})

export const readMail = endpoint({
  method: 'GET',
  path: '/mailbox/:mailId',
  permission: 'mailbox.read',
  summary: 'One message of the outbox. Only where no mail server is configured does it hold the text.',
  params: z.strictObject({ mailId: Id }),
  response: MailListRow.extend({ text: z.string() }),
})
