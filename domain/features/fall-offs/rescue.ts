import { z } from 'zod'
import { addDays, type DateOnly } from '../../common/dates.ts'
import { Day, Id, Money, Tel, Timestamp } from '../../common/wire.ts'
import type { Offer } from '../offers/offers.model.ts'
import { PartyRef, toPartyRef } from '../property-contacts/parties.ts'
import type { Viewing } from '../viewings/viewings.model.ts'

/** People who may want the property after a fall-off: earlier bidders and viewers. Trust design, section 6. */

export const rescueKinds = ['offer', 'viewing'] as const
export type RescueKind = (typeof rescueKinds)[number]

export const rescueOutcomes = ['called', 'e-mailed', 'interested', 'not-interested'] as const
export type RescueOutcome = (typeof rescueOutcomes)[number]

export const rescueOutcomeLabels: Record<RescueOutcome, string> = {
  called: 'Called',
  'e-mailed': 'E-mailed',
  interested: 'Interested',
  'not-interested': 'Not interested',
}

export const RescueMark = z.object({
  outcome: z.enum(rescueOutcomes),
  on: Timestamp,
  by: z.string().nullable(),
})

export const RescuePerson = z.object({
  kind: z.enum(rescueKinds),
  /** Of the offer or the viewing. */
  personId: Id,
  partyRef: PartyRef,
  name: z.string(),
  /** Null: viewed, and did not offer. */
  amount: Money.nullable(),
  cashBuy: z.boolean(),
  /** Null: not known. */
  chain: z.boolean().nullable(),
  /** Of the offer, or of the viewing. */
  on: Day,
  /** False: not asked. People who refused are not listed. */
  mayContact: z.boolean(),
  /** Empty unless they may be contacted. */
  tel: Tel,
  email: z.string(),
  mark: RescueMark.nullable(),
})
export type RescuePerson = z.output<typeof RescuePerson>

/** "Who offered or viewed in the last 12 months." */
export const rescueDays = 365

type OfferedBy = Pick<
  Offer,
  '_id' | 'name' | 'tel' | 'email' | 'amount' | 'when' | 'increasedOn' | 'state' | 'cashBuy' | 'chain' | 'mayContact'
>
type ViewedBy = Pick<Viewing, '_id' | 'name' | 'tel' | 'email' | 'when' | 'mayContact'>
type Entry = Omit<RescuePerson, 'mark' | 'mayContact'> & { mayContact: boolean | null }

/** `+44 (0)118` and `0118` are the same. */
const digits = (tel: string): string => tel.replace(/\D/g, '').replace(/^(?:(?:0044|44)0?|0)/, '')

/**
 * Keys that identify a person. They include the name: on one property, two entries with the same name are one person with different contact
 * details.
 */
const idsOf = ({ name, email, tel }: Entry): string[] =>
  [
    ['name', name.trim().replace(/\s+/g, ' ').toLowerCase()],
    ['email', email.trim().toLowerCase()],
    ['tel', digits(tel)],
  ].flatMap(([kind, id]) => (id ? [`${kind} ${id}`] : []))

/** Groups entries by person: entries that share a name, e-mail or telephone, directly or through other entries. */
function groupByPerson(entries: readonly Entry[]): Entry[][] {
  let people: { ids: Set<string>; entries: Entry[] }[] = []
  for (const entry of entries) {
    const ids = idsOf(entry)
    const isKnown = ({ ids: known }: { ids: Set<string> }) => ids.some((id) => known.has(id))
    const same = people.filter(isKnown)
    const merged = {
      ids: new Set([...same.flatMap((person) => [...person.ids]), ...ids]),
      entries: [...same.flatMap((person) => person.entries), entry],
    }
    people = [...people.filter((person) => !isKnown(person)), merged]
  }
  return people.map((person) => person.entries)
}

const offerEntry = (offer: OfferedBy): Entry => ({
  kind: 'offer',
  personId: offer._id,
  partyRef: toPartyRef('offer', offer._id),
  name: offer.name,
  amount: offer.amount,
  cashBuy: offer.cashBuy,
  chain: offer.chain,
  on: offer.increasedOn ?? offer.when,
  mayContact: offer.mayContact,
  tel: offer.tel,
  email: offer.email,
})

const viewingEntry = (viewing: ViewedBy): Entry => ({
  kind: 'viewing',
  personId: viewing._id,
  partyRef: toPartyRef('viewing', viewing._id),
  name: viewing.name,
  amount: null,
  cashBuy: false,
  chain: null,
  on: viewing.when,
  mayContact: viewing.mayContact,
  tel: viewing.tel,
  email: viewing.email,
})

/** "Best first: amount, then cash or no chain, then latest." */
function byPromise(a: Entry, b: Entry): number {
  const free = ({ cashBuy, chain }: Entry) => Number(cashBuy || chain === false)
  return (b.amount ?? -1) - (a.amount ?? -1) || free(b) - free(a) || b.on.localeCompare(a.on) || a.name.localeCompare(b.name)
}

/**
 * "Who offered (not withdrawn as “not buying”) or viewed in the last 12 months. Only who agreed shows number and e-mail; not asked stands
 * by name without number; who said no not at all." A person with several entries is listed once, by the entry with the agreement, because
 * it covers only the contact details given with it.
 */
export function rescueList(
  { offers, viewings }: { offers: readonly OfferedBy[]; viewings: readonly ViewedBy[] },
  { today, buyerOfferId }: { today: DateOnly; buyerOfferId: string | null },
): Omit<RescuePerson, 'mark'>[] {
  const since = addDays(today, -rescueDays)
  const entries = [...offers.map(offerEntry), ...viewings.filter(({ when }) => when <= today).map(viewingEntry)]
  const ended = new Set(offers.filter(({ state }) => state === 'W' || state === 'A').map(({ _id }) => _id))
  return groupByPerson(entries)
    .filter((group) => !group.some(({ mayContact }) => mayContact === false))
    .filter((group) => !group.some(({ personId }) => personId === buyerOfferId || ended.has(personId)))
    .filter((group) => group.some(({ on }) => on >= since))
    .map((group) => {
      const best = group.toSorted(byPromise)[0] as Entry
      const agreed = group.toSorted(byPromise).find(({ mayContact }) => mayContact === true)
      const { kind, personId, partyRef, tel, email } = agreed ?? best
      return {
        ...best,
        kind,
        personId,
        partyRef,
        mayContact: agreed !== undefined,
        tel: agreed ? tel : '',
        email: agreed ? email : '',
        on: group.reduce((latest, { on }) => (on > latest ? on : latest), best.on),
      }
    })
    .toSorted(byPromise)
}
