import { refuseIf } from '@gya/domain/error-catalogue.ts'
import { noExpectedDates } from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import { fallOffPhaseOf, starterReasons } from '@gya/domain/features/fall-offs/fall-off-reasons.ts'
import { emptyBuyerSide, removeBuyer, type SaleArchive } from '@gya/domain/features/fall-offs/fall-offs.rules.ts'
import { offerFields } from '@gya/domain/features/offers/offers.fields.ts'
import type { Offer } from '@gya/domain/features/offers/offers.model.ts'
import { decideOfferChange, type OfferChange } from '@gya/domain/features/offers/offers.rules.ts'
import type { PartyRole } from '@gya/domain/features/property-contacts/property-contacts.rules.ts'
import { whyNotRestoreFallOff } from '@gya/domain/features/sale-now/may.ts'
import { acceptOffer, emailMemo, fallOff, restoreSale } from '@gya/domain/features/timeline/rules/sale-events.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import { blankValues } from '@gya/domain/fields/fields.ts'
import type { NewEvent } from '../features/events/events.repository.ts'
import { expectedColumns } from '../features/properties/write/properties.repository.ts'
import { lenderOf } from './demo-lenders.ts'
import { expectedDatesOf } from './expected-days.ts'
import { type Action, applyTimeline, type Buyer, ownerColumns, type SimulatedProperty } from './simulated-property.ts'

export type Terms = Pick<
  Offer,
  'name' | 'amount' | 'tel' | 'email' | 'depositSize' | 'cashBuy' | 'mip' | 'chain' | 'isRenting' | 'notes'
> & { mayContact?: boolean | null }

/** Like `POST …/offer`, pending. */
export const makeOffer =
  (terms: Terms): Action =>
  (simulated, moment) => {
    const { id: _id, createdon } = ownerColumns(simulated, moment)
    const history = [{ amount: terms.amount, createdon, note: '' }]
    simulated.offers.push({
      ...blankValues(offerFields),
      ...terms,
      _id,
      when: moment.today,
      history,
      createdon,
    })
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
  (simulated, moment) => {
    const before = simulated.offers.findLast((one) => one.name === name)
    if (!before) throw new Error(`The demo has no offer of ${name}.`)
    const { offer, amountChange, accepts } = decideOfferChange(before, change, offeredIn(simulated), moment.today)
    const history = amountChange ? [{ ...amountChange, createdon: moment.now }, ...before.history] : before.history
    const next = { ...offer, history, createdon: before.createdon }
    simulated.offers = simulated.offers.map((one) => (one === before ? next : one))
    if (accepts) return accept(simulated, next, moment)
    const data = { offerId: next._id, name: next.name, amount: next.amount }
    const events: NewEvent[] = amountChange
      ? [{ kind: 'offer-amended', data: { ...data, before: before.amount, reason: amountChange.note } }]
      : [{ kind: 'offer-updated', data }]
    if (before.state !== next.state) events.push({ kind: stateEvents[next.state], data })
    if (next.state === 'A') simulated.property.agreed_price = next.amount
    return events
  }

const buyerOf = (offer: Pick<Offer, 'name' | 'email' | 'tel' | 'cashBuy'>): Buyer => ({
  name: offer.name,
  email: offer.email,
  tel: offer.tel,
  cashBuyer: offer.cashBuy,
})

const offerOfRow = ({ createdon: _createdon, ...offer }: SimulatedProperty['offers'][number]): Offer => offer

const setBuyer = (simulated: SimulatedProperty, { name, email, tel, cashBuyer }: Buyer): void => {
  Object.assign(simulated.property, { buyer_name: name, buyer_email: email, buyer_tel: tel, buyer_cash_buyer: cashBuyer })
}

/** Like `acceptOfferOnProperty`. */
function accept(simulated: SimulatedProperty, offer: Offer, moment: CurrentTime): NewEvent[] {
  const accepted = acceptOffer(simulated.timeline, offer.acceptedOn ?? moment.today, offer.cashBuy, moment)
  simulated.saleStart = { offerId: offer._id, timeline: accepted.beforeAcceptance }
  simulated.property.agreed_price = offer.amount
  setBuyer(simulated, buyerOf(offer))
  return [
    {
      kind: 'offer-accepted',
      data: { offerId: offer._id, name: offer.name, amount: offer.amount, on: offer.acceptedOn, cashBuy: offer.cashBuy },
    },
    ...applyTimeline(simulated, accepted),
  ]
}

/** "E-mailing the memorandum completes MemoOfSaleSent." [domain, Timeline](docs/design/domain.md#timeline). */
export const sendMemo: Action = (simulated, moment) => [
  { kind: 'memo-emailed', data: {} },
  ...applyTimeline(simulated, emailMemo(simulated.timeline, moment)),
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

/** Data that belongs to the buyer. Memoranda and referrals of the demo do not. */
function buyersPart(simulated: SimulatedProperty, offer: Offer) {
  const party = (role: PartyRole) => {
    const found = simulated.parties.find((one) => one.role === role)
    return found ? { contact: found.contact, poc: found.poc } : null
  }
  return {
    buyer: { ...emptyBuyerSide, buyer: buyerOf(offer), solicitor: party('buyerSolicitor'), mBroker: party('buyerBroker') },
    memo: { buyerCustom: '', remarks: '' },
    referrals: { buyerSolicitor: null, buyerBroker: null },
    chain: linksOf(simulated),
  }
}

const isBuyers = ({ role }: { role: PartyRole }): boolean => role === 'buyerSolicitor' || role === 'buyerBroker'

/** "A fall-off archives the timeline, completion date, accepted offer and buyer side as they stand, marks the offer rejected, and puts every step back." */
export const performFallOff =
  (note: string, reasonName: string | null = null): Action =>
  (simulated, moment) => {
    const offer = simulated.offers.find((one) => one.state === 'A')
    if (!offer || !simulated.saleStart) throw new Error('A sale falls off only while an offer is accepted.')
    const part = buyersPart(simulated, offer)
    const archive: SaleArchive = {
      timeline: simulated.timeline,
      saleStart: simulated.saleStart.timeline,
      completionDate: simulated.property.completion_date ?? null,
      offer: offerOfRow(offer),
      agreedPrice: Number(simulated.property.agreed_price),
      expected: expectedDatesOf(simulated),
      lender: lenderOf(simulated),
      ...part,
    }
    const reason = starterReasons.find(({ name }) => name === reasonName)
    const row = {
      ...ownerColumns(simulated, moment),
      offer_id: offer._id,
      buyer_name: offer.name,
      note,
      archive,
      reason_id: reason?._id ?? null,
      party: reason?.party ?? null,
      phase: fallOffPhaseOf(simulated.timeline),
    }
    simulated.fallOffs.push(row)
    simulated.offers = simulated.offers.map((one) => (one === offer ? { ...one, state: 'R', acceptedOn: null } : one))
    const steps = applyTimeline(simulated, fallOff(simulated.timeline, archive.saleStart, moment))
    simulated.saleStart = null
    setBuyer(simulated, emptyBuyerSide.buyer)
    simulated.fallenOff = { parties: simulated.parties.filter(isBuyers), chain: simulated.chain }
    simulated.parties = simulated.parties.filter((party) => !isBuyers(party))
    simulated.chain = removeBuyer(part).chain.map(({ item, personName, saleType, note }) => ({
      ...item,
      person_name: personName,
      sale_type: saleType,
      note,
    }))
    Object.assign(simulated.property, {
      agreed_price: null,
      completion_date: null,
      lender_id: null,
      ...expectedColumns(noExpectedDates),
    })
    return [
      {
        kind: 'fall-off',
        data: {
          fallOffId: row.id,
          offerId: offer._id,
          name: offer.name,
          amount: offer.amount,
          reason: note,
          ...(reason ? { reasonId: reason._id, classified: reason.name, party: reason.party } : {}),
          phase: row.phase,
        },
      },
      ...steps,
    ]
  }

/** "Restore brings the archived timeline, completion date and buyer side back exactly, accepts that offer again and stamps restoredOn." */
export const restoreLastSale: Action = (simulated, moment) => {
  const row = simulated.fallOffs.at(-1)
  if (!row) throw new Error('There is no sale to restore.')
  const { archive } = row
  refuseIf(whyNotRestoreFallOff({ restoredOn: row.restored_on ?? null }, offeredIn(simulated)))
  simulated.offers = simulated.offers.map((one) =>
    one._id === archive.offer._id ? { ...one, state: 'A', acceptedOn: archive.offer.acceptedOn } : one,
  )
  row.restored_on = moment.now
  simulated.saleStart = { offerId: archive.offer._id, timeline: archive.saleStart }
  setBuyer(simulated, archive.buyer.buyer)
  simulated.parties = [...simulated.parties.filter((party) => !isBuyers(party)), ...simulated.fallenOff.parties]
  simulated.chain = simulated.fallenOff.chain
  const expected = expectedColumns(archive.expected ?? noExpectedDates)
  const { agreedPrice, completionDate, lender } = archive
  const columns = { agreed_price: agreedPrice, completion_date: completionDate, lender_id: lender?._id ?? null }
  Object.assign(simulated.property, columns, expected)
  return [
    { kind: 'sale-restored', data: { fallOffId: row.id, offerId: archive.offer._id, name: archive.offer.name } },
    ...applyTimeline(simulated, restoreSale(simulated.timeline, archive.timeline, moment)),
  ]
}

/**
 * The earlier bidders and viewers who agreed to be contacted, with a number: the first `agreed` of them. The next `notAsked` were not
 * asked; all others refused.
 */
export const askConsent =
  (agreed: number, notAsked: number): Action =>
  (simulated) => {
    const buyers = new Set(simulated.fallOffs.map(({ buyer_name }) => buyer_name))
    const names = [...simulated.offers.filter(({ state }) => state !== 'W'), ...simulated.viewings].map(({ name }) => name)
    const people = [...new Set(names)].filter((name) => !buyers.has(name))
    const answerOf = (name: string): boolean | null => {
      const place = people.indexOf(name)
      if (place < 0 || place >= agreed + notAsked) return false
      return place < agreed ? true : null
    }
    simulated.offers = simulated.offers.map((offer) => ({ ...offer, mayContact: answerOf(offer.name) }))
    simulated.viewings = simulated.viewings.map((viewing) => {
      const number = String(100 + people.indexOf(viewing.name)).padStart(3, '0')
      const answer = answerOf(viewing.name)
      return { ...viewing, may_contact: answer, tel: answer === true ? `0118 496 0${number}` : '' }
    })
    return []
  }
