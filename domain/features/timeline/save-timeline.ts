/**
 * Saving the timeline, the one way in for server and browser: "The client sends what the user changed; the server applies
 * the same rules from the shared domain code and answers with the whole timeline and the list of changes with reasons."
 * Domain decisions, "Timeline".
 *
 * The items of a save are a set: their order means nothing, so two items for one step are refused. First the cash buy is
 * brought in line, then the items are applied, then what they mean for not having a survey, then the rules of section 4.
 */
import type { DateOnly } from '../../common/dates.ts'
import type { ErrorCode } from '../../errors.ts'
import { applyCashBuyer, whyNotChangeFinancialStep } from './cash-buyer.ts'
import { applyChanges } from './changes.ts'
import { followRules } from './follow-rules.ts'
import { requestedChange } from './request-change.ts'
import { byDisplayOrder, findStep, isSurveyType, stepDefinition, stepKeys } from './steps.ts'
import { decideNotHavingSurvey, surveyWith, whyNotAddSurvey, whyNotEditSurvey } from './surveys.ts'
import type { Moment, RequestedItem, Timeline, TimelineOutcome } from './timeline.model.ts'
import { whyNotCompleteStep, whyNotRemoveCompletionDate } from './why-not-complete-step.ts'

export type SaveTimeline = Moment & {
  timeline: Timeline
  requested: readonly RequestedItem[]
  /** The property's completion date as it will be after this save. */
  completionDate: DateOnly | null
  /** The accepted offer is a cash buy, or the buyer is marked as a cash buyer. */
  cashBuyer: boolean
}

/** When `refused` is set nothing was changed. */
export type SavedTimeline = TimelineOutcome & { refused: ErrorCode | null }

/** A step is completed, or started, on a day that has come: a promise for a later day is not a fact to report. */
const whyNotDateStep = (item: RequestedItem, today: DateOnly): ErrorCode | null =>
  [item.startedOn, item.completedOn].some((date) => date && date > today) ? 'STEP_DATE_IN_FUTURE' : null

/** Unlocking and editing in one save is allowed, as is editing and locking: only what is locked before and after stays as it is. */
const whyNotSaveSurvey = (timeline: Timeline, item: RequestedItem): ErrorCode | null => {
  const stored = findStep(timeline, item.key)
  if (!stored) return whyNotAddSurvey(item.survey)
  const survey = surveyWith({ ...stored, state: item.state }, item.survey)
  const isEdited = survey?.date !== stored.survey?.date || survey?.reference !== stored.survey?.reference
  return isEdited && whyNotEditSurvey({ state: item.state, survey }) ? whyNotEditSurvey(stored) : null
}

const whyNotSaveItem = (save: SaveTimeline, item: RequestedItem): ErrorCode | null => {
  const definition = stepDefinition(item.key)
  if (item.appMarkedDelete) return isSurveyType(item.key) ? null : 'VALIDATION_FAILED'
  const wasComplete = findStep(save.timeline, item.key)?.state === 'C'
  return (
    (definition && whyNotChangeFinancialStep(definition, save.cashBuyer)) ??
    (item.state === 'C' && !wasComplete ? whyNotCompleteStep(item.key, save.completionDate) : null) ??
    whyNotDateStep(item, save.today) ??
    (isSurveyType(item.key) ? whyNotSaveSurvey(save.timeline, item) : null)
  )
}

/** The items that ask for something new, in the order of display. Throws STEP_NOT_FOUND for a step the property has not. */
const newItems = ({ timeline, requested, today, now }: SaveTimeline): RequestedItem[] =>
  requested.filter((item) => requestedChange(timeline, item, { today, now })).toSorted(byDisplayOrder)

/** Why this save is refused: the first refusal in the order of display, or null. Throws STEP_NOT_FOUND as `saveTimeline` does. */
export const whyNotSaveTimeline = (save: SaveTimeline): ErrorCode | null => {
  if (new Set(save.requested.map((item) => item.key)).size < save.requested.length) return 'VALIDATION_FAILED'
  for (const item of newItems(save)) {
    const why = whyNotSaveItem(save, item)
    if (why) return why
  }
  return null
}

/**
 * The timeline after a save, what changed and why, which complete steps were reopened (the editor then alerts), and a
 * refusal instead when there is one. An item that asks for nothing new does nothing. Throws STEP_NOT_FOUND: "Updating a
 * timeline element that does not exist is an internal error"; for a survey type that is not there yet it is an addition.
 */
export const saveTimeline = (save: SaveTimeline): SavedTimeline => {
  const { timeline, today, now } = save
  const moment = { today, now }
  const refused = whyNotSaveTimeline(save)
  if (refused) return { timeline, changes: [], reopened: [], refused }
  const cash = applyCashBuyer(timeline, save.cashBuyer, moment)
  const inLine = applyChanges(timeline, cash)
  const asked = newItems(save).flatMap((item) => requestedChange(inLine, item, moment) ?? [])
  const isDecided = asked.some((one) => one.key === stepKeys.NotHavingSurvey)
  const surveys = isDecided ? [] : decideNotHavingSurvey(timeline, applyChanges(inLine, asked), moment)
  const outcome = followRules(timeline, [...cash, ...asked, ...surveys], moment)
  const stranded = save.completionDate === null ? whyNotRemoveCompletionDate(outcome.timeline) : null
  return stranded ? { timeline, changes: [], reopened: [], refused: stranded } : { ...outcome, refused: null }
}
