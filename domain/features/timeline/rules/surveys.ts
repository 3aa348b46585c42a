/**
 * "Surveys: adding one sets it in progress and clears any delete mark; removing one marks it appMarkedDelete (applied on
 * save); adding the not-having-survey item completes it." Timeline editor rules, [reports §4](docs/design/reports.md#4).
 *
 * Booking a survey makes not having a survey not applicable; otherwise it would be overdue for ever and hold back the
 * completing section. Removing the last survey reopens it.
 */
import { showDate } from '../../../common/dates.ts'
import type { ErrorCode } from '../../../error-catalogue.ts'
import { changeState, reasonFor } from '../changes.ts'
import { emptyStep } from '../empty-step.ts'
import { isApplicable } from '../predecessors-of.ts'
import { findStep, type StepKey, stepDefinition, stepKeys } from '../step-definitions.ts'
import { isSurveyType } from '../survey-types.ts'
import type { Change, CurrentTime, RequestedItem, Step, SurveyData, Timeline } from '../timeline.model.ts'

/** Save item for adding a survey, or "not having a survey". */
export const addSurveyItem = (key: StepKey, survey: SurveyData): RequestedItem =>
  key === stepKeys.NotHavingSurvey ? { key, state: 'C' } : { key, state: 'IP', survey, appMarkedDelete: false }

export const removeSurveyItem = (step: Step): RequestedItem => ({ key: step.key, state: step.state, appMarkedDelete: true })

/** "Add survey is disabled until a survey date is set." [reports §5](docs/design/reports.md#5). */
export const whyNotAddSurvey = (survey: RequestedItem['survey']): ErrorCode | null =>
  survey?.date ? null : 'SURVEY_DATE_REQUIRED'

/** "Survey date and notes are disabled when the survey is complete or awaiting reports." [reports §5](docs/design/reports.md#5). */
export const whyNotEditSurvey = (step: Pick<Step, 'state' | 'survey'>): ErrorCode | null =>
  step.state === 'C' || step.survey?.awaitingReports ? 'SURVEY_LOCKED' : null

export const newSurvey = (key: StepKey): Step | null => {
  const definition = stepDefinition(key)
  return definition && isSurveyType(key) ? emptyStep(definition) : null
}

/** Merges the given fields into the survey's data. A complete survey awaits no report. */
export const mergeSurvey = (step: Step, input: RequestedItem['survey']): SurveyData | null => {
  const survey = step.survey
  const date = input?.date ?? survey?.date
  if (!isSurveyType(step.key) || !date) return survey
  return {
    date,
    contactPOC: input?.contactPOC !== undefined ? input.contactPOC : (survey?.contactPOC ?? null),
    reference: input?.reference ?? survey?.reference ?? '',
    awaitingReports: step.state !== 'C' && (input?.awaitingReports ?? survey?.awaitingReports ?? false),
  }
}

/** Surveys of the property that are applicable. */
export const bookedSurveys = (timeline: Timeline): Step[] =>
  timeline.filter((step) => isSurveyType(step.key) && isApplicable(step))

/** Surveys not yet done, or awaiting a report. */
export const openSurveys = (timeline: Timeline): Step[] => bookedSurveys(timeline).filter((step) => step.state !== 'C')

/** Not having a survey is refused while a survey is booked or its report is awaited. */
export const whyNotGoWithoutSurvey = (timeline: Timeline): ErrorCode | null =>
  openSurveys(timeline).length > 0 ? 'SURVEY_OPEN' : null

const nounOf = (title: string): string => (/(survey|report|valuations)$/i.test(title) ? title : `${title} survey`)

/** "A Home buyers survey is booked for 10/11/2026. Cancel it first." Null without an open survey. */
export const describeOpenSurvey = (timeline: Timeline): string | null => {
  const [first] = openSurveys(timeline)
  if (!first?.survey) return null
  const what = `${/^[aeiou]/i.test(first.title) ? 'An' : 'A'} ${nounOf(first.title)}`
  const day = showDate(first.survey.date)
  return first.survey.awaitingReports
    ? `${what} of ${day} awaits its report. Complete or cancel it first.`
    : `${what} is booked for ${day}. Cancel it first.`
}

/** Effect of booked, reopened or removed surveys on not having a survey. */
export const updateNotHavingSurvey = (before: Timeline, after: Timeline, { today, now }: CurrentTime): Change[] => {
  const noSurvey = findStep(after, stepKeys.NotHavingSurvey)
  const bookedBefore = bookedSurveys(before).map((step) => step.key)
  const bookedAfter = bookedSurveys(after).map((step) => step.key)
  const openBefore = openSurveys(before).map((step) => step.key)
  const openAfter = openSurveys(after).map((step) => step.key)
  const added = [
    ...bookedAfter.filter((key) => !bookedBefore.includes(key)),
    ...(noSurvey?.state === 'C' ? openAfter.filter((key) => bookedBefore.includes(key) && !openBefore.includes(key)) : []),
  ]
  if (noSurvey && added.length > 0) return [changeState(noSurvey, 'NA', today, reasonFor('survey-added', ...added), now)]
  if (noSurvey?.because?.kind === 'survey-added' && bookedAfter.length === 0)
    return [changeState(noSurvey, 'NS', today, reasonFor('survey-removed'), now)]
  return []
}
