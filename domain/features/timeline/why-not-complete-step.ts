/**
 * "The Exchanged step cannot be completed until a completion date is set." Timeline editor rules, reports document,
 * section 4. "Setting Exchanged complete without a completion date is refused by the server too" (domain decisions).
 */
import type { DateOnly } from '../../common/dates.ts'
import type { ErrorCode } from '../../errors.ts'
import { findStep, type StepKey, stepKeys } from './steps.ts'
import type { Timeline } from './timeline.model.ts'

export const whyNotCompleteStep = (key: StepKey, completionDate: DateOnly | null): ErrorCode | null =>
  key === stepKeys.Exchanged && !completionDate ? 'COMPLETION_DATE_REQUIRED' : null

/** The same the other way round: while Exchanged is complete its completion date is moved, and taken away by nothing. */
export const whyNotRemoveCompletionDate = (timeline: Timeline): ErrorCode | null =>
  findStep(timeline, stepKeys.Exchanged)?.state === 'C' ? 'COMPLETION_DATE_REQUIRED' : null
