/** "info{… upcomingSurveyDate{date, warning, key}, surveyDate, surveysR}" of a row of the report (reports document, section 3). */
import type { DateOnly } from '../../common/dates.ts'
import { mostUrgent, type OpenStep, warningOn } from '../timeline/open-steps.ts'
import { isSurveyType } from '../timeline/steps.ts'
import type { SurveySummary } from '../timeline/survey-summary.ts'
import type { NextStep, OpenStepInfo } from '../timeline/timeline.schemas.ts'

type Kept = { openSteps: readonly OpenStep[]; surveys: Pick<SurveySummary, 'done' | 'booked'>; active: boolean }

const nextStepOf = (openSteps: readonly OpenStep[], today: DateOnly): NextStep | null => {
  const next = mostUrgent(openSteps, today)
  if (!next) return null
  const { key, state, date, awaitingReports } = next
  return { key, state, date, awaitingReports, warning: warningOn(next, today) }
}

/** The earliest date of some open steps. */
export const earliest = (openSteps: readonly OpenStep[]): DateOnly | null =>
  openSteps.flatMap(({ date }) => date ?? []).toSorted()[0] ?? null

/** The earliest date of the surveys among some open steps. */
export const earliestSurvey = (openSteps: readonly OpenStep[]): DateOnly | null =>
  earliest(openSteps.filter(({ key }) => isSurveyType(key)))

/** What the open steps come to on a day. A property that is withdrawn waits for nothing. */
export function openStepInfo({ openSteps, surveys: { done, booked }, active }: Kept, today: DateOnly): OpenStepInfo {
  const survey = mostUrgent(
    openSteps.filter(({ key }) => isSurveyType(key)),
    today,
  )
  return {
    nextStep: active ? nextStepOf(openSteps, today) : null,
    surveyDate: earliestSurvey(openSteps),
    surveysR: booked === 0 ? null : done / booked,
    upcomingSurveyDate: survey?.date ? { date: survey.date, warning: warningOn(survey, today), key: survey.key } : null,
  }
}
