import type { Address } from '../../common/address.ts'
import { addressLine } from '../../common/address-line.ts'
import type { DateOnly } from '../../common/dates.ts'
import { showPounds, toPounds } from '../../common/money.ts'
import { listCharacters, unprintableCharacters } from '../../common/unprintable-characters.ts'
import type { ErrorCode } from '../../error-catalogue.ts'
import { chainStatusLabels } from '../chain/chain-status.ts'
import type { ManagementInfo } from '../management-info/management-info.model.ts'
import type { Offer } from '../offers/offers.model.ts'
import type { Buyer, PropertyContacts } from '../property-contacts/property-contacts.model.ts'
import type { Owner } from '../vendors/vendors.model.ts'
import type { Memo, MemoTexts, Party, Recipient, Solicitor } from './memo.model.ts'

/** Inputs of a memorandum beyond the property itself. */
export type MemoParties = {
  version: number
  vendorSolicitor: Solicitor | null
  buyerSolicitor: Solicitor | null
  /** Additional contacts of both sides; `marked` if they have the option "Memorandum of sale recipient". */
  additional: readonly Recipient[]
}

const tenures = { freehold: 'Freehold', leasehold: 'Leasehold', unknown: 'To be confirmed' }

/** The data of a property that a memorandum needs. */
export type MemoProperty = {
  address: Address
  ownership: keyof typeof tenures
  owner: Owner
  buyer: Buyer
  contacts: Pick<PropertyContacts, 'bStaff'>
  mi: Pick<ManagementInfo, 'agreedPrice' | 'chain'>
  offers: readonly Offer[]
  memo: MemoTexts
  completionDate: DateOnly | null
}

/** Payment terms and buyer's position; only what was entered. */
export function purchaseTerms(offer: Pick<Offer, 'cashBuy' | 'depositSize' | 'mip' | 'chain' | 'isRenting'>): string[] {
  const deposit = offer.depositSize > 0 ? [`Deposit of ${showPounds(toPounds(offer.depositSize))}.`] : []
  const payment = offer.cashBuy
    ? ['Cash purchase.']
    : ['Purchase with a mortgage.', ...(offer.mip ? ['A mortgage in principle has been obtained.'] : []), ...deposit]
  return [
    ...payment,
    offer.chain ? 'The buyer has a related sale.' : 'The buyer has no related sale.',
    ...(offer.isRenting ? ['The buyer is renting.'] : []),
  ]
}

/** Memorandum of sale for the current state of the property. The buyer is the one whose offer is accepted. */
export function buildMemo(property: MemoProperty, { version, vendorSolicitor, buyerSolicitor, additional }: MemoParties): Memo {
  const { owner, memo, mi, contacts } = property
  const offer = property.offers.find(({ state }) => state === 'A')
  const buyer =
    offer && property.buyer.name
      ? { name: property.buyer.name, custom: memo.buyerCustom, email: property.buyer.email, tel: property.buyer.tel }
      : null
  return {
    ...memo,
    version,
    address: property.address,
    tenure: tenures[property.ownership],
    seller: { name: owner.fullName, custom: memo.sellerCustom, email: owner.email, tel: owner.tel },
    sellerComplete: [owner.firstName, owner.lastName, owner.email].every((field) => field.trim() !== ''),
    buyer,
    vendorSolicitor,
    buyerSolicitor,
    price: mi.agreedPrice,
    offerAcceptedOn: offer?.acceptedOn ?? null,
    terms: offer ? purchaseTerms(offer) : [],
    chain: chainStatusLabels[mi.chain],
    completionDate: property.completionDate,
    agent: contacts.bStaff?.name ?? '',
    recipients: recipientsOf([
      ...additional,
      ...(vendorSolicitor ? [solicitorAs('Vendor’s solicitor', vendorSolicitor)] : []),
      ...(buyerSolicitor ? [solicitorAs('Buyer’s solicitor', buyerSolicitor)] : []),
      { name: owner.fullName, email: owner.email, who: 'Vendor', party: true, marked: false },
      ...(buyer ? [{ name: buyer.name, email: buyer.email, who: 'Buyer', party: true, marked: false }] : []),
    ]),
  }
}

const solicitorAs = (who: string, { firm, poc, email }: Solicitor): Recipient => ({
  name: poc || firm,
  email,
  who,
  party: true,
  marked: false,
})

/** Recipients with an address, without duplicates; someone in several roles is named with all of them. */
function recipientsOf(candidates: readonly Recipient[]): Recipient[] {
  const byAddress = new Map<string, Recipient>()
  for (const recipient of candidates) {
    const address = recipient.email.trim().toLowerCase()
    if (address === '') continue
    const before = byAddress.get(address)
    byAddress.set(address, before ? mergeRecipients(before, recipient) : recipient)
  }
  return [...byAddress.values()].toSorted((a, b) => Number(b.marked) - Number(a.marked))
}

const mergeRecipients = (before: Recipient, recipient: Recipient): Recipient => ({
  ...before,
  who: joinRoles(before.who, recipient.who),
  party: before.party || recipient.party,
  marked: before.marked || recipient.marked,
})

/** "Vendor’s solicitor and buyer’s solicitor" */
const joinRoles = (first: string, second: string): string =>
  first.split(' and ').some((role) => role.toLowerCase() === second.toLowerCase())
    ? first
    : `${first} and ${second.charAt(0).toLowerCase()}${second.slice(1)}`

/** "Memo file name MemorandumOfSale.pdf." Property document, section 9. */
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
 * solicitor all exist. Otherwise these warnings appear." Property document, section 5.
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
