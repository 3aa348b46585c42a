import type { DateOnly } from '../../common/dates.ts'
import type { SaleRole } from '../property-contacts/parties.ts'
import type { Standing } from '../sale-now/sale-now.ts'
import type { StepKey } from '../timeline/step-definitions.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import type { MailKind, SenderCheck } from './mail-in.model.ts'

/** What an e-mail proposes. [mail-in §6](docs/design/mail-in.md#6). */

export type ReadFacts = {
  kind: MailKind
  senderCheck: SenderCheck
  /** `sender.role` of the match; `null`: no party, proposes nothing. */
  role: SaleRole | null
  /** The London day on which it was written, and arrived. */
  writtenOn: DateOnly
  arrivedOn: DateOnly
  /** `fellOffOn` of the match is set. */
  hasFallenOff: boolean
  standing: Standing
  acceptedOn: DateOnly | null
  completionDate: DateOnly | null
  timeline: Timeline
  /** First lines of the other sales that the e-mail is filed on, and of this one: a sentence that names another is not about this. */
  line1: string
  otherLines: readonly string[]
}

/** `state` C for steps; `dateKind` for days. A booked survey has its step and `dateKind` `survey`. */
export type MailProposal = {
  what: 'step' | 'date'
  stepKey: StepKey | null
  state: 'C' | null
  dateKind: 'exchange' | 'completion' | 'expected-completion' | 'survey' | 'mortgage-expiry' | null
  onDay: DateOnly
  /** The sentence as it was written, at most 1,000 characters: `party_proposal.text`. */
  sentence: string
}

/** The port for anything that reads e-mails. */
export type ReadMail = (ownWords: string, facts: ReadFacts) => MailProposal[]

/** In the order in which they are to be accepted; at most 5. */
export const proposalsOf: ReadMail = () => []
