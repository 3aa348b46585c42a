/**
 * The words of the timeline: a step and its states, a change and its reason. Reports document, section 3, "Timeline
 * item"; domain decisions, "Timeline".
 */
import type { DateOnly, Instant } from '../../common/dates.ts'
import type { StepKey, StepName, Track } from './steps.ts'

/** "C complete, NS not started, IP in progress, B blocked (shown as Delayed), NA not applicable." */
export const stepStates = ['NS', 'IP', 'C', 'B', 'NA'] as const
export type StepState = (typeof stepStates)[number]

export const stateLabels: Record<StepState, string> = {
  NS: 'Not started',
  IP: 'In progress',
  C: 'Complete',
  B: 'Delayed',
  NA: 'Not applicable',
}

/** "Survey data: date, contactPOC, reference (notes), awaitingReports (boolean)." `contactPOC` is the id of a point of contact. */
export type SurveyData = { date: DateOnly; contactPOC: string | null; reference: string; awaitingReports: boolean }

export const reasonKinds = [
  'requested',
  'taken-on',
  'launched',
  'offer-accepted',
  'memo-emailed',
  'previous-step-completed',
  'pre-sale-completed',
  'tracks-completed',
  'predecessors-complete-again',
  'auto-start-withdrawn',
  'cash-buyer',
  'cash-buy-ended',
  'survey-added',
  'survey-removed',
  'fall-off',
  'sale-restored',
] as const
export type ReasonKind = (typeof reasonKinds)[number]

/** The part of a step that its state rules. */
export type StepStateFields = Pick<Step, 'state' | 'startedOn' | 'completedOn' | 'blockedOn' | 'wasAutoSetToInProgress'> & {
  dueOn?: DateOnly | null | undefined
  dueReason?: string | undefined
}

/**
 * Why a step is as it is. `steps` are the steps the reason names. `before` is kept by `cash-buyer` alone: what the step
 * was, so that a cash buy that ends loses nothing.
 */
export type Reason = { kind: ReasonKind; steps: readonly StepKey[]; before?: StepStateFields | undefined }

/**
 * One step of a property's timeline. Whatever happened to it, these hold: `completedOn` is set exactly when it is
 * complete, `blockedOn` exactly when it is blocked, `startedOn` exactly when it is in progress, blocked or complete, and
 * `wasAutoSetToInProgress` only while it is in progress because of a rule.
 */
export type Step = {
  key: StepKey
  keyName: StepName
  type: Track
  order: number | null
  title: string
  description: string
  daysToComplete: number | null
  state: StepState
  startedOn: DateOnly | null
  completedOn: DateOnly | null
  blockedOn: DateOnly | null
  /** The day a person moved the due date to, and why; null and '' while the template's days rule. */
  dueOn: DateOnly | null
  dueReason: string
  wasAutoSetToInProgress: boolean
  /** Null until something first happens to the step. */
  because: Reason | null
  /** A person has acted on this step, here or by taking on, launching, accepting or e-mailing. */
  actioned: boolean
  updatedOn: Instant | null
  /** Set on the survey types 5–21 only. */
  survey: SurveyData | null
}

/** A property's steps in the order of display. */
export type Timeline = readonly Step[]

/** A step of a company's or a branch's template: `daysToComplete` 0–31, state not started or not applicable. */
export type TemplateStep = { key: StepKey; title: string; description: string; daysToComplete: number; state: 'NS' | 'NA' }
export type Template = readonly TemplateStep[]

/**
 * What happened to one step and why. `from` is null for a survey that was added, `to` and `after` for one that was
 * removed; `from` equals `to` when only a date or the survey's data changed. `on` is the day it counts from.
 */
export type Change = {
  key: StepKey
  from: StepState | null
  to: StepState | null
  on: DateOnly
  because: Reason
  after: Step | null
}

/** Today in London and this very instant: the rules read no clock. */
export type CurrentTime = { today: DateOnly; now: Instant }

/** What a set of changes led to. `reopened` names the steps that were complete and no longer are: the editor then alerts. */
export type TimelineResult = { timeline: Timeline; changes: readonly Change[]; reopened: readonly StepKey[] }

/**
 * One item of a save, as the wire sends it. A date that is null or absent was not given. An item whose state is the one
 * the step already has asks for no change of state, so a client may send back every step it knows.
 */
export type RequestedItem = {
  key: StepKey
  state: StepState
  startedOn?: DateOnly | null | undefined
  completedOn?: DateOnly | null | undefined
  blockedOn?: DateOnly | null | undefined
  /** Another due date than the template's days give, with `dueReason`; null puts these back. */
  dueOn?: DateOnly | null | undefined
  dueReason?: string | undefined
  survey?: { [Field in keyof SurveyData]?: SurveyData[Field] | undefined } | null | undefined
  appMarkedDelete?: boolean | undefined
}
