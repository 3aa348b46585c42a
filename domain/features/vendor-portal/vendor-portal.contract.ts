import { z } from 'zod'
import { PropertyAddress } from '../../common/address.ts'
import { pagedListOf, pagingQuery } from '../../common/paging.ts'
import { propertyParams } from '../../common/scope-params.ts'
import { Day, Id, Money, Timestamp, TimestampInput } from '../../common/wire.ts'
import { endpoint, liveSubjects } from '../../endpoint.ts'
import { Phase, StepKey, StepType } from '../timeline/timeline.schemas.ts'
import { vendorStepStates } from './vendor-portal.rules.ts'

const StepOutput = z.object({ key: StepKey, name: z.string(), state: z.enum(vendorStepStates), on: Day.nullable() })

/** Message about one save, or what was shown of a conversation. */
const VendorMessage = z.object({
  _id: Id,
  at: Timestamp,
  property: z.object({ _id: Id, line1: z.string() }),
  lines: z.array(z.string()),
})

const ContactPrefs = z.object({ email: z.boolean(), push: z.boolean() })

export const listPortalProperties = endpoint({
  method: 'GET',
  path: '/vendor/properties',
  permission: 'vendor-portal.view',
  liveFor: liveSubjects,
  summary: 'The calling vendor’s properties, newest first.',
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

export const savePortalPreferences = endpoint({
  method: 'PATCH',
  path: '/vendor/preferences',
  permission: 'vendor-portal.view',
  summary: 'Change the calling vendor’s notification preferences.',
  body: z.strictObject({ email: z.boolean('Say yes or no.') }),
  response: ContactPrefs,
})

export const listPortalMessages = endpoint({
  method: 'GET',
  path: '/vendor/messages',
  permission: 'vendor-portal.view',
  liveFor: liveSubjects,
  summary: 'Messages to the calling vendor about saved steps and conversations, newest first, for the last 90 days.',
  query: z.strictObject(pagingQuery()),
  response: pagedListOf(VendorMessage).extend({
    unseen: z.int(),
    /** Later messages are unread; null: all are. */
    seenUntil: Timestamp.nullable(),
  }),
})

export const markPortalMessagesSeen = endpoint({
  method: 'POST',
  path: '/vendor/messages/seen',
  permission: 'vendor-portal.view',
  summary: 'Mark the calling vendor’s messages as seen up to this instant.',
  body: z.strictObject({ until: TimestampInput }),
  response: z.object({ unseen: z.int() }),
})

export const readPortalProperty = endpoint({
  method: 'GET',
  path: '/vendor/property/:companyId/:branchId/:propertyId',
  permission: 'vendor-portal.view',
  liveFor: liveSubjects,
  summary: 'Progress of the calling vendor’s sale in plain words, without fees, notes or other parties’ details.',
  params: propertyParams,
  response: z.object({
    _id: Id,
    address: PropertyAddress,
    phase: Phase,
    logo: Id.nullable(),
    /** Agreed price, otherwise asking price. */
    price: Money.nullable(),
    offerAcceptedOn: Day.nullable(),
    completionDate: Day.nullable(),
    /** Days the agency works towards; null unless it shares them. */
    expected: z.object({ exchange: Day.nullable(), completion: Day.nullable() }).nullable(),
    sale: z.object({
      /** How the sale stands; null while it is agreed: then its steps say it. */
      standing: z.string().nullable(),
      done: z.int(),
      total: z.int(),
      tracks: z.array(z.object({ track: StepType, title: z.string(), done: z.int(), steps: z.array(StepOutput) })),
      now: z.array(StepOutput.extend({ sentence: z.string() })),
      next: StepOutput.nullable(),
    }),
    /** Left out until it was. What came of other checks changes nothing. */
    identityChecked: z.literal(true).optional(),
    viewings: z.array(z.object({ _id: Id, when: Day, time: z.string().nullable(), feedback: z.string() })),
    news: z.array(VendorMessage),
    /** The progressor, otherwise the branch. */
    contact: z.object({ name: z.string(), email: z.string(), tel: z.string() }),
    branch: z.object({ name: z.string(), email: z.string(), tel: z.string() }),
  }),
})
