/**
 * "The Exchanged step cannot be completed until a completion date is set." Timeline editor rules, reports document,
 * section 4. "Setting Exchanged complete without a completion date is refused by the server too" (domain decisions).
 */
import type { DateOnly } from '../../common/dates.ts'
import type { ErrorCode } from '../../errors.ts'
import { type StepKey, stepKeys } from './steps.ts'

export const whyNotCompleteStep = (key: StepKey, completionDate: DateOnly | null): ErrorCode | null =>
  key === stepKeys.Exchanged && !completionDate ? 'COMPLETION_DATE_REQUIRED' : null
