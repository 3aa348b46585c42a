import { z } from 'zod'
import { Day, Id, Timestamp } from '../../common/wire.ts'

/**
 * A party link opens the page of one sale for a solicitor or the buyer. A proposal is what they submit there.
 * [connect §6](docs/design/connect.md#6).
 */

export const linkParties = ['vendor-conveyancer', 'buyer-conveyancer', 'buyer'] as const
export const LinkParty = z.enum(linkParties, 'Choose a party.')
export type LinkParty = z.output<typeof LinkParty>

export const linkPartyLabels: Record<LinkParty, string> = {
  'vendor-conveyancer': 'Vendor’s solicitor',
  'buyer-conveyancer': 'Buyer’s solicitor',
  buyer: 'Buyer',
}

/** For use within a sentence: "Proposed by the buyer’s solicitor". */
export const linkPartyWords: Record<LinkParty, string> = {
  'vendor-conveyancer': 'the vendor’s solicitor',
  'buyer-conveyancer': 'the buyer’s solicitor',
  buyer: 'the buyer',
}

/** `restored`: the link came from the archive of another installation, without its address. */
export const linkEndings = [
  'revoked',
  'fell-off',
  'completed',
  'deleted',
  'email-changed',
  'replaced',
  'expired',
  'erased',
  'restored',
] as const
export type LinkEnding = (typeof linkEndings)[number]

export const linkEndingLabels: Record<LinkEnding, string> = {
  revoked: 'Ended by the agency',
  'fell-off': 'The sale fell off',
  completed: 'The sale completed 14 days ago',
  deleted: 'The property was deleted',
  'email-changed': 'The e-mail address changed',
  replaced: 'A new link was sent',
  expired: 'Expired',
  erased: 'The person was erased',
  restored: 'The company came from another installation',
}

/** A link as shown to the agency. Only the e-mail contains the address. */
export const PartyLink = z.object({
  _id: Id,
  party: LinkParty,
  name: z.string(),
  email: z.string(),
  contactId: Id.nullable(),
  pocId: Id.nullable(),
  sentOn: Timestamp,
  expiresOn: Timestamp,
  /** `null`: never opened. */
  lastSeenOn: Timestamp.nullable(),
  /** Number of days within the last 30 on which the page was opened. */
  daysSeen: z.int(),
  endedBecause: z.enum(linkEndings).nullable(),
})
export type PartyLink = z.output<typeof PartyLink>

export const proposalTypes = ['step', 'date', 'document', 'message'] as const
export const ProposalType = z.enum(proposalTypes, 'Choose the type of the proposal.')
export type ProposalType = z.output<typeof ProposalType>

/** `completion` and `exchange` are agreed or wished-for days; `survey` is the day of a booked survey. */
export const dateKinds = ['completion', 'exchange', 'survey'] as const
export const DateKind = z.enum(dateKinds, 'Choose which day it is.')
export type DateKind = z.output<typeof DateKind>

export const proposalStates = ['open', 'accepted', 'declined', 'taken-back', 'overtaken'] as const
export type ProposalState = (typeof proposalStates)[number]

/** The content of a proposal. For a survey, `stepKey` is set together with `dateKind` `survey`. */
export type ProposalContent = {
  what: ProposalType
  stepKey: number | null
  state: 'C' | 'IP' | null
  dateKind: DateKind | null
  onDay: string | null
  text: string
  fileName: string | null
}

/** A proposal as shown to the agency. */
export const Proposal = z.object({
  _id: Id,
  party: LinkParty,
  /** The name on the link: the proposer. */
  name: z.string(),
  what: ProposalType,
  stepKey: z.int().nullable(),
  onDay: Day.nullable(),
  /** "Searches back on 04/11/2026". */
  words: z.string(),
  text: z.string(),
  /** Downloadable while the proposal is open. An accepted file becomes a document. */
  file: z.object({ name: z.string(), bytes: z.int(), available: z.boolean() }).nullable(),
  state: z.enum(proposalStates),
  createdOn: Timestamp,
  decidedOn: Timestamp.nullable(),
  /** `null`: undecided, or decided by an account that was erased. */
  decidedBy: z.string().nullable(),
  reason: z.string(),
})
export type Proposal = z.output<typeof Proposal>
