import type { DateOnly } from '../../common/dates.ts'
import { londonDay } from '../../common/dates.ts'
import type { PropertyDetail } from '../properties/properties.model.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import { reportSteps } from '../timeline/steps.ts'
import { saleProgressOf } from '../timeline/sale-progress.ts'
import { surveySummaryOf } from '../timeline/survey-summary.ts'
import { warningDateOf } from '../timeline/warnings.ts'
import type { ReportStep, ReportSurveys } from './report.contract.ts'

/** What lists and reports need of a property, and nothing that depends on the day it is read. */
export type ReportFacts = {
  takenOn: DateOnly
  offerAccepted: DateOnly | null
  /** Steps complete ÷ applicable steps from Sale agreed on, in thousandths; then the furthest complete step. */
  progress: number
  furthestStep: number
  stepsComplete: number
  stepsApplicable: number
  steps: ReportStep[]
  surveys: ReportSurveys
  /** The day each open step becomes overdue on; a warning is one that has passed. */
  warningDates: DateOnly[]
}

/** Derives the facts of a property's row (reports document, sections 2.2 and 3). */
export function reportFactsOf(property: PropertyDetail, timeline: Timeline): ReportFacts {
  const dates = { completionDate: property.completionDate }
  const progress = saleProgressOf(timeline)
  const byKey = new Map(timeline.map((step) => [step.key, step]))
  return {
    takenOn: londonDay(property.createdon),
    offerAccepted: property.offers.find((offer) => offer.state === 'A')?.acceptedOn ?? null,
    progress: progress.applicable === 0 ? 0 : Math.round((1000 * progress.complete) / progress.applicable),
    furthestStep: progress.furthest,
    stepsComplete: progress.complete,
    stepsApplicable: progress.applicable,
    steps: reportSteps.flatMap((key) => {
      const step = byKey.get(key)
      return step
        ? [{ key, state: step.state, completedOn: step.completedOn, warningDate: warningDateOf(step, timeline, dates), updatedOn: step.updatedOn }]
        : []
    }),
    surveys: surveySummaryOf(timeline),
    warningDates: timeline
      .filter((step) => step.state === 'IP' || step.state === 'B')
      .map((step) => warningDateOf(step, timeline, dates))
      .filter((date): date is DateOnly => date !== null),
  }
}
