import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { Offer } from '@gya/domain/features/offers/offers.model.ts'
import { acceptOffer, stepsOfAcceptance } from '@gya/domain/features/timeline/rules/sale-events.ts'
import type { Db } from '../../db/pool.ts'
import { assignSale } from '../assignment/assign-sale.ts'
import type { NewEvent } from '../events/events.repository.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import { saveSaleStart } from '../properties/write/offers.repository.ts'
import { updatePropertyFields } from '../properties/write/properties.repository.ts'
import { stepEvents } from '../properties/write/step-events.ts'
import { saveStepChanges } from '../properties/write/steps.repository.ts'
import { assignBuyerSide } from './assign-buyer-side.ts'

type AcceptOfferOptions = {
  db: Db
  ids: PropertyIds
  offer: Omit<Offer, 'history'>
  /** A completion date before the acceptance is cleared, because it belongs to no sale. */
  property: Pick<LoadedProperty, 'detail' | 'timeline'>
  today: DateOnly
  now: Instant
  /** Who runs the sale; without it the rule of the branch decides. */
  bStaff?: string | null | undefined
  /** An import runs the rules of the timeline and of the branch once, after its rows. */
  withoutRules?: true | undefined
  /** An import gives no day of acceptance. */
  isDayAssumed?: boolean | undefined
}

/**
 * Accepts an offer: sets agreed price and buyer, completes the earlier pre-sale steps and Sale agreed, and stores the
 * previous timeline for a fall-off ([domain, Offers](docs/design/domain.md#offers)).
 */
export async function acceptOfferOnProperty({
  db,
  ids,
  offer,
  property: { detail, timeline },
  today,
  now,
  bStaff,
  withoutRules,
  isDayAssumed,
}: AcceptOfferOptions): Promise<NewEvent[]> {
  const { completionDate } = detail
  const acceptedOn = offer.acceptedOn ?? today
  const time = { today, now }
  const changes = withoutRules
    ? stepsOfAcceptance(timeline, acceptedOn, offer.cashBuy, time, isDayAssumed)
    : acceptOffer(timeline, acceptedOn, offer.cashBuy, time).changes
  const isStale = completionDate !== null && completionDate < acceptedOn
  await saveSaleStart(db, ids, offer._id, timeline)
  await saveStepChanges(db, ids, changes)
  await updatePropertyFields(db, ids, {
    agreed_price: offer.amount,
    ...(isStale ? { completion_date: null } : {}),
    buyer_name: offer.name,
    buyer_email: offer.email,
    buyer_tel: offer.tel,
    buyer_cash_buyer: offer.cashBuy,
  })
  const setAside = await assignBuyerSide(db, ids, detail, offer)
  return [
    {
      kind: 'offer-accepted',
      data: { offerId: offer._id, name: offer.name, amount: offer.amount, on: offer.acceptedOn, cashBuy: offer.cashBuy },
    },
    ...(isStale ? [{ kind: 'completion-date-set' as const, data: { on: null, before: completionDate } }] : []),
    ...setAside,
    ...(withoutRules ? [] : await assignSale(db, ids, detail, bStaff)),
    ...stepEvents(timeline, changes),
  ]
}

/** The event for a corrected acceptance date. */
export const acceptanceDateEvent = (offer: Pick<Offer, '_id' | 'name' | 'acceptedOn'>, on: DateOnly | null): NewEvent => ({
  kind: 'offer-acceptance-dated',
  data: { offerId: offer._id, name: offer.name, on, before: offer.acceptedOn },
})
