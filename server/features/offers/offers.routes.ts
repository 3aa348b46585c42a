import { refuseIf } from '@gya/domain/errors.ts'
import type { EventKind } from '@gya/domain/features/events/event-kinds.ts'
import {
  type DecidedOffer,
  decideOfferChange,
  offerOf,
  whyNotAcceptOffer,
  whyNotRemoveOffer,
} from '@gya/domain/features/offers/decide-offer.ts'
import { addOffer, deleteOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import type { Offer } from '@gya/domain/features/properties/properties.model.ts'
import { saveTimeline } from '@gya/domain/features/timeline/save-timeline.ts'
import type { FastifyInstance } from 'fastify'
import { changedFields } from '../../db/changed-fields.ts'
import { mount } from '../../http/mount.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { changeProperty } from '../properties/change-property.ts'
import { updatePropertyFields } from '../properties/properties.repository.ts'
import { stepEvents } from '../timeline/step-events.ts'
import { saveStepChanges } from '../timeline/timeline.repository.ts'
import { acceptOfferOnProperty } from './accept-offer.ts'
import { deleteOfferRow, insertOffer, insertOfferAmount, updateOfferRow } from './offers.repository.ts'

const stateEvents = {
  P: 'offer-pending',
  A: 'offer-accepted',
  R: 'offer-rejected',
  W: 'offer-withdrawn',
} as const satisfies Record<Offer['state'], EventKind>

/** A form sends back all it shows: an offer of which nothing differs was not changed. */
const isSameOffer = (before: Offer, after: Omit<Offer, 'history'>): boolean => changedFields({ ...before }, after).length === 0

/** What the record tells apart by kinds of their own: the amount, and the state with its days. */
const toldApart = ['amount', 'state', 'acceptedOn', 'increasedOn']

/** What of an edit the record names besides a change of state, which may come in the same save: the amount, and the other fields. */
function editedEvents(before: Offer, offer: Omit<Offer, 'history'>, amountChange: DecidedOffer['amountChange']): NewEvent[] {
  const data = { offerId: offer._id, name: offer.name, amount: offer.amount }
  const changes = changedFields({ ...before }, offer).filter(({ field }) => !toldApart.includes(field))
  if (amountChange)
    return [{ kind: 'offer-amended', data: { ...data, before: before.amount, reason: amountChange.note, changes } }]
  return changes.length > 0 ? [{ kind: 'offer-updated', data: { ...data, changes } }] : []
}

export function offersRoutes(app: FastifyInstance): void {
  mount(
    app,
    addOffer,
    changeProperty(async ({ body, db, now, today, newId }, property, ids) => {
      const { version: _version, ...fields } = body
      const accepts = body.state === 'A'
      const offer = {
        ...fields,
        _id: newId(),
        when: body.when ?? today,
        depositSize: body.cashBuy ? 0 : body.depositSize,
        acceptedOn: accepts ? today : null,
        increasedOn: null,
      }
      if (accepts) refuseIf(whyNotAcceptOffer(offer, property.detail))
      await insertOffer(db, ids, offer, now)
      await insertOfferAmount(db, ids.companyId, offer._id, { amount: offer.amount, note: '' }, now)
      const added: NewEvent = { kind: 'offer-added', data: { offerId: offer._id, name: offer.name, amount: offer.amount } }
      return accepts
        ? [added, ...(await acceptOfferOnProperty({ db, ids, offer, timeline: property.timeline, today, now }))]
        : [added]
    }),
  )

  mount(
    app,
    updateOffer,
    changeProperty(async ({ body, db, now, today }, { detail, timeline }, ids) => {
      const { _id, version: _version, ...change } = body
      const before = offerOf(detail.offers, _id)
      const { offer, amountChange, accepts } = decideOfferChange(before, change, detail, today)
      if (isSameOffer(before, offer)) return []
      await updateOfferRow(db, ids.companyId, offer)
      if (amountChange) await insertOfferAmount(db, ids.companyId, _id, amountChange, now)
      const edited = editedEvents(before, offer, amountChange)
      if (accepts) return [...edited, ...(await acceptOfferOnProperty({ db, ids, offer, timeline, today, now }))]
      const data = { offerId: _id, name: offer.name, amount: offer.amount }
      const events: NewEvent[] = before.state === offer.state ? edited : [...edited, { kind: stateEvents[offer.state], data }]
      if (offer.state !== 'A') return events
      // An amended amount is the agreed price; else a sold price that was set since stays. Cash decides the financial track.
      await updatePropertyFields(db, ids, {
        ...(amountChange ? { agreed_price: offer.amount } : {}),
        buyer_cash_buyer: offer.cashBuy,
      })
      const cash = saveTimeline({
        timeline,
        requested: [],
        completionDate: detail.completionDate,
        cashBuyer: offer.cashBuy,
        today,
        now,
      })
      await saveStepChanges(db, ids, cash.changes)
      return [...events, ...stepEvents(cash.changes)]
    }),
  )

  mount(
    app,
    deleteOffer,
    changeProperty(async ({ params, db }, { detail }, ids) => {
      const offer = offerOf(detail.offers, params.offerId)
      refuseIf(whyNotRemoveOffer(offer))
      await deleteOfferRow(db, ids.companyId, offer._id)
      return [{ kind: 'offer-removed', data: { offerId: offer._id, name: offer.name, amount: offer.amount } }]
    }),
  )
}
