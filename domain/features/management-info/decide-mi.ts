import { omitUndefined } from '../../common/given.ts'
import type { ErrorCode } from '../../errors.ts'
import type { PropertyDetail } from '../properties/properties.model.ts'
import { defaultNoticeDays, whyNotGiveNotice } from './notice.ts'

type Mi = PropertyDetail['mi']

/** The fields of the management information that a person edits (entity mi; property document, section 3). */
export type ManagementInfoFields = Pick<
  Mi,
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
  /** The company's; null when none is set. */
  noticePeriodInDays: number | null
  /** An offer is accepted. */
  sold: boolean
}

/**
 * "Accepting sets mi.agreedPrice; the 'sold price management' action edits it afterwards" (domain decisions, "Offers"):
 * there is one from the acceptance on, and not before.
 */
export function whyNotSetSoldPrice(
  price: ManagementInfoFields['agreedPrice'],
  { sold }: Pick<SaleContext, 'sold'>,
): ErrorCode | null {
  if (!sold) return 'SOLD_PRICE_WITHOUT_SALE'
  return price === null || price === 0 ? 'SOLD_PRICE_REQUIRED' : null
}

/** What a save changes: the fields that differ, notice days going with the notice they are of, and why it is refused. */
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
