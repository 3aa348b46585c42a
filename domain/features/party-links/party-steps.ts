import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import { isSurveyType, surveyTypes } from '../timeline/survey-types.ts'
import type { LinkParty, linkDateKinds } from './party-links.model.ts'

/** The steps that each party sees and the proposals it may make: the table of [connect §6](docs/design/connect.md#6). */

const {
  MortgageAppSubmitted,
  MortgageValuationBooked,
  MortgageValuationCompleted,
  MortgageApproved,
  DraftContractsIssued,
  SearchesAppliedFor,
  SearchesBack,
  EnquiriesRaised,
  EnquiriesAnswered,
  NotHavingSurvey,
  ReportedToBuyer,
  DocumentsAndDepositsReceived,
  Exchanged,
  Completed,
} = stepKeys

const financial = [MortgageAppSubmitted, MortgageValuationBooked, MortgageValuationCompleted, MortgageApproved]
const legal = [DraftContractsIssued, SearchesAppliedFor, SearchesBack, EnquiriesRaised, EnquiriesAnswered]
const surveys: StepKey[] = surveyTypes.map(({ key }) => key)

/** Steps whose state and day a party sees. For mortgage and survey, the buyer's solicitor sees only whether they are done. */
export const stepsSeenBy: Record<LinkParty, readonly StepKey[]> = {
  'buyer-conveyancer': [...legal, ReportedToBuyer, DocumentsAndDepositsReceived, Exchanged, Completed],
  'vendor-conveyancer': [...legal, DocumentsAndDepositsReceived, Exchanged, Completed],
  buyer: [...financial, NotHavingSurvey, ...surveys, ...legal, Exchanged, Completed],
}

/** Steps that a party may report as done or under way. */
export const stepsProposedBy: Record<LinkParty, readonly StepKey[]> = {
  'buyer-conveyancer': [
    SearchesAppliedFor,
    SearchesBack,
    EnquiriesRaised,
    ReportedToBuyer,
    DocumentsAndDepositsReceived,
    Exchanged,
    Completed,
  ],
  'vendor-conveyancer': [DraftContractsIssued, EnquiriesAnswered, DocumentsAndDepositsReceived, Exchanged, Completed],
  buyer: [...financial, ...surveys],
}

/** Days that a party may propose. "Completion date wished for": for the buyer this is the expected date, not the agreed one. */
export const datesProposedBy: Record<LinkParty, readonly (typeof linkDateKinds)[number][]> = {
  'buyer-conveyancer': ['completion', 'exchange'],
  'vendor-conveyancer': ['completion', 'exchange'],
  buyer: ['completion', 'survey'],
}

type StepTexts = readonly [solicitor: string, buyer: string, day: string]

/** Fixed texts for parties. The step titles of a company's template are internal and are not shown to them. */
const texts: Readonly<Record<StepKey, StepTexts>> = {
  [MortgageAppSubmitted]: ['Mortgage application sent', 'Mortgage application sent', 'Sent on'],
  [MortgageValuationBooked]: ['Valuation booked', 'Lender’s valuation booked', 'Booked on'],
  [MortgageValuationCompleted]: ['Valuation done', 'Lender’s valuation done', 'Done on'],
  [MortgageApproved]: ['Mortgage approved', 'Mortgage approved', 'Approved on'],
  [DraftContractsIssued]: ['Draft contracts issued', 'Draft contract sent by the seller’s solicitor', 'Issued on'],
  [SearchesAppliedFor]: ['Searches applied for', 'Searches ordered', 'Applied for on'],
  [SearchesBack]: ['Searches back', 'Search results back', 'Back on'],
  [EnquiriesRaised]: ['Enquiries raised', 'Questions asked by your solicitor', 'Raised on'],
  [EnquiriesAnswered]: ['Enquiries answered', 'Questions answered by the seller’s solicitor', 'Answered on'],
  [NotHavingSurvey]: ['No survey wanted', 'No survey wanted', 'Decided on'],
  [ReportedToBuyer]: ['Report to buyer', 'Report by your solicitor', 'Reported on'],
  [DocumentsAndDepositsReceived]: ['Documents and deposit', 'Documents and deposit', 'Received on'],
  [Exchanged]: ['Exchange of contracts', 'Exchange of contracts', 'Exchanged on'],
  [Completed]: ['Completion', 'Completion', 'Completed on'],
}

const surveyTitle = (key: StepKey): string => surveyTypes.find((type) => type.key === key)?.title ?? ''

/** The name of a step for a party. Empty for steps that no party sees. */
export function partyStepName(key: StepKey, party: LinkParty): string {
  const [solicitor = surveyTitle(key), buyer = solicitor] = texts[key] ?? []
  return party === 'buyer' ? buyer : solicitor
}

/** Label of the completion day of a step, such as "Back on". */
export const partyDayLabel = (key: StepKey): string => texts[key]?.[2] ?? 'Done on'

const byVendorConveyancer: readonly StepKey[] = [DraftContractsIssued, EnquiriesAnswered]

/** The person who does the step, as described to a party: "the vendor’s solicitor". */
export function whoDoes(key: StepKey, party: LinkParty): string {
  const isBuyer = party === 'buyer'
  if (isSurveyType(key) || key === NotHavingSurvey) return isBuyer ? 'you' : 'the buyer'
  if (financial.includes(key)) return isBuyer ? 'you and your lender' : 'the buyer'
  if (key === Exchanged || key === Completed) return isBuyer ? 'the solicitors' : 'both solicitors'
  if (byVendorConveyancer.includes(key)) return isBuyer ? 'the seller’s solicitor' : 'the vendor’s solicitor'
  return isBuyer ? 'your solicitor' : 'the buyer’s solicitor'
}
