import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { refuseIf } from '@gya/domain/error-catalogue.ts'
import type { Offer } from '@gya/domain/features/offers/offers.model.ts'
import {
  buyerFromOffer,
  decideOfferChange,
  depositFor,
  type OfferChange,
  requireOffer,
  whyNotAcceptOffer,
  whyNotAcceptOn,
} from '@gya/domain/features/offers/offers.rules.ts'
import { stepsOfAcceptance } from '@gya/domain/features/timeline/rules/sale-events.ts'
import { changedFields } from '../../../db/query/changed-fields.ts'
import type { NewEvent } from '../../events/events.repository.ts'
import { assignBuyerSide } from '../../offers/assign-buyer-side.ts'
import type { LoadedProperty } from '../../properties/read/load-property.ts'
import { insertOffer, insertOfferAmount, saveSaleStart, updateOfferRow } from '../../properties/write/offers.repository.ts'
import { buyerColumns, updatePropertyFields } from '../../properties/write/properties.repository.ts'
import { stepEvents } from '../../properties/write/step-events.ts'
import { saveStepChanges } from '../../properties/write/steps.repository.ts'
import { amount, text, type Values, yes } from './row-values.ts'
import { isNew, valuesToWrite, type WriteContext, type WriteRow } from './write-context.ts'

type Written = Omit<Offer, 'history'>

const idsOf = ({ companyId }: WriteContext, { detail }: LoadedProperty): PropertyIds => ({ companyId, propertyId: detail._id })

/** Adds an offer like the screen does. An accepted one starts the sale, without the rules of the timeline. */
export async function addImportedOffer(
  context: WriteContext,
  property: LoadedProperty,
  fields: Omit<Written, '_id' | 'increasedOn' | 'depositSize'> & { depositSize?: number },
): Promise<{ offerId: string; events: NewEvent[] }> {
  const { db, now, today, newId } = context
  refuseIf(whyNotAcceptOn(fields.acceptedOn, fields.state, today))
  const sized = { ...fields, depositSize: fields.depositSize ?? 0 }
  const offer: Written = { ...sized, _id: newId(), increasedOn: null, depositSize: depositFor(sized) }
  if (offer.state === 'A') refuseIf(whyNotAcceptOffer(offer, property.detail))
  await insertOffer(db, idsOf(context, property), offer, now)
  await insertOfferAmount(db, context.companyId, offer._id, { amount: offer.amount, note: '' }, now)
  const added: NewEvent = { kind: 'offer-added', data: { offerId: offer._id, name: offer.name, amount: offer.amount } }
  return { offerId: offer._id, events: [added, ...(offer.state === 'A' ? await accept(context, property, offer) : [])] }
}

async function accept(context: WriteContext, property: LoadedProperty, offer: Written): Promise<NewEvent[]> {
  const { db, today, now } = context
  const ids = idsOf(context, property)
  const { timeline, detail } = property
  const acceptedOn = offer.acceptedOn ?? today
  const changes = stepsOfAcceptance(timeline, acceptedOn, offer.cashBuy, { today, now })
  const isStale = detail.completionDate !== null && detail.completionDate < acceptedOn
  await saveSaleStart(db, ids, offer._id, timeline)
  await saveStepChanges(db, ids, changes)
  await updatePropertyFields(db, ids, {
    agreed_price: offer.amount,
    ...(isStale ? { completion_date: null } : {}),
    ...buyerColumns(buyerFromOffer(offer)),
  })
  const data = { offerId: offer._id, name: offer.name, amount: offer.amount, on: acceptedOn, cashBuy: offer.cashBuy }
  const setAside = await assignBuyerSide(db, ids, detail, offer)
  return [
    { kind: 'offer-accepted', data },
    ...setAside,
    ...(isStale ? [{ kind: 'completion-date-set' as const, data: { on: null, before: detail.completionDate } }] : []),
    ...stepEvents(timeline, changes),
  ]
}

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
  const { offerId, events } = await addImportedOffer(context, property, {
    ...noDetails,
    name: '',
    amount: 0,
    ...fieldsOf(values),
    state,
    when: text(values, 'when') ?? acceptedOn ?? context.today,
    acceptedOn,
  })
  return { objectId: offerId, events, changes: [], isPropertyChanged: true }
}

const stateKinds = { P: 'offer-pending', R: 'offer-rejected', W: 'offer-withdrawn' } as const

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
  const { db, companyId, today, now } = context
  const before = requireOffer(property.detail.offers, offerId)
  const change = importedOfferChange(before, values, `Import “${context.import.name}”`)
  const { offer, amountChange, accepts } = decideOfferChange(before, change, property.detail, today)
  await updateOfferRow(db, companyId, offer)
  if (amountChange) await insertOfferAmount(db, companyId, offerId, amountChange, now)
  const data = { offerId, name: offer.name, amount: offer.amount }
  const own = ['amount', 'state', 'acceptedOn', 'increasedOn']
  const changes = changedFields({ ...before }, offer).filter(({ field }) => !own.includes(field))
  const events: NewEvent[] = []
  if (amountChange)
    events.push({ kind: 'offer-amended', data: { ...data, before: before.amount, reason: amountChange.note, changes } })
  else if (changes.length > 0) events.push({ kind: 'offer-updated', data: { ...data, changes } })
  if (accepts) events.push(...(await accept(context, property, offer)))
  else if (offer.state === 'A')
    await updatePropertyFields(db, idsOf(context, property), {
      ...(amountChange ? { agreed_price: offer.amount } : {}),
      ...buyerColumns(buyerFromOffer(offer)),
    })
  else if (offer.state !== before.state) events.push({ kind: stateKinds[offer.state], data })
  return { objectId: offerId, events, changes: [], isPropertyChanged: true }
}
