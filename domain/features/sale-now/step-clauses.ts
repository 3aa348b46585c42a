/** Clauses about steps within a letter to the vendor ([seat §8](docs/design/seat.md#8)). They contain no names of the other side. */

import { type StepKey, type StepName, stepDefinition, stepKeys } from '../timeline/step-definitions.ts'
import { vendorStepName } from './vendor-step-texts.ts'

type StepClauses = {
  /** "The hold-up with the searches is over." */
  name: string
  /** "The searches came back on 1 November." Empty for a step whose end is not told. */
  done: string
  /** Its day is not told: "The lender booked its valuation on 1 November." would read as the day of the valuation. */
  isDayless?: boolean
  /** For a step in progress: "We are waiting for the searches." Empty for a step of the agency. */
  waitingFor: string
  /** For the next step of a sale: "Then your solicitor answers the enquiries." */
  next: string
  /** Instead, while no solicitor of the vendor is entered. */
  unnamed?: { waitingFor: string; next: string }
}

/** Without `noun` it uses the step name shown in the vendor portal. */
const survey = (keyName: StepName, noun?: string): StepClauses => {
  const name = vendorStepName(stepKeys[keyName])
  const words = noun ?? `the ${name.charAt(0).toLowerCase()}${name.slice(1)}`
  return { name, done: `${words} took place`, waitingFor: words, next: '' }
}

const texts: Record<StepName, StepClauses> = {
  TakeOn: {
    name: 'Agreed to sell with us',
    done: 'you agreed to sell with us',
    waitingFor: '',
    next: '',
  },
  PropertyLaunched: {
    name: 'On the market',
    done: 'your property went on the market',
    waitingFor: '',
    next: '',
  },
  Viewings: {
    name: 'Viewings',
    done: '',
    waitingFor: '',
    next: '',
  },
  SaleAgreed: {
    name: 'Offer',
    done: 'you accepted an offer',
    waitingFor: '',
    next: '',
  },
  MemoOfSaleSent: {
    name: 'Memorandum of sale',
    done: 'the memorandum of sale went out',
    waitingFor: '',
    next: 'we send the memorandum of sale',
  },
  MortgageAppSubmitted: {
    name: 'Mortgage application',
    done: 'the buyer applied for their mortgage',
    waitingFor: 'the buyer’s mortgage application',
    next: 'the buyer applies for their mortgage',
  },
  MortgageValuationBooked: {
    name: 'Booking of the valuation',
    done: 'the lender has booked its valuation',
    isDayless: true,
    waitingFor: 'the lender to book the valuation',
    next: 'the lender books its valuation',
  },
  MortgageValuationCompleted: {
    name: 'Mortgage valuation',
    done: 'the lender’s valuation took place',
    waitingFor: 'the lender’s valuation',
    next: 'the lender’s valuation takes place',
  },
  MortgageApproved: {
    name: 'Mortgage decision',
    done: 'the buyer’s mortgage was approved',
    waitingFor: 'the lender’s decision on the buyer’s mortgage',
    next: 'the lender decides on the buyer’s mortgage',
  },
  DraftContractsIssued: {
    name: 'Draft contract',
    done: 'the draft contract was issued',
    waitingFor: 'the draft contract from your solicitor',
    next: 'your solicitor prepares the draft contract',
    unnamed: { waitingFor: 'the draft contract', next: 'the draft contract is prepared' },
  },
  SearchesAppliedFor: {
    name: 'Ordering of the searches',
    done: 'the searches were applied for',
    waitingFor: 'the buyer’s solicitor to apply for the searches',
    next: 'the buyer’s solicitor applies for the searches',
  },
  SearchesBack: {
    name: 'Searches',
    done: 'the searches came back',
    waitingFor: 'the searches',
    next: '',
  },
  EnquiriesRaised: {
    name: 'Enquiries',
    done: 'enquiries were raised',
    waitingFor: 'the buyer’s solicitor to raise enquiries',
    next: 'the buyer’s solicitor raises enquiries',
  },
  EnquiriesAnswered: {
    name: 'Answers to the enquiries',
    done: 'the enquiries were answered',
    waitingFor: 'your solicitor’s answers to the enquiries',
    next: 'your solicitor answers the enquiries',
    unnamed: { waitingFor: 'the answers to the enquiries', next: 'the enquiries are answered' },
  },
  NotHavingSurvey: {
    name: 'No survey',
    done: 'the buyer has decided not to have a survey',
    isDayless: true,
    waitingFor: '',
    next: '',
  },
  ReportedToBuyer: {
    name: 'Report to the buyer',
    done: 'the buyer’s solicitor reported to the buyer',
    waitingFor: 'the buyer’s solicitor to report to the buyer',
    next: 'the buyer’s solicitor reports to the buyer',
  },
  DocumentsAndDepositsReceived: {
    name: 'Signed contract and deposit',
    done: 'the signed documents and the buyer’s deposit came in',
    waitingFor: 'the signed contract and the buyer’s deposit',
    next: 'the contract is signed and the buyer pays the deposit',
  },
  Exchanged: {
    name: 'Exchange of contracts',
    done: 'contracts were exchanged',
    waitingFor: 'the solicitors to exchange contracts',
    next: 'the solicitors exchange contracts',
  },
  Completed: {
    name: 'Completion',
    done: 'the sale completed',
    waitingFor: 'completion',
    next: '',
  },
  HomeBuyersSurvey: survey('HomeBuyersSurvey', 'the buyer’s survey'),
  MortgageValuations: survey('MortgageValuations'),
  FullStructural: survey('FullStructural'),
  StructuralEngineersReport: survey('StructuralEngineersReport', 'the structural engineer’s visit'),
  TimberAndDamp: survey('TimberAndDamp'),
  Electrical: survey('Electrical'),
  Roof: survey('Roof'),
  GasSafety: survey('GasSafety'),
  Heating: survey('Heating'),
  Asbestos: survey('Asbestos'),
  Drain: survey('Drain'),
  WallTie: survey('WallTie'),
  SepticTank: survey('SepticTank'),
  Radon: survey('Radon'),
  PartyWall: survey('PartyWall'),
  Tree: survey('Tree'),
  JapaneseKnotweed: survey('JapaneseKnotweed', 'the Japanese knotweed survey'),
}

/** Returns `undefined` for an unknown step. */
export function stepClausesOf(key: StepKey, isSolicitorNamed = true): StepClauses | undefined {
  const name = stepDefinition(key)?.keyName
  const found = name && texts[name]
  return found ? { ...found, ...(isSolicitorNamed ? {} : found.unnamed) } : undefined
}
