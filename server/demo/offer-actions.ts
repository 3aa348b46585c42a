import { refuseIf } from '@gya/domain/errors.ts'
import type { SaleArchive } from '@gya/domain/features/fall-offs/fall-offs.rules.ts'
import { emptyBuyerSide, removeBuyer, whyNotRestoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.rules.ts'
import type { Offer } from '@gya/domain/features/offers/offers.model.ts'
import { decideOfferChange, type OfferChange } from '@gya/domain/features/offers/offers.rules.ts'
import type { PartyRole } from '@gya/domain/features/property-contacts/property-contacts.rules.ts'
import { acceptOffer, emailMemo, fallOff, restoreSale } from '@gya/domain/features/timeline/rules/sale-events.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { NewEvent } from '../features/events/events.repository.ts'
import { type Action, applyTimeline, type Buyer, ownerColumns, type SimulatedProperty } from './simulated-property.ts'

export type Terms = Pick<
  Offer,
  'name' | 'amount' | 'tel' | 'email' | 'depositSize' | 'cashBuy' | 'mip' | 'chain' | 'isRenting' | 'notes'
>

/** Like `POST …/offer`, pending. */
export const makeOffer =
  (terms: Terms): Action =>
  (life, moment) => {
    const { id: _id, createdon } = ownerColumns(life, moment)
    const history = [{ amount: terms.amount, createdon, note: '' }]
    life.offers.push({ ...terms, _id, when: moment.today, state: 'P', acceptedOn: null, increasedOn: null, history, createdon })
    return [{ kind: 'offer-added', data: { offerId: _id, name: terms.name, amount: terms.amount } }]
  }

const offeredIn = ({ offers, property, timeline }: SimulatedProperty) => ({
  offers,
  active: property.active ?? true,
  timeline: { data: timeline },
})

const stateEvents = { P: 'offer-pending', A: 'offer-accepted', R: 'offer-rejected', W: 'offer-withdrawn' } as const

/** Like `PATCH …/offer`, for the newest offer of this buyer; throws the same refusals. */
export const changeOffer =
  (name: string, change: OfferChange): Action =>
  (life, moment) => {
    const before = life.offers.findLast((one) => one.name === name)
    if (!before) throw new Error(`The demo has no offer of ${name}.`)
    const { offer, amountChange, accepts } = decideOfferChange(before, change, offeredIn(life), moment.today)
    const history = amountChange ? [{ ...amountChange, createdon: moment.now }, ...before.history] : before.history
    const next = { ...offer, history, createdon: before.createdon }
    life.offers = life.offers.map((one) => (one === before ? next : one))
    if (accepts) return accept(life, next, moment)
    const data = { offerId: next._id, name: next.name, amount: next.amount }
    const events: NewEvent[] = amountChange
      ? [{ kind: 'offer-amended', data: { ...data, before: before.amount, reason: amountChange.note } }]
      : [{ kind: 'offer-updated', data }]
    if (before.state !== next.state) events.push({ kind: stateEvents[next.state], data })
    if (next.state === 'A') life.property.agreed_price = next.amount
    return events
  }

const buyerOf = (offer: Pick<Offer, 'name' | 'email' | 'tel' | 'cashBuy'>): Buyer => ({
  name: offer.name,
  email: offer.email,
  tel: offer.tel,
  cashBuyer: offer.cashBuy,
})

const offerOfRow = ({ createdon: _createdon, ...offer }: SimulatedProperty['offers'][number]): Offer => offer

const setBuyer = (life: SimulatedProperty, { name, email, tel, cashBuyer }: Buyer): void => {
  Object.assign(life.property, { buyer_name: name, buyer_email: email, buyer_tel: tel, buyer_cash_buyer: cashBuyer })
}

/** Like `acceptOfferOnProperty`. */
function accept(life: SimulatedProperty, offer: Offer, moment: CurrentTime): NewEvent[] {
  const accepted = acceptOffer(life.timeline, offer.acceptedOn ?? moment.today, offer.cashBuy, moment)
  life.saleStart = { offerId: offer._id, timeline: accepted.beforeAcceptance }
  life.property.agreed_price = offer.amount
  setBuyer(life, buyerOf(offer))
  return [
    {
      kind: 'offer-accepted',
      data: { offerId: offer._id, name: offer.name, amount: offer.amount, on: offer.acceptedOn, cashBuy: offer.cashBuy },
    },
    ...applyTimeline(life, accepted),
  ]
}

/** "E-mailing the memorandum completes MemoOfSaleSent." Domain decisions, "Timeline". */
export const sendMemo: Action = (life, moment) => [
  { kind: 'memo-emailed', data: {} },
  ...applyTimeline(life, emailMemo(life.timeline, moment)),
]

/** The chain as the fall-off rule needs it; `item` is the link itself. */
const linksOf = ({ chain }: SimulatedProperty) =>
  chain.map((item) => ({
    thisProperty: item.this_property ?? false,
    propertyRef: item.property_ref ?? null,
    personName: item.person_name ?? '',
    saleType: item.sale_type ?? 'ND',
    note: item.note ?? '',
    item,
  }))

/** What belongs to the buyer; memoranda and referrals of the demo do not. */
function buyersPart(life: SimulatedProperty, offer: Offer) {
  const party = (role: PartyRole) => {
    const found = life.parties.find((one) => one.role === role)
    return found ? { contact: found.contact, poc: found.poc } : null
  }
  return {
    buyer: { ...emptyBuyerSide, buyer: buyerOf(offer), solicitor: party('buyerSolicitor'), mBroker: party('buyerBroker') },
    memo: { buyerCustom: '', remarks: '' },
    referrals: { buyerSolicitor: null, buyerBroker: null },
    chain: linksOf(life),
  }
}

const isBuyers = ({ role }: { role: PartyRole }): boolean => role === 'buyerSolicitor' || role === 'buyerBroker'

/** "A fall-off archives the timeline, completion date, accepted offer and buyer side as they stand, marks the offer rejected, and puts every step back." */
export const performFallOff =
  (note: string): Action =>
  (life, moment) => {
    const offer = life.offers.find((one) => one.state === 'A')
    if (!offer || !life.saleStart) throw new Error('A sale falls off only while an offer is accepted.')
    const part = buyersPart(life, offer)
    const archive: SaleArchive = {
      timeline: life.timeline,
      saleStart: life.saleStart.timeline,
      completionDate: life.property.completion_date ?? null,
      offer: offerOfRow(offer),
      agreedPrice: Number(life.property.agreed_price),
      ...part,
    }
    const row = {
      ...ownerColumns(life, moment),
      offer_id: offer._id,
      buyer_name: offer.name,
      note,
      archive,
    }
    life.fallOffs.push(row)
    life.offers = life.offers.map((one) => (one === offer ? { ...one, state: 'R', acceptedOn: null } : one))
    const steps = applyTimeline(life, fallOff(life.timeline, archive.saleStart, moment))
    life.saleStart = null
    setBuyer(life, emptyBuyerSide.buyer)
    life.gone = { parties: life.parties.filter(isBuyers), chain: life.chain }
    life.parties = life.parties.filter((party) => !isBuyers(party))
    life.chain = removeBuyer(part).chain.map(({ item, personName, saleType, note }) => ({
      ...item,
      person_name: personName,
      sale_type: saleType,
      note,
    }))
    Object.assign(life.property, { agreed_price: null, completion_date: null })
    return [
      { kind: 'fall-off', data: { fallOffId: row.id, offerId: offer._id, name: offer.name, amount: offer.amount, reason: note } },
      ...steps,
    ]
  }

/** "Restore brings the archived timeline, completion date and buyer side back exactly, accepts that offer again and stamps restoredOn." */
export const restoreLastSale: Action = (life, moment) => {
  const row = life.fallOffs.at(-1)
  if (!row) throw new Error('There is no sale to restore.')
  const { archive } = row
  refuseIf(whyNotRestoreFallOff({ restoredOn: row.restored_on ?? null }, offeredIn(life)))
  life.offers = life.offers.map((one) =>
    one._id === archive.offer._id ? { ...one, state: 'A', acceptedOn: archive.offer.acceptedOn } : one,
  )
  row.restored_on = moment.now
  life.saleStart = { offerId: archive.offer._id, timeline: archive.saleStart }
  setBuyer(life, archive.buyer.buyer)
  life.parties = [...life.parties.filter((party) => !isBuyers(party)), ...life.gone.parties]
  life.chain = life.gone.chain
  Object.assign(life.property, { agreed_price: archive.agreedPrice, completion_date: archive.completionDate })
  return [
    { kind: 'sale-restored', data: { fallOffId: row.id, offerId: archive.offer._id, name: archive.offer.name } },
    ...applyTimeline(life, restoreSale(life.timeline, archive.timeline, moment)),
  ]
}
