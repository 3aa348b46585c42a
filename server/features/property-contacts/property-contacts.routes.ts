import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { refuseIf } from '@gya/domain/error-catalogue.ts'
import { offerWithBuyer, whyNotChangeBuyer } from '@gya/domain/features/offers/offers.rules.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import {
  type ChangedPart,
  changedParts,
  type PropertyContactsInput,
} from '@gya/domain/features/property-contacts/property-contacts.rules.ts'
import { acceptedOnOf } from '@gya/domain/features/timeline/accepted-on.ts'
import { saveTimeline } from '@gya/domain/features/timeline/save-timeline.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { changedFields } from '../../db/query/changed-fields.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import type { NewEvent } from '../events/events.repository.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import { saveOfferBuyerSide, updateOfferRow } from '../properties/write/offers.repository.ts'
import { saveProgressor } from '../properties/write/save-person.ts'
import { stepEvents } from '../properties/write/step-events.ts'
import { saveStepChanges } from '../properties/write/steps.repository.ts'
import { lockContacts, refuseStaleSides } from './lock-contacts.ts'
import { contactsSavedEvents, saveContactParts } from './save-contact-parts.ts'

/** The contacts of vendor and buyer, and the buyer. */
export function propertyContactsRoutes(app: FastifyInstance): void {
  registerRoute(app, saveContacts, async (context) => {
    const { version: _version, ...sent } = context.body
    // Locked before the property, in the same order as a deletion: first the contact, then its properties.
    const names = await lockContacts(context.db, context.params.companyId, sent)
    const save = changeProperty<typeof saveContacts>(
      async (making, property, ids) => {
        const change = { contacts: property.detail.contacts, sent, changed: changedParts(property.detail.contacts, sent) }
        const parts = change.changed.map(({ part }) => part)
        if (parts.length === 0) return []
        const assigned = sent.bStaff === undefined ? [] : (await saveProgressor(making, ids, property.detail, sent.bStaff)).events
        const events = await updateAcceptedOffer(making, ids, property, change)
        await saveContactParts(making, ids, change)
        const accepted = property.detail.offers.find(({ state }) => state === 'A')
        if (accepted && property.detail.buyerSideSetAside && change.changed.some(({ side }) => side === 'buyer'))
          await saveOfferBuyerSide(making.db, ids.companyId, accepted._id, null)
        const cashBuyer = sent.buyerDetails?.buyer?.cashBuyer
        const follows =
          cashBuyer === undefined || !parts.includes('buyerDetails.buyer.cashBuyer')
            ? []
            : await applyCashBuyer(making, ids, property, cashBuyer)
        return [...assigned, ...contactsSavedEvents(change, names), ...events, ...follows]
      },
      { refuseStale: (db, ids, version, _locked, callerId) => refuseStaleSides(db, ids, { version, sent, callerId }) },
    )
    return save(context)
  })
}

/** Keeps the accepted offer in sync with the buyer. */
async function updateAcceptedOffer(
  { db }: { db: Db },
  { companyId }: PropertyIds,
  { detail }: LoadedProperty,
  { sent, changed }: { sent: PropertyContactsInput; changed: readonly ChangedPart[] },
): Promise<NewEvent[]> {
  const offer = detail.offers.find(({ state }) => state === 'A')
  const buyer = sent.buyerDetails?.buyer
  if (!offer || !buyer || !changed.some(({ part }) => part.startsWith('buyerDetails.buyer.'))) return []
  refuseIf(whyNotChangeBuyer(offer, buyer))
  const next = offerWithBuyer(offer, buyer)
  const changes = changedFields({ ...offer }, next)
  if (changes.length === 0) return []
  await updateOfferRow(db, companyId, next)
  return [{ kind: 'offer-updated', data: { offerId: offer._id, name: next.name, amount: next.amount, changes } }]
}

/**
 * "Cash buyer (accepted offer with cashBuy, or buyer.cashBuyer): every financial step becomes NA."
 * [domain, Timeline](docs/design/domain.md#timeline).
 */
async function applyCashBuyer(
  { db, today, now }: { db: Db; today: string; now: string },
  ids: PropertyIds,
  { detail, timeline }: LoadedProperty,
  cashBuyer: boolean,
): Promise<NewEvent[]> {
  const { changes } = saveTimeline({
    timeline,
    requested: [],
    completionDate: detail.completionDate,
    acceptedOn: acceptedOnOf(detail.offers),
    cashBuyer,
    today,
    now,
  })
  await saveStepChanges(db, ids, changes)
  return stepEvents(timeline, changes)
}
