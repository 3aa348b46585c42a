import type { Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { FallOffParty, FallOffPhase } from '@gya/domain/features/fall-offs/fall-off-reasons.ts'
import type { SaleArchive } from '@gya/domain/features/fall-offs/fall-offs.rules.ts'
import { fallOffCancelReason } from '@gya/domain/features/tasks/tasks.rules.ts'
import type { Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { ArchivedSnooze } from '../today/snooze-parts.ts'
import type { StoredLink } from './buyer-data.ts'

/** `snoozes` is missing in archives from before action items existed. */
type StoredArchive = SaleArchive<StoredLink> & { snoozes?: readonly ArchivedSnooze[] }
export type Classified = { reason: { _id: string; name: string } | null; party: FallOffParty | null; phase: FallOffPhase }
type NewFallOff = { _id: string; note: string; archive: StoredArchive; now: Instant } & Classified

export const insertFallOff = (
  db: Db,
  { companyId, propertyId }: PropertyIds,
  { _id, note, archive, now, reason, party, phase }: NewFallOff,
) =>
  db
    .insertInto('fall_off')
    .values({
      company_id: companyId,
      property_id: propertyId,
      id: _id,
      offer_id: archive.offer._id,
      buyer_name: archive.offer.name,
      note,
      reason_id: reason?._id ?? null,
      party,
      phase,
      archive: JSON.stringify(archive),
      createdon: now,
    })
    .execute()

/**
 * Keeps only those snoozes in the archive that the fall-off ended: a restore must not snooze items again that stayed and were brought back
 * meanwhile.
 */
export const keepEndedSnoozes = (db: Db, { companyId, propertyId }: PropertyIds, fallOffId: string) =>
  sql`
    update fall_off f set archive = jsonb_set(archive, '{snoozes}', (
      select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(f.archive -> 'snoozes') one
      where not exists (select from action_item_snooze s
        where s.company_id = f.company_id and s.subject_id = f.property_id and s.key = one ->> 'key')))
    where company_id = ${companyId} and property_id = ${propertyId} and id = ${fallOffId}
      and archive -> 'snoozes' <> '[]'`.execute(db)

type OpenCounts = { call_backs: number; snoozed: { key: string; kind: string }[]; tasks: { id: string; ends: boolean }[] }

/** Open items of a property besides its timeline: call-backs, tasks (and whether they belong to the sale of an offer), snoozed items. */
export async function findOpenItems(
  db: Db,
  { companyId, propertyId }: PropertyIds,
  { offerId, now }: { offerId: string | null; now: Instant },
): Promise<OpenCounts> {
  const { rows } = await sql<OpenCounts>`
    select
      (select count(*)::int from action_item i
       where i.company_id = ${companyId} and i.subject_id = ${propertyId} and i.kind = 'callback') as call_backs,
      (select coalesce(json_agg(json_build_object('key', i.key, 'kind', i.kind)), '[]') from action_item_snooze s
       join action_item i on i.company_id = s.company_id and i.subject_id = s.subject_id and i.key = s.key
       where s.company_id = ${companyId} and s.subject_id = ${propertyId} and s.until > ${now}::timestamptz) as snoozed,
      (select coalesce(json_agg(json_build_object('id', t.id, 'ends', coalesce(t.phase_entry = ${offerId}::uuid, false))), '[]') from task t
       where t.company_id = ${companyId} and t.property_id = ${propertyId} and t.state = 'open') as tasks`.execute(db)
  return rows[0] as OpenCounts
}

/** The timeline from before the acceptance of an offer. */
export async function findSaleStart(db: Db, { companyId, propertyId }: PropertyIds, offerId: string): Promise<Timeline | null> {
  const row = await db
    .selectFrom('sale_start')
    .select('timeline')
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('offer_id', '=', offerId)
    .executeTakeFirst()
  return row ? (row.timeline as unknown as Timeline) : null
}

/** Number of tasks that were cancelled with the sale of an offer. */
export async function countCancelledTasks(db: Db, { companyId, propertyId }: PropertyIds, offerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from task
    where company_id = ${companyId} and property_id = ${propertyId} and phase_entry = ${offerId}
      and state = 'cancelled' and cancel_reason = ${fallOffCancelReason}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The archive of a sale that fell through. */
export async function findArchive(db: Db, { companyId, propertyId }: PropertyIds, fallOffId: string) {
  const row = await db
    .selectFrom('fall_off')
    .select('archive')
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('id', '=', fallOffId)
    .executeTakeFirst()
  return row && (row.archive as unknown as StoredArchive)
}

export const updateClassification = (
  db: Db,
  { companyId, propertyId }: PropertyIds,
  fallOffId: string,
  { reason, party, phase }: Classified,
) =>
  db
    .updateTable('fall_off')
    .set({ reason_id: reason?._id ?? null, party, phase })
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('id', '=', fallOffId)
    .execute()

export const markRestored = (db: Db, { companyId, propertyId }: PropertyIds, fallOffId: string, now: Instant) =>
  db
    .updateTable('fall_off')
    .set({ restored_on: now })
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('id', '=', fallOffId)
    .execute()

export const deleteFallOffRow = (db: Db, { companyId, propertyId }: PropertyIds, fallOffId: string) =>
  db
    .deleteFrom('fall_off')
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('id', '=', fallOffId)
    .execute()

/** A sale ends only once. */
export const deleteSaleStart = (db: Db, { companyId, propertyId }: PropertyIds, offerId: string) =>
  db
    .deleteFrom('sale_start')
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('offer_id', '=', offerId)
    .execute()
