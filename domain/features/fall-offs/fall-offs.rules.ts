import { type DateOnly, daysBetween, type Instant } from '../../common/dates.ts'
import type { Pence } from '../../common/money.ts'
import type { ExpectedDates } from '../expected-dates/expected-dates.model.ts'
import type { Lender } from '../expected-dates/lenders.ts'
import type { Offer } from '../offers/offers.model.ts'
import type { PropertyContacts } from '../property-contacts/property-contacts.model.ts'
import type { Timeline } from '../timeline/timeline.model.ts'

/** "Fall-off reason maximum 500 characters." [property §9](docs/design/property.md#9). */
export const maxFallOffReason = 500

/**
 * The days of a sale under offer: from the acceptance of its offer to its fall-off. A sale that was restored was accepted on
 * the same day as before. Decision 66.
 */
export const daysUnderOffer = (acceptedOn: DateOnly | null, fellOffOn: DateOnly): number | null =>
  acceptedOn === null ? null : Math.max(0, daysBetween(acceptedOn, fellOffOn))

/**
 * Data that a fall-off archives with the buyer: buyer's side of the contacts, memorandum texts about the buyer,
 * referrals, and chain links beyond this sale. A restore brings it back.
 */

export type BuyerSide = PropertyContacts['buyerDetails']

/** Buyer's side without a buyer. */
export const emptyBuyerSide: BuyerSide = {
  buyer: { name: '', email: '', tel: '', cashBuyer: false },
  solicitor: null,
  mBroker: null,
  other: '',
  additionalContacts: [],
}

/** Fields of a chain link that a fall-off uses; `propertyRef` is the linked property. */
export type ArchivedLink = {
  thisProperty: boolean
  propertyRef: string | null
  personName: string
  saleType: string
  note: string
}

export type ArchivedBuyer<Link extends ArchivedLink = ArchivedLink> = {
  buyer: BuyerSide
  memo: { buyerCustom: string; remarks: string }
  referrals: { buyerSolicitor: Instant | null; buyerBroker: Instant | null }
  /** From the onward purchase to the buyer's end. */
  chain: readonly Link[]
}

const ownLinkIndex = (chain: readonly ArchivedLink[]): number => chain.findIndex(({ thisProperty }) => thisProperty)

/** Removes the buyer's data. The chain keeps the links up to this sale, without buyer data on its own link. */
export function removeBuyer<Link extends ArchivedLink>({ chain }: ArchivedBuyer<Link>): ArchivedBuyer<Link> {
  const own = ownLinkIndex(chain)
  return {
    buyer: emptyBuyerSide,
    memo: { buyerCustom: '', remarks: '' },
    referrals: { buyerSolicitor: null, buyerBroker: null },
    chain:
      own === -1
        ? chain
        : chain.slice(0, own + 1).map((link, at) => (at === own ? { ...link, personName: '', saleType: 'ND', note: '' } : link)),
  }
}

/**
 * Restores the buyer's data. Links before this sale stay as they are now; a property that has been added among them since
 * is not linked twice.
 */
export function restoreBuyer<Link extends ArchivedLink>(
  now: ArchivedBuyer<Link>,
  archived: ArchivedBuyer<Link>,
): ArchivedBuyer<Link> {
  return { ...archived, chain: chainWithBuyer(now.chain, archived.chain) }
}

function chainWithBuyer<Link extends ArchivedLink>(now: readonly Link[], archived: readonly Link[]): readonly Link[] {
  const [nowAt, thenAt] = [ownLinkIndex(now), ownLinkIndex(archived)]
  const then = archived[thenAt]
  const own = now[nowAt]
  if (!then) return now
  if (!own) return archived
  const before = now.slice(0, nowAt)
  const linked = new Set(before.flatMap(({ propertyRef }) => propertyRef ?? []))
  const { personName, saleType, note } = then
  const beyond = archived.slice(thenAt + 1).filter(({ propertyRef }) => propertyRef === null || !linked.has(propertyRef))
  return [...before, { ...own, personName, saleType, note }, ...beyond]
}

/**
 * "A fall-off archives the timeline, completion date, accepted offer and buyer side as they stand."
 * [domain, Fall-off, restore](docs/design/domain.md#fall-off-restore).
 */

/** Older archives lack memo, referrals and chain. */
export type SaleArchive<Link extends ArchivedLink = ArchivedLink> = {
  timeline: Timeline
  /** Timeline before the acceptance, so that a restored sale can fall off again. */
  saleStart: Timeline
  completionDate: DateOnly | null
  offer: Offer
  agreedPrice: Pence | null
  buyer: ArchivedBuyer['buyer']
  /** Missing in archives from before expected dates. */
  expected?: ExpectedDates
  /** Missing in archives from before lenders. */
  lender?: Lender | null
} & Partial<Omit<ArchivedBuyer<Link>, 'buyer'>>
