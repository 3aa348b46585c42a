import type { DateOnly } from '../../common/dates.ts'
import { findStep, fixedSteps, type StepKey, stepDefinition, stepKeys } from '../timeline/step-definitions.ts'
import { stepsDirectlyBefore } from '../timeline/steps-directly-before.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import type { FieldValues } from './decide-row.ts'

type Sale = { timeline: Timeline; acceptedOn: DateOnly | null }

const day = (values: FieldValues, key: string): DateOnly | null => {
  const value = values[key]
  return typeof value === 'string' ? value : null
}

/**
 * The start of a step of which a row has only the completion: the day on which the step before it was completed; the memorandum starts with
 * the sale. Null if that day is unknown, or later.
 */
export function startOfStep(values: FieldValues, key: StepKey, { timeline, acceptedOn }: Sale): DateOnly | null {
  const doneOn = (other: StepKey): DateOnly | null =>
    day(values, `step.${other}.done`) ?? findStep(timeline, other)?.completedOn ?? null
  const applies = (other: StepKey): boolean =>
    values[`step.${other}.state`] !== 'NA' &&
    findStep(timeline, other)?.state !== 'NA' &&
    !(values.cashBuy === true && stepDefinition(other)?.type === 'F')
  const tracks = stepsDirectlyBefore.get(key) ?? []
  const before = tracks.flatMap((track) => track.find(applies) ?? [])
  const days = key === stepKeys.MemoOfSaleSent ? [acceptedOn] : before.map(doneOn)
  const known = days.filter((on) => on !== null)
  const [done, latest] = [day(values, `step.${key}.done`), known.toSorted().at(-1)]
  return known.length < days.length || done === null || latest === undefined || latest > done ? null : latest
}

/** How many steps of a row have a completion, but no start, neither in the file nor from the step before: nothing is learned of their time. */
export const countStepsWithoutStart = (values: FieldValues, acceptedOn: DateOnly | null): number =>
  fixedSteps.filter(
    ({ key }) =>
      (key === stepKeys.MemoOfSaleSent || stepsDirectlyBefore.has(key)) &&
      day(values, `step.${key}.done`) !== null &&
      day(values, `step.${key}.started`) === null &&
      startOfStep(values, key, { timeline: [], acceptedOn }) === null,
  ).length
