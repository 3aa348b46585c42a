import type { Offer } from './offers.model.ts'

/** Whose the buyer's side is: that of the offer that is accepted, of another bidder, or nobody can tell. */
export type SideOwner<Bidder> = { of: 'accepted' } | { of: 'other'; offer: Bidder } | { of: 'unknown' }

type Person = Pick<Offer, 'name' | 'email'>

const fold = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ')

/** By e-mail where both have one, otherwise by name. */
export const isSamePerson = (a: Person, b: Person): boolean =>
  a.email && b.email ? fold(a.email) === fold(b.email) : fold(a.name) === fold(b.name)

/**
 * The buyer's side (solicitor, broker, notes, additional contacts) belongs to an offer. Before an offer is accepted it may have been
 * entered for another bidder: for the person named as buyer, or, where none is named, for one of those who made an offer. `others`: the
 * other offers of the property, newest first.
 */
export function ownerOfBuyerSide<Bidder extends Person>(
  buyer: Person,
  accepted: Person,
  others: readonly Bidder[],
): SideOwner<Bidder> {
  const isNamed = fold(buyer.name) !== '' || fold(buyer.email) !== ''
  if (!isNamed) return others.every((offer) => isSamePerson(offer, accepted)) ? { of: 'accepted' } : { of: 'unknown' }
  if (isSamePerson(buyer, accepted)) return { of: 'accepted' }
  const offer = others.find((other) => isSamePerson(buyer, other))
  return offer ? { of: 'other', offer } : { of: 'unknown' }
}
