import { type DateOnly, type Instant } from '../../common/dates.ts'
import { type ProposalContent, type Proposer } from '../party-links/party-links.model.ts'
import { type SaleRole } from '../property-contacts/parties.ts'
import type { Phase } from '../timeline/phase.ts'
import { type NewsEntry } from './news.ts'

/** Facts shared by all items of a property. */
export type SaleFacts = {
  fee: number | null
  phase: Phase
  progress: number
  expectedExchange: DateOnly | null
}

export type CallBackFacts = {
  conversationId: string
  nextAt: Instant
  partyRef: string
  partyRole: SaleRole
  firmId: string | null
}

/** An open proposal of a party of the sale. */
export type ProposalFacts = ProposalContent & {
  id: string
  createdOn: Instant
  party: Proposer
  /** Of a link, `contactId` and `pocId` say who it is. */
  partyRef: string | null
  contactId: string | null
  pocId: string | null
}

/** An e-mail that waits for an answer. */
export type MailFacts = {
  id: string
  arrivedOn: Instant
  subject: string
  partyRef: string | null
  partyRole: SaleRole
  firmId: string | null
  /** The first of its open proposals. */
  proposes: ProposalContent | null
  /** Of a report that an e-mail of ours did not arrive: the address. */
  didNotArrive: string | null
}

export type TaskFacts = {
  id: string
  title: string
  /** `null` if the account is inactive or the branch is out of its scope. */
  assigneeId: string | null
  dueOn: DateOnly | null
  dueAt: string | null
  createdOn: Instant
}

/** Facts that the property itself does not contain. */
export type ActionItemFacts = {
  /** The sales progressor, if their account is active and the branch is in their scope. */
  progressorId: string | null
  /** Days of silence after which vendor and buyer are due for an update. */
  silence: { vendor: number; vendorForSale: number; buyer: number }
  /** The day of its first import. */
  importedOn: DateOnly | null
  vendorLastUpdatedOn: DateOnly | null
  buyerLastUpdatedOn: DateOnly | null
  callBacks: readonly CallBackFacts[]
  tasks: readonly TaskFacts[]
  proposals: readonly ProposalFacts[]
  mails: readonly MailFacts[]
  /** Entries that the progressor has not seen, oldest first; empty without a progressor. */
  news: readonly NewsEntry[]
  /** Firms of the points of contact in surveys. */
  surveyFirms: Readonly<Record<string, string>>
}
