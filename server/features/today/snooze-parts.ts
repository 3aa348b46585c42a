import type { Instant } from '@gya/domain/common/dates.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { findLastChange } from '../events/events.repository.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import { findSaverName } from '../properties/write/properties.repository.ts'
import type { UndoPart } from '../undo/undo.repository.ts'
import { registerUndoPart } from '../undo/undo-registry.ts'
import { type LockedItem, normalizeSnooze, type SnoozeRow, snoozeColumns } from './lock-action-items.ts'

/** The snooze of one action item before and after a change; `null` without one. */
export type SnoozePart = UndoPart & {
  kind: 'snooze'
  subjectId: string
  key: string
  what: string
  before: SnoozeRow | null
  after: SnoozeRow | null
}

export const snoozePart = (item: Omit<LockedItem, 'kind' | 'dueOn'>, after: SnoozeRow | null): SnoozePart => ({
  kind: 'snooze',
  propertyId: item.propertyId,
  subjectId: item.subjectId,
  key: item.key,
  what: describeItem(item),
  before: item.snooze,
  after,
})

/** "Searches back at 12 High Street". */
export const describeItem = ({ description, line1 }: Pick<LockedItem, 'description' | 'line1'>): string =>
  line1 === null ? description : `${description} at ${line1}`

/** Creates a snooze set by a user. Keeps the attempts and the last conversation. */
export const snoozedByHand = (
  { snooze }: LockedItem,
  until: Instant,
  { now, caller }: { now: Instant; caller: { userId: string } },
): SnoozeRow => ({
  until,
  reason: 'snoozed',
  conversation_id: snooze?.conversation_id ?? null,
  attempts: snooze?.attempts ?? 0,
  set_by: caller.userId,
  set_on: now,
})

type Snoozed = { subjectId: string; key: string; snooze: SnoozeRow }

/** Inserts or replaces snoozes in one statement. Skips settled items, and snoozes set by an undone conversation. */
export const saveSnoozes = (db: Db, companyId: string, snoozes: readonly Snoozed[]) =>
  sql`
    insert into action_item_snooze (company_id, subject_id, key, until, reason, conversation_id, attempts, set_by, set_on)
    select i.company_id, i.subject_id, i.key, s.until, s.reason, s.conversation_id, s.attempts, s.set_by, s.set_on
    from jsonb_populate_recordset(null::action_item_snooze, ${JSON.stringify(
      snoozes.map(({ subjectId, key, snooze }) => ({ subject_id: subjectId, key, ...snooze })),
    )}::jsonb) s
    join action_item i on i.company_id = ${companyId} and i.subject_id = s.subject_id and i.key = s.key
    where not exists (select from conversation c
      where c.company_id = ${companyId} and c.id = s.conversation_id and c.undone_on is not null)
    on conflict (company_id, subject_id, key) do update set until = excluded.until, reason = excluded.reason,
      conversation_id = excluded.conversation_id, attempts = excluded.attempts, set_by = excluded.set_by,
      set_on = excluded.set_on`.execute(db)

type Item = { subjectId: string; key: string }

const deleteSnoozes = (db: Db, companyId: string, items: readonly Item[]) =>
  sql`
    delete from action_item_snooze s
    using unnest(${items.map(({ subjectId }) => subjectId)}::uuid[], ${items.map(({ key }) => key)}::text[]) as r (subject_id, key)
    where s.company_id = ${companyId} and s.subject_id = r.subject_id and s.key = r.key`.execute(db)

/**
 * Returns undo parts for the snoozes that `write` ends implicitly: an item that is settled, alone or with its sale, loses its snooze.
 * They come before the parts of the properties, because undo restores the items first.
 */
export async function snoozesEndedBy(
  db: Db,
  companyId: string,
  properties: ReadonlyMap<string, LoadedProperty>,
  write: () => Promise<unknown>,
): Promise<SnoozePart[]> {
  const before = await findSnoozedItems(db, companyId, [...properties.keys()])
  await write()
  if (before.length === 0) return []
  const kept = await findSnoozes(db, companyId, before)
  return before.filter(({ subjectId, key }) => !kept.has(`${subjectId} ${key}`)).map((item) => snoozePart(item, null))
}

type SnoozedRow = { subject_id: string; key: string; description: string; line1: string; snooze: SnoozeRow }

/** The snoozed items `i` of properties with their snooze `s`, all or those `where`. */
export async function findSnoozedItems(
  db: Db,
  companyId: string,
  propertyIds: readonly string[],
  { where = sql<boolean>`true` }: { where?: RawBuilder<boolean> } = {},
) {
  const { rows } = await sql<SnoozedRow>`
    select i.subject_id, i.key, i.description, p.line1, ${snoozeColumns} as snooze
    from action_item_snooze s
    join action_item i on i.company_id = s.company_id and i.subject_id = s.subject_id and i.key = s.key
    join property p on p.company_id = s.company_id and p.id = s.subject_id
    where s.company_id = ${companyId} and s.subject_id = any(${propertyIds}::uuid[]) and ${where}
    order by s.subject_id, s.key`.execute(db)
  return rows.map(({ subject_id: subjectId, snooze, ...item }) => ({
    ...item,
    subjectId,
    propertyId: subjectId,
    snooze: normalizeSnooze(snooze),
  }))
}

/** A snooze of a sale that fell off, stored in its archive. */
export type ArchivedSnooze = { key: string; snooze: SnoozeRow }

export const archiveSnoozes = async (db: Db, companyId: string, property: LoadedProperty): Promise<ArchivedSnooze[]> =>
  (await findSnoozedItems(db, companyId, [property.detail._id])).map(({ key, snooze }) => ({ key, snooze }))

type CurrentRow = { subject_id: string; key: string; until: Instant; reason: string; set_by: string }

const findSnoozes = async (db: Db, companyId: string, parts: readonly Item[]): Promise<Map<string, CurrentRow>> => {
  const { rows } = await sql<CurrentRow>`
    select s.subject_id, s.key, s.until, s.reason, s.set_by
    from unnest(${parts.map(({ subjectId }) => subjectId)}::uuid[], ${parts.map(({ key }) => key)}::text[]) as r (subject_id, key)
    join action_item_snooze s on s.company_id = ${companyId} and s.subject_id = r.subject_id and s.key = r.key`.execute(db)
  return new Map(rows.map((row) => [`${row.subject_id} ${row.key}`, row]))
}

const isAsLeft = (current: CurrentRow | undefined, after: SnoozeRow | null): boolean =>
  current && after
    ? Date.parse(current.until) === Date.parse(after.until) && current.reason === after.reason
    : !current && after === null

export function registerSnoozeParts(): void {
  registerUndoPart<SnoozePart>('snooze', {
    async conflict({ db, companyId }, parts) {
      const current = await findSnoozes(db, companyId, parts)
      const part = parts.find((one) => !isAsLeft(current.get(`${one.subjectId} ${one.key}`), one.after))
      if (!part) return null
      const row = current.get(`${part.subjectId} ${part.key}`)
      if (row) return { what: part.what, by: await findSaverName(db, row.set_by), on: null }
      // The snooze ended with its action item, which somebody has settled.
      const last = part.propertyId ? await findLastChange(db, { companyId, propertyId: part.propertyId }) : undefined
      return { what: part.what, by: last?.by ?? null, on: last?.at ?? null }
    },
    async undo({ db, companyId }, parts) {
      const removed = parts.filter(({ before }) => before === null)
      const restored = parts.flatMap(({ subjectId, key, before }) => (before ? [{ subjectId, key, snooze: before }] : []))
      if (removed.length > 0) await deleteSnoozes(db, companyId, removed)
      if (restored.length > 0) await saveSnoozes(db, companyId, restored)
    },
  })
}
