/**
 * Step names and explanations in the vendor portal, without jargon. "A vendor who signs in sees their property's progress
 * in plain words (what is done, what is happening, what is next)."
 */
import { type StepKey, type StepName, stepDefinition, stepKeys, type Track } from '../timeline/step-definitions.ts'

type StepText = readonly [name: string, meanwhile: string]

const survey = (name: string, who = 'A surveyor'): StepText => [name, `${who} is booked to look at your property.`]
const check = (name: string): StepText => survey(name, 'A specialist')

const stepTexts: Record<StepName, StepText> = {
  TakeOn: ['Agreed to sell with us', 'We are completing the paperwork to act for you.'],
  PropertyLaunched: ['On the market', 'We are getting your property’s details ready for the market.'],
  Viewings: ['Viewings', ''],
  SaleAgreed: ['Offer accepted', 'No offer has been accepted yet.'],
  MemoOfSaleSent: ['Memorandum of sale sent', 'We are writing to both solicitors to confirm what was agreed.'],
  MortgageAppSubmitted: ['Application submitted', 'The buyer is applying for their mortgage.'],
  MortgageValuationBooked: ['Valuation booked', 'The lender is arranging its valuation.'],
  MortgageValuationCompleted: ['Valuation completed', 'We are waiting for the lender’s valuation.'],
  MortgageApproved: ['Mortgage approved', 'The lender is deciding on the buyer’s mortgage.'],
  DraftContractsIssued: ['Draft contract issued', 'Your solicitor is preparing the draft contract.'],
  SearchesAppliedFor: ['Searches applied for', 'The buyer’s solicitor is ordering the searches.'],
  SearchesBack: ['Searches back', 'The council and other search providers are preparing the search results.'],
  EnquiriesRaised: ['Enquiries raised', 'The buyer’s solicitor is going through the papers and preparing enquiries.'],
  EnquiriesAnswered: ['Enquiries answered', 'Your solicitor is answering the enquiries.'],
  NotHavingSurvey: ['No survey wanted', 'The buyer is deciding whether to have a survey.'],
  ReportedToBuyer: ['Report to the buyer', 'The buyer’s solicitor is reporting to the buyer on the legal work.'],
  DocumentsAndDepositsReceived: [
    'Documents and deposit',
    'The solicitors are collecting the signed contracts and the buyer’s deposit.',
  ],
  Exchanged: [
    'Exchange of contracts',
    'The solicitors are preparing to exchange contracts. The sale becomes binding when they do.',
  ],
  Completed: ['Completion', 'The solicitors are preparing for completion.'],
  HomeBuyersSurvey: survey('Home buyers survey'),
  MortgageValuations: survey('Mortgage valuation'),
  FullStructural: survey('Full structural survey'),
  StructuralEngineersReport: survey('Structural engineer’s report', 'A structural engineer'),
  TimberAndDamp: survey('Timber and damp survey'),
  Electrical: check('Electrical survey'),
  Roof: survey('Roof survey'),
  GasSafety: check('Gas safety check'),
  Heating: check('Heating check'),
  Asbestos: check('Asbestos survey'),
  Drain: check('Drain survey'),
  WallTie: survey('Wall tie survey'),
  SepticTank: check('Septic tank survey'),
  Radon: check('Radon test'),
  PartyWall: survey('Party wall survey'),
  Tree: check('Tree survey'),
  JapaneseKnotweed: check('Japanese knotweed survey'),
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
  MemoOfSaleSent: 'We will send the memorandum of sale next.',
  MortgageAppSubmitted: 'We are waiting for the buyer’s mortgage application.',
  MortgageValuationBooked: 'We are waiting for the lender to book its valuation.',
  MortgageValuationCompleted: 'We are waiting for the lender’s valuation.',
  MortgageApproved: 'The lender’s decision is awaited.',
  DraftContractsIssued: 'The draft contract is awaited.',
  SearchesAppliedFor: 'The searches will be ordered next.',
  SearchesBack: 'We are waiting for the results of the searches.',
  EnquiriesRaised: 'The buyer’s solicitor will raise enquiries next.',
  EnquiriesAnswered: 'We are waiting for the answers to the enquiries.',
  ReportedToBuyer: 'The buyer’s solicitor will report to the buyer next.',
  DocumentsAndDepositsReceived: 'We are waiting for the signed contract and the buyer’s deposit.',
  Exchanged: 'We are waiting for the solicitors to exchange contracts.',
  Completed: 'Completion comes next.',
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
  EnquiriesRaised: 'Enquiries about the papers are being prepared.',
  EnquiriesAnswered: 'The enquiries are being answered.',
  ReportedToBuyer: 'The report to the buyer is being prepared.',
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
