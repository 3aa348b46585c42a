/**
 * "Warnings = overdue steps." Domain decisions, "Warnings". "Warnings modal: The following tasks are overdue., lists items
 * with time elapsed. Amber marks items awaiting survey reports, red marks the rest." Reports document, section 2.1.
 */
import { type Due, type DueFacts, dueOf } from './due.ts'
import { byDisplayOrder } from './steps.ts'
import type { Step, Timeline } from './timeline.model.ts'

export type DueStep = Due & Pick<Step, 'key' | 'keyName' | 'title' | 'type'>

/** Every step that is due on some day, the earliest first. */
const dueSteps = (timeline: Timeline, facts: DueFacts): DueStep[] =>
  timeline
    .flatMap((step) => {
      const due = dueOf(timeline, step, facts)
      return due ? [{ ...due, key: step.key, keyName: step.keyName, title: step.title, type: step.type }] : []
    })
    .toSorted((a, b) => a.warningDate.localeCompare(b.warningDate) || byDisplayOrder(a, b))

/** The overdue steps, the longest overdue first. */
export const warningsOf = (timeline: Timeline, facts: DueFacts): DueStep[] =>
  dueSteps(timeline, facts).filter((step) => step.overdue)

/** The next warning of the property header: the step that is due first, overdue or not; null when nothing is under way. */
export const nextWarning = (timeline: Timeline, facts: DueFacts): DueStep | null => dueSteps(timeline, facts)[0] ?? null
