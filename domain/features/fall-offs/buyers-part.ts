/**
 * A fall-off takes everything with it that belongs to the buyer: the buyer's side of the contacts, the texts of the
 * memorandum that are about them, their referrals, and the links of the chain beyond this sale. A restore brings it back.
 */
import type { Instant } from '../../common/dates.ts'
import type { PropertyContacts } from '../property-contacts/property-contacts.model.ts'

export type BuyerSide = PropertyContacts['buyerDetails']

/** The buyer's side while nobody buys. */
export const emptyBuyerSide: BuyerSide = {
  buyer: { name: '', email: '', tel: '', cashBuyer: false },
  solicitor: null,
  mBroker: null,
  other: '',
  additionalContacts: [],
}

/** A link of a chain as far as a fall-off looks at it; `propertyRef` is the property that it links. */
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

/** What is left without the buyer. Of the chain: the links up to this sale, which no longer says who buys. */
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
 * The buyer's part as a restore brings it back. The links before this sale stay as they are now; a property that has come
 * to stand among them since is not linked a second time.
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
