import { given } from '../../common/given.ts'
import type { ErrorCode } from '../../errors.ts'
import type { PropertyDetail } from '../properties/properties.model.ts'
import { defaultNoticeDays, whyNotGiveNotice } from './notice.ts'

type Mi = PropertyDetail['mi']

/** The fields of the management information that a person edits (entity mi; property document, section 3). */
export type MiFields = Pick<
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
export type MiChange = { [Field in keyof MiFields]?: MiFields[Field] | undefined }

type Around = {
  /** The company's; null when none is set. */
  noticePeriodInDays: number | null
  /** An offer is accepted. */
  sold: boolean
}

/**
 * "Accepting sets mi.agreedPrice; the 'sold price management' action edits it afterwards" (domain decisions, "Offers"):
 * there is one from the acceptance on, and not before.
 */
export function whyNotSetSoldPrice(price: MiFields['agreedPrice'], { sold }: Pick<Around, 'sold'>): ErrorCode | null {
  if (!sold) return 'SOLD_PRICE_WITHOUT_SALE'
  return price === null || price === 0 ? 'SOLD_PRICE_REQUIRED' : null
}

/** What a save changes: the fields that differ, notice days going with the notice they are of, and why it is refused. */
export function decideMi(before: MiFields, change: MiChange, around: Around): { changed: MiChange; refused: ErrorCode | null } {
  const next: MiFields = { ...before, ...given(change) }
  const noticeDays = next.noticeGiven === null ? null : (next.noticeDays ?? defaultNoticeDays)
  const changed = differing(before, { ...next, noticeDays })
  const refused =
    (changed.noticeGiven ? whyNotGiveNotice(around.noticePeriodInDays) : null) ??
    (changed.agreedPrice === undefined ? null : whyNotSetSoldPrice(changed.agreedPrice, around))
  return { changed: refused ? {} : changed, refused }
}

const differing = (before: MiFields, next: MiFields): MiChange =>
  Object.fromEntries(Object.entries(next).filter(([field, value]) => value !== before[field as keyof MiFields]))
