import type { Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { SaleArchive } from '@gya/domain/features/fall-offs/fall-offs.rules.ts'
import type { Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Db } from '../../db/pool.ts'
import type { ArchivedSnooze } from '../today/snooze-parts.ts'
import type { StoredLink } from './sale-archive.ts'

/** `snoozes` is missing in archives from before action items. */
type StoredArchive = SaleArchive<StoredLink> & { snoozes?: readonly ArchivedSnooze[] }
type NewFallOff = { _id: string; note: string; archive: StoredArchive; now: Instant }

export const insertFallOff = (db: Db, { companyId, propertyId }: PropertyIds, { _id, note, archive, now }: NewFallOff) =>
  db
    .insertInto('fall_off')
    .values({
      company_id: companyId,
      property_id: propertyId,
      id: _id,
      offer_id: archive.offer._id,
      buyer_name: archive.offer.name,
      note,
      archive: JSON.stringify(archive),
      createdon: now,
    })
    .execute()

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

/** Returns the timeline from before the acceptance and deletes it: a sale ends only once. */
export async function deleteSaleStart(db: Db, { companyId, propertyId }: PropertyIds, offerId: string): Promise<Timeline | null> {
  const row = await db
    .deleteFrom('sale_start')
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('offer_id', '=', offerId)
    .returning('timeline')
    .executeTakeFirst()
  return row ? (row.timeline as unknown as Timeline) : null
}
