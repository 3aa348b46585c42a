/**
 * "Contract end = cSigned + cTerm × 7 days. Notice end = noticeGiven + noticeDays calendar days. … Warn, do not block, when
 * notice ends inside the contract term. On notice: from noticeGiven until noticeEnd, still marketed. After noticeEnd the
 * screen proposes to withdraw; nothing happens by itself." Domain decisions, "Time and money".
 */
import { addDays, type DateOnly, isDateOnly } from '../../common/dates.ts'
import type { ErrorCode } from '../../errors.ts'

/** "When notice is turned on, negotiated notice days default to 1." Property document, section 2. */
export const defaultNoticeDays = 1

const dayAfter = (from: DateOnly | null, days: number | null): DateOnly | null =>
  from !== null && isDateOnly(from) && days !== null && Number.isInteger(days) && days >= 0 ? addDays(from, days) : null

/** The day a contract of so many weeks ends; null while it has no day or no term. 01/09/2025 + 12 weeks = 24/11/2025. */
export const contractEnd = (cSigned: DateOnly | null, cTerm: number | null): DateOnly | null =>
  dayAfter(cSigned, cTerm === null ? null : cTerm * 7)

/** The last day of a notice; null while none is given. 01/10/2025 + 14 = 15/10/2025. */
export const noticeEnd = (noticeGiven: DateOnly | null, noticeDays: number | null): DateOnly | null =>
  dayAfter(noticeGiven, noticeDays)

/** True when a notice would end before the contract does. */
export const endsInsideContract = (notice: DateOnly | null, contract: DateOnly | null): boolean =>
  notice !== null && contract !== null && notice < contract

/** True from the day after the last day of a notice. */
export const isNoticeOver = (notice: DateOnly | null, today: DateOnly): boolean => notice !== null && today > notice

/** "Notice given can be turned on only when the company has a notice period set." Property document, section 2. */
export const whyNotGiveNotice = (noticePeriodInDays: number | null): ErrorCode | null =>
  noticePeriodInDays === null ? 'NOTICE_PERIOD_NOT_SET' : null
