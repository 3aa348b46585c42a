import { type DateOnly, type Instant, londonDay } from '../../common/dates.ts'
import type { PropertyDetail } from '../properties/properties.model.ts'
import { warningDateOf } from '../timeline/due.ts'
import { saleProgress } from '../timeline/sale-progress.ts'
import { findStep, reportSteps } from '../timeline/steps.ts'
import { surveySummary } from '../timeline/survey-summary.ts'
import { bookedSurveys } from '../timeline/surveys.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import type { ReportStep, ReportSurveys } from './report.model.ts'

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
  steps: ReportStep[]
  surveys: ReportSurveys
  /** The last day of each open step; a warning is one that has passed. None of a property that is withdrawn. */
  warningDates: DateOnly[]
}

/** Derives the facts of a property's row (reports document, sections 2.2 and 3). */
export function reportFactsOf(property: PropertyDetail, timeline: Timeline): ReportFacts {
  const { completionDate } = property
  const progress = saleProgress(timeline)
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
    surveys: surveysOf(timeline, completionDate),
    warningDates: property.active
      ? timeline.flatMap((step) => warningDateOf(timeline, step, completionDate) ?? []).toSorted()
      : [],
  }
}

const latest = (instants: (Instant | null)[]): Instant | null =>
  instants.reduce((a, b) => (a !== null && (b === null || a > b) ? a : b), null)

function surveysOf(timeline: Timeline, completionDate: DateOnly | null): ReportSurveys {
  const booked = bookedSurveys(timeline)
  const { cell, done, upcomingSurveyDate: next } = surveySummary(timeline, { today: '1900-01-01', completionDate })
  return {
    cell,
    booked: booked.length,
    done,
    updatedOn: latest(booked.map((step) => step.updatedOn)),
    upcomingSurveyDate: next && {
      key: next.key,
      date: next.date,
      awaitingReports: findStep(timeline, next.key)?.survey?.awaitingReports ?? false,
    },
  }
}
