import { type DateOnly } from '../../common/dates.ts'
import { byDisplayOrder, type StepKey } from './step-definitions.ts'
import type { Change, CurrentTime, Reason, ReasonKind, Step, StepState, StepStateFields, Timeline } from './timeline.model.ts'

/**
 * "A rule returns what changed and why" (architecture, "How code is written"): state transitions of a step, change
 * records, and applying changes to a timeline.
 */

export const reasonFor = (kind: ReasonKind, ...steps: StepKey[]): Reason => ({ kind, steps })

/** Reasons of steps that a rule started. */
export const reasonsOfRules: readonly ReasonKind[] = [
  'previous-step-completed',
  'pre-sale-completed',
  'tracks-completed',
  'predecessors-complete-again',
  'import-started',
]
/** Reasons of changes made by people; all others are consequences drawn by rules. */
export const userActions: readonly ReasonKind[] = [
  'requested',
  'taken-on',
  'launched',
  'offer-accepted',
  'memo-emailed',
  'imported',
]

const earlier = (a: DateOnly, b: DateOnly): DateOnly => (a < b ? a : b)

/**
 * A step that is completed or blocked without having been started counts as started that day; a reopened or unblocked
 * step keeps its first start date; no step starts after it was completed or delayed. `startedOn` is the date entered by a
 * person, if any.
 */
export const withState = (step: Step, to: StepState, on: DateOnly, startedOn: DateOnly | null = null): Step => {
  const moved = { dueOn: step.dueOn ?? null, dueReason: step.dueReason ?? '' }
  const cleared = { startedOn: null, completedOn: null, blockedOn: null, dueOn: null, dueReason: '' }
  const started = startedOn ?? step.startedOn ?? on
  if (to === 'IP') return { ...step, ...cleared, ...moved, state: to, startedOn: started }
  if (to === 'B') {
    const blockedOn = step.blockedOn ?? on
    return { ...step, ...cleared, ...moved, state: to, startedOn: earlier(started, blockedOn), blockedOn }
  }
  if (to === 'C') return { ...step, ...cleared, state: to, startedOn: earlier(started, on), completedOn: on }
  return { ...step, ...cleared, state: to }
}

/** Creates the change record and stamps reason and time on the step. */
export const recordChange = (
  before: Step | null,
  after: Step,
  on: DateOnly,
  reason: Reason,
  now: CurrentTime['now'],
): Change => ({
  key: after.key,
  from: before?.state ?? null,
  to: after.state,
  on,
  because: reason,
  after: {
    ...after,
    because: reason,
    wasAutoSetToInProgress: reasonsOfRules.includes(reason.kind),
    actioned: after.actioned || userActions.includes(reason.kind),
    updatedOn: now,
  },
})

export const changeState = (step: Step, to: StepState, on: DateOnly, reason: Reason, now: CurrentTime['now']): Change =>
  recordChange(step, withState(step, to, on), on, reason, now)

export const recordRemoval = (step: Step, on: DateOnly, reason: Reason): Change => ({
  key: step.key,
  from: step.state,
  to: null,
  on,
  because: reason,
  after: null,
})

/** In display order. Applying the changes of a save to the old timeline yields the new one. */
export const applyChanges = (timeline: Timeline, changes: readonly Change[]): Timeline => {
  const steps = new Map(timeline.map((step) => [step.key, step]))
  for (const { key, after } of changes) {
    if (after) steps.set(key, after)
    else steps.delete(key)
  }
  return [...steps.values()].toSorted(byDisplayOrder)
}

const stateFields = (fields: StepStateFields) => [
  fields.state,
  fields.startedOn,
  fields.completedOn,
  fields.blockedOn,
  fields.wasAutoSetToInProgress,
  // Older snapshots lack both fields.
  fields.dueOn ?? null,
  fields.dueReason ?? '',
]
const visibleFields = (step: Step) => [
  ...stateFields(step),
  step.survey && [step.survey.date, step.survey.contactPOC, step.survey.reference, step.survey.awaitingReports],
]
const allFields = (step: Step) => [
  ...visibleFields(step),
  [step.title, step.description, step.daysToComplete, step.actioned, step.updatedOn],
  step.because && [
    step.because.kind,
    step.because.steps,
    step.because.before && stateFields(step.because.before),
    step.because.assumed ?? false,
  ],
]

/** Compares what people can see: state, dates, the auto-set flag and the survey's data. */
export const isSameStep = (a: Step, b: Step): boolean => JSON.stringify(visibleFields(a)) === JSON.stringify(visibleFields(b))

/** Compares everything, including reason and time of the last update. */
export const isIdenticalStep = (a: Step, b: Step): boolean => JSON.stringify(allFields(a)) === JSON.stringify(allFields(b))

/** One change per step, from the first to the last state, in display order; steps that end up unchanged are omitted. */
export const netChanges = (timeline: Timeline, changes: readonly Change[]): Change[] => {
  const before = new Map(timeline.map((step) => [step.key, step]))
  const last = new Map(changes.map((one) => [one.key, one]))
  return [...last.values()]
    .map((one) => ({ ...one, from: before.get(one.key)?.state ?? null }))
    .filter(({ key, after }) => {
      const previous = before.get(key)
      return previous && after ? !isSameStep(previous, after) : previous !== undefined || after !== null
    })
    .toSorted(byDisplayOrder)
}
