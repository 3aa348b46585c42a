import type { DateOnly } from '../../common/dates.ts'
import type { PartyRef, SaleRole } from '../property-contacts/parties.ts'
import type { Standing } from '../sale-now/sale-now.ts'
import type { MailKind, MatchReason, SenderCheck } from './mail-in.model.ts'

/** What matching reads of an e-mail, and the facts of the company that it needs. E-mail addresses are in lower case throughout. */

export type MatchedMail = {
  kind: MailKind
  /** Of a mailing list: `List-Id`. */
  isList: boolean
  senderCheck: SenderCheck
  /** It has a warning that nobody has cleared: then only a reply key files it. */
  hasWarning: boolean
  subject: string
  /** `read` of `ownWordsOf`: the own words, empty where there are none. */
  text: string
  fileNames: readonly string[]
  fromName: string
  /** Empty: none, or two. */
  from: string
  /** To and CC without our own addresses. */
  to: readonly string[]
  /** Reply keys of the envelope, To and CC. */
  replyKeys: readonly string[]
  /** Message-IDs of References and In-Reply-To, without angle brackets. */
  references: readonly string[]
  /** The e-mail that somebody forwarded, inline (`forwarded` of `ownWordsOf`) or as an attachment. */
  forwarded: { fromName: string; from: string; subject: string; text: string } | null
}

/** Facts of one company. They come in four statements whatever the number of sales. */
export type MatchFacts = {
  /** Statement 1: our e-mails with one of the reply keys; their sales are those of the property, else of the conversation. */
  keys: readonly { key: string; sentOn: DateOnly; sales: readonly SaleOfMail[] }[]
  /** Statement 2: our e-mails and filed ones with one of the Message-IDs, and everybody they were from or to. */
  threads: readonly { messageId: string; sales: readonly SaleOfMail[]; emails: readonly string[] }[]
  /**
   * Statement 3: parties, firms and members by `addressesOf` the e-mail: parties with exactly the address, firms with an address in the same
   * registrable domain (`registrableDomain`, null for providers of free mail), members with exactly the address.
   */
  parties: readonly PartyOfSale[]
  firms: readonly { firmId: string; name: string; domain: string }[]
  /** Learned references of these firms that equal one of `theirRefsIn` the e-mail. */
  theirRefs: readonly { firmId: string; ref: string; propertyId: string }[]
  members: readonly string[]
  /**
   * Statement 4: sales of the statements before, and candidates whose folded address contains one of `addressTermsOf` the e-mail, or whose
   * vendor or buyer has a surname of `subjectWords`. Candidates are not deleted, with an accepted offer now or in the last 24 months, or on
   * the market.
   */
  sales: readonly CandidateSale[]
}

/** A sale that an e-mail of ours was about; `fellOffOn` if that sale has fallen off. */
export type SaleOfMail = { propertyId: string; offerId: string | null; fellOffOn: DateOnly | null }

export type PartyOfSale = SaleOfMail & { email: string; ref: PartyRef; role: SaleRole; name: string; firmId: string | null }

export type CandidateSale = {
  propertyId: string
  isDeleted: boolean
  line1: string
  line2: string
  town: string
  postcode: string
  vendorSurnames: readonly string[]
  /** Of the accepted offer's buyer. */
  buyerSurnames: readonly string[]
  standing: Standing
  /** The accepted offer. */
  offerId: string | null
}

export type MatchedSale = {
  propertyId: string
  /** The sale of that day: the accepted offer, or the one that fell off. */
  offerId: string | null
  /** Strongest first. */
  reasons: readonly MatchReason[]
  /** Of the first reason: "names 27 Rodway Road". */
  words: string
  /** Filed on it, or, in the inbox, chosen for Enter. */
  isChosen: boolean
  /** "About the sale that fell off on 03/11/2026": proposes nothing, ends no wait. */
  fellOffOn: DateOnly | null
}

export type MatchedSender = {
  email: string
  name: string
  ref: PartyRef | null
  role: SaleRole | null
  firmId: string | null
  /** By the domain of the firm alone, not by the address. */
  isByDomain: boolean
}

export type Match = {
  state: 'filed' | 'inbox' | 'aside'
  /** The sales that it is filed on; in the inbox the candidates, best first. */
  sales: readonly MatchedSale[]
  /** The party; `null`: nobody that we know, "New at this sale". Of an e-mail that a colleague sent to a party, that party. */
  sender: MatchedSender | null
  /** The address of the colleague who forwarded it. */
  forwardedBy: string | null
  /** A colleague wrote it to a party. */
  isOutgoing: boolean
  /** Why it waits in the inbox; empty if it is filed or aside. */
  why: string
}
