import { type DateOnly, londonDay, showDate } from '@gya/domain/common/dates.ts'
import { describeEvent, kindsOf } from '@gya/domain/features/events/event-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** What may move the forecast of a sale: entries of its timeline, offers, chain, contacts and fall-offs. */
const movingKinds = kindsOf(['timeline', 'offers', 'sale', 'chain', 'contacts'])
const mostEntries = 300

export type Entry = { id: string; on: DateOnly; words: string }

/** Entries of a property after a day, newest first. */
export async function listMovingEntries(
  db: Db,
  { companyId, propertyId }: { companyId: string; propertyId: string },
  after: DateOnly,
): Promise<Entry[]> {
  const { rows } = await sql<{ id: string; at: string; kind: string; data: Record<string, unknown> }>`
    select e.id, e.at, e.kind, e.data from event e
    where e.company_id = ${companyId} and e.property_id = ${propertyId} and e.kind = any(${movingKinds}::text[])
      and e.at >= ((${after}::date + 1)::timestamp at time zone 'Europe/London')
    order by e.at desc, e.id desc
    limit ${mostEntries}`.execute(db)
  return rows.map(({ id, at, kind, data }) => ({ id, on: londonDay(at), words: describeEvent(kind, data, at)?.words ?? '' }))
}

export type Moved = { because: string; eventId: string | null }

/** The last entry from a day on which something was said to the next: it moved what was said. Words where there was none. */
export function movedBetween(entries: readonly Entry[], before: DateOnly | null, on: DateOnly): Moved {
  if (before === null) return { because: 'First said', eventId: null }
  const entry = entries.find((one) => one.on > before && one.on <= on)
  if (entry) return { because: `${entry.words}, ${showDate(entry.on)}`, eventId: entry.id }
  return { because: `Nothing entered since ${showDate(before)}`, eventId: null }
}
