import type { SaleArchive } from '@gya/domain/features/fall-offs/sale-archive.ts'
import type { Offer } from '@gya/domain/features/properties/properties.model.ts'
import type { PartyRole } from '@gya/domain/features/property-contacts/changed-parts.ts'
import type { ContactDetails } from '@gya/domain/features/property-contacts/property-contacts.model.ts'
import type { CurrentTime, Timeline, TimelineResult } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Insertable } from 'kysely'
import type { AskingPrice, ChainItem, Event, FallOff, Note, Property, PropertyDay, Relaunch, Viewing } from '../db/schema.ts'
import type { NewEvent } from '../features/events/events.repository.ts'
import { stepEvents } from '../features/timeline/step-events.ts'
import { branchDay, justAfter, momentAt } from './demo-calendar.ts'
import { recordDay } from './life-days.ts'

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
