import type { Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { EventGroup } from '@gya/domain/features/events/event-kinds.ts'
import {
  type RecordCopy,
  type RecordFileParty,
  type RecordFileState,
  recordFileDays,
} from '@gya/domain/features/record/record-file.rules.ts'
import type { Verdict } from '@gya/domain/features/record/verdict.ts'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { RecordFile } from '../../../db/schema.ts'

export type FileIds = { companyId: string; fileId: string }

export const insertRecordFile = (db: Db, row: Insertable<RecordFile>) => db.insertInto('record_file').values(row).execute()

/** The file with the same content, recipient and reason that the same person has asked for and that is not made yet. Locks the property. */
export async function lockSameFile(db: Db, row: Omit<Insertable<RecordFile>, 'id' | 'asked_on'>): Promise<string | null> {
  await sql`select from property where company_id = ${row.company_id} and id = ${row.property_id} for no key update`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select f.id from record_file f
    where f.company_id = ${row.company_id} and f.property_id = ${row.property_id} and f.asked_by = ${row.asked_by} and f.copy = ${row.copy}
      and f.party is not distinct from ${row.party} and f.recipient = ${row.recipient} and f.reason = ${row.reason}
      and f.date_start is not distinct from ${row.date_start}::date and f.date_end is not distinct from ${row.date_end}::date
      and f.groups = ${row.groups}::text[] and f.user_id is not distinct from ${row.user_id}
      and f.state in ('waiting', 'sealing', 'reading', 'writing')
    order by f.asked_on limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** Counts the entries of a property without a position. */
export async function countUnsealedOf(db: Db, { companyId, propertyId }: PropertyIds): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from event_unsealed u
    join event e on e.company_id = u.company_id and e.id = u.event_id
    where u.company_id = ${companyId} and e.company_id = ${companyId} and e.property_id = ${propertyId}`.execute(db)
  return rows[0]?.count ?? 0
}

const named = (db: Db) =>
  db
    .selectFrom('record_file as f')
    .leftJoin('app_user as u', 'u.id', 'f.asked_by')
    .leftJoin('app_user as w', 'w.id', 'f.user_id')
    .selectAll('f')
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('askedBy'))
    .select(sql<string | null>`w.first_name || ' ' || w.last_name`.as('userName'))

type NamedRow = NonNullable<Awaited<ReturnType<ReturnType<typeof named>['executeTakeFirst']>>>
export type RecordFileRow = NamedRow & {
  copy: RecordCopy
  party: RecordFileParty | null
  state: RecordFileState
  groups: EventGroup[]
  verdict: Verdict | null
}

export const findRecordFile = async (db: Db, { companyId, fileId }: FileIds): Promise<RecordFileRow | undefined> =>
  (await named(db).where('f.company_id', '=', companyId).where('f.id', '=', fileId).executeTakeFirst()) as
    | RecordFileRow
    | undefined

export const listRecordFileRows = async (db: Db, { companyId, propertyId }: PropertyIds): Promise<RecordFileRow[]> =>
  (await named(db)
    .where('f.company_id', '=', companyId)
    .where('f.property_id', '=', propertyId)
    .orderBy('f.asked_on', 'desc')
    .orderBy('f.id', 'desc')
    .limit(100)
    .execute()) as RecordFileRow[]

/** Updates a file that is being created. Returns false, without an update, if it is ready or has failed. */
export async function updateRecordFile(
  db: Db,
  { companyId, fileId }: FileIds,
  values: Partial<Insertable<RecordFile>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('record_file')
    .set(values)
    .where('company_id', '=', companyId)
    .where('id', '=', fileId)
    .where('state', 'not in', ['ready', 'failed'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const releaseFiles = async (db: Db, which: ReturnType<typeof sql>): Promise<string[]> => {
  const { rows } = await sql<{ pdf: string; zip: string | null }>`
    with old as (select company_id, id, pdf, zip from record_file where pdf is not null and ${which} for update)
    update record_file f set pdf = null, zip = null, pdf_bytes = null, zip_bytes = null from old
    where f.company_id = old.company_id and f.id = old.id returning old.pdf, old.zip`.execute(db)
  return rows.flatMap(({ pdf, zip }) => [pdf, ...(zip === null ? [] : [zip])])
}

/** Removes the references to files older than their retention. The rows are kept. */
export const releaseOldFiles = (db: Db, now: Instant): Promise<string[]> =>
  releaseFiles(db, sql`made_on < ${now}::timestamptz - make_interval(days => ${recordFileDays})`)

/**
 * Removes the files of properties in which a person was erased. Files being created fail, because they may contain data from before
 * the erasure.
 */
export async function releaseFilesOf(db: Db, companyId: string, propertyIds: readonly string[]): Promise<string[]> {
  await db
    .updateTable('record_file')
    .set({ state: 'failed', failure: 'A person was erased while the file was created. Create it again.' })
    .where('company_id', '=', companyId)
    .where(sql<boolean>`property_id = any(${propertyIds}::uuid[])`)
    .where('state', 'not in', ['ready', 'failed'])
    .execute()
  return releaseFiles(db, sql`company_id = ${companyId} and property_id = any(${propertyIds}::uuid[])`)
}
