import { z } from 'zod'
import { TextSearch } from '../../common/paging.ts'
import { companyParams } from '../../common/scope-params.ts'
import { Day, Id, Ids, paragraph, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { Phase } from '../timeline/timeline.schemas.ts'
import { maxUpdateText, updateMeans, updateOvertakers, updateSkipReasons } from './vendor-updates.model.ts'

const UpdateCounts = z.object({
  /** Vendors who are due for an update. */
  due: z.int(),
  /** Since midnight in London. */
  sent: z.int(),
  skipped: z.int(),
})
export type UpdateCounts = z.output<typeof UpdateCounts>

const VendorUpdate = z.object({
  propertyId: Id,
  branchId: Id,
  address: z.object({ line1: z.string(), postcode: z.string() }),
  phase: Phase,
  progressor: z.object({ _id: Id, name: z.string() }).nullable(),
  vendor: z.object({ ref: z.string(), name: z.string(), salutation: z.string(), tel: z.string(), email: z.string() }),
  /** Null: never told. */
  lastUpdatedOn: Day.nullable(),
  /** Since then, or since the acceptance or the launch. */
  daysUntold: z.int(),
  /** How the vendor gets it; `telephone`: there is no confirmed address. */
  how: z.enum(updateMeans),
  draft: z.object({
    text: z.string(),
    since: Timestamp,
    edited: z.boolean(),
    /** Who edited it last. */
    editedBy: z.string().nullable(),
    /** What happened since it was edited, a sentence each. */
    happenedSince: z.array(z.string()),
    /** What became of the sale since it was edited: it is not sent until somebody saves it again. */
    overtakenBy: z.enum(updateOvertakers).nullable(),
    /** Of an edited draft; null: it follows the record and is not stored. */
    version: Version.nullable(),
  }),
})
export type VendorUpdate = z.output<typeof VendorUpdate>

const updateFilters = {
  /** A user's id, `me` (default), `nobody`, or `all` of one branch. */
  who: z.union([z.enum(['me', 'nobody', 'all']), Id], 'Use me, nobody, all or an id.').optional(),
  branchIds: Ids.optional(),
}

const saleParams = companyParams.extend({ propertyId: Id })

export const listUpdates = endpoint({
  method: 'GET',
  path: '/update/:companyId',
  permission: 'day.view',
  summary: 'Vendors who are due for an update with a draft each, the longest untold first; at most 100. Drafts are not stored.',
  params: companyParams,
  query: z.strictObject({ ...updateFilters, searchText: TextSearch }),
  response: z.object({ data: z.array(VendorUpdate), counts: UpdateCounts }),
})

export const readUpdateCounts = endpoint({
  method: 'GET',
  path: '/update/:companyId/counts',
  permission: 'day.view',
  readsFromStandby: true,
  summary: 'How many vendors are due for an update, and how many were sent one or skipped today.',
  params: companyParams,
  query: z.strictObject(updateFilters),
  response: UpdateCounts,
})

export const saveUpdate = endpoint({
  method: 'PUT',
  path: '/update/:companyId/:propertyId',
  permission: 'day.work',
  summary: 'Save an edited draft. It no longer follows the record; an empty text lets it follow again.',
  params: saleParams,
  body: z.strictObject({
    text: paragraph(maxUpdateText),
    /** Of the draft that was edited; missing: it was not stored yet. */
    version: Version.optional(),
  }),
  response: VendorUpdate,
})

const UpdateDone = z.object({ undoId: Id, description: z.string() })

export const sendUpdate = endpoint({
  method: 'POST',
  path: '/update/:companyId/:propertyId/send',
  permission: 'day.work',
  summary: 'Send the vendor an update: app, and e-mail if wanted. Without `version` the text must be what the record gives now.',
  params: saleParams,
  body: z.strictObject({
    text: paragraph(maxUpdateText).min(1, 'Write what the vendor reads.'),
    version: Version.optional(),
  }),
  response: UpdateDone,
})

export const skipUpdate = endpoint({
  method: 'POST',
  path: '/update/:companyId/:propertyId/skip',
  permission: 'day.work',
  summary: 'Leave out this update. `spoke` logs a conversation with the vendor; otherwise the vendor stays untold.',
  params: saleParams,
  body: z.strictObject({ reason: z.enum(updateSkipReasons, 'Choose a reason.'), version: Version.optional() }),
  response: UpdateDone,
})
