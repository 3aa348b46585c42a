import { addDays, type DateOnly } from '@gya/domain/common/dates.ts'
import { dayFactsOf } from '@gya/domain/features/dashboard/day-facts.ts'
import type { SaleArchive } from '@gya/domain/features/fall-offs/fall-offs.rules.ts'
import { calculateFees } from '@gya/domain/features/management-info/management-info.rules.ts'
import type { Offer } from '@gya/domain/features/properties/properties.model.ts'
import type { ContactDetails } from '@gya/domain/features/property-contacts/property-contacts.model.ts'
import type { PartyRole } from '@gya/domain/features/property-contacts/property-contacts.rules.ts'
import type { CurrentTime, Timeline, TimelineResult } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Insertable } from 'kysely'
import type { AskingPrice, ChainItem, Event, FallOff, Note, Property, PropertyDay, Relaunch, Viewing } from '../db/schema.ts'
import type { NewEvent } from '../features/events/events.repository.ts'
import { dayFactColumns } from '../features/properties/projections/dashboard-rows.ts'
import { stepEvents } from '../features/properties/write/step-events.ts'
import { branchDay, justAfter, momentAt } from './calendar.ts'

const toNumber = (value: number | string | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)

const endAfter = (start: DateOnly | null | undefined, days: number | null | undefined): DateOnly | null =>
  start && days !== null && days !== undefined ? addDays(start, days) : null

/** How a property of the demo stands at this point of its life; as the live server derives it of the saved one. */
function dayRow({
  property,
  offers,
  timeline,
  askingPrices,
  parties,
  deduction,
}: SimulatedProperty): Omit<Insertable<PropertyDay>, 'since'> {
  const completionDate = property.completion_date ?? null
  const askingPrice = toNumber(askingPrices.at(-1)?.price)
  const acts = (role: string) => parties.some((party) => party.role === role)
  const fees = calculateFees({
    agreedPrice: toNumber(property.agreed_price),
    askingPrice,
    type: (property.agency_fee_type ?? 0) as 0 | 1,
    fixedFee: toNumber(property.agency_fee),
    percent: toNumber(property.agency_fee_percent),
    deduction,
  })
  return {
    company_id: property.company_id,
    property_id: property.id,
    branch_id: property.branch_id,
    chain: property.chain ?? 3,
    asking_price: askingPrice,
    expected_fee: fees.expected,
    contract_end: endAfter(
      property.c_signed,
      property.c_term === null || property.c_term === undefined ? null : property.c_term * 7,
    ),
    notice_given: property.notice_given ?? null,
    notice_end: endAfter(property.notice_given, property.notice_days),
    completion_date: completionDate,
    vendor_solicitor: acts('vendorSolicitor'),
    vendor_broker: acts('vendorBroker'),
    ...dayFactColumns(
      dayFactsOf({
        active: property.active ?? true,
        hasAcceptedOffer: offers.some(({ state }) => state === 'A'),
        completionDate,
        timeline,
      }),
    ),
  }
}

/** Keeps how a property stands after something happened on a day: as `saveDay` does for a live one. */
export function recordDay(life: SimulatedProperty, today: DateOnly): void {
  const day = dayRow(life)
  const { since, until: _until, ...last } = life.days.at(-1) ?? { since: '' }
  if (since && JSON.stringify(last) === JSON.stringify(day)) return
  if (since === today) life.days.pop()
  else if (since) life.days.push({ ...(life.days.pop() as Insertable<PropertyDay>), until: today })
  life.days.push({ ...day, since: today, until: 'infinity' })
}

/**
 * A property as it grows: the rows it will be kept in, and the timeline as the rules know it. Nothing in this folder
 * decides what a rule decides: every deed asks the same functions of the domain as the live routes do, at the moment it
 * happens, and writes the same entries of the record.
 */
export type SimulatedProperty = {
  property: Insertable<Property> & { version: number }
  timeline: Timeline
  askingPrices: Insertable<AskingPrice>[]
  offers: (Offer & { createdon: string })[]
  viewings: Insertable<Viewing>[]
  relaunches: Insertable<Relaunch>[]
  notes: Insertable<Note>[]
  fallOffs: (Omit<Insertable<FallOff>, 'archive'> & { archive: SaleArchive })[]
  chain: Omit<Insertable<ChainItem>, 'company_id' | 'property_id' | 'position'>[]
  /** Who acts for either side. */
  parties: { role: PartyRole; contact: ContactDetails; poc: ContactDetails }[]
  saleStart: { offerId: string; timeline: Timeline } | null
  /** What went with the last buyer who fell off, as it stood. */
  gone: Pick<SimulatedProperty, 'parties' | 'chain'>
  events: Insertable<Event>[]
  /** How it stood at the end of each day, for the dashboard. */
  days: Insertable<PropertyDay>[]
  /** The fee deduction that holds for its branch, in hundredths of a percent. */
  deduction: number
  newId(at: string): string
}

export type Buyer = { name: string; email: string; tel: string; cashBuyer: boolean }

/** What somebody did: changes the life and names the entries of the record that it amounts to. */
export type Action = (life: SimulatedProperty, moment: CurrentTime) => readonly NewEvent[]

/** A deed with its day and its minute of the day, by the user with this id. */
export type ScheduledAction = { on: string; minute: number; by: string; action: Action }

export const newSimulatedProperty = (
  property: Insertable<Property>,
  newId: SimulatedProperty['newId'],
  deduction = 0,
): SimulatedProperty => ({
  property: { ...property, version: 1 },
  timeline: [],
  askingPrices: [],
  offers: [],
  viewings: [],
  relaunches: [],
  notes: [],
  fallOffs: [],
  chain: [],
  parties: [],
  saleStart: null,
  gone: { parties: [], chain: [] },
  events: [],
  days: [],
  deduction,
  newId,
})

/** Lets everything happen that has happened by now, in order of time; each deed counts the version up as a live change does. */
export function runActions(life: SimulatedProperty, happenings: readonly ScheduledAction[], present: CurrentTime): void {
  const past = happenings.filter(({ on }) => on <= present.today)
  let last = ''
  for (const { on, minute, by, action: does } of past.toSorted((a, b) => a.on.localeCompare(b.on) || a.minute - b.minute)) {
    const moment = justAfter(momentAt(branchDay(on, present), minute, present), last, present)
    last = moment.now
    const events = does(life, moment)
    if (events.length === 0) continue
    recordDay(life, moment.today)
    for (const event of events) life.events.push(eventRow(life, moment.now, by, event))
    Object.assign(life.property, { version: life.property.version + 1, updatedon: moment.now, updated_by: by })
  }
}

const eventRow = (life: SimulatedProperty, at: string, by: string, { kind, data }: NewEvent): Insertable<Event> => ({
  company_id: life.property.company_id,
  id: life.newId(at),
  property_id: life.property.id,
  user_id: by,
  at,
  kind,
  data: JSON.stringify(data ?? {}),
})

/** The columns that every row of a part of a property begins with. */
export const ownerColumns = (life: SimulatedProperty, { now }: CurrentTime) => ({
  company_id: life.property.company_id,
  property_id: life.property.id,
  id: life.newId(now),
  createdon: now,
})

/** Takes over what a rule made of the timeline. */
export const applyTimeline = (life: SimulatedProperty, { timeline, changes }: TimelineResult): NewEvent[] => {
  const before = life.timeline
  life.timeline = timeline
  return stepEvents(before, changes)
}
