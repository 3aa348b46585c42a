import { z } from 'zod'
import { Address } from '../../common/address.ts'
import { pagedListOf, pagingQuery } from '../../common/paging.ts'
import { Day, Id, Money, Timestamp, TimestampInput } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { Phase, propertyParams } from '../properties/properties.model.ts'
import { StepKey, StepType } from '../timeline/timeline.schemas.ts'
import { vendorStepStates } from './vendor-portal.rules.ts'

const StepOutput = z.object({ key: StepKey, name: z.string(), state: z.enum(vendorStepStates), on: Day.nullable() })

/** What one save told the vendor, and of which of their properties. */
const VendorMessage = z.object({
  _id: Id,
  at: Timestamp,
  property: z.object({ _id: Id, line1: z.string() }),
  lines: z.array(z.string()),
})

const ContactPrefs = z.object({ email: z.boolean(), push: z.boolean() })

export const listOwnProperties = endpoint({
  method: 'GET',
  path: '/vendor/properties',
  permission: 'own-sale.view',
  summary: 'The properties that the vendor who asks is selling, the newest first.',
  response: z.object({
    data: z.array(
      z.object({
        _id: Id,
        companyId: Id,
        branchId: Id,
        address: z.object({ line1: z.string(), postcode: z.string() }),
        phase: Phase,
      }),
    ),
    contactPrefs: ContactPrefs,
  }),
})

export const saveOwnPreferences = endpoint({
  method: 'PATCH',
  path: '/vendor/preferences',
  permission: 'own-sale.view',
  summary: 'How the vendor wants to hear of their sale.',
  body: z.strictObject({ email: z.boolean('Say yes or no.') }),
  response: ContactPrefs,
})

export const listOwnMessages = endpoint({
  method: 'GET',
  path: '/vendor/messages',
  permission: 'own-sale.view',
  summary: 'What the vendor who asks was told when steps of their properties were saved, the newest first; 90 days back.',
  query: z.strictObject(pagingQuery()),
  response: pagedListOf(VendorMessage).extend({
    unseen: z.int(),
    /** Messages after this are new to the vendor; null: all are. */
    seenUntil: Timestamp.nullable(),
  }),
})

export const saveMessagesSeen = endpoint({
  method: 'POST',
  path: '/vendor/messages/seen',
  permission: 'own-sale.view',
  summary: 'The vendor who asks has seen their messages up to this instant.',
  body: z.strictObject({ until: TimestampInput }),
  response: z.object({ unseen: z.int() }),
})

export const readOwnProperty = endpoint({
  method: 'GET',
  path: '/vendor/property/:companyId/:branchId/:propertyId',
  permission: 'own-sale.view',
  summary: 'How the sale of the vendor’s own property stands, in plain words. No fees, notes or other party’s details.',
  params: propertyParams,
  response: z.object({
    _id: Id,
    address: Address,
    phase: Phase,
    logo: Id.nullable(),
    /** What was agreed, else what is asked. */
    price: Money.nullable(),
    offerAcceptedOn: Day.nullable(),
    completionDate: Day.nullable(),
    exchanged: z.boolean(),
    sale: z.object({
      done: z.int(),
      total: z.int(),
      tracks: z.array(z.object({ track: StepType, title: z.string(), done: z.int(), steps: z.array(StepOutput) })),
      now: z.array(StepOutput.extend({ sentence: z.string() })),
      next: StepOutput.nullable(),
    }),
    viewings: z.array(z.object({ _id: Id, when: Day, time: z.string().nullable(), feedback: z.string() })),
    news: z.array(VendorMessage),
    /** Who looks after the sale: the progressor, else the branch itself. */
    contact: z.object({ name: z.string(), email: z.string(), tel: z.string() }),
    branch: z.object({ name: z.string(), email: z.string(), tel: z.string() }),
  }),
})
