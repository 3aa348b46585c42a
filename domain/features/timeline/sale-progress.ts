import type { DateOnly, Instant } from '../../common/dates.ts'
import { isApplicable } from './predecessors-of.ts'
import { bookedSurveys, openSurveys } from './rules/surveys.ts'
import { findStep, isComplete, type ReportStepName, reportSteps, stepKeys } from './step-definitions.ts'
import type { Timeline } from './timeline.model.ts'

/**
 * "Sale progress (steps complete ÷ applicable steps from SaleAgreed on, then furthest step, then address)."
 * [domain, Workflow report](docs/design/domain.md#workflow-report). Take on, property launched and viewings do not count; booked surveys
 * do. The furthest step is the last complete one in the report's order.
 */

const beforeTheSale = [stepKeys.TakeOn, stepKeys.PropertyLaunched, stepKeys.Viewings]

/** `ratio` is 0 to 1; `furthest` is 0 to 15. */
export type SaleProgress = { complete: number; applicable: number; ratio: number; furthest: number }

export const saleProgress = (timeline: Timeline): SaleProgress => {
  const steps = timeline.filter((step) => isApplicable(step) && !beforeTheSale.includes(step.key))
  const complete = steps.filter((step) => step.state === 'C').length
  const furthest = reportSteps.findLastIndex((step) => isComplete(timeline, step.key)) + 1
  return { complete, applicable: steps.length, ratio: steps.length === 0 ? 0 : complete / steps.length, furthest }
}

export const compareSaleProgress = (a: SaleProgress, b: SaleProgress): number => a.ratio - b.ratio || a.furthest - b.furthest

/** "timeline{… info{completedOns keyed by step, exchanged, …}}" of a report row. [reports §3](docs/design/reports.md#3). */

/** Null for steps that are not complete. */
export const completedOns = (timeline: Timeline): Record<ReportStepName, DateOnly | null> =>
  Object.fromEntries(reportSteps.map(({ key, keyName }) => [keyName, findStep(timeline, key)?.completedOn ?? null])) as Record<
    ReportStepName,
    DateOnly | null
  >

export const isExchanged = (timeline: Timeline): boolean => isComplete(timeline, stepKeys.Exchanged)

/**
 * "'Surveys complete' cell: N/A when not having a survey is complete, else done ÷ booked, else the next survey date."
 * [domain, Workflow report](docs/design/domain.md#workflow-report).
 *
 * N/A is not shown while a survey is open. Done ÷ booked is shown once a survey is done, because a date says more than "0
 * ÷ 2". The survey shown is the most urgent one on the day of reading.
 */

export type SurveysCell = 'not-applicable' | 'ratio' | 'date' | 'nothing'
export type SurveySummary = { cell: SurveysCell; done: number; booked: number; updatedOn: Instant | null }

const cellOf = (timeline: Timeline, done: number, booked: number): SurveysCell => {
  if (isComplete(timeline, stepKeys.NotHavingSurvey) && openSurveys(timeline).length === 0) return 'not-applicable'
  if (booked === 0) return 'nothing'
  return done > 0 ? 'ratio' : 'date'
}

export const latestInstant = (instants: readonly (Instant | null)[]): Instant | null =>
  instants.reduce<Instant | null>((a, b) => (a !== null && (b === null || a > b) ? a : b), null)

export const surveySummary = (timeline: Timeline): SurveySummary => {
  const booked = bookedSurveys(timeline)
  const done = booked.filter((step) => step.state === 'C').length
  return {
    cell: cellOf(timeline, done, booked.length),
    done,
    booked: booked.length,
    updatedOn: latestInstant(booked.map((step) => step.updatedOn)),
  }
}
