import type { ErrorCode } from '../../errors.ts'
import { stepKeys } from '../timeline/steps.ts'

/** "It can be withdrawn only on an existing property" (property document, section 4), and no longer once its sale has completed. */
export const whyNotWithdraw = (timeline: readonly { key: number; state: string }[]): ErrorCode | null =>
  timeline.some(({ key, state }) => key === stepKeys.Completed && state === 'C') ? 'WITHDRAW_COMPLETED' : null
