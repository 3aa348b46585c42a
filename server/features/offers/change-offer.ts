import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { refuseIf } from '@gya/domain/error-catalogue.ts'
import type { EventKind } from '@gya/domain/features/events/event-kinds.ts'
import type { Offer } from '@gya/domain/features/offers/offers.model.ts'
import {
  buyerFromOffer,
  type DecidedOffer,
  decideOfferChange,
  isSameBuyer,
  type OfferChange,
  type Progressor,
  requireOffer,
  whyNotChooseProgressor,
} from '@gya/domain/features/offers/offers.rules.ts'
import { saveTimeline } from '@gya/domain/features/timeline/save-timeline.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { Db } from '../../db/pool.ts'
import { changedFields } from '../../db/query/changed-fields.ts'
import type { NewEvent } from '../events/events.repository.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import { insertOfferAmount, updateOfferRow } from '../properties/write/offers.repository.ts'
import { buyerColumns, updatePropertyFields } from '../properties/write/properties.repository.ts'
import { stepEvents } from '../properties/write/step-events.ts'
import { saveStepChanges } from '../properties/write/steps.repository.ts'
import { acceptanceDateEvent, acceptOfferOnProperty } from './accept-offer.ts'

const stateEvents = {
  P: 'offer-pending',
  A: 'offer-accepted',
  R: 'offer-rejected',
  W: 'offer-withdrawn',
} as const satisfies Record<Offer['state'], EventKind>

/** Forms send all fields back; equal values are not changes. */
const isSameOffer = (before: Offer, after: Omit<Offer, 'history'>): boolean => changedFields({ ...before }, after).length === 0

/** Amount, state and its dates have events of their own. */
const fieldsWithOwnEvents = ['amount', 'state', 'acceptedOn', 'increasedOn']

/** The events of an edit beside a change of state: the amended amount, and the other changed fields. */
function editedEvents(before: Offer, offer: Omit<Offer, 'history'>, amountChange: DecidedOffer['amountChange']): NewEvent[] {
  const data = { offerId: offer._id, name: offer.name, amount: offer.amount }
  const changes = changedFields({ ...before }, offer).filter(({ field }) => !fieldsWithOwnEvents.includes(field))
  if (amountChange)
    return [{ kind: 'offer-amended', data: { ...data, before: before.amount, reason: amountChange.note, changes } }]
  return changes.length > 0 ? [{ kind: 'offer-updated', data: { ...data, changes } }] : []
}

/** `withoutRules`: an import runs the rules of the timeline once, after its rows. */
type ChangeContext = { db: Db; now: Instant; today: DateOnly; withoutRules?: true }

/** Changes an offer in the transaction of a property's change, and accepts it if requested. Throws the refusals of the rules. */
export async function changeOffer(
  { db, now, today, withoutRules }: ChangeContext,
  ids: PropertyIds,
  { detail, timeline }: LoadedProperty,
  { offerId, change: { bStaff, ...change } }: { offerId: string; change: OfferChange & Progressor },
): Promise<NewEvent[]> {
  const before = requireOffer(detail.offers, offerId)
  const { offer, amountChange, accepts } = decideOfferChange(before, change, detail, today)
  refuseIf(whyNotChooseProgressor(bStaff, accepts))
  if (isSameOffer(before, offer)) return []
  await updateOfferRow(db, ids.companyId, offer)
  if (amountChange) await insertOfferAmount(db, ids.companyId, offerId, amountChange, now)
  const edited = editedEvents(before, offer, amountChange)
  if (accepts) {
    return [
      ...edited,
      ...(await acceptOfferOnProperty({ db, ids, offer, property: { detail, timeline }, today, now, bStaff, withoutRules })),
    ]
  }
  const data = { offerId, name: offer.name, amount: offer.amount }
  const isNewBuyer = offer.state === 'A' && !isSameBuyer(buyerFromOffer(offer), detail.buyer)
  const editEvents = isNewBuyer ? edited.map((event) => ({ ...event, data: { ...event.data, buyer: true } })) : edited
  const events: NewEvent[] =
    before.state === offer.state ? [...editEvents] : [...editEvents, { kind: stateEvents[offer.state], data }]
  if (offer.state !== 'A') return events
  // An amended amount becomes the agreed price; otherwise the sold price stays. `cashBuy` decides about the financial
  // steps.
  await updatePropertyFields(db, ids, {
    ...(amountChange ? { agreed_price: offer.amount } : {}),
    ...buyerColumns(buyerFromOffer(offer)),
  })
  if (withoutRules) return events
  // The acceptance date is the date of the step Sale agreed.
  const isMoved = offer.acceptedOn !== before.acceptedOn
  const saved = saveTimeline({
    timeline,
    requested: isMoved ? [{ key: stepKeys.SaleAgreed, state: 'C', completedOn: offer.acceptedOn }] : [],
    completionDate: detail.completionDate,
    acceptedOn: before.acceptedOn,
    cashBuyer: offer.cashBuy,
    today,
    now,
  })
  refuseIf(saved.refused)
  await saveStepChanges(db, ids, saved.changes)
  if (isMoved) events.push(acceptanceDateEvent(before, offer.acceptedOn))
  return [...events, ...stepEvents(timeline, saved.changes)]
}
