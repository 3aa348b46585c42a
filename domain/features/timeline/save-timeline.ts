import type { DateOnly } from '../../common/dates.ts'
import { type ErrorCode, errors } from '../../error-catalogue.ts'
import { applyChanges, isSameStep, reasonFor, recordChange, recordRemoval, withState } from './changes.ts'
import { applyCashBuyer, whyNotChangeFinancialStep } from './rules/cash-buyer.ts'
import { followRules } from './rules/follow-rules.ts'
import { type Sale, whyNotChangeSale } from './rules/sale-contradictions.ts'
import { redateAcceptedSteps } from './rules/sale-events.ts'
import { isDueMovable, whyNotDateStep, whyNotMoveAcceptance, whyNotMoveDue } from './rules/step-dates.ts'
import {
  describeOpenSurvey,
  mergeSurvey,
  newSurvey,
  updateNotHavingSurvey,
  whyNotAddSurvey,
  whyNotEditSurvey,
  whyNotGoWithoutSurvey,
} from './rules/surveys.ts'
import { byDisplayOrder, findStep, stepDefinition, stepKeys } from './step-definitions.ts'
import { stepOf } from './step-of.ts'
import { isSurveyType } from './survey-types.ts'
import type { Change, CurrentTime, RequestedItem, Step, StepState, Timeline, TimelineResult } from './timeline.model.ts'

/**
 * "Each item has radio buttons to set in progress, complete or blocked" ([reports §2.3](docs/design/reports.md#2.3)).
 *
 * The change that an item requests, before any rule. Dates default to today. A step that a person sets or dates is no
 * longer auto-set, and no rule resets it.
 */

/** "Adding one sets it in progress": a survey cannot be added as not started. */
const requestedState = (stored: Step | undefined, item: RequestedItem): StepState =>
  !stored && item.state === 'NS' ? 'IP' : item.state

/** The requested date; for a completed step otherwise its stored date; otherwise today. */
const requestedDate = (step: Step, to: StepState, item: RequestedItem, today: DateOnly): DateOnly => {
  if (to === 'C') return item.completedOn ?? step.completedOn ?? today
  if (to === 'IP') return item.startedOn ?? today
  return (to === 'B' ? item.blockedOn : null) ?? today
}

/** Only open steps have a moved due date. */
const requestedDueDate = (step: Step, { dueOn, dueReason }: RequestedItem): Pick<Step, 'dueOn' | 'dueReason'> => {
  const moved = step.state === 'IP' || step.state === 'B' ? (dueOn === undefined ? step.dueOn : dueOn) : null
  return { dueOn: moved, dueReason: moved === null ? '' : (dueReason ?? step.dueReason).trim() }
}

/** Null if the item requests nothing new. Throws STEP_NOT_FOUND. */
export const requestedChange = (timeline: Timeline, item: RequestedItem, { today, now }: CurrentTime): Change | null => {
  const stored = findStep(timeline, item.key)
  const step = stored ?? newSurvey(item.key) ?? stepOf(timeline, item.key)
  if (item.appMarkedDelete) return stored ? recordRemoval(stored, today, reasonFor('requested')) : null
  const to = requestedState(stored, item)
  const on = requestedDate(step, to, item, today)
  const moved = withState({ ...step, blockedOn: item.blockedOn ?? step.blockedOn }, to, on, item.startedOn)
  const after = { ...moved, ...requestedDueDate(moved, item), survey: mergeSurvey(moved, item.survey) }
  return stored && isSameStep(stored, after) ? null : recordChange(stored ?? null, after, on, reasonFor('requested'), now)
}

export type SaveTimelineInput = CurrentTime & {
  timeline: Timeline
  requested: readonly RequestedItem[]
  /** Completion date after this save. */
  completionDate: DateOnly | null
  /** Completion date before this save; absent if unchanged. */
  completionDateBefore?: DateOnly | null
  /** Date on which the accepted offer was accepted; null without one. */
  acceptedOn: DateOnly | null
  /** The accepted offer is a cash buy, or the buyer is marked as a cash buyer. */
  cashBuyer: boolean
}

/** If `refused` is set nothing was changed. `acceptedOn` is the acceptance date after the save. */
export type SaveTimelineResult = TimelineResult & { refused: ErrorCode | null; acceptedOn: DateOnly | null }

const saleBefore = ({
  timeline,
  completionDate,
  completionDateBefore = completionDate,
  acceptedOn,
}: SaveTimelineInput): Sale => ({
  timeline,
  completionDate: completionDateBefore,
  acceptedOn,
})

/**
 * A survey may be unlocked and edited, or edited and locked, in one save; edits are refused only if it is locked before
 * and after.
 */
const whyNotSaveSurvey = (timeline: Timeline, item: RequestedItem): ErrorCode | null => {
  const stored = findStep(timeline, item.key)
  if (!stored) return whyNotAddSurvey(item.survey)
  const survey = mergeSurvey({ ...stored, state: item.state }, item.survey)
  const isEdited = survey?.date !== stored.survey?.date || survey?.reference !== stored.survey?.reference
  return isEdited && whyNotEditSurvey({ state: item.state, survey }) ? whyNotEditSurvey(stored) : null
}

/** Sending back the stored due date is no change. */
const whyNotSaveDue = ({ timeline, completionDate }: SaveTimelineInput, item: RequestedItem): ErrorCode | null => {
  const step = findStep(timeline, item.key)
  if (!item.dueOn || (item.dueOn === step?.dueOn && (item.dueReason ?? step.dueReason) === step.dueReason)) return null
  if (!step || !isDueMovable(timeline, { ...step, state: item.state }, completionDate)) return 'DUE_NOT_MOVABLE'
  return whyNotMoveDue(step, item)
}

const whyNotSaveItem = (save: SaveTimelineInput, item: RequestedItem): ErrorCode | null => {
  const definition = stepDefinition(item.key)
  if (item.appMarkedDelete) return isSurveyType(item.key) ? null : 'VALIDATION_FAILED'
  return (
    (definition && whyNotChangeFinancialStep(definition, save.cashBuyer)) ??
    whyNotDateStep(findStep(save.timeline, item.key), item, save) ??
    (isSurveyType(item.key) ? whyNotSaveSurvey(save.timeline, item) : null)
  )
}

/** Items that request a change, in display order. Throws STEP_NOT_FOUND. */
const effectiveItems = ({ timeline, requested, today, now }: SaveTimelineInput): RequestedItem[] =>
  requested.filter((item) => requestedChange(timeline, item, { today, now })).toSorted(byDisplayOrder)

/** Correcting the date of Sale agreed corrects the acceptance. */
const acceptedOnAfter = ({ timeline, requested, acceptedOn }: SaveTimelineInput): DateOnly | null => {
  const agreed = requested.find(({ key, state }) => key === stepKeys.SaleAgreed && state === 'C')
  const isNew = agreed?.completedOn && agreed.completedOn !== findStep(timeline, stepKeys.SaleAgreed)?.completedOn
  return acceptedOn !== null && isNew && agreed.completedOn ? agreed.completedOn : acceptedOn
}

/** The first refusal in display order, or null. Throws STEP_NOT_FOUND. */
export const whyNotSaveTimeline = (save: SaveTimelineInput): ErrorCode | null => {
  if (new Set(save.requested.map((item) => item.key)).size < save.requested.length) return 'VALIDATION_FAILED'
  const withAcceptance = { ...save, acceptedOn: acceptedOnAfter(save) }
  for (const item of effectiveItems(save)) {
    const why = whyNotSaveItem(withAcceptance, item)
    if (why) return why
  }
  for (const item of save.requested) {
    const why = whyNotSaveDue(save, item)
    if (why) return why
  }
  return whyNotSaveNoSurvey(save)
}

/**
 * The timeline with the requested changes, before rules and checks. The editor shows a refused save this way, so that the
 * offending value can be corrected where it was entered.
 */
export const withRequestedChanges = (save: SaveTimelineInput): Pick<TimelineResult, 'timeline' | 'changes'> => {
  const changes = effectiveItems(save).flatMap((item) => requestedChange(save.timeline, item, save) ?? [])
  return { timeline: applyChanges(save.timeline, changes), changes }
}

const whyNotSaveNoSurvey = (save: SaveTimelineInput): ErrorCode | null => {
  const isRequested = effectiveItems(save).some((item) => item.key === stepKeys.NotHavingSurvey && item.state === 'C')
  return isRequested ? whyNotGoWithoutSurvey(withRequestedChanges(save).timeline) : null
}

/** Names the open survey and its date; otherwise the catalogue's message. */
export const describeRefusal = (code: ErrorCode, save: SaveTimelineInput): string =>
  (code === 'SURVEY_OPEN' ? describeOpenSurvey(withRequestedChanges(save).timeline) : null) ?? errors[code][1]

/**
 * Entry point for saving a timeline, on server and browser: "The client sends what the user changed; the server applies
 * the same rules from the shared domain code and answers with the whole timeline and the list of changes with reasons."
 * [domain, Timeline](docs/design/domain.md#timeline).
 *
 * The items of a save are a set, so two items for one step are refused. Order of processing: cash buy, items,
 * consequences for not having a survey, rules of section 4. Throws STEP_NOT_FOUND: "Updating a timeline element that does
 * not exist is an internal error"; for a survey type it is an addition instead.
 */
export const saveTimeline = (save: SaveTimelineInput): SaveTimelineResult => {
  const { timeline, today, now } = save
  const time = { today, now }
  const refused = whyNotSaveTimeline(save)
  const unchanged = { timeline, changes: [], reopened: [], acceptedOn: save.acceptedOn }
  if (refused) return { ...unchanged, refused }
  const acceptedOn = acceptedOnAfter(save)
  const cashChanges = applyCashBuyer(timeline, save.cashBuyer, time)
  const afterCashBuy = applyChanges(timeline, cashChanges)
  const requestedChanges = effectiveItems(save).flatMap((item) => requestedChange(afterCashBuy, item, time) ?? [])
  const acceptanceChanges =
    save.acceptedOn !== null && acceptedOn !== null && acceptedOn !== save.acceptedOn
      ? redateAcceptedSteps(afterCashBuy, save.acceptedOn, acceptedOn, now)
      : []
  const isSurveyRequested = requestedChanges.some((one) => one.key === stepKeys.NotHavingSurvey)
  const surveyChanges = isSurveyRequested
    ? []
    : updateNotHavingSurvey(timeline, applyChanges(afterCashBuy, requestedChanges), time)
  const outcome = followRules(timeline, [...cashChanges, ...acceptanceChanges, ...requestedChanges, ...surveyChanges], time)
  const sale: Sale = { timeline: outcome.timeline, completionDate: save.completionDate, acceptedOn }
  const refusal =
    (acceptedOn !== null && acceptedOn !== save.acceptedOn
      ? whyNotMoveAcceptance(outcome.timeline, save.acceptedOn, acceptedOn)
      : null) ?? whyNotChangeSale(saleBefore(save), sale, today)
  return refusal ? { ...unchanged, refused: refusal } : { ...outcome, acceptedOn, refused: null }
}

/**
 * "Save is enabled when there is an unsaved change or the completion date changed. (The text has it inverted: taken as a
 * slip.)" [domain, Timeline](docs/design/domain.md#timeline), on [reports §4](docs/design/reports.md#4).
 */
export const canSaveTimeline = (changedItems: number, isCompletionDateChanged: boolean): boolean =>
  changedItems > 0 || isCompletionDateChanged
