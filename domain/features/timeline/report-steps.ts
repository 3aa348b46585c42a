/** "timeline{… info{completedOns keyed by step, exchanged, …}}" of a report row. Reports document, section 3. */
import type { DateOnly } from '../../common/dates.ts'
import { findStep, isComplete, type ReportStepName, reportSteps, stepKeys } from './steps.ts'
import type { Timeline } from './timeline.model.ts'

/** The day each of the report's 15 steps was completed, null while it is not. */
export const completedOns = (timeline: Timeline): Record<ReportStepName, DateOnly | null> =>
  Object.fromEntries(reportSteps.map(({ key, keyName }) => [keyName, findStep(timeline, key)?.completedOn ?? null])) as Record<
    ReportStepName,
    DateOnly | null
  >

export const isExchanged = (timeline: Timeline): boolean => isComplete(timeline, stepKeys.Exchanged)
