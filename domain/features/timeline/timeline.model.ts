/** Types of the timeline. [reports §3](docs/design/reports.md#3), "Timeline item"; [domain, Timeline](docs/design/domain.md#timeline). */
import type { DateOnly, Instant } from '../../common/dates.ts'
import type { StepKey, StepName, Track } from './step-definitions.ts'

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
  'undone',
  'imported',
  'import-started',
] as const
export type ReasonKind = (typeof reasonKinds)[number]

/** Fields that depend on the state. */
export type StepStateFields = Pick<Step, 'state' | 'startedOn' | 'completedOn' | 'blockedOn' | 'wasAutoSetToInProgress'> & {
  dueOn?: DateOnly | null | undefined
  dueReason?: string | undefined
}

/**
 * Reason of a step's state. `steps` are the steps named in it. `before` is set by `cash-buyer` only, to restore the step
 * when the cash buy ends; `on` and `assumed` by an import only: its day, and that its files do not give the day of the step. Then `steps`
 * are those that were done on that day.
 */
export type Reason = {
  kind: ReasonKind
  steps: readonly StepKey[]
  before?: StepStateFields | undefined
  on?: DateOnly | undefined
  assumed?: boolean | undefined
}

/**
 * A step of a property's timeline. Invariants: `completedOn` is set if and only if complete, `blockedOn` if and only if
 * blocked, `startedOn` if and only if in progress, blocked or complete; `wasAutoSetToInProgress` only while in progress
 * because of a rule.
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
  /** Due date set by a person, and its reason; null and '' if the template's days apply. */
  dueOn: DateOnly | null
  dueReason: string
  wasAutoSetToInProgress: boolean
  /** Null until the step first changes. */
  because: Reason | null
  /** A person has acted on this step, directly or by taking on, launching, accepting or e-mailing. */
  actioned: boolean
  updatedOn: Instant | null
  /** Only on the survey types. */
  survey: SurveyData | null
}

/** In display order. */
export type Timeline = readonly Step[]

export const maxDaysToComplete = 31

/** A step of a template: `daysToComplete` 0 to `maxDaysToComplete`, state not started or not applicable. */
export type TemplateStep = { key: StepKey; title: string; description: string; daysToComplete: number; state: 'NS' | 'NA' }
export type Template = readonly TemplateStep[]

/**
 * A change of one step. `from` is null for an added survey, `to` and `after` for a removed one; `from` equals `to` if
 * only a date or survey data changed. `on` is the effective date.
 */
export type Change = {
  key: StepKey
  from: StepState | null
  to: StepState | null
  on: DateOnly
  because: Reason
  after: Step | null
}

/** London date and instant: rules do not read the clock. */
export type CurrentTime = { today: DateOnly; now: Instant }

/** Result of a set of changes. `reopened`: steps that are no longer complete; the editor shows an alert. */
export type TimelineResult = { timeline: Timeline; changes: readonly Change[]; reopened: readonly StepKey[] }

/**
 * One item of a save. A null or missing date is not given. An item with the step's current state requests no change of
 * state, so a client may send every step back.
 */
export type RequestedItem = {
  key: StepKey
  state: StepState
  startedOn?: DateOnly | null | undefined
  completedOn?: DateOnly | null | undefined
  blockedOn?: DateOnly | null | undefined
  /** Replaces the due date from the template's days, with `dueReason`; null restores it. */
  dueOn?: DateOnly | null | undefined
  dueReason?: string | undefined
  survey?: { [Field in keyof SurveyData]?: SurveyData[Field] | undefined } | null | undefined
  appMarkedDelete?: boolean | undefined
}
