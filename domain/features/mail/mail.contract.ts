import { z } from 'zod'
import { pagedListOf, pagingQuery, TextSearch } from '../../common/paging.ts'
import { propertyParams } from '../../common/scope-params.ts'
import { FileResponse, Id, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { MailState } from './mail.model.ts'

const MailListRow = z.object({
  _id: Id,
  to: z.array(z.string()),
  subject: z.string(),
  state: MailState,
  attempts: z.int(),
  lastError: z.string().nullable(),
  createdon: Timestamp,
  sentOn: Timestamp.nullable(),
})

/** `kept`: can be downloaded from the mailbox. */
const MailFile = z.object({ _id: Id, fileName: z.string(), bytes: z.int(), kept: z.boolean() })

export const listMail = endpoint({
  method: 'GET',
  path: '/mailbox/list',
  permission: 'mailbox.read',
  summary: 'The outbox, newest first: messages that are queued, sent, failed, or kept because no mail server is configured.',
  query: z.strictObject({ ...pagingQuery(), textSearch: TextSearch }),
  response: pagedListOf(MailListRow),
})

export const readMail = endpoint({
  method: 'GET',
  path: '/mailbox/:mailId',
  permission: 'mailbox.read',
  summary:
    'One message of the outbox. It contains the text only if no mail server is configured; outside the demo links and passwords are masked.',
  params: z.strictObject({ mailId: Id }),
  response: MailListRow.extend({
    cc: z.array(z.string()),
    bcc: z.array(z.string()),
    attachments: z.array(MailFile),
    text: z.string(),
  }),
})

export const downloadMailFile = endpoint({
  method: 'GET',
  path: '/mailbox/:mailId/file/:fileId',
  permission: 'mailbox.read',
  summary: 'An attachment of a message, while the mailbox keeps it.',
  params: z.strictObject({ mailId: Id, fileId: Id }),
  responseTypes: ['application/octet-stream'],
  response: FileResponse,
})

/** A message about a property, with its delivery status. */
const SentMail = z.object({
  _id: Id,
  to: z.array(z.string()),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  subject: z.string(),
  attachments: z.array(z.string()),
  state: MailState,
  attempts: z.int(),
  /** Recipients permanently refused by the mail server, with its response. */
  refused: z.array(z.object({ email: z.string(), because: z.string() })),
  lastError: z.string().nullable(),
  /** `null`: sent by a rule. */
  sentBy: z.string().nullable(),
  createdon: Timestamp,
  sentOn: Timestamp.nullable(),
})
export type SentMail = z.output<typeof SentMail>

export const listPropertyMail = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/mail',
  permission: 'property.view',
  summary: 'The e-mails sent from a property, newest first, with their delivery status. Not in the specification.',
  params: propertyParams,
  query: z.strictObject(pagingQuery()),
  response: pagedListOf(SentMail),
})
