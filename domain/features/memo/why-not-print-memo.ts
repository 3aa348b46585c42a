/**
 * "A font with CJK, Arabic and Cyrillic, or a plain refusal in words." Corrections issue, section 5. What the font does not
 * have is named before anything is downloaded or sent; a custom text in Latin letters stands in for a name.
 */

import { type Address } from '../../common/address.ts'
import { addressLine } from '../../common/address-line.ts'
import { listCharacters, unprintableCharacters } from '../../common/printable.ts'
import type { Memo, Party, Solicitor } from './memo.model.ts'

/** Something that cannot be printed: the field, and why in words. */
export type Unprintable = { path: string; message: string }

/** The part of a memorandum that this rule reads, on the wire as inside. */
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

/** Each text of a memorandum that cannot be printed; none where it can. */
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

/** The same of the letterhead, which the settings of company and branch hold. */
export function whyNotPrintLetterhead({
  company,
  branch,
  address,
}: Record<'company' | 'branch' | 'address', string>): Unprintable[] {
  const why = unprintableMessage('The letterhead', [company, branch, address].join(' '))
  return why ? [{ path: 'letterhead', message: `${why} Edit the company or the branch.` }] : []
}
