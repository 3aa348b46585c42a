/**
 * "Memo: Download, Send and Save are disabled until the owner, the vendor's solicitor contact, the buyer and the buyer's
 * solicitor all exist. Otherwise these warnings appear." Property document, section 5.
 */
import type { ErrorCode } from '../../errors.ts'
import type { Memo } from './memo.model.ts'

type RequiredParties = { buyer: unknown; buyerSolicitor: unknown; vendorSolicitor: unknown } & Pick<Memo, 'sellerComplete'>

/** Every warning, in the order the specification names them. */
export function memoWarnings({ buyer, buyerSolicitor, sellerComplete, vendorSolicitor }: RequiredParties): ErrorCode[] {
  const missing: [boolean, ErrorCode][] = [
    [buyer === null, 'MEMO_WITHOUT_BUYER'],
    [buyerSolicitor === null, 'MEMO_WITHOUT_BUYER_SOLICITOR'],
    [!sellerComplete, 'MEMO_VENDOR_INCOMPLETE'],
    [vendorSolicitor === null, 'MEMO_WITHOUT_VENDOR_SOLICITOR'],
  ]
  return missing.flatMap(([isMissing, code]) => (isMissing ? [code] : []))
}

/** Why a memorandum can be neither saved, downloaded nor sent: the first of its warnings; null when there is none. */
export const whyNotSendMemo = (parties: RequiredParties): ErrorCode | null => memoWarnings(parties)[0] ?? null
