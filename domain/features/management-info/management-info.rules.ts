import { addDays, type DateOnly, daysBetween, isDateOnly } from '../../common/dates.ts'
import { omitUndefined } from '../../common/omit-undefined.ts'
import type { ErrorCode } from '../../error-catalogue.ts'
import type { ManagementInfo } from './management-info.model.ts'

/**
 * "Contract end = cSigned + cTerm × 7 days. Notice end = noticeGiven + noticeDays calendar days. … Warn, do not block,
 * when notice ends inside the contract term. On notice: from noticeGiven until noticeEnd, still marketed. After noticeEnd
 * the screen proposes to withdraw; nothing happens by itself." [domain, Time and money](docs/design/domain.md#time-and-money).
 */

/** "When notice is turned on, negotiated notice days default to 1." [property §2](docs/design/property.md#2). */
export const defaultNoticeDays = 1

const dayAfter = (from: DateOnly | null, days: number | null): DateOnly | null =>
  from !== null && isDateOnly(from) && days !== null && Number.isInteger(days) && days >= 0 ? addDays(from, days) : null

/** `cTerm` is in weeks. 01/09/2025 + 12 weeks = 24/11/2025. */
export const contractEnd = (cSigned: DateOnly | null, cTerm: number | null): DateOnly | null =>
  dayAfter(cSigned, cTerm === null ? null : cTerm * 7)

/** Last day of the notice. 01/10/2025 + 14 = 15/10/2025. */
export const noticeEnd = (noticeGiven: DateOnly | null, noticeDays: number | null): DateOnly | null =>
  dayAfter(noticeGiven, noticeDays)

/** True if the notice ends before the contract. */
export const endsInsideContract = (notice: DateOnly | null, contract: DateOnly | null): boolean =>
  notice !== null && contract !== null && notice < contract

/** True from the day after the notice ends. */
export const isNoticeOver = (notice: DateOnly | null, today: DateOnly): boolean => notice !== null && today > notice

/** "Notice given can be turned on only when the company has a notice period set." [property §2](docs/design/property.md#2). */
export const whyNotGiveNotice = (noticePeriodInDays: number | null): ErrorCode | null =>
  noticePeriodInDays === null ? 'NOTICE_PERIOD_NOT_SET' : null

/** Editable fields of the management information (entity mi; [property §3](docs/design/property.md#3)). */
export type ManagementInfoFields = Pick<
  ManagementInfo,
  | 'chain'
  | 'cTerm'
  | 'cSigned'
  | 'listed'
  | 'agencyFeeType'
  | 'agencyFee'
  | 'agencyFeePercent'
  | 'noticeGiven'
  | 'noticeDays'
  | 'agreedPrice'
  | 'invoiceSent'
>
export type ManagementInfoChange = { [Field in keyof ManagementInfoFields]?: ManagementInfoFields[Field] | undefined }

type SaleContext = {
  /** The company's notice period; null if not set. */
  noticePeriodInDays: number | null
  sold: boolean
}

/**
 * "Accepting sets mi.agreedPrice; the 'sold price management' action edits it afterwards" ([domain, Offers](docs/design/domain.md#offers)):
 * there is no sold price before the acceptance.
 */
export function whyNotSetSoldPrice(
  price: ManagementInfoFields['agreedPrice'],
  { sold }: Pick<SaleContext, 'sold'>,
): ErrorCode | null {
  if (!sold) return 'SOLD_PRICE_WITHOUT_SALE'
  return price === null || price === 0 ? 'SOLD_PRICE_REQUIRED' : null
}

/** The fields that differ, and the refusal if any. Notice days are cleared with the notice. */
export function decideManagementInfo(
  before: ManagementInfoFields,
  change: ManagementInfoChange,
  around: SaleContext,
): { changed: ManagementInfoChange; refused: ErrorCode | null } {
  const next: ManagementInfoFields = { ...before, ...omitUndefined(change) }
  const noticeDays = next.noticeGiven === null ? null : (next.noticeDays ?? defaultNoticeDays)
  const changed = differing(before, { ...next, noticeDays })
  const refused =
    (changed.noticeGiven ? whyNotGiveNotice(around.noticePeriodInDays) : null) ??
    (changed.agreedPrice === undefined ? null : whyNotSetSoldPrice(changed.agreedPrice, around))
  return { changed: refused ? {} : changed, refused }
}

const differing = (before: ManagementInfoFields, next: ManagementInfoFields): ManagementInfoChange =>
  Object.fromEntries(Object.entries(next).filter(([field, value]) => value !== before[field as keyof ManagementInfoFields]))

/** "Contract expiring warning: 2 weeks" ([reports §9](docs/design/reports.md#9)). */
export const contractExpiringDays = 14

/** From today until the last day of the warning, both included, a contract ends `soon`. */
export const contractTone = (end: DateOnly | null, today: DateOnly): 'soon' | 'past' | null => {
  if (end === null) return null
  const daysLeft = daysBetween(today, end)
  if (daysLeft < 0) return 'past'
  return daysLeft <= contractExpiringDays ? 'soon' : null
}
