import { z } from 'zod'
import { companyParams, propertyParams } from '../../common/scope-params.ts'
import { Day, Id, Money, paragraph, requiredLine, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { ExpectedDates } from '../expected-dates/expected-dates.model.ts'
import { PropertyDetail } from '../properties/properties.model.ts'
import { StepState } from '../timeline/timeline.schemas.ts'
import { ChainNews } from './chain-news.ts'
import { FallOffParty, FallOffReason, FallOffReasonInput, maxFallOffReasons, maxMayContactWords } from './fall-off-reasons.ts'
import { maxFallOffReason } from './fall-offs.rules.ts'
import { RescuePerson, rescueKinds, rescueOutcomes } from './rescue.ts'

export const performFallOff = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/reset',
  permission: 'property.edit',
  summary: 'Perform a fall-off: the sale is archived and the property is restored to just before the offer was accepted.',
  params: propertyParams,
  body: z.strictObject({
    note: paragraph(maxFallOffReason).min(1, 'Enter the reason.'),
    /** One of the company's list; missing: not classified. */
    reasonId: Id.optional(),
    /** Missing: that of the reason. */
    party: FallOffParty.optional(),
    version: Version.optional(),
  }),
  response: PropertyDetail,
})

const Count = z.int()

/** Another sale of the company that is in this sale's chain or has this sale in its own. */
const LinkedSale = z.object({
  _id: Id,
  branch: Id,
  line1: z.string(),
  /** The person who gets it as news; null: no sales progressor is assigned. */
  progressor: z.string().nullable(),
})

export const previewFallOff = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/reset/preview',
  permission: 'property.edit',
  summary: 'What a fall-off would do, made by the same function that does it. A reset with this version does exactly that.',
  params: propertyParams,
  response: z.object({
    version: Version,
    /** Null: no offer is accepted. */
    offer: z.object({ _id: Id, name: z.string(), amount: Money, acceptedOn: Day.nullable() }).nullable(),
    /** Steps that change. `to` is null for a survey that was added for this sale: it is removed. */
    steps: z.array(z.object({ key: z.int(), title: z.string(), from: StepState, to: StepState.nullable() })),
    /** Archived with the sale and removed from the property. */
    archived: z.object({
      agreedPrice: Money.nullable(),
      completionDate: Day.nullable(),
      ...ExpectedDates.shape,
      expectedFee: Money.nullable(),
    }),
    tasks: z.object({ cancelled: Count, kept: Count }),
    callBacks: Count,
    /** Party links that end, and their open proposals, which lapse. */
    partyLinks: Count,
    proposals: Count,
    snoozes: z.object({ ending: Count, kept: Count }),
    /** Linked sales of the company that are notified; those outside the caller's scope are only counted. */
    linkedSales: z.array(LinkedSale),
    linkedSalesElsewhere: Count,
    /** Agents of other companies in the chain, who have to be told by telephone. */
    outsideLinks: z.array(z.object({ position: Count, name: z.string(), agent: z.string(), tel: z.string() })),
    /** Earlier bidders and viewers: who agreed to be contacted, and who was not asked. */
    rescue: z.object({ mayContact: Count, notAsked: Count }),
    /** Days since it was put on the market; null if it never was. */
    daysOnMarket: Count.nullable(),
    /** Days since the offer was accepted; null without an accepted offer, or if the day is unknown. */
    daysUnderOffer: Count.nullable(),
  }),
})

export const previewRestore = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/:fallOffId/restore',
  permission: 'property.edit',
  summary:
    'What restoring a sale would bring back: expected dates, completion date, cancelled tasks, snoozes and proposals of parties.',
  params: propertyParams.extend({ fallOffId: Id }),
  response: z.object({
    expected: ExpectedDates,
    completionDate: Day.nullable(),
    tasks: Count,
    snoozes: Count,
    /** Parties whose links ended with the sale. They stay ended. */
    partyLinks: Count,
    /** Proposals of parties that lapsed with the sale. They are open again. */
    proposals: Count,
  }),
})

export const restoreFallOff = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/:fallOffId/restore',
  permission: 'property.edit',
  summary: 'Restore a sale that fell off.',
  params: propertyParams.extend({ fallOffId: Id }),
  response: PropertyDetail,
})

export const deleteFallOff = endpoint({
  method: 'DELETE',
  path: '/property/:companyId/:branchId/:propertyId/:fallOffId/restore',
  permission: 'property.edit',
  summary: 'Remove a fall-off from the list; the property’s history keeps it.',
  params: propertyParams.extend({ fallOffId: Id }),
  response: PropertyDetail,
})

export const classifyFallOff = endpoint({
  method: 'PATCH',
  path: '/property/:companyId/:branchId/:propertyId/fall-offs/:fallOffId',
  permission: 'property.edit',
  summary: 'Say for which reason of the company’s list a sale fell off; also of sales that fell off before there was a list.',
  params: propertyParams.extend({ fallOffId: Id }),
  body: z.strictObject({ reasonId: Id, party: FallOffParty.optional(), version: Version.optional() }),
  response: PropertyDetail,
})

const FallOffReasons = z.object({
  reasons: z.array(FallOffReason),
  /** The question asked when an offer or a viewing is entered. */
  mayContactWords: z.string(),
  version: Version,
})

export const readFallOffReasons = endpoint({
  method: 'GET',
  path: '/company/:companyId/fall-off-reasons',
  permission: 'company.view',
  summary: 'The reasons for which sales of this company fall off, in its order, and the question for consent to be contacted.',
  params: companyParams,
  response: FallOffReasons,
})

export const saveFallOffReasons = endpoint({
  method: 'PUT',
  path: '/company/:companyId/fall-off-reasons',
  permission: 'company.edit',
  summary: 'Replace the list of reasons. One for which a sale fell off is hidden when it is left out, never deleted.',
  params: companyParams,
  body: z.strictObject({
    reasons: z
      .array(FallOffReasonInput)
      .min(1, 'Keep at least one reason.')
      .max(maxFallOffReasons, `Use at most ${maxFallOffReasons} reasons.`)
      .refine((reasons) => reasons.some(({ active }) => active), 'Keep at least one reason.')
      .refine(
        (reasons) => new Set(reasons.map(({ name }) => name.toLowerCase())).size === reasons.length,
        'Two reasons have the same name.',
      ),
    mayContactWords: requiredLine(maxMayContactWords, 'the question'),
    version: Version.optional(),
  }),
  response: FallOffReasons,
})

const RescueList = z.object({
  fallOff: z.object({ _id: Id, on: Timestamp, buyer: z.string(), reason: z.string().nullable() }),
  /** Best first. */
  people: z.array(RescuePerson),
})

export const readRescueList = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/rescue',
  permission: 'property.edit',
  summary: 'Earlier bidders and viewers after a fall-off, best first; number and e-mail only of who agreed to be contacted.',
  params: propertyParams,
  query: z.strictObject({ fallOffId: Id }),
  response: RescueList,
})

export const markRescue = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/rescue/mark',
  permission: 'property.edit',
  summary: 'Record what came of asking somebody on the rescue list.',
  params: propertyParams,
  body: z.strictObject({
    fallOffId: Id,
    kind: z.enum(rescueKinds, 'Choose an offer or a viewing.'),
    personId: Id,
    outcome: z.enum(rescueOutcomes, 'Choose what came of it.'),
  }),
  response: RescueList,
})

export const readChainNews = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/chain/told',
  permission: 'property.edit',
  summary: 'Which agents outside the company are to be told of the last fall-off or restored sale, with their numbers.',
  params: propertyParams,
  response: z.object({ news: ChainNews.nullable() }),
})

export const tellChain = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/chain/told',
  permission: 'property.edit',
  summary: 'Record that the agent at this position of the chain was told; logs the conversation if the agent is a contact.',
  params: propertyParams,
  body: z.strictObject({ position: z.int('Choose a link.').min(0, 'Choose a link.').max(50, 'Choose a link.') }),
  response: z.object({ news: ChainNews.nullable() }),
})
