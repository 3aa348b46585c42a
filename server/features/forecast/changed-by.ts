import { type DateOnly, londonDay, showDate } from '@gya/domain/common/dates.ts'
import { describeEvent, type EventGroup, type EventKind, kindsOf } from '@gya/domain/features/events/event-kinds.ts'
import { userActions } from '@gya/domain/features/timeline/changes.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** Entries that do not change facts of a sale. */
const withoutEffect: readonly EventKind[] = [
  'fall-off-classified',
  'party-proposed',
  'proposal-declined',
  'expected-shared',
  'lender-added',
]
export const changingKindsOf = (groups: readonly EventGroup[]): EventKind[] =>
  kindsOf(groups).filter((kind) => !withoutEffect.includes(kind))

/** Kinds of entries that may change a forecast. */
const changingKinds = changingKindsOf(['timeline', 'offers', 'sale', 'chain', 'contacts'])
const mostEntries = 300

/** Entries `e` of these kinds, without steps changed by a rule: both have the same cause, which is the entry of the user's own change. */
export const mayBeCause = (kinds: readonly EventKind[]) => sql<SqlBool>`e.kind = any(${[...kinds]}::text[])
  and (e.kind <> 'step-changed' or e.data ->> 'because' = any(${[...userActions]}::text[]))`

export type Entry = { id: string; on: DateOnly; words: string }

/** Entries of a property after a day, newest first. */
export async function listChangingEntries(
  db: Db,
  { companyId, propertyId }: { companyId: string; propertyId: string },
  after: DateOnly,
): Promise<Entry[]> {
  const { rows } = await sql<{ id: string; at: string; kind: string; data: Record<string, unknown> }>`
    select e.id, e.at, e.kind, e.data from event e
    where e.company_id = ${companyId} and e.property_id = ${propertyId} and ${mayBeCause(changingKinds)}
      and e.at >= ((${after}::date + 1)::timestamp at time zone 'Europe/London')
    order by e.at desc, e.id desc
    limit ${mostEntries}`.execute(db)
  return rows.map(({ id, at, kind, data }) => ({ id, on: londonDay(at), words: describeEvent(kind, data, at)?.words ?? '' }))
}

export type Moved = { because: string; eventId: string | null }

/** The last entry between two forecasts, as the cause of the change; a text if there was none. */
export function changedBetween(entries: readonly Entry[], before: DateOnly | null, on: DateOnly): Moved {
  if (before === null) return { because: 'First forecast', eventId: null }
  const entry = entries.find((one) => one.on > before && one.on <= on)
  if (entry) return { because: `${entry.words}, ${showDate(entry.on)}`, eventId: entry.id }
  return { because: `No entry since ${showDate(before)}`, eventId: null }
}
