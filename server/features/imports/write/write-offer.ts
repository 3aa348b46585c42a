import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import { offerFields } from '@gya/domain/features/offers/offers.fields.ts'
import type { Offer } from '@gya/domain/features/offers/offers.model.ts'
import { type OfferChange, requireOffer } from '@gya/domain/features/offers/offers.rules.ts'
import { blankValues } from '@gya/domain/fields/fields.ts'
import { addOfferToProperty } from '../../offers/add-offer.ts'
import { changeOffer } from '../../offers/change-offer.ts'
import type { LoadedProperty } from '../../properties/read/load-property.ts'
import { fieldsOfRow, text, type Values } from './row-values.ts'
import { undated } from './undated.ts'
import { isNew, valuesToWrite, type WriteContext, type WriteRow } from './write-context.ts'

export const stateOfOffer = (values: Values): Offer['state'] =>
  (text(values, 'state') as Offer['state'] | undefined) ?? (values.acceptedOn === undefined ? 'P' : 'A')

/** An imported offer of which only these things are known. Without a column for it, nobody may be contacted again. */
export const noDetails = { ...blankValues(offerFields), mayContact: false }

export const writeOffer: WriteRow = async (context, property, one) => {
  const values = valuesToWrite(one)
  if (!isNew(one)) return updateImportedOffer(context, property, one.decided.targetId ?? '', values)
  const given = fieldsOfRow(offerFields, values)
  const state = stateOfOffer(values)
  const acceptedOn = state === 'A' ? (given.acceptedOn ?? given.when ?? context.today) : null
  const fields = { ...noDetails, ...given, state, when: given.when ?? acceptedOn ?? context.today, acceptedOn }
  const ids = { companyId: context.companyId, propertyId: property.detail._id }
  const isDayAssumed = given.acceptedOn === undefined
  const { offerId, events } = await addOfferToProperty({ ...context, withoutRules: true, isDayAssumed }, ids, property, fields)
  const isDated = given.when !== undefined || given.acceptedOn !== undefined
  return { objectId: offerId, events: isDated ? events : events.map(undated), changes: [], isPropertyChanged: true }
}

/** The change of an offer: an accepted amount is amended with a reason. */
export function importedOfferChange(before: Pick<Offer, 'state'>, values: Values, reason: string): OfferChange {
  const { amount: asked, ...fields } = fieldsOfRow(offerFields, values)
  const isAmended = before.state === 'A' && asked !== undefined
  return {
    ...fields,
    ...(isAmended ? { amendAmount: asked, amendReason: reason } : omitUndefined({ amount: asked })),
  }
}

/** Updates an offer like the screen does. */
export async function updateImportedOffer(context: WriteContext, property: LoadedProperty, offerId: string, values: Values) {
  const before = requireOffer(property.detail.offers, offerId)
  const change = importedOfferChange(before, values, `Import “${context.import.name}”`)
  const ids = { companyId: context.companyId, propertyId: property.detail._id }
  const events = await changeOffer({ ...context, withoutRules: true }, ids, property, { offerId, change })
  return { objectId: offerId, events, changes: [], isPropertyChanged: true }
}
