import { type DateOnly, daysBetween } from '../../common/dates.ts'
import type { Due } from '../timeline/due.ts'
import { byUrgency, type OpenStep, warningColour } from '../timeline/most-urgent-step.ts'
import { byDisplayOrder, findStep, type StepKey, type StepName } from '../timeline/step-definitions.ts'
import type { Step, Timeline } from '../timeline/timeline.model.ts'
import type { SaleNow } from './sale-now.ts'

/**
 * "Warnings = overdue steps." [domain, Warnings](docs/design/domain.md#warnings). "Warnings modal: The following tasks are overdue., lists
 * items with time elapsed. Amber marks items awaiting survey reports, red marks the rest." [reports §2.1](docs/design/reports.md#2.1).
 */

/** Null for a step that is not open, or has no date. */
export const dueOf = ({ open }: Pick<SaleNow, 'open'>, key: StepKey, today: DateOnly): Due | null => {
  const step = open.find((one) => one.key === key)
  return step ? dueOfOpen(step, today) : null
}

const dueOfOpen = (step: OpenStep, today: DateOnly): Due | null => {
  if (step.date === null) return null
  const daysLeft = daysBetween(today, step.date)
  return {
    warningDate: step.date,
    daysLeft,
    overdue: daysLeft < 0,
    warning: warningColour(step, today),
    awaitingReports: step.awaitingReports,
  }
}

type DueStep = Due & { key: StepKey; keyName: StepName; title: string; type: Step['type']; delayed: boolean }

const toDueSteps = (open: readonly OpenStep[], timeline: Timeline, today: DateOnly): DueStep[] =>
  open.flatMap((one) => {
    const due = dueOfOpen(one, today)
    const step = findStep(timeline, one.key)
    if (!due || !step) return []
    return [{ ...due, key: step.key, keyName: step.keyName, title: step.title, type: step.type, delayed: one.state === 'B' }]
  })

const byDate = (a: DueStep, b: DueStep): number => a.warningDate.localeCompare(b.warningDate) || byDisplayOrder(a, b)

/** Longest overdue first. */
export const warningsOf = ({ late }: Pick<SaleNow, 'late'>, timeline: Timeline, today: DateOnly): DueStep[] =>
  toDueSteps(late, timeline, today).toSorted(byDate)

/** The most urgent step with a date; null without one. */
export const mostUrgentDue = ({ open }: Pick<SaleNow, 'open'>, timeline: Timeline, today: DateOnly): DueStep | null =>
  toDueSteps(open.toSorted(byUrgency(today)), timeline, today)[0] ?? null

/** For the property header: the most urgent step that is overdue; without one the most urgent step with a date. */
export const nextWarning = (sale: Pick<SaleNow, 'open' | 'late'>, timeline: Timeline, today: DateOnly): DueStep | null =>
  toDueSteps(sale.late, timeline, today)[0] ?? mostUrgentDue(sale, timeline, today)
