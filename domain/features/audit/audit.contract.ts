import { z } from 'zod'
import { listInText } from '../../common/list-in-text.ts'
import { pagedListOf, pagingQuery } from '../../common/paging.ts'
import { companyParams } from '../../common/scope-params.ts'
import { Day, FileResponse, Id, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { readNetwork } from './audit.rules.ts'
import { type AuditGroup, type AuditKind, auditGroups, auditKinds } from './audit-kinds.ts'

/**
 * The audit of a company: who signed in from where, what was taken out, and what was changed about people and rules. That of
 * the platform has calls of its own at `companyId` = `platform`. Design of trust, section 3.
 */

const groupNames = Object.keys(auditGroups) as AuditGroup[]
const kindNames = Object.keys(auditKinds) as AuditKind[]

const Network = z
  .string()
  .trim()
  .max(45, 'This is not a network.')
  .refine((text) => readNetwork(text) !== null, 'This is not a network, such as 203.0.113.7 or 203.0.113.0/24.')

const filters = {
  groups: listInText(groupNames, 'This is not a group of the audit.').optional(),
  kinds: listInText(kindNames, 'This is not a kind of the audit.').optional(),
  userId: Id.optional(),
  aboutUserId: Id.optional(),
  /** Everything of one session: the `sessionId` of an entry. */
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
  /** Null for kinds that are no longer written. */
  group: z.enum(groupNames).nullable(),
  words: z.string(),
  facts: z.array(z.object({ what: z.string(), from: z.string().optional(), to: z.string().optional() })),
  /** Who did it; null for refusals of somebody not signed in, and for jobs. */
  user: Who.nullable(),
  /** The account that was acted on. */
  about: Who.nullable(),
  /** The property or branch that was acted on. */
  place: z.string().nullable(),
  /** Null once its account was erased, and for jobs. Cut to a network after 12 months. */
  network: z.string().nullable(),
  /** "Firefox on Windows"; empty if unknown. */
  device: z.string(),
  sessionId: Id.nullable(),
})

const auditList = pagedListOf(AuditEntry).extend({
  /** There are more lines than `paging.count`, which is as far as the pages go. */
  more: z.boolean(),
  /** The people of the filters. */
  user: Who.nullable(),
  about: Who.nullable(),
})

const summary = 'newest first, filtered by groups or kinds, by whom, about whom, session, days (both ends included) and network.'

export const listAudit = endpoint({
  method: 'GET',
  path: '/audit/:companyId',
  permission: 'audit.view',
  summary: `The audit of a company, ${summary}`,
  params: companyParams,
  query: listQuery,
  response: auditList,
})

export const downloadAudit = endpoint({
  method: 'GET',
  path: '/audit/csv/:companyId',
  permission: 'audit.view',
  summary: 'The same as CSV: the newest 100,000 lines. Recorded in the audit itself.',
  params: companyParams,
  query: csvQuery,
  responseTypes: ['text/csv'],
  response: FileResponse,
})

export const listPlatformAudit = endpoint({
  method: 'GET',
  path: '/audit/platform',
  permission: 'operations.view',
  summary: `The audit of the platform, ${summary}`,
  query: listQuery,
  response: auditList,
})

export const downloadPlatformAudit = endpoint({
  method: 'GET',
  path: '/audit/csv/platform',
  permission: 'operations.view',
  summary: 'The audit of the platform as CSV: the newest 100,000 lines. Recorded in it.',
  query: csvQuery,
  responseTypes: ['text/csv'],
  response: FileResponse,
})
