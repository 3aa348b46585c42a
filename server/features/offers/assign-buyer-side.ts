import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { ownerOfBuyerSide } from '@gya/domain/features/offers/buyer-side.ts'
import type { Offer } from '@gya/domain/features/offers/offers.model.ts'
import { buyerFromOffer } from '@gya/domain/features/offers/offers.rules.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import type { SetAsideBuyerSide } from '@gya/domain/features/property-contacts/property-contacts.model.ts'
import type { Db } from '../../db/pool.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { saveOfferBuyerSide, takeOfferBuyerSide } from '../properties/write/offers.repository.ts'
import { saveBuyerSide } from '../property-contacts/save-buyer-side.ts'

type Side = Omit<SetAsideBuyerSide, 'isOwn'>

const emptySide: Side = {
  solicitor: null,
  mBroker: null,
  other: '',
  additionalContacts: [],
  memo: { buyerCustom: '', remarks: '' },
  referrals: { buyerSolicitor: null, buyerBroker: null },
}

const sideOf = ({ contacts, memo, referrals }: PropertyDetail): Side => {
  const { solicitor, mBroker, other, additionalContacts } = contacts.buyerDetails
  return {
    solicitor,
    mBroker,
    other,
    additionalContacts,
    memo: { buyerCustom: memo.buyerCustom, remarks: memo.remarks },
    referrals: { buyerSolicitor: referrals.buyerSolicitor, buyerBroker: referrals.buyerBroker },
  }
}

const isEmpty = (side: Side): boolean => JSON.stringify(side) === JSON.stringify(emptySide)

/**
 * Gives the buyer's side to the offer that is being accepted. What was entered for another bidder, or for nobody known, is set aside:
 * it is stored with the offer it belongs to, or else with the accepted one, where a person can take it over.
 */
export async function assignBuyerSide(
  db: Db,
  ids: PropertyIds,
  detail: PropertyDetail,
  offer: Omit<Offer, 'history'>,
): Promise<NewEvent[]> {
  const entered = sideOf(detail)
  const others = detail.offers.filter(({ _id }) => _id !== offer._id)
  const owner = ownerOfBuyerSide(detail.buyer, offer, others)
  const stays = isEmpty(entered) || owner.of === 'accepted'
  const own = detail.offers.some(({ _id }) => _id === offer._id) ? await takeOfferBuyerSide(db, ids.companyId, offer._id) : null
  if (stays && (own === null || !isEmpty(entered))) return []
  const { memo, referrals, ...contacts } = own ?? emptySide
  await saveBuyerSide(db, ids, entered, { buyer: { ...contacts, buyer: buyerFromOffer(offer) }, memo, referrals })
  if (stays) return []
  const to = owner.of === 'other' ? owner.offer._id : offer._id
  await saveOfferBuyerSide(db, ids.companyId, to, { ...entered, isOwn: owner.of === 'other' })
  return [{ kind: 'buyer-side-set-aside', data: setAsideFacts(entered, owner.of === 'other' ? owner.offer : null) }]
}

/** Firms by name; names, addresses and notes of people are not copied into the record. */
const setAsideFacts = ({ solicitor, mBroker, other, additionalContacts }: Side, offer: Offer | null) => ({
  ...(offer ? { offerId: offer._id, name: offer.name } : {}),
  ...(solicitor ? { solicitor: solicitor.contact.name } : {}),
  ...(mBroker ? { broker: mBroker.contact.name } : {}),
  ...(additionalContacts.length > 0 ? { contacts: additionalContacts.length } : {}),
  ...(other ? { notes: true } : {}),
})
