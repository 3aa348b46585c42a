import { showPounds, toPounds } from '../../common/money.ts'
import { chainStatusLabels } from '../chain/chain-status.ts'
import type { Offer, PropertyDetail } from '../properties/properties.model.ts'
import type { Memo, Recipient, Solicitor } from './memo.model.ts'

/** What a memorandum takes beyond the property itself: who acts, who else is to have it, and its own version. */
export type MemoParties = {
  version: number
  vendorSolicitor: Solicitor | null
  buyerSolicitor: Solicitor | null
  /** Additional contacts of both sides; `marked` where they carry the option "Memorandum of sale recipient". */
  additional: readonly Recipient[]
}

const tenures = { freehold: 'Freehold', leasehold: 'Leasehold', unknown: 'To be confirmed' }

/** How the buyer pays, and what is known of the buyer's position: only what somebody entered. */
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

/** A memorandum of sale as the property stands. The buyer is the one whose offer is accepted. */
export function buildMemo(property: PropertyDetail, { version, vendorSolicitor, buyerSolicitor, additional }: MemoParties): Memo {
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

/** Those with an address, each address once; who is several parties of the sale is named as all of them. */
function recipientsOf(candidates: readonly Recipient[]): Recipient[] {
  const known = new Map<string, Recipient>()
  for (const one of candidates) {
    const address = one.email.trim().toLowerCase()
    if (address === '') continue
    const before = known.get(address)
    known.set(address, before ? mergeRecipients(before, one) : one)
  }
  return [...known.values()].toSorted((a, b) => Number(b.marked) - Number(a.marked))
}

const mergeRecipients = (before: Recipient, one: Recipient): Recipient => ({
  ...before,
  who: joinRoles(before.who, one.who),
  party: before.party || one.party,
  marked: before.marked || one.marked,
})

/** "Vendor’s solicitor and buyer’s solicitor" */
const joinRoles = (first: string, second: string): string =>
  first.split(' and ').some((one) => one.toLowerCase() === second.toLowerCase())
    ? first
    : `${first} and ${second.charAt(0).toLowerCase()}${second.slice(1)}`
