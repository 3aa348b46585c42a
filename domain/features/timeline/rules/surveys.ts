/**
 * "Surveys: adding one sets it in progress and clears any delete mark; removing one marks it appMarkedDelete (applied on
 * save); adding the not-having-survey item completes it." Timeline editor rules, reports document, section 4.
 *
 * A survey that is booked answers the question whether there will be none: not having a survey becomes not applicable,
 * as otherwise it would be overdue for ever and hold back the completing section. When the last survey is removed the
 * question is open again.
 */
import { showDate } from '../../../common/dates.ts'
import type { ErrorCode } from '../../../errors.ts'
import { changeState, reasonFor } from '../changes.ts'
import { findStep, isApplicable, isSurveyType, type StepKey, stepDefinition, stepKeys } from '../steps.ts'
import type { Change, CurrentTime, RequestedItem, Step, SurveyData, Timeline } from '../timeline.model.ts'

/** The item that adding a survey, or "not having a survey", puts into the save. */
export const addSurveyItem = (key: StepKey, survey: SurveyData): RequestedItem =>
  key === stepKeys.NotHavingSurvey ? { key, state: 'C' } : { key, state: 'IP', survey, appMarkedDelete: false }

/** The item that removing a survey puts into the save. */
export const removeSurveyItem = (step: Step): RequestedItem => ({ key: step.key, state: step.state, appMarkedDelete: true })

/** "Add survey is disabled until a survey date is set." Reports document, section 5. */
export const whyNotAddSurvey = (survey: RequestedItem['survey']): ErrorCode | null =>
  survey?.date ? null : 'SURVEY_DATE_REQUIRED'

/** "Survey date and notes are disabled when the survey is complete or awaiting reports." Reports document, section 5. */
export const whyNotEditSurvey = (step: Pick<Step, 'state' | 'survey'>): ErrorCode | null =>
  step.state === 'C' || step.survey?.awaitingReports ? 'SURVEY_LOCKED' : null

/** A survey type as it is before it is added: it has no template. */
export const newSurvey = (key: StepKey): Step | null => {
  const definition = stepDefinition(key)
  if (!definition || !isSurveyType(key)) return null
  return {
    ...definition,
    description: '',
    state: 'NS',
    startedOn: null,
    completedOn: null,
    blockedOn: null,
    dueOn: null,
    dueReason: '',
    wasAutoSetToInProgress: false,
    because: null,
    actioned: false,
    updatedOn: null,
    survey: null,
  }
}

/** The survey's data with what was given put over it. A survey that is complete no longer awaits its report. */
export const mergeSurvey = (step: Step, given: RequestedItem['survey']): SurveyData | null => {
  const survey = step.survey
  const date = given?.date ?? survey?.date
  if (!isSurveyType(step.key) || !date) return survey
  return {
    date,
    contactPOC: given?.contactPOC !== undefined ? given.contactPOC : (survey?.contactPOC ?? null),
    reference: given?.reference ?? survey?.reference ?? '',
    awaitingReports: step.state !== 'C' && (given?.awaitingReports ?? survey?.awaitingReports ?? false),
  }
}

/** The surveys a property has, those marked not applicable left out. */
export const bookedSurveys = (timeline: Timeline): Step[] =>
  timeline.filter((step) => isSurveyType(step.key) && isApplicable(step))

/** The surveys that are still to be done: booked, or with a report that is awaited. */
export const openSurveys = (timeline: Timeline): Step[] => bookedSurveys(timeline).filter((step) => step.state !== 'C')

/** "Not having survey" is no answer while a survey is booked or its report is awaited. */
export const whyNotGoWithoutSurvey = (timeline: Timeline): ErrorCode | null =>
  openSurveys(timeline).length > 0 ? 'SURVEY_OPEN' : null

const nounOf = (title: string): string => (/(survey|report|valuations)$/i.test(title) ? title : `${title} survey`)

/** "A Home buyers survey is booked for 10/11/2026. Cancel it first." Null while no survey is open. */
export const describeOpenSurvey = (timeline: Timeline): string | null => {
  const [first] = openSurveys(timeline)
  if (!first?.survey) return null
  const what = `${/^[aeiou]/i.test(first.title) ? 'An' : 'A'} ${nounOf(first.title)}`
  const day = showDate(first.survey.date)
  return first.survey.awaitingReports
    ? `${what} of ${day} awaits its report. Complete or cancel it first.`
    : `${what} is booked for ${day}. Cancel it first.`
}

/** What booking, reopening or removing surveys means for not having a survey. */
export const updateNotHavingSurvey = (before: Timeline, after: Timeline, { today, now }: CurrentTime): Change[] => {
  const not = findStep(after, stepKeys.NotHavingSurvey)
  const had = bookedSurveys(before).map((step) => step.key)
  const has = bookedSurveys(after).map((step) => step.key)
  const wereOpen = openSurveys(before).map((step) => step.key)
  const reopened = openSurveys(after).map((step) => step.key)
  const added = [
    ...has.filter((key) => !had.includes(key)),
    ...(not?.state === 'C' ? reopened.filter((key) => had.includes(key) && !wereOpen.includes(key)) : []),
  ]
  if (not && added.length > 0) return [changeState(not, 'NA', today, reasonFor('survey-added', ...added), now)]
  if (not?.because?.kind === 'survey-added' && has.length === 0)
    return [changeState(not, 'NS', today, reasonFor('survey-removed'), now)]
  return []
}
