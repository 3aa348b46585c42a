import { z } from 'zod'
import { Day, Id, Timestamp } from '../../common/wire.ts'
import { PartyRef } from '../property-contacts/parties.ts'

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

/** Where a proposal comes from; of a link `linkId` says which, of the others `sourceId`. */
export const proposalSources = ['link', 'mail', 'network', 'api', 'file', 'assistant'] as const
export type ProposalSource = (typeof proposalSources)[number]

/** Who proposes, as a role, whatever the source. `staff`: a colleague, with an assistant. */
export const proposers = [...linkParties, 'vendor', 'broker', 'survey-contact', 'staff'] as const
export type Proposer = (typeof proposers)[number]

export const proposerLabels: Record<Proposer, string> = {
  ...linkPartyLabels,
  vendor: 'Vendor',
  broker: 'Buyer’s broker',
  'survey-contact': 'Surveyor',
  staff: 'Colleague',
}

/** For use within a sentence. */
export const proposerWords: Record<Proposer, string> = {
  ...linkPartyWords,
  vendor: 'the vendor',
  broker: 'the buyer’s broker',
  'survey-contact': 'the surveyor',
  staff: 'a colleague',
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

/** What a party proposes through its link. */
const linkProposalTypes = ['step', 'date', 'document', 'message'] as const
export const LinkProposalType = z.enum(linkProposalTypes, 'Choose the type of the proposal.')
/** `email` and `fall-off` are accepted by their dialog alone. */
const proposalTypes = [...linkProposalTypes, 'fact', 'fall-off', 'email'] as const
export type ProposalType = (typeof proposalTypes)[number]

/** `completion` and `exchange` are agreed or wished-for days; `survey` is the day of a booked survey. */
export const linkDateKinds = ['completion', 'exchange', 'survey'] as const
export const LinkDateKind = z.enum(linkDateKinds, 'Choose which day it is.')
/** The expected days of a sale, and the day on which a mortgage offer expires. */
export const dateKinds = [...linkDateKinds, 'expected-completion', 'mortgage-expiry'] as const
export type DateKind = (typeof dateKinds)[number]

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
  party: z.enum(proposers),
  /** The proposer. */
  name: z.string(),
  /** Of an e-mail: to whom, and its subject. */
  partyRef: PartyRef.nullable(),
  subject: z.string(),
  /** What to check before the text of an assistant is sent. */
  caution: z.string().nullable(),
  /** `sourceId`: the e-mail, of source `mail`. */
  from: z.object({ source: z.enum(proposalSources), sourceId: Id.nullable() }),
  what: z.enum(proposalTypes),
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
