import { z } from 'zod'
import { TextSearch } from '../../common/paging.ts'
import { companyParams } from '../../common/scope-params.ts'
import { Day, Id, Ids, paragraph, Timestamp, Version } from '../../common/wire.ts'
import { endpoint, liveSubjects } from '../../endpoint.ts'
import { updateAnswer } from '../assistants/answers.ts'
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
  vendor: z.object({
    ref: z.string(),
    name: z.string(),
    salutation: z.string(),
    tel: z.string(),
    /** Empty: there is none. */
    email: z.string(),
    /** Token for `POST auth/verifyemail/resend`; null if the address is confirmed, or there is none. */
    accountActivationToken: Id.nullable(),
  }),
  /** `null`: never updated. */
  lastUpdatedOn: Day.nullable(),
  /** Days since then, or since the acceptance or the launch. */
  daysUntold: z.int(),
  /** How the update reaches the vendor. `telephone`: there is no confirmed address. */
  how: z.enum(updateMeans),
  draft: z.object({
    /** Empty: nothing can be said until the record is brought up to date; `prompts` says why. */
    text: z.string(),
    /** What to find out, or to add, before it is sent. */
    prompts: z.array(z.string()),
    since: Timestamp,
    edited: z.boolean(),
    /** The last editor. */
    editedBy: z.string().nullable(),
    /** Name of the application whose draft it is. */
    draftedWith: z.string().nullable(),
    /** What to check before the text of an assistant is sent. */
    caution: z.string().nullable(),
    /** Events since the draft was edited, one sentence each. */
    happenedSince: z.array(z.string()),
    /** A fall-off or restore since the draft was edited. The draft cannot be sent until it is saved again. */
    overtakenBy: z.enum(updateOvertakers).nullable(),
    /** Version of an edited draft. `null`: the draft is generated from the record and not stored. */
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
  liveFor: liveSubjects,
  summary:
    'List at most 100 vendors who are due for an update with their drafts, longest without an update first. Generated drafts are not stored.',
  params: companyParams,
  query: z.strictObject({ ...updateFilters, searchText: TextSearch }),
  response: z.object({ data: z.array(VendorUpdate), counts: UpdateCounts }),
})

export const readUpdateCounts = endpoint({
  method: 'GET',
  path: '/update/:companyId/counts',
  permission: 'day.view',
  liveFor: liveSubjects,
  readsFromStandby: true,
  summary: 'Count the vendors who are due for an update, and those updated or skipped today.',
  params: companyParams,
  query: z.strictObject(updateFilters),
  response: UpdateCounts,
})

export const saveUpdate = endpoint({
  method: 'PUT',
  path: '/update/:companyId/:propertyId',
  permission: 'day.work',
  summary: 'Save an edited draft. It is no longer generated from the record; an empty text discards the edit.',
  params: saleParams,
  body: z.strictObject({
    text: paragraph(maxUpdateText),
    /** Version of the edited draft. Omitted: it was not stored yet. */
    version: Version.optional(),
  }),
  response: VendorUpdate,
  assistant: {
    tool: 'draft_vendor_update',
    scope: 'draft:write',
    title: 'Draft an update to a vendor',
    description:
      'Draft the next update to the vendor of a sale, which a person reads, changes and sends in GYA. Replaces an own draft alone.',
    answer: updateAnswer,
  },
})

const UpdateDone = z.object({ undoId: Id, description: z.string() })

export const sendUpdate = endpoint({
  method: 'POST',
  path: '/update/:companyId/:propertyId/send',
  permission: 'day.work',
  summary: 'Send the vendor an update: app, and e-mail if wanted. Without `version` the text must be what the record gives now.',
  params: saleParams,
  body: z.strictObject({
    text: paragraph(maxUpdateText).min(1, 'Enter a text for the vendor.'),
    version: Version.optional(),
  }),
  response: UpdateDone,
})

export const skipUpdate = endpoint({
  method: 'POST',
  path: '/update/:companyId/:propertyId/skip',
  permission: 'day.work',
  summary: 'Skip this update. `spoke` logs a conversation with the vendor; otherwise the vendor does not count as updated.',
  params: saleParams,
  body: z.strictObject({ reason: z.enum(updateSkipReasons, 'Choose a reason.'), version: Version.optional() }),
  response: UpdateDone,
})
