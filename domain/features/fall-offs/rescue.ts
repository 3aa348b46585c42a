import { z } from 'zod'
import { addDays, type DateOnly } from '../../common/dates.ts'
import { Day, Id, Money, Tel, Timestamp } from '../../common/wire.ts'
import type { Offer } from '../offers/offers.model.ts'
import { PartyRef, toPartyRef } from '../property-contacts/parties.ts'
import type { Viewing } from '../viewings/viewings.model.ts'

/** People who may want the property after a fall-off: earlier bidders and viewers. [trust §6](docs/design/trust.md#6). */

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

const nameOf = ({ name }: Entry): string => name.trim().replace(/\s+/g, ' ').toLowerCase()

type Person = { names: ReadonlySet<string>; emails: ReadonlySet<string>; tels: ReadonlySet<string>; entries: readonly Entry[] }

const personOf = (entry: Entry): Person => {
  const known = (text: string) => new Set(text ? [text] : [])
  return {
    names: known(nameOf(entry)),
    emails: known(entry.email.trim().toLowerCase()),
    tels: known(digits(entry.tel)),
    entries: [entry],
  }
}

const merged = (people: readonly Person[]): Person => ({
  names: new Set(people.flatMap(({ names }) => [...names])),
  emails: new Set(people.flatMap(({ emails }) => [...emails])),
  tels: new Set(people.flatMap(({ tels }) => [...tels])),
  entries: people.flatMap(({ entries }) => entries),
})

const meet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => [...one].some((id) => other.has(id))

const sharesContact = (one: Person, other: Person): boolean => meet(one.emails, other.emails) || meet(one.tels, other.tels)

/** Whether two people with different contact details and the same name may be one: only one has an e-mail, only one a telephone. */
const mayBeSame = (one: Person, other: Person): boolean =>
  meet(one.names, other.names) &&
  (one.emails.size === 0 || other.emails.size === 0) &&
  (one.tels.size === 0 || other.tels.size === 0)

/**
 * Groups entries by person: entries that share an e-mail or telephone, directly or through other entries, then entries with the same
 * name, unless their e-mails or telephones differ.
 */
function groupByPerson(entries: readonly Entry[]): (readonly Entry[])[] {
  const byContact: Person[] = []
  for (const person of entries.map(personOf)) {
    const same = byContact.filter((one) => sharesContact(one, person))
    for (const one of same) byContact.splice(byContact.indexOf(one), 1)
    byContact.push(merged([...same, person]))
  }
  const people: Person[] = []
  for (const person of byContact) {
    const same = people.findIndex((one) => mayBeSame(one, person))
    if (same === -1) people.push(person)
    else people[same] = merged([people[same] as Person, person])
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
  // A refusal without e-mail and telephone applies to every person of that name.
  const refused = new Set(entries.filter(({ mayContact, email, tel }) => mayContact === false && !email && !tel).map(nameOf))
  const ended = new Set(offers.filter(({ state }) => state === 'W' || state === 'A').map(({ _id }) => _id))
  return groupByPerson(entries)
    .filter((group) => !group.some((entry) => entry.mayContact === false || refused.has(nameOf(entry))))
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
