/**
 * "A stock metric is the state at the period's end, computed from dated facts." Domain decisions, "Management dashboard".
 * Facts of one property that are stored per day; they do not depend on the day of reading.
 */
import type { DateOnly } from '../../common/dates.ts'
import { warningDateOf } from '../timeline/due.ts'
import { type Phase, phaseOf } from '../timeline/phase.ts'
import type { Step, Timeline } from '../timeline/timeline.model.ts'

type PropertyState = { active: boolean; hasAcceptedOffer: boolean; completionDate: DateOnly | null; timeline: Timeline }

/** Each date is the earliest warning date of the open steps: overdue once it has passed (`due.ts`). */
export type DayFacts = {
  phase: Phase
  firstWarning: DateOnly | null
  legalWarning: DateOnly | null
  financialWarning: DateOnly | null
  surveyWarning: DateOnly | null
  surveyAwaitsReport: boolean
  legalBlocked: boolean
  financialBlocked: boolean
  anyBlocked: boolean
}

/** A withdrawn property has no warnings and no delays. */
export function dayFactsOf(property: PropertyState): DayFacts {
  const { active, completionDate, timeline } = property
  const open = active ? timeline.filter(({ state }) => state === 'IP' || state === 'B') : []
  const first = (which: (step: Step) => boolean): DateOnly | null =>
    open
      .filter(which)
      .flatMap((step) => warningDateOf(timeline, step, completionDate) ?? [])
      .toSorted()[0] ?? null
  const blocked = (which: (step: Step) => boolean): boolean => open.some((step) => step.state === 'B' && which(step))
  return {
    phase: phaseOf(property),
    firstWarning: first(() => true),
    legalWarning: first(({ type }) => type === 'L'),
    financialWarning: first(({ type }) => type === 'F'),
    surveyWarning: first(({ survey }) => survey !== null),
    surveyAwaitsReport: open.some(({ survey }) => survey?.awaitingReports === true),
    legalBlocked: blocked(({ type }) => type === 'L'),
    financialBlocked: blocked(({ type }) => type === 'F'),
    anyBlocked: blocked(() => true),
  }
}
