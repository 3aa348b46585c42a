import { addDays, type DateOnly, daysBetween, showDays } from '../../common/dates.ts'
import { byDisplayOrder, findStep, isComplete, stepKeys } from './step-definitions.ts'
import { isSurveyType } from './survey-types.ts'
import type { Step, Timeline } from './timeline.model.ts'

/**
 * "Warning date of an in-progress step = startedOn + daysToComplete. Of a survey = its survey date. Of Completed after
 * exchange = the completion date. Overdue = in progress or blocked, warning date passed, not complete. A survey awaiting
 * reports is amber, all else red." Domain decisions, "Timeline". "Overdue: in progress, not complete, and started more
 * than daysToComplete days ago." Reports document, section 4.
 *
 * A warning date has passed when the day is over in London; on the day itself a step is due today.
 */

export type DueFacts = { today: DateOnly; completionDate: DateOnly | null }
export type WarningColour = 'amber' | 'red'

/** `daysLeft` is 0 on the warning date and negative after it. `warning` is null until it has passed. */
export type Due = {
  warningDate: DateOnly
  daysLeft: number
  overdue: boolean
  warning: WarningColour | null
  awaitingReports: boolean
}

/** Due date from the template's days, ignoring a moved due date. */
export const originalDueDate = ({ startedOn, daysToComplete }: Step): DateOnly | null =>
  startedOn === null || daysToComplete === null ? null : addDays(startedOn, daysToComplete)

/** A step is overdue after this day; null unless it is in progress or blocked. */
export const warningDateOf = (timeline: Timeline, step: Step, completionDate: DateOnly | null): DateOnly | null => {
  if (step.state !== 'IP' && step.state !== 'B') return null
  if (isSurveyType(step.key)) return step.survey?.date ?? null
  if (step.key === stepKeys.Completed && completionDate && isComplete(timeline, stepKeys.Exchanged)) return completionDate
  return step.dueOn ?? originalDueDate(step)
}

export const dueOf = (timeline: Timeline, step: Step, { today, completionDate }: DueFacts): Due | null => {
  const warningDate = warningDateOf(timeline, step, completionDate)
  if (warningDate === null) return null
  const daysLeft = daysBetween(today, warningDate)
  const overdue = daysLeft < 0
  const awaitingReports = step.survey?.awaitingReports ?? false
  return { warningDate, daysLeft, overdue, warning: overdue ? (awaitingReports ? 'amber' : 'red') : null, awaitingReports }
}

/** "Due in 3 days", "Due today", "Overdue by 4 days", "Awaiting reports for 12 days". */
export const describeDue = ({ daysLeft, overdue, awaitingReports }: Due): string => {
  if (awaitingReports) return overdue ? `Awaiting reports for ${showDays(-daysLeft)}` : 'Awaiting reports'
  if (overdue) return `Overdue by ${showDays(-daysLeft)}`
  return daysLeft === 0 ? 'Due today' : `Due in ${showDays(daysLeft)}`
}

/**
 * "Warnings = overdue steps." Domain decisions, "Warnings". "Warnings modal: The following tasks are overdue., lists items
 * with time elapsed. Amber marks items awaiting survey reports, red marks the rest." Reports document, section 2.1.
 */

export type DueStep = Due & Pick<Step, 'key' | 'keyName' | 'title' | 'type'>

/** Earliest first. */
export const dueSteps = (timeline: Timeline, facts: DueFacts): DueStep[] =>
  timeline
    .flatMap((step) => {
      const due = dueOf(timeline, step, facts)
      return due ? [{ ...due, key: step.key, keyName: step.keyName, title: step.title, type: step.type }] : []
    })
    .toSorted((a, b) => a.warningDate.localeCompare(b.warningDate) || byDisplayOrder(a, b))

/** Longest overdue first. */
export const warningsOf = (timeline: Timeline, facts: DueFacts): DueStep[] =>
  dueSteps(timeline, facts).filter((step) => step.overdue)

/** Most severe step: overdue or delayed (red), then an awaited report (amber), then the rest. */
export const worstWarning = (timeline: Timeline, facts: DueFacts): (DueStep & { delayed: boolean }) | null => {
  const due = dueSteps(timeline, facts).map((step) => ({ ...step, delayed: findStep(timeline, step.key)?.state === 'B' }))
  const rank = ({ warning, delayed }: (typeof due)[number]) => (warning === 'red' ? 0 : delayed ? 1 : warning === 'amber' ? 2 : 3)
  return due.toSorted((a, b) => rank(a) - rank(b))[0] ?? null
}
