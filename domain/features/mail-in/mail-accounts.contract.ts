import { z } from 'zod'
import { branchParams } from '../../common/scope-params.ts'
import { Day, Id, line, requiredLine, Success, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { accountTestLimits, imapPort } from './mail-accounts.rules.ts'

const accountParams = branchParams.extend({ accountId: Id })

const fields = {
  name: requiredLine(80, 'a name'),
  /** `microsoft`: the agency's own application at Microsoft 365, which takes no passwords. */
  kind: z.enum(['password', 'microsoft']),
  host: line(253)
    .toLowerCase()
    .regex(/^(?:localhost|(?:[a-z0-9-]+\.)+[a-z0-9-]+)$/, 'Enter the name of a server.'),
  port: z.int().min(1).max(65_535),
  userName: requiredLine(254, 'a user'),
  /** Of the application; empty for a password. */
  tenant: line(100),
  clientId: line(100),
}

/** The password, or the secret of the application. No answer contains it. */
const secret = z.string().min(1, 'Enter it.').max(500)

const MailAccount = z.object({
  _id: Id,
  ...fields,
  fromDay: Day,
  /** Folders that are read. */
  folders: z.array(z.string()),
  state: z.enum(['on', 'failing', 'off']),
  failingSince: Timestamp.nullable(),
  /** What is wrong; empty if nothing is. */
  words: z.string(),
  lastReadOn: Timestamp.nullable(),
  /** Messages looked at, and of these the copied ones, which are about sales. */
  seen: z.int(),
  copied: z.int(),
  version: Version,
})
export type MailAccount = z.output<typeof MailAccount>

export const listMailAccounts = endpoint({
  method: 'GET',
  path: '/branch/:companyId/:branchId/mail-account',
  permission: 'mail.settings',
  summary: 'List the mail accounts of a branch, which are read by IMAP, oldest first.',
  params: branchParams,
  response: z.object({ data: z.array(MailAccount) }),
})

export const createMailAccount = endpoint({
  method: 'POST',
  path: '/branch/:companyId/:branchId/mail-account',
  permission: 'mail.settings',
  summary: 'Add a mail account. Only messages about sales are copied from it, and nothing in it is changed.',
  params: branchParams,
  body: z.strictObject({
    ...fields,
    port: fields.port.default(imapPort),
    tenant: fields.tenant.default(''),
    clientId: fields.clientId.default(''),
    secret,
    fromDay: Day,
  }),
  response: MailAccount,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'added a mail account',
  refusedInSupportAccess: 'always',
})

export const updateMailAccount = endpoint({
  method: 'PATCH',
  path: '/branch/:companyId/:branchId/mail-account/:accountId',
  permission: 'mail.settings',
  summary: 'Update a mail account, or switch it on or off. For another server or user its secret has to be given again.',
  params: accountParams,
  body: z.strictObject({
    ...z.strictObject(fields).partial().shape,
    secret: secret.optional(),
    on: z.boolean('Say yes or no.').optional(),
    version: Version,
  }),
  response: MailAccount,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'changed a mail account',
  refusedInSupportAccess: 'always',
})

export const deleteMailAccount = endpoint({
  method: 'DELETE',
  path: '/branch/:companyId/:branchId/mail-account/:accountId',
  permission: 'mail.settings',
  summary: 'Delete a mail account. What was copied from it stays.',
  params: accountParams,
  response: Success,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'deleted a mail account',
})

export const testMailAccount = endpoint({
  method: 'POST',
  path: '/branch/:companyId/:branchId/mail-account/:accountId/test',
  permission: 'mail.settings',
  summary: 'Sign in to a mail account, and count the messages of the last 7 days and those that would be copied. Writes nothing.',
  params: accountParams,
  response: z.object({
    success: z.boolean(),
    /** Why it failed. Never the server's text. */
    words: z.string(),
    folders: z.array(z.string()),
    seen: z.int(),
    wouldCopy: z.int(),
  }),
  limits: accountTestLimits,
})
