import { z } from 'zod'
import { listInText } from '../../common/list-in-text.ts'
import { pagedListOf, pagingQuery } from '../../common/paging.ts'
import { companyParams } from '../../common/scope-params.ts'
import { Day, FileResponse, Id, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { readNetwork } from './audit.rules.ts'
import { type AuditGroup, type AuditKind, auditGroups, auditKinds } from './audit-kinds.ts'

/**
 * The audit log of a company: sign-ins, exported data, and changes of people and rules. The platform has calls of its own, with `companyId`
 * = `platform`. [trust §3](docs/design/trust.md#3).
 */

const groupNames = Object.keys(auditGroups) as AuditGroup[]
const kindNames = Object.keys(auditKinds) as AuditKind[]

const Network = z
  .string()
  .trim()
  .max(45, 'Invalid network.')
  .refine((text) => readNetwork(text) !== null, 'Enter a network, such as 203.0.113.7 or 203.0.113.0/24.')

const filters = {
  groups: listInText(groupNames, 'Unknown audit group.').optional(),
  kinds: listInText(kindNames, 'Unknown audit kind.').optional(),
  userId: Id.optional(),
  aboutUserId: Id.optional(),
  /** Only entries of one session: the `sessionId` of an entry. */
  sessionId: Id.optional(),
  dateStart: Day.optional(),
  dateEnd: Day.optional(),
  network: Network.optional(),
}

function checkDays(
  { dateStart, dateEnd }: { dateStart?: string | undefined; dateEnd?: string | undefined },
  context: z.RefinementCtx,
) {
  if (dateStart !== undefined && dateEnd !== undefined && dateEnd < dateStart)
    context.addIssue({ code: 'custom', path: ['dateEnd'], message: 'The last day is before the first.' })
}

const listQuery = z.strictObject({ ...pagingQuery(), ...filters }).superRefine(checkDays)
const csvQuery = z.strictObject(filters).superRefine(checkDays)

const Who = z.object({ _id: Id, name: z.string(), role: z.string() })

export const AuditEntry = z.object({
  _id: Id,
  at: Timestamp,
  kind: z.string(),
  /** `null` for kinds that are no longer written. */
  group: z.enum(groupNames).nullable(),
  words: z.string(),
  facts: z.array(z.object({ what: z.string(), from: z.string().optional(), to: z.string().optional() })),
  /** The author. `null` for jobs and for refusals without a signed-in user. */
  user: Who.nullable(),
  /** The affected account. */
  about: Who.nullable(),
  /** The affected property or branch. */
  place: z.string().nullable(),
  /** `null` for jobs and after the account was erased. Truncated to a network after 12 months. */
  network: z.string().nullable(),
  /** "Firefox on Windows"; empty if unknown. */
  device: z.string(),
  sessionId: Id.nullable(),
})

const auditList = pagedListOf(AuditEntry).extend({
  /** Whether there are more lines than `paging.count`, the maximum of the list. */
  more: z.boolean(),
  /** The names of the users in the filters. */
  user: Who.nullable(),
  about: Who.nullable(),
})

const summary = 'newest first, filtered by groups or kinds, author, affected account, session, days (inclusive) and network.'

export const listAudit = endpoint({
  method: 'GET',
  path: '/audit/:companyId',
  permission: 'audit.view',
  summary: `List the audit log of a company, ${summary}`,
  params: companyParams,
  query: listQuery,
  response: auditList,
})

export const downloadAudit = endpoint({
  method: 'GET',
  path: '/audit/csv/:companyId',
  permission: 'audit.view',
  summary: 'Download the audit log as CSV: the newest 100,000 lines. The download is audited too.',
  params: companyParams,
  query: csvQuery,
  responseTypes: ['text/csv'],
  response: FileResponse,
})

export const listPlatformAudit = endpoint({
  method: 'GET',
  path: '/audit/platform',
  permission: 'operations.view',
  summary: `List the audit log of the platform, ${summary}`,
  query: listQuery,
  response: auditList,
})

export const downloadPlatformAudit = endpoint({
  method: 'GET',
  path: '/audit/csv/platform',
  permission: 'operations.view',
  summary: 'Download the audit log of the platform as CSV: the newest 100,000 lines. The download is audited too.',
  query: csvQuery,
  responseTypes: ['text/csv'],
  response: FileResponse,
})
