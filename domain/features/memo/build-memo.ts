import type { Address } from '../../common/address.ts'
import type { DateOnly } from '../../common/dates.ts'
import { showPounds, toPounds } from '../../common/money.ts'
import { chainStatusLabels } from '../chain/chain-status.ts'
import type { ManagementInfo } from '../management-info/management-info.model.ts'
import type { Offer } from '../offers/offers.model.ts'
import type { Buyer, PropertyContacts } from '../property-contacts/property-contacts.model.ts'
import type { Owner } from '../vendors/vendors.model.ts'
import type { Memo, MemoTexts, Recipient, Solicitor } from './memo.model.ts'

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
    agent: contacts.bStaff && !contacts.bStaff.left ? contacts.bStaff.name : '',
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
