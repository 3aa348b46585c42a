/**
 * "A stock metric is the state at the period's end, computed from dated facts."
 * [domain, Management dashboard](docs/design/domain.md#management-dashboard). Facts of one property that are stored per day; they do not
 * depend on the day of reading.
 */
import type { DateOnly } from '../../common/dates.ts'
import { type SaleNow, storedSteps } from '../sale-now/sale-now.ts'
import { isDelayed, type OpenStep } from '../timeline/most-urgent-step.ts'
import type { Phase } from '../timeline/phase.ts'
import { stepDefinition, type Track } from '../timeline/step-definitions.ts'
import { isSurveyType } from '../timeline/survey-types.ts'

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

const isOfTrack =
  (track: Track) =>
  ({ key }: OpenStep): boolean =>
    stepDefinition(key)?.type === track

export function dayFactsOf(sale: Pick<SaleNow, 'phase' | 'open' | 'planned'>): DayFacts {
  const open = storedSteps(sale)
  const first = (which: (step: OpenStep) => boolean): DateOnly | null =>
    open
      .filter(which)
      .flatMap(({ date }) => date ?? [])
      .toSorted()[0] ?? null
  const blocked = (which: (step: OpenStep) => boolean): boolean => open.some((step) => isDelayed(step) && which(step))
  return {
    phase: sale.phase,
    firstWarning: first(() => true),
    legalWarning: first(isOfTrack('L')),
    financialWarning: first(isOfTrack('F')),
    surveyWarning: first(({ key }) => isSurveyType(key)),
    surveyAwaitsReport: open.some(({ awaitingReports }) => awaitingReports),
    legalBlocked: blocked(isOfTrack('L')),
    financialBlocked: blocked(isOfTrack('F')),
    anyBlocked: blocked(() => true),
  }
}
