import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Id, Ids, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { Contact } from '../contacts/contacts.contract.ts'
import { ReportRow } from '../report/report.model.ts'
import { openEventTypes } from './open-event-kinds.ts'
import { Gone, OpenProperty, Position } from './open-property.model.ts'

/** Incremental reads for programs. connect.md §3. */

export const maxOpenRows = 100

const Limit = z.codec(
  z.string().regex(/^\d{1,3}$/, 'Use a whole number.'),
  z.int().min(1, 'Use 1 or more.').max(maxOpenRows, `Use ${maxOpenRows} or less.`),
  {
    decode: Number,
    encode: String,
  },
)

const Cursor = z.string().max(200, 'This is not a cursor.')

const readQuery = { cursor: Cursor.optional(), limit: Limit.optional() }

/** `cursor`: where to continue, also next time; `more`: whether there are further rows now. */
const readOf = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row), cursor: Cursor, more: z.boolean() })

const words =
  'In order of position in the company’s record, from the beginning without a cursor. Nothing that was committed is skipped. What was deleted or is out of reach since is { _id, deleted: true }.'

export const readOpenProperties = endpoint({
  method: 'GET',
  path: '/open/:companyId/properties',
  permission: 'property.view',
  scope: 'property:read',
  summary: `Properties changed since a cursor. ${words}`,
  params: companyParams,
  query: z.strictObject({ ...readQuery, branchIds: Ids.optional() }),
  response: readOf(z.union([OpenProperty, Gone])),
})

export const readOpenProperty = endpoint({
  method: 'GET',
  path: '/open/:companyId/property/:propertyId',
  permission: 'property.view',
  scope: 'property:read',
  summary: 'One property, as the incremental read answers it.',
  params: companyParams.extend({ propertyId: Id }),
  response: OpenProperty,
})

export const readOpenPropertyByRef = endpoint({
  method: 'GET',
  path: '/open/:companyId/by-ref/:system/:ref',
  permission: 'property.view',
  scope: 'property:read',
  summary: 'The property that a reference of another system stands for, since an import brought it.',
  params: companyParams.extend({ system: z.string().min(1).max(40), ref: z.string().min(1).max(120) }),
  response: OpenProperty,
})

export const readOpenReport = endpoint({
  method: 'GET',
  path: '/open/:companyId/report',
  permission: 'report.view',
  scope: 'report:read',
  summary: `Rows of the workflow report changed since a cursor. ${words}`,
  params: companyParams,
  query: z.strictObject({ ...readQuery, branchIds: Ids.optional() }),
  response: readOf(z.union([ReportRow.extend({ position: Position }), Gone])),
})

const OpenEvent = z.object({
  position: Position,
  _id: Id,
  at: Timestamp,
  type: z.enum(openEventTypes),
  /** Null: about the company, such as a finished import. */
  propertyId: Id.nullable(),
  branchId: Id.nullable(),
  /** Ids, codes, days and amounts; never names, addresses or free text. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  via: z.enum(['app', 'vendor', 'api', 'party', 'import', 'job', 'unknown']),
})
export type OpenEvent = z.output<typeof OpenEvent>

const Kinds = z
  .string()
  .max(1000, 'Choose fewer.')
  .superRefine((text, context) => {
    const unknown = text.split(',').find((type) => !(openEventTypes as readonly string[]).includes(type))
    if (unknown !== undefined) context.addIssue({ code: 'custom', message: `There is no kind ${unknown.slice(0, 40)}.` })
  })

export const readOpenEvents = endpoint({
  method: 'GET',
  path: '/open/:companyId/events',
  permission: 'record.view',
  scope: 'event:read',
  summary: 'What happened to properties since a cursor, in order of position: ids, codes, days and amounts.',
  params: companyParams,
  query: z.strictObject({ ...readQuery, kinds: Kinds.optional(), propertyId: Id.optional(), branchIds: Ids.optional() }),
  response: readOf(OpenEvent),
})

export const readOpenContacts = endpoint({
  method: 'GET',
  path: '/open/:companyId/contacts',
  permission: 'contact.view',
  scope: 'contact:read',
  summary: `Firms and their people changed since a cursor. ${words}`,
  params: companyParams,
  query: z.strictObject(readQuery),
  response: readOf(z.union([Contact.extend({ position: Position }), Gone])),
})
