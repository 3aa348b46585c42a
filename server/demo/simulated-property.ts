import { addDays, type DateOnly } from '@gya/domain/common/dates.ts'
import { dayFactsOf } from '@gya/domain/features/dashboard/day-facts.ts'
import type { SaleArchive } from '@gya/domain/features/fall-offs/fall-offs.rules.ts'
import { calculateFees } from '@gya/domain/features/management-info/fees.ts'
import type { Offer } from '@gya/domain/features/offers/offers.model.ts'
import type { ContactDetails } from '@gya/domain/features/property-contacts/property-contacts.model.ts'
import type { PartyRole } from '@gya/domain/features/property-contacts/property-contacts.rules.ts'
import { saleNow } from '@gya/domain/features/sale-now/sale-now.ts'
import type { CurrentTime, Timeline, TimelineResult } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Insertable } from 'kysely'
import type { AskingPrice, ChainItem, Event, FallOff, Note, Property, PropertyDay, Relaunch, Viewing } from '../db/schema.ts'
import type { NewEvent } from '../features/events/events.repository.ts'
import { dayFactColumns } from '../features/properties/projections/dashboard-rows.ts'
import { stepEvents } from '../features/properties/write/step-events.ts'
import { branchDay, justAfter, momentAt } from './workdays.ts'

const toNumber = (value: number | string | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)

const endAfter = (start: DateOnly | null | undefined, days: number | null | undefined): DateOnly | null =>
  start && days !== null && days !== undefined ? addDays(start, days) : null

/** The current day facts, as the server derives them from a saved property. */
function dayRow(
  { property, offers, timeline, askingPrices, parties, deduction }: SimulatedProperty,
  today: DateOnly,
): Omit<Insertable<PropertyDay>, 'since'> {
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
    negotiator_id: property.negotiator_id ?? null,
    progressor_id: property.b_staff ?? null,
    ...dayFactColumns(
      dayFactsOf(
        saleNow(
          {
            active: property.active ?? true,
            hasAcceptedOffer: offers.some(({ state }) => state === 'A'),
            completionDate,
            expectedExchange: property.expected_exchange ?? null,
            expectedCompletion: property.expected_completion ?? null,
            timeline,
          },
          today,
        ),
      ),
    ),
  }
}

/** Records the day facts after a change, like `saveDay` does for a real property. */
export function recordDay(simulated: SimulatedProperty, today: DateOnly): void {
  const day = dayRow(simulated, today)
  const { since, until: _until, ...last } = simulated.days.at(-1) ?? { since: '' }
  if (since && JSON.stringify(last) === JSON.stringify(day)) return
  if (since === today) simulated.days.pop()
  else if (since) simulated.days.push({ ...(simulated.days.pop() as Insertable<PropertyDay>), until: today })
  simulated.days.push({ ...day, since: today, until: 'infinity' })
}

/** Somebody becomes the progressor on a past day, after the simulation. */
export function assignSince(simulated: SimulatedProperty, on: DateOnly, progressorId: string | null): void {
  simulated.property.b_staff = progressorId
  simulated.days = simulated.days.flatMap((day) => {
    if ((day.until ?? 'infinity') <= on) return [day]
    const since = { ...day, progressor_id: progressorId }
    return day.since >= on
      ? [since]
      : [
          { ...day, until: on },
          { ...since, since: on },
        ]
  })
}

/**
 * A property during the simulation: its future rows, and its timeline in the domain model. This folder does not duplicate rules: actions
 * call the same domain functions as the routes, at their simulated time, and write the same events.
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
  /** Contacts of both sides. */
  parties: { role: PartyRole; contact: ContactDetails; poc: ContactDetails }[]
  saleStart: { offerId: string; timeline: Timeline } | null
  /** Parties and chain of the last buyer who fell off. */
  fallenOff: Pick<SimulatedProperty, 'parties' | 'chain'>
  events: Insertable<Event>[]
  /** Day facts at the end of each day, for the dashboard. */
  days: Insertable<PropertyDay>[]
  /** The fee deduction of the branch, in hundredths of a percent. */
  deduction: number
  newId(at: string): string
}

export type Buyer = { name: string; email: string; tel: string; cashBuyer: boolean }

/** Changes the property and returns its events. */
export type Action = (simulated: SimulatedProperty, moment: CurrentTime) => readonly NewEvent[]

/** An action with its date and minute of the day; `by` is the id of the user. */
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
  fallenOff: { parties: [], chain: [] },
  events: [],
  days: [],
  deduction,
  newId,
})

/** Runs all actions up to now in chronological order; each increments the version like a real change. */
export function runActions(simulated: SimulatedProperty, actions: readonly ScheduledAction[], present: CurrentTime): void {
  const past = actions.filter(({ on }) => on <= present.today)
  let last = ''
  for (const { on, minute, by, action } of past.toSorted((a, b) => a.on.localeCompare(b.on) || a.minute - b.minute)) {
    const moment = justAfter(momentAt(branchDay(on, present), minute, present), last, present)
    last = moment.now
    const events = action(simulated, moment)
    if (events.length === 0) continue
    recordDay(simulated, moment.today)
    for (const event of events) simulated.events.push(eventRow(simulated, moment.now, by, event))
    Object.assign(simulated.property, { version: simulated.property.version + 1, updatedon: moment.now, updated_by: by })
  }
}

const eventRow = (simulated: SimulatedProperty, at: string, by: string, { kind, data }: NewEvent): Insertable<Event> => ({
  company_id: simulated.property.company_id,
  id: simulated.newId(at),
  property_id: simulated.property.id,
  user_id: by,
  at,
  kind,
  data: JSON.stringify(data ?? {}),
})

/** Common columns of all child rows of a property. */
export const ownerColumns = (simulated: SimulatedProperty, { now }: CurrentTime) => ({
  company_id: simulated.property.company_id,
  property_id: simulated.property.id,
  id: simulated.newId(now),
  createdon: now,
})

/** Applies the result of a timeline rule. */
export const applyTimeline = (simulated: SimulatedProperty, { timeline, changes }: TimelineResult): NewEvent[] => {
  const before = simulated.timeline
  simulated.timeline = timeline
  return stepEvents(before, changes)
}
