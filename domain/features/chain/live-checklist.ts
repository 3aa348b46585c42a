/**
 * "A linked, read-only chain item derives its checklist from the linked property's timeline: surveyBooked is Yes if any
 * survey entries exist, No if NotHavingSurvey is complete and there is no survey, otherwise NA; surveyDate shows the
 * earliest survey date; mortgageOffer is Cash if the accepted offer is a cash buy, Yes if MortgageApproved is complete,
 * otherwise No; contractSigned and depositPaid both follow DocumentsAndDepositsReceived being complete; mosSent,
 * searchesApplied, searchesBack, draftContracts, enquiriesRaised and enquiriesAnswered follow MemoOfSaleSent,
 * SearchesAppliedFor, SearchesBack, DraftContractsIssued, EnquiriesRaised and EnquiriesAnswered." Property document,
 * section 4. The item that is this property derives its own in the same way.
 */
import { showDate } from '../../common/dates.ts'
import { isComplete, type StepName, stepKeys } from '../timeline/steps.ts'
import { bookedSurveys } from '../timeline/surveys.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import type { Checklist } from './checklist.ts'

/** `cashBuy`: an offer is accepted and its buyer pays cash. */
export function checklistFromTimeline(timeline: Timeline, { cashBuy }: { cashBuy: boolean }): Checklist {
  const done = (step: StepName): boolean => isComplete(timeline, stepKeys[step])
  const surveyDates = bookedSurveys(timeline)
    .flatMap(({ survey }) => survey?.date ?? [])
    .toSorted()
  return {
    mosSent: done('MemoOfSaleSent'),
    draftContracts: done('DraftContractsIssued'),
    searchesApplied: done('SearchesAppliedFor'),
    searchesBack: done('SearchesBack'),
    enquiriesRaised: done('EnquiriesRaised'),
    enquiriesAnswered: done('EnquiriesAnswered'),
    surveyBooked: surveyBooked(surveyDates.length > 0, done('NotHavingSurvey')),
    surveyDate: surveyDates[0] ? showDate(surveyDates[0]) : '',
    mortgageOffer: mortgageOffer(cashBuy, done('MortgageApproved')),
    contractSigned: done('DocumentsAndDepositsReceived'),
    depositPaid: done('DocumentsAndDepositsReceived'),
  }
}

const surveyBooked = (isBooked: boolean, isNotWanted: boolean): Checklist['surveyBooked'] => {
  if (isBooked) return 'Yes'
  return isNotWanted ? 'No' : 'NA'
}

const mortgageOffer = (cashBuy: boolean, approved: boolean): Checklist['mortgageOffer'] => {
  if (cashBuy) return 'Cash'
  return approved ? 'Yes' : 'No'
}
