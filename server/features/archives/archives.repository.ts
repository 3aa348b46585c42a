import type { Instant } from '@gya/domain/common/dates.ts'
import type { ExportState } from '@gya/domain/features/archives/archives.rules.ts'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { CompanyExport } from '../../db/schema.ts'

export type ExportIds = { companyId: string; exportId: string }

/** Exports of a company, and inspector's files of its customer checks. */
export type ExportOf = 'archive' | 'checks'

export const insertExport = (db: Db, row: Insertable<CompanyExport>) => db.insertInto('company_export').values(row).execute()

/** Locks the row of the company, so that of two concurrent requests the second sees the first. */
export async function countExports(db: Db, companyId: string, since: Instant): Promise<{ underWay: number; lastDay: number }> {
  await sql`select from company where id = ${companyId} for no key update`.execute(db)
  const { rows } = await sql<{ underWay: number; lastDay: number }>`
    select count(*) filter (where state in ('queued', 'running'))::int as "underWay",
      count(*) filter (where state <> 'failed' and createdon > ${since})::int as "lastDay"
    from company_export where company_id = ${companyId}`.execute(db)
  return rows[0] ?? { underWay: 0, lastDay: 0 }
}

const named = (db: Db) =>
  db
    .selectFrom('company_export as e')
    .leftJoin('app_user as u', 'u.id', 'e.requested_by')
    .selectAll('e')
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('requestedBy'))

type NamedRow = NonNullable<Awaited<ReturnType<ReturnType<typeof named>['executeTakeFirst']>>>
export type ExportRow = NamedRow & { state: ExportState }

export const findExport = async (db: Db, { companyId, exportId }: ExportIds, kind: ExportOf): Promise<ExportRow | undefined> =>
  (await named(db)
    .where('e.company_id', '=', companyId)
    .where('e.id', '=', exportId)
    .where('e.kind', '=', kind)
    .executeTakeFirst()) as ExportRow | undefined

export const listExportRows = async (db: Db, companyId: string, kind: ExportOf): Promise<ExportRow[]> =>
  (await named(db)
    .where('e.company_id', '=', companyId)
    .where('e.kind', '=', kind)
    .orderBy('e.createdon', 'desc')
    .orderBy('e.id', 'desc')
    .limit(100)
    .execute()) as ExportRow[]

export const updateExport = (db: Db, { companyId, exportId }: ExportIds, values: Partial<Insertable<CompanyExport>>) =>
  db.updateTable('company_export').set(values).where('company_id', '=', companyId).where('id', '=', exportId).execute()

export const countDownload = (db: Db, { companyId, exportId }: ExportIds) =>
  db
    .updateTable('company_export')
    .set((eb) => ({ downloads: eb('downloads', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', exportId)
    .execute()

/** Clears the files of expired exports and returns them; the rows stay. */
export async function expireExports(db: Db, now: Instant): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    with old as (select company_id, id, file from company_export where file is not null and expires_on <= ${now} for update)
    update company_export e set state = 'expired', file = null from old
    where e.company_id = old.company_id and e.id = old.id returning old.file`.execute(db)
  return rows.map(({ file }) => file)
}

/** The content that an export would have. */
export async function countContents(db: Db, companyId: string) {
  const { rows } = await sql<{ properties: number; entries: number; files: number; fileBytes: number }>`
    select (select count(*)::int from property where company_id = ${companyId} and deleted_on is null) as properties,
      coalesce((select max(position) from event_seal where company_id = ${companyId}), 0) as entries,
      count(*)::int as files, coalesce(sum(bytes), 0)::bigint as "fileBytes"
    from (
      select bytes from document where company_id = ${companyId} and file is not null
      union all
      select bytes from mail_attachment where company_id = ${companyId} and file is not null
    ) f`.execute(db)
  return rows[0] ?? { properties: 0, entries: 0, files: 0, fileBytes: 0 }
}
