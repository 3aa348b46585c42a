import { z } from 'zod'
import { companyParams, propertyParams } from '../../common/scope-params.ts'
import { Day, Id, paragraph, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import {
  CheckNote,
  Gate,
  GateItem,
  GateItemInput,
  GateMode,
  gateCheckStates,
  maxGateItems,
  minOverrideReason,
  Reference,
} from './gates.model.ts'

const GateTemplate = z.object({
  modes: z.object({ accept: GateMode, exchange: GateMode }),
  /** The items of both gates, in order. */
  items: z.array(GateItem),
  version: Version,
})

export const readGateTemplate = endpoint({
  method: 'GET',
  path: '/company/:companyId/gates',
  permission: 'gate.template',
  summary: 'What the company wants to see before an offer is accepted and before exchange.',
  params: companyParams,
  response: GateTemplate,
})

export const saveGateTemplate = endpoint({
  method: 'PUT',
  path: '/company/:companyId/gates',
  permission: 'gate.template',
  summary: 'Change modes and items. It counts for offers accepted afterwards.',
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'changed the gates',
  params: companyParams,
  body: z.strictObject({
    modes: z.strictObject({ accept: GateMode, exchange: GateMode }),
    items: z.array(GateItemInput).max(2 * maxGateItems, `Use at most ${2 * maxGateItems} items.`),
    version: Version.optional(),
  }),
  response: GateTemplate,
})

const Effect = z.object({
  /** Pending offers, or sales that have not exchanged; the newest 200. */
  waiting: z.int(),
  /** Of these, those that lack something, and how many items they lack altogether. */
  lacking: z.int(),
  items: z.int(),
})

export const readGateEffect = endpoint({
  method: 'GET',
  path: '/company/:companyId/gates/effect',
  permission: 'gate.template',
  summary: 'What *block* would stop today, with the template as it is saved, and how many items were overridden in a week.',
  params: companyParams,
  response: z.object({
    accept: Effect,
    exchange: Effect,
    /** Items overridden in the last 7 days, and in the 7 days before. */
    overrides: z.object({ week: z.int(), before: z.int() }),
  }),
})

const GateLine = z.object({
  item: GateItem,
  state: z.enum(gateCheckStates),
  /** Why the item is open, as a sentence; null if it is not open. */
  why: z.string().nullable(),
  reference: z.string(),
  document: z.object({ _id: Id, fileName: z.string() }).nullable(),
  note: z.string(),
  metOn: Timestamp.nullable(),
  metBy: z.string().nullable(),
  expiresOn: Day.nullable(),
  /** Why it was overridden. */
  reason: z.string(),
  /** The caller’s role may override it. */
  mayOverride: z.boolean(),
  /** The check of another offer of the property that serves this item, while it is open. */
  earlier: z
    .object({
      buyer: z.string(),
      on: Day,
      reference: z.string(),
      documentId: Id.nullable(),
      note: z.string(),
      expiresOn: Day.nullable(),
    })
    .nullable(),
  /** Of the check; missing before the first save. */
  version: Version.optional(),
})

export const GateView = z.object({
  gate: Gate,
  /** `off`: nothing is required, and there are no items. */
  mode: GateMode,
  offerId: Id.nullable(),
  items: z.array(GateLine),
})
export type GateView = z.output<typeof GateView>

const gateParams = propertyParams.extend({ gate: Gate })
const checkParams = gateParams.extend({ itemId: Id })

export const readGate = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/gate/:gate',
  permission: 'property.view',
  summary:
    'A gate of an offer: what is there and what is missing. Without offerId that of the accepted offer; without either, the mode and no items.',
  params: gateParams,
  query: z.strictObject({ offerId: Id.optional() }),
  response: GateView,
})

export const saveGateCheck = endpoint({
  method: 'PUT',
  path: '/property/:companyId/:branchId/:propertyId/gate/:gate/check/:itemId',
  permission: 'gate.check',
  summary: 'Enter the evidence of an item. It is met once its evidence is there.',
  params: checkParams,
  body: z.strictObject({
    offerId: Id,
    reference: Reference.optional(),
    documentId: Id.nullable().optional(),
    note: CheckNote.optional(),
    /** Default: the number of days set in the item. */
    expiresOn: Day.optional(),
    version: Version.optional(),
  }),
  response: GateView,
})

export const deleteGateCheck = endpoint({
  method: 'DELETE',
  path: '/property/:companyId/:branchId/:propertyId/gate/:gate/check/:itemId',
  permission: 'gate.check',
  summary: 'Take the evidence of an item back: it is open again.',
  params: checkParams,
  query: z.strictObject({ offerId: Id }),
  response: GateView,
})

export const overrideGate = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/gate/:gate/override',
  permission: 'gate.override',
  summary: 'Go on without items, with a reason each; for this offer only, and only by roles that the item names.',
  params: gateParams,
  body: z.strictObject({
    offerId: Id,
    items: z
      .array(
        z.strictObject({
          itemId: Id,
          reason: paragraph(500).min(minOverrideReason, `Say why, in ${minOverrideReason} characters or more.`),
        }),
      )
      .min(1, 'Choose an item.')
      .max(maxGateItems, 'Choose fewer.'),
  }),
  response: GateView,
})
