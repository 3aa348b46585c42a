import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { Offer } from '@gya/domain/features/properties/properties.model.ts'
import { acceptOffer } from '@gya/domain/features/timeline/accept-offer.ts'
import type { Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Db } from '../../db/connect.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { updatePropertyFields } from '../properties/properties.repository.ts'
import type { PropertyIds } from '../properties/property.read-model.ts'
import { stepEvents } from '../timeline/step-events.ts'
import { saveStepChanges } from '../timeline/timeline.repository.ts'
import { saveSaleStart } from './offers.repository.ts'

type Accepting = { db: Db; ids: PropertyIds; offer: Omit<Offer, 'history'>; timeline: Timeline; today: DateOnly; now: Instant }

/**
 * What accepting an offer means for the property: the agreed price and the buyer are the offer's, the earlier pre-sale
 * steps and Sale agreed are complete, and the timeline as it was is kept for a fall-off (domain decisions, "Offers").
 */
export async function acceptOfferOnProperty({ db, ids, offer, timeline, today, now }: Accepting): Promise<NewEvent[]> {
  const accepted = acceptOffer(timeline, offer.acceptedOn ?? today, offer.cashBuy, { today, now })
  await saveSaleStart(db, ids, offer._id, accepted.beforeAcceptance)
  await saveStepChanges(db, ids, accepted.changes)
  await updatePropertyFields(db, ids, {
    agreed_price: offer.amount,
    buyer_name: offer.name,
    buyer_email: offer.email,
    buyer_tel: offer.tel,
    buyer_cash_buyer: offer.cashBuy,
  })
  return [
    {
      kind: 'offer-accepted',
      data: { offerId: offer._id, name: offer.name, amount: offer.amount, on: offer.acceptedOn, cashBuy: offer.cashBuy },
    },
    ...stepEvents(accepted.changes),
  ]
}
