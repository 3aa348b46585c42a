import type { Address } from '../../common/address.ts'
import { addressLine } from '../../common/address-line.ts'
import { type DateOnly, showDate } from '../../common/dates.ts'
import { showPounds } from '../../common/money.ts'
import { listCharacters, unprintableCharacters } from '../../common/unprintable-characters.ts'
import type { ErrorCode } from '../../error-catalogue.ts'
import type { Memo, Party, Solicitor } from './memo.model.ts'

/** "Memo file name MemorandumOfSale.pdf." [property §9](docs/design/property.md#9). */
export const memoFileName = 'MemorandumOfSale.pdf'

type EmailedParties = Pick<Memo, 'seller' | 'buyer' | 'vendorSolicitor' | 'buyerSolicitor'>
export type PartyWithoutEmail = { who: 'Vendor' | 'Buyer' | 'Vendor’s solicitor' | 'Buyer’s solicitor'; name: string }

/** Parties without an e-mail address, who do not receive the memorandum. */
export function partiesWithoutEmail({ seller, buyer, vendorSolicitor, buyerSolicitor }: EmailedParties): PartyWithoutEmail[] {
  const firm = (solicitor: Memo['vendorSolicitor']) =>
    solicitor && { name: [solicitor.poc, solicitor.firm].filter(Boolean).join(', '), email: solicitor.email }
  const parties = [
    { who: 'Vendor' as const, party: seller },
    { who: 'Buyer' as const, party: buyer },
    { who: 'Vendor’s solicitor' as const, party: firm(vendorSolicitor) },
    { who: 'Buyer’s solicitor' as const, party: firm(buyerSolicitor) },
  ]
  return parties.flatMap(({ who, party }) => (party && party.email.trim() === '' ? [{ who, name: party.name }] : []))
}

/**
 * "A font with CJK, Arabic and Cyrillic, or a plain refusal in words." Corrections issue, section 5. Unprintable
 * characters are reported before download or sending; a custom text in Latin letters can replace a name.
 */

export type Unprintable = { path: string; message: string }

/** Fields of a memorandum that are printed. */
export type PrintedMemo = Pick<Memo, 'remarks' | 'agentsContact' | 'agent' | 'vendorSolicitor' | 'buyerSolicitor'> & {
  address: Partial<Address>
  seller: Party
  buyer: Party | null
}

const unprintableMessage = (what: string, text: string): string | null => {
  const signs = unprintableCharacters(text)
  return signs.length === 0 ? null : `${what} has characters that the memorandum’s font does not have: ${listCharacters(signs)}.`
}

const partyText = ({ name, custom }: Party): string => custom || name
const solicitorText = (solicitor: Solicitor | null): string =>
  solicitor ? [solicitor.firm, solicitor.poc, solicitor.address].join(' ') : ''

/** Prices in pounds. */
type Priced = { made?: { on: DateOnly; price: number } | null | undefined; price: number | null }

/** "Made for £285,000 on 10/03/2026; the price is now £280,000." Null: nothing was sent yet, or the price is the same. */
export function priceSinceMade({ made, price }: Priced): string | null {
  if (!made || price === null || made.price === price) return null
  return `Made for ${showPounds(made.price)} on ${showDate(made.on)}; the price is now ${showPounds(price)}.`
}

/** One entry per text that cannot be printed. */
export function whyNotPrintMemo(memo: PrintedMemo): Unprintable[] {
  const { seller, buyer } = memo
  const checked: [path: string, what: string, text: string, advice: string][] = [
    ['sellerCustom', 'The vendor’s name', partyText(seller), 'Enter the name in Latin letters as custom seller text.'],
    ['buyerCustom', 'The buyer’s name', buyer ? partyText(buyer) : '', 'Enter the name in Latin letters as custom buyer text.'],
    ['address', 'The address of the property', addressLine(memo.address as Address), 'Edit the property.'],
    ['vendorSolicitor', 'The vendor’s solicitor', solicitorText(memo.vendorSolicitor), 'Edit the contact.'],
    ['buyerSolicitor', 'The buyer’s solicitor', solicitorText(memo.buyerSolicitor), 'Edit the contact.'],
    ['remarks', 'The text under Remarks', memo.remarks, 'Edit the text.'],
    ['agentsContact', 'The agent’s contact', memo.agentsContact || memo.agent, 'Enter it in Latin letters under Agents contact.'],
  ]
  return checked.flatMap(([path, what, text, advice]) => {
    const why = unprintableMessage(what, text)
    return why ? [{ path, message: `${why} ${advice}` }] : []
  })
}

/** The same for the letterhead, which comes from company and branch settings. */
export function whyNotPrintLetterhead({
  company,
  branch,
  address,
}: Record<'company' | 'branch' | 'address', string>): Unprintable[] {
  const why = unprintableMessage('The letterhead', [company, branch, address].join(' '))
  return why ? [{ path: 'letterhead', message: `${why} Edit the company or the branch.` }] : []
}

/**
 * "Memo: Download, Send and Save are disabled until the owner, the vendor's solicitor contact, the buyer and the buyer's
 * solicitor all exist. Otherwise these warnings appear." [property §5](docs/design/property.md#5).
 */

type RequiredParties = { buyer: unknown; buyerSolicitor: unknown; vendorSolicitor: unknown } & Pick<Memo, 'sellerComplete'>

/** In the order of the specification. */
export function memoWarnings({ buyer, buyerSolicitor, sellerComplete, vendorSolicitor }: RequiredParties): ErrorCode[] {
  const missing: [boolean, ErrorCode][] = [
    [buyer === null, 'MEMO_WITHOUT_BUYER'],
    [buyerSolicitor === null, 'MEMO_WITHOUT_BUYER_SOLICITOR'],
    [!sellerComplete, 'MEMO_VENDOR_INCOMPLETE'],
    [vendorSolicitor === null, 'MEMO_WITHOUT_VENDOR_SOLICITOR'],
  ]
  return missing.flatMap(([isMissing, code]) => (isMissing ? [code] : []))
}

/** The first warning, or null. Applies to saving, downloading and sending. */
export const whyNotSendMemo = (parties: RequiredParties): ErrorCode | null => memoWarnings(parties)[0] ?? null
