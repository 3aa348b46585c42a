/**
 * "'Surveys complete' cell: N/A when not having a survey is complete, else done ÷ booked, else the next survey date."
 * Domain decisions, "Workflow report".
 *
 * Done ÷ booked is shown once a survey is done; while none is, the date says more than "0 ÷ 2". The next survey is the
 * open one with the earliest date, even when that day has passed: then it is late, or its report is awaited.
 */
import type { DateOnly } from '../../common/dates.ts'
import { type DueFacts, dueOf, type WarningColour } from './due.ts'
import { byDisplayOrder, isComplete, type StepKey, stepKeys } from './steps.ts'
import { bookedSurveys } from './surveys.ts'
import type { Timeline } from './timeline.model.ts'

/** "upcomingSurveyDate{date, warning, key}" of the report row. */
export type UpcomingSurvey = { date: DateOnly; warning: WarningColour | null; key: StepKey }
export type SurveysCell = 'not-applicable' | 'ratio' | 'date' | 'nothing'
export type SurveySummary = { cell: SurveysCell; done: number; booked: number; upcomingSurveyDate: UpcomingSurvey | null }

const cellOf = (timeline: Timeline, done: number, booked: number): SurveysCell => {
  if (isComplete(timeline, stepKeys.NotHavingSurvey)) return 'not-applicable'
  if (booked === 0) return 'nothing'
  return done > 0 ? 'ratio' : 'date'
}

export const surveySummary = (timeline: Timeline, facts: DueFacts): SurveySummary => {
  const booked = bookedSurveys(timeline)
  const done = booked.filter((step) => step.state === 'C').length
  const [next] = booked
    .flatMap((step) => {
      const due = dueOf(timeline, step, facts)
      return due ? [{ date: due.warningDate, warning: due.warning, key: step.key }] : []
    })
    .toSorted((a, b) => a.date.localeCompare(b.date) || byDisplayOrder(a, b))
  return { cell: cellOf(timeline, done, booked.length), done, booked: booked.length, upcomingSurveyDate: next ?? null }
}
