/**
 * "'Surveys complete' cell: N/A when not having a survey is complete, else done ÷ booked, else the next survey date."
 * Domain decisions, "Workflow report".
 *
 * N/A is never said beside a survey that is open. Done ÷ booked is shown once a survey is done; while none is, the date
 * says more than "0 ÷ 2". Which of several open surveys the cell shows is decided on the day of reading, by urgency.
 */
import type { Instant } from '../../common/dates.ts'
import { isComplete, stepKeys } from './steps.ts'
import { bookedSurveys, openSurveys } from './surveys.ts'
import type { Timeline } from './timeline.model.ts'

export type SurveysCell = 'not-applicable' | 'ratio' | 'date' | 'nothing'
export type SurveySummary = { cell: SurveysCell; done: number; booked: number; updatedOn: Instant | null }

const cellOf = (timeline: Timeline, done: number, booked: number): SurveysCell => {
  if (isComplete(timeline, stepKeys.NotHavingSurvey) && openSurveys(timeline).length === 0) return 'not-applicable'
  if (booked === 0) return 'nothing'
  return done > 0 ? 'ratio' : 'date'
}

/** The latest of some instants, null without one. */
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
