import { type DateOnly, londonDay } from '../../common/dates.ts'
import type { PropertyDetail } from '../properties/properties.model.ts'
import { warningDateOf } from '../timeline/due.ts'
import { type OpenStep, openStepsOf } from '../timeline/open-steps.ts'
import { acceptedOnOf, contradictsUntil } from '../timeline/sale-contradictions.ts'
import { saleProgress } from '../timeline/sale-progress.ts'
import { findStep, reportSteps } from '../timeline/steps.ts'
import { latestInstant, type SurveySummary, surveySummary } from '../timeline/survey-summary.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import { earliestDate, earliestSurveyDate } from './open-step-info.ts'
import type { StoredStep } from './report.model.ts'

/** What lists and reports need of a property, and nothing that depends on the day it is read. */
export type ReportFacts = {
  takenOn: DateOnly
  offerAccepted: DateOnly | null
  /** Steps complete ÷ applicable steps from Sale agreed on, in thousandths. */
  progress: number
  /** The furthest complete step of the report, 0 to 15. */
  furthestStep: number
  stepsComplete: number
  stepsApplicable: number
  steps: StoredStep[]
  /** Every step in progress or blocked, the surveys among them. */
  openSteps: OpenStep[]
  surveys: SurveySummary
  /** The earliest date of an open survey. */
  surveyDate: DateOnly | null
  /** The day a step was last updated. */
  lastStepOn: DateOnly | null
  /** The last day of each open step; a warning is one that has passed. None of a property that is withdrawn. */
  warningDates: DateOnly[]
  /** The first of them that is not of an awaited report. */
  firstRed: DateOnly | null
  /** The day until which the sale contradicts itself, `infinity` while it does for good, null when it does not. */
  contradictsUntil: DateOnly | null
}

/** Derives the facts of a property's row (reports document, sections 2.2 and 3). */
export function reportFactsOf(property: PropertyDetail, timeline: Timeline): ReportFacts {
  const { completionDate } = property
  const progress = saleProgress(timeline)
  const openSteps = openStepsOf(timeline, completionDate)
  const lastUpdate = latestInstant(timeline.map((step) => step.updatedOn))
  return {
    takenOn: londonDay(property.createdon),
    offerAccepted: property.offers.find((offer) => offer.state === 'A')?.acceptedOn ?? null,
    progress: Math.round(1000 * progress.ratio),
    furthestStep: progress.furthest,
    stepsComplete: progress.complete,
    stepsApplicable: progress.applicable,
    steps: reportSteps.flatMap(({ key }) => {
      const step = findStep(timeline, key)
      if (!step) return []
      const { state, completedOn, updatedOn } = step
      return [{ key, state, completedOn, warningDate: warningDateOf(timeline, step, completionDate), updatedOn }]
    }),
    openSteps,
    surveys: surveySummary(timeline),
    surveyDate: earliestSurveyDate(openSteps),
    lastStepOn: lastUpdate && londonDay(lastUpdate),
    contradictsUntil: contradictsUntil(timeline, { completionDate, acceptedOn: acceptedOnOf(property.offers) }),
    firstRed: property.active ? earliestDate(openSteps.filter(({ awaitingReports }) => !awaitingReports)) : null,
    warningDates: property.active
      ? timeline.flatMap((step) => warningDateOf(timeline, step, completionDate) ?? []).toSorted()
      : [],
  }
}
