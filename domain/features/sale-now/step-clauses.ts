/**
 * Clauses about steps within a letter to the vendor: "templates of sentences per event, in the vendor's words".
 * [day §7](docs/design/day.md#7). They contain no names of the other side.
 */

import { type StepKey, type StepName, stepDefinition, stepKeys } from '../timeline/step-definitions.ts'
import { vendorStepName } from './vendor-step-texts.ts'

type StepClauses = {
  /** "Searches: done on 1 November." */
  done: string
  /** For a step in progress: "We are waiting for the searches." */
  waitingFor: string
  /** For the next step: "Next: your solicitor answers the enquiries." */
  next: string
  /** Instead, while no solicitor of the vendor is entered. */
  unnamed?: { waitingFor: string; next: string }
}

/** Uses the step name shown in the vendor portal. */
const survey = (keyName: StepName): StepClauses => {
  const name = vendorStepName(stepKeys[keyName])
  return {
    done: name,
    waitingFor: `the ${name.charAt(0).toLowerCase()}${name.slice(1)}`,
    next: '',
  }
}

const texts: Record<StepName, StepClauses> = {
  TakeOn: {
    done: 'Agreed to sell with us',
    waitingFor: 'the paperwork to act for you',
    next: 'we prepare your property for the market',
  },
  PropertyLaunched: {
    done: 'On the market',
    waitingFor: 'your property’s details',
    next: 'we put your property on the market',
  },
  Viewings: {
    done: 'Viewings',
    waitingFor: 'buyers to come and see your property',
    next: 'buyers come to see your property',
  },
  SaleAgreed: {
    done: 'Offer accepted',
    waitingFor: 'an offer that you are happy to accept',
    next: 'we look for an offer that you are happy to accept',
  },
  MemoOfSaleSent: {
    done: 'Memorandum of sale',
    waitingFor: 'the memorandum of sale',
    next: 'we write to both solicitors to confirm what was agreed',
  },
  MortgageAppSubmitted: {
    done: 'Mortgage application',
    waitingFor: 'the buyer’s mortgage application',
    next: 'the buyer applies for their mortgage',
  },
  MortgageValuationBooked: {
    done: 'Mortgage valuation booked',
    waitingFor: 'the lender to book the valuation',
    next: 'the lender books the valuation of your property',
  },
  MortgageValuationCompleted: {
    done: 'Mortgage valuation',
    waitingFor: 'the lender’s valuation',
    next: 'the lender’s valuer sees your property',
  },
  MortgageApproved: {
    done: 'Mortgage approved',
    waitingFor: 'the lender’s decision on the buyer’s mortgage',
    next: 'the lender decides on the buyer’s mortgage',
  },
  DraftContractsIssued: {
    done: 'Draft contract',
    waitingFor: 'the draft contract from your solicitor',
    next: 'your solicitor prepares the draft contract',
    unnamed: { waitingFor: 'the draft contract', next: 'the draft contract is prepared' },
  },
  SearchesAppliedFor: {
    done: 'Searches applied for',
    waitingFor: 'the buyer’s solicitor to apply for the searches',
    next: 'the buyer’s solicitor applies for the searches',
  },
  SearchesBack: {
    done: 'Searches',
    waitingFor: 'the searches',
    next: 'the searches come back',
  },
  EnquiriesRaised: {
    done: 'Enquiries raised',
    waitingFor: 'the buyer’s solicitor to raise enquiries',
    next: 'the buyer’s solicitor raises enquiries',
  },
  EnquiriesAnswered: {
    done: 'Enquiries answered',
    waitingFor: 'your solicitor’s answers to the enquiries',
    next: 'your solicitor answers the enquiries',
    unnamed: { waitingFor: 'the answers to the enquiries', next: 'the enquiries are answered' },
  },
  NotHavingSurvey: { done: '', waitingFor: '', next: '' },
  ReportedToBuyer: {
    done: 'Report to the buyer',
    waitingFor: 'the buyer’s solicitor to report to the buyer',
    next: 'the buyer’s solicitor reports to the buyer',
  },
  DocumentsAndDepositsReceived: {
    done: 'Signed contract and deposit',
    waitingFor: 'the signed contract and the deposit',
    next: 'the contract is signed and the buyer pays the deposit',
  },
  Exchanged: {
    done: 'Exchange of contracts',
    waitingFor: 'the solicitors to exchange contracts',
    next: 'the solicitors exchange contracts',
  },
  Completed: {
    done: 'Completion',
    waitingFor: 'completion',
    next: 'completion',
  },
  HomeBuyersSurvey: survey('HomeBuyersSurvey'),
  MortgageValuations: survey('MortgageValuations'),
  FullStructural: survey('FullStructural'),
  StructuralEngineersReport: survey('StructuralEngineersReport'),
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
  JapaneseKnotweed: { ...survey('JapaneseKnotweed'), waitingFor: 'the Japanese knotweed survey' },
}

/** Returns `undefined` for an unknown step, and for the buyer's decision against a survey. */
export function stepClausesOf(key: StepKey, isSolicitorNamed = true): StepClauses | undefined {
  const name = stepDefinition(key)?.keyName
  const found = name && texts[name]
  return found?.done ? { ...found, ...(isSolicitorNamed ? {} : found.unnamed) } : undefined
}
