/** "info{… upcomingSurveyDate{date, warning, key}, surveyDate, surveysR}" of a row of the report (reports document, section 3). */
import type { DateOnly } from '../../common/dates.ts'
import { mostUrgent, type OpenStep, warningColour } from '../timeline/open-steps.ts'
import { isSurveyType } from '../timeline/steps.ts'
import type { SurveySummary } from '../timeline/survey-summary.ts'
import type { NextStep, OpenStepInfo } from '../timeline/timeline.schemas.ts'

type StoredSteps = { openSteps: readonly OpenStep[]; surveys: Pick<SurveySummary, 'done' | 'booked'>; active: boolean }

const nextStepOf = (openSteps: readonly OpenStep[], today: DateOnly): NextStep | null => {
  const next = mostUrgent(openSteps, today)
  if (!next) return null
  const { key, state, date, awaitingReports } = next
  return { key, state, date, awaitingReports, warning: warningColour(next, today) }
}

/** The earliest date of some open steps. */
export const earliestDate = (openSteps: readonly OpenStep[]): DateOnly | null =>
  openSteps.flatMap(({ date }) => date ?? []).toSorted()[0] ?? null

/** The earliest date of the surveys among some open steps. */
export const earliestSurveyDate = (openSteps: readonly OpenStep[]): DateOnly | null =>
  earliestDate(openSteps.filter(({ key }) => isSurveyType(key)))

/** What the open steps come to on a day. A property that is withdrawn waits for nothing. */
export function openStepInfo({ openSteps, surveys: { done, booked }, active }: StoredSteps, today: DateOnly): OpenStepInfo {
  const survey = mostUrgent(
    openSteps.filter(({ key }) => isSurveyType(key)),
    today,
  )
  return {
    nextStep: active ? nextStepOf(openSteps, today) : null,
    surveyDate: earliestSurveyDate(openSteps),
    surveysR: booked === 0 ? null : done / booked,
    upcomingSurveyDate: survey?.date ? { date: survey.date, warning: warningColour(survey, today), key: survey.key } : null,
  }
}
