/**
 * Step names and explanations in the vendor portal, without jargon. "A vendor who signs in sees their property's progress
 * in plain words (what is done, what is happening, what is next)."
 */
import { type StepKey, type StepName, stepDefinition, stepKeys, type Track } from '../timeline/step-definitions.ts'

type StepText = readonly [name: string, meanwhile: string]

const survey = (name: string): StepText => [name, 'A surveyor is booked to look at your property.']

const stepTexts: Record<StepName, StepText> = {
  TakeOn: ['Agreed to sell with us', 'We are completing the paperwork to act for you.'],
  PropertyLaunched: ['On the market', 'We are getting your property’s details ready for the market.'],
  Viewings: ['Viewings', ''],
  SaleAgreed: ['Offer accepted', 'We are looking for an offer that you are happy to accept.'],
  MemoOfSaleSent: ['Memorandum of sale sent', 'We are writing to both solicitors to confirm what was agreed.'],
  MortgageAppSubmitted: ['Application submitted', 'The buyer is applying for their mortgage.'],
  MortgageValuationBooked: ['Valuation booked', 'The lender is arranging its valuation.'],
  MortgageValuationCompleted: ['Valuation completed', 'The lender’s valuation is due.'],
  MortgageApproved: ['Mortgage approved', 'The lender is deciding on the buyer’s mortgage.'],
  DraftContractsIssued: ['Draft contract issued', 'Your solicitor is preparing the draft contract.'],
  SearchesAppliedFor: ['Searches applied for', 'The buyer’s solicitor is ordering the searches.'],
  SearchesBack: ['Searches back', 'The council and other search providers are preparing the search results.'],
  EnquiriesRaised: ['Questions asked', 'The buyer’s solicitor is going through the papers and preparing questions.'],
  EnquiriesAnswered: ['Questions answered', 'Your solicitor is answering the buyer’s solicitor’s questions.'],
  NotHavingSurvey: ['No survey wanted', 'The buyer is deciding whether to have a survey.'],
  ReportedToBuyer: ['Report to the buyer', 'The buyer’s solicitor is explaining the papers to the buyer.'],
  DocumentsAndDepositsReceived: [
    'Documents and deposit',
    'The solicitors are collecting the signed contracts and the buyer’s deposit.',
  ],
  Exchanged: ['Exchange of contracts', 'The solicitors are preparing to exchange contracts, which makes the sale binding.'],
  Completed: ['Completion', 'The solicitors are preparing for completion.'],
  HomeBuyersSurvey: survey('Home buyers survey'),
  MortgageValuations: survey('Mortgage valuation'),
  FullStructural: survey('Full structural survey'),
  StructuralEngineersReport: survey('Structural engineer’s report'),
  TimberAndDamp: survey('Timber and damp survey'),
  Electrical: survey('Electrical survey'),
  Roof: survey('Roof survey'),
  GasSafety: survey('Gas safety check'),
  Heating: survey('Heating check'),
  Asbestos: survey('Asbestos survey'),
  Drain: survey('Drain survey'),
  WallTie: survey('Wall tie survey'),
  SepticTank: survey('Septic tank survey'),
  Radon: survey('Radon test'),
  PartyWall: survey('Party wall survey'),
  Tree: survey('Tree survey'),
  JapaneseKnotweed: survey('Japanese knotweed survey'),
}

export const vendorTrackTitles: Record<Track, string> = {
  PS: 'Your sale',
  L: 'Legal',
  F: 'Buyer’s mortgage',
  S: 'Survey',
  C: 'Exchange and completion',
}

/**
 * For a step that a rule or an import has started: nobody has recorded that it began. Steps without a text have none of their own: the
 * standing of the sale says it.
 */
const waitingTexts: Partial<Record<StepName, string>> = {
  PropertyLaunched: 'We are preparing your property for the market.',
  MemoOfSaleSent: 'Next, we send the memorandum of sale.',
  MortgageAppSubmitted: 'We are waiting for the buyer’s mortgage application.',
  MortgageValuationBooked: 'We are waiting for a day for the lender’s valuation.',
  MortgageValuationCompleted: 'The lender’s valuation is awaited.',
  MortgageApproved: 'The lender’s decision is awaited.',
  DraftContractsIssued: 'The draft contract is awaited.',
  SearchesAppliedFor: 'Next, the searches are ordered.',
  SearchesBack: 'The answers to the searches are awaited.',
  EnquiriesRaised: 'Next, the buyer’s solicitor raises questions.',
  EnquiriesAnswered: 'The answers to those questions are awaited.',
  ReportedToBuyer: 'Next, the buyer’s solicitor reports to the buyer.',
  DocumentsAndDepositsReceived: 'We are waiting for the signed contract and the deposit.',
  Exchanged: 'We are waiting for the solicitors to exchange contracts.',
}

const stepTextOf = (key: StepKey): StepText => {
  const definition = stepDefinition(key)
  return definition ? stepTexts[definition.keyName] : ['', '']
}

/** Empty for an unknown step. */
export const vendorStepName = (key: StepKey): string => stepTextOf(key)[0]

/** For a step under way while a solicitor who does it is not entered. */
const unnamedTexts: Partial<Record<StepName, string>> = {
  MemoOfSaleSent: 'The memorandum of sale is being prepared.',
  DraftContractsIssued: 'The draft contract is being prepared.',
  SearchesAppliedFor: 'The searches are being ordered.',
  EnquiriesRaised: 'Questions about the papers are being prepared.',
  EnquiriesAnswered: 'The questions are being answered.',
  ReportedToBuyer: 'The papers are being explained to the buyer.',
}

/** Of a step that a person started or dated. */
export function underWayText(key: StepKey, isNamed: boolean): string {
  const definition = stepDefinition(key)
  return (!isNamed && definition && unnamedTexts[definition.keyName]) || stepTextOf(key)[1]
}

/** Empty where the standing of the sale says it. */
export function waitingText(key: StepKey): string {
  const definition = stepDefinition(key)
  return (definition && waitingTexts[definition.keyName]) ?? ''
}

/** Steps hidden once a sale is agreed. */
export const preOfferSteps: readonly StepKey[] = [stepKeys.TakeOn, stepKeys.PropertyLaunched, stepKeys.Viewings]
