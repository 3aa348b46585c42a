import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import type { Offer } from '@gya/domain/features/offers/offers.model.ts'
import { type OfferChange, requireOffer } from '@gya/domain/features/offers/offers.rules.ts'
import { addOfferToProperty } from '../../offers/add-offer.ts'
import { changeOffer } from '../../offers/change-offer.ts'
import type { LoadedProperty } from '../../properties/read/load-property.ts'
import { amount, text, type Values, yes } from './row-values.ts'
import { isNew, valuesToWrite, type WriteContext, type WriteRow } from './write-context.ts'

export const stateOfOffer = (values: Values): Offer['state'] =>
  (text(values, 'state') as Offer['state'] | undefined) ?? (values.acceptedOn === undefined ? 'P' : 'A')

const fieldsOf = (values: Values) =>
  omitUndefined({
    name: text(values, 'name'),
    amount: amount(values, 'amount'),
    when: text(values, 'when'),
    tel: text(values, 'tel'),
    email: text(values, 'email'),
    depositSize: amount(values, 'depositSize'),
    cashBuy: yes(values, 'cashBuy'),
    mip: yes(values, 'mip'),
    chain: yes(values, 'chain'),
    isRenting: yes(values, 'isRenting'),
    notes: text(values, 'notes'),
    mayContact: yes(values, 'mayContact'),
  })

export const noDetails = {
  tel: '',
  email: '',
  depositSize: 0,
  cashBuy: false,
  mip: false,
  chain: false,
  isRenting: false,
  notes: '',
  mayContact: false,
} satisfies Partial<Offer>

export const writeOffer: WriteRow = async (context, property, one) => {
  const values = valuesToWrite(one)
  if (!isNew(one)) return updateImportedOffer(context, property, one.decided.targetId ?? '', values)
  const state = stateOfOffer(values)
  const acceptedOn = state === 'A' ? (text(values, 'acceptedOn') ?? text(values, 'when') ?? context.today) : null
  const fields = {
    ...noDetails,
    name: '',
    amount: 0,
    ...fieldsOf(values),
    state,
    when: text(values, 'when') ?? acceptedOn ?? context.today,
    acceptedOn,
  }
  const ids = { companyId: context.companyId, propertyId: property.detail._id }
  const { offerId, events } = await addOfferToProperty({ ...context, withoutRules: true }, ids, property, fields)
  return { objectId: offerId, events, changes: [], isPropertyChanged: true }
}

/** The change of an offer: an accepted amount is amended with a reason. */
export function importedOfferChange(before: Pick<Offer, 'state'>, values: Values, reason: string): OfferChange {
  const { amount: asked, ...fields } = fieldsOf(values)
  const state = text(values, 'state') as Offer['state'] | undefined
  const acceptedOn = text(values, 'acceptedOn')
  const isAmended = before.state === 'A' && asked !== undefined
  return {
    ...fields,
    ...omitUndefined({ state, acceptedOn }),
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
