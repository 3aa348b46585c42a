/**
 * "Warnings = overdue steps." Domain decisions, "Warnings". "Warnings modal: The following tasks are overdue., lists items
 * with time elapsed. Amber marks items awaiting survey reports, red marks the rest." Reports document, section 2.1.
 */
import { type Due, type DueFacts, dueOf } from './due.ts'
import { byUrgency } from './open-steps.ts'
import { byDisplayOrder, findStep } from './steps.ts'
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

/**
 * What stands in a sale's way first: what is overdue or delayed is red and outranks a report that is awaited, which is
 * amber; what is merely due comes last.
 */
export const worstWarning = (timeline: Timeline, facts: DueFacts): (DueStep & { delayed: boolean }) | null => {
  const due = dueSteps(timeline, facts).map((step) => ({ ...step, delayed: findStep(timeline, step.key)?.state === 'B' }))
  const rank = ({ warning, delayed }: (typeof due)[number]) => (warning === 'red' ? 0 : delayed ? 1 : warning === 'amber' ? 2 : 3)
  return due.toSorted((a, b) => rank(a) - rank(b))[0] ?? null
}

/** The next warning of the property header: the most urgent step, overdue or not; null when nothing is under way. */
export const nextWarning = (timeline: Timeline, facts: DueFacts): DueStep | null => {
  const urgency = byUrgency(facts.today)
  const dated = (step: DueStep) => ({ ...step, date: step.warningDate })
  return dueSteps(timeline, facts).toSorted((a, b) => urgency(dated(a), dated(b)))[0] ?? null
}
