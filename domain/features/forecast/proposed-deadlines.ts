import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import { maxDaysToComplete, type TemplateStep } from '../timeline/timeline.model.ts'
import { dayFinishedBy } from './bands.ts'
import type { Learned } from './learning.ts'
import { tableId } from './step-groups.ts'
import { stepsToReady } from './step-network.ts'

const fewestFinishes = 30

export type ProposedDeadline = { key: StepKey; days: number; done: number }

/**
 * The day by which 8 in 10 have finished a step, of steps with at least 30 finishes. Over all sales, because a template has one
 * deadline per step. None for Exchanged, which waits for the chain. [forecast §4](docs/design/forecast.md#4).
 */
export const proposedDeadlines = ({ rates, counts }: Pick<Learned, 'rates' | 'counts'>): ProposedDeadline[] =>
  stepsToReady.flatMap((key) => {
    const id = tableId(key, 'all')
    const done = (counts.get(id)?.done ?? []).reduce((sum, value) => sum + value, 0)
    const days = done < fewestFinishes ? null : dayFinishedBy(rates.get(id) ?? [], 0.8)
    return days === null || key === stepKeys.Exchanged ? [] : [{ key, days, done }]
  })

export type DeadlineChange = ProposedDeadline & {
  title: string
  templateDays: number
  /** Above the maximum: it cannot be chosen. */
  isTooLong: boolean
}

/** Proposals that differ from a template, in its order. */
export const deadlineChanges = (template: readonly TemplateStep[], proposed: readonly ProposedDeadline[]): DeadlineChange[] =>
  template.flatMap(({ key, title, daysToComplete, state }) => {
    const found = proposed.find((one) => one.key === key)
    if (!found || state === 'NA' || found.days === daysToComplete) return []
    return [{ ...found, title, templateDays: daysToComplete, isTooLong: found.days > maxDaysToComplete }]
  })

/** The template with the proposals of the chosen steps. */
export const adoptDeadlines = (
  template: readonly TemplateStep[],
  changes: readonly DeadlineChange[],
  chosen: ReadonlySet<StepKey>,
): TemplateStep[] =>
  template.map((step) => {
    const change = changes.find(({ key, isTooLong }) => key === step.key && !isTooLong)
    return change && chosen.has(step.key) ? { ...step, daysToComplete: change.days } : step
  })
