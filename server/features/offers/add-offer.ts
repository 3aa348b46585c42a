import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { refuseIf } from '@gya/domain/error-catalogue.ts'
import { offerFields } from '@gya/domain/features/offers/offers.fields.ts'
import type { Offer } from '@gya/domain/features/offers/offers.model.ts'
import { depositFor, type Progressor, whyNotAcceptOn, whyNotChooseProgressor } from '@gya/domain/features/offers/offers.rules.ts'
import { whyNotAcceptOffer } from '@gya/domain/features/sale-now/may.ts'
import { blankValues, type FieldChanges } from '@gya/domain/fields/fields.ts'
import type { Db } from '../../db/pool.ts'
import type { NewEvent } from '../events/events.repository.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import { insertOffer, insertOfferAmount } from '../properties/write/offers.repository.ts'
import { acceptOfferOnProperty } from './accept-offer.ts'

type AddContext = { db: Db; now: Instant; today: DateOnly; newId(): string; withoutRules?: true; isDayAssumed?: boolean }
/** Fields left out are empty; `when` and `acceptedOn` default to the day of the acceptance or today. */
export type NewOffer = FieldChanges<typeof offerFields> & Pick<Offer, 'name' | 'amount' | 'state'> & Progressor

/** Adds an offer in the transaction of a property's change, and accepts it if requested. Throws the refusals of the rules. */
export async function addOfferToProperty(
  { db, now, today, newId, withoutRules, isDayAssumed }: AddContext,
  ids: PropertyIds,
  property: Pick<LoadedProperty, 'detail' | 'timeline'>,
  { bStaff, ...given }: NewOffer,
): Promise<{ offerId: string; events: NewEvent[] }> {
  const fields = { ...blankValues(offerFields), ...omitUndefined(given) }
  const accepts = fields.state === 'A'
  refuseIf(whyNotAcceptOn(fields.acceptedOn, fields.state, today))
  refuseIf(whyNotChooseProgressor(bStaff, accepts))
  const acceptedOn = accepts ? (fields.acceptedOn ?? today) : null
  const offer = {
    ...fields,
    _id: newId(),
    when: fields.when ?? acceptedOn ?? today,
    depositSize: depositFor(fields),
    acceptedOn,
    increasedOn: null,
  }
  if (accepts) refuseIf(whyNotAcceptOffer(offer, property.detail))
  await insertOffer(db, ids, offer, now)
  await insertOfferAmount(db, ids.companyId, offer._id, { amount: offer.amount, note: '' }, now)
  const added: NewEvent = { kind: 'offer-added', data: { offerId: offer._id, name: offer.name, amount: offer.amount } }
  const accepted = accepts
    ? await acceptOfferOnProperty({ db, ids, offer, property, today, now, bStaff, withoutRules, isDayAssumed })
    : []
  return { offerId: offer._id, events: [added, ...accepted] }
}
