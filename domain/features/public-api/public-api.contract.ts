import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Id, Ids, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { saleAnswer } from '../assistants/answers.ts'
import { Contact } from '../contacts/contacts.contract.ts'
import { ReportRow } from '../report/report.model.ts'
import { openEventTypes } from './open-event-kinds.ts'
import { Gone, OpenProperty, Position } from './open-property.model.ts'

/** Incremental reads for API keys. [connect §3](docs/design/connect.md#3). */

export const maxOpenRows = 100

const Limit = z.codec(
  z.string().regex(/^\d{1,3}$/, 'Use a whole number.'),
  z.int().min(1, 'Use 1 or more.').max(maxOpenRows, `Use ${maxOpenRows} or less.`),
  {
    decode: Number,
    encode: String,
  },
)

const Cursor = z.string().max(200, 'Invalid cursor.')

const readQuery = { cursor: Cursor.optional(), limit: Limit.optional() }

/** `cursor`: where the next read continues. `more`: whether further rows exist now. */
const readOf = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row), cursor: Cursor, more: z.boolean() })

const words =
  'Ordered by position in the company’s record; starts at the beginning without a cursor. No committed row is skipped. Rows that were deleted or left the scope are { _id, deleted: true }.'

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
  summary: 'Get one property, as returned by the incremental read.',
  params: companyParams.extend({ propertyId: Id }),
  response: OpenProperty,
  assistant: {
    tool: 'read_sale',
    scope: 'property:read',
    title: 'Read a sale',
    description:
      'One property: steps of its sale with state and days (C done, IP under way, B delayed, NS not started, NA left out), price, offers, chain, expected days, and its people if you may see them.',
    answer: saleAnswer,
  },
})

export const readOpenPropertyByRef = endpoint({
  method: 'GET',
  path: '/open/:companyId/by-ref/:system/:ref',
  permission: 'property.view',
  scope: 'property:read',
  summary: 'Get the property with a reference of another system, which an import has stored.',
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
  /** `null` for company events, such as a finished import. */
  propertyId: Id.nullable(),
  branchId: Id.nullable(),
  /** Contains ids, codes, days and amounts, but no names, addresses or free text. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  via: z.enum(['app', 'vendor', 'api', 'party', 'import', 'job', 'unknown']),
})
export type OpenEvent = z.output<typeof OpenEvent>

const Kinds = z
  .string()
  .max(1000, 'Choose fewer.')
  .superRefine((text, context) => {
    const unknown = text.split(',').find((type) => !(openEventTypes as readonly string[]).includes(type))
    if (unknown !== undefined) context.addIssue({ code: 'custom', message: `Unknown kind ${unknown.slice(0, 40)}.` })
  })

export const readOpenEvents = endpoint({
  method: 'GET',
  path: '/open/:companyId/events',
  permission: 'record.view',
  scope: 'event:read',
  summary: 'Events of properties since a cursor, in order of position: ids, codes, days and amounts.',
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
