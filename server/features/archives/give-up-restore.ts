import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { fileKey } from '../../infra/files/file-store.ts'
import { findArchive, updateArchive } from './archive-uploads.repository.ts'
import { archivedFiles } from './check-files.ts'
import { type ArchiveContext, type ArchiveJob, auditArchive } from './verify-archive.ts'
import { withArchive } from './with-archive.ts'

/**
 * The job of "Give up": removes what a failed restore has written, files first. The company was never visible. The archive can be
 * verified and restored again. The job is idempotent.
 */
export async function giveUpRestore(context: ArchiveContext, { archiveId }: ArchiveJob): Promise<void> {
  const { database, clock, files } = context
  const row = await findArchive(database.db, archiveId)
  if (row?.state !== 'giving-up' || row.of_company === null) return
  const companyId = row.of_company
  await withArchive({ db: database.db, files }, archiveId, async (zip) => {
    // The verification has checked that no such file existed before.
    for (const { id, part } of archivedFiles(zip)) await files.remove(fileKey(id, part))
  })
  await database.db.transaction().execute(async (db) => {
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`set local gya.restoring = 'on'`.execute(db)
    await deleteCompanyRows(db, companyId)
    await updateArchive(db, archiveId, { state: 'verified', failure: null, done_steps: [] })
    await auditArchive({ db, clock }, row.uploaded_by, { kind: 'archive-given-up', data: { archiveId, company: companyId } })
  })
}

/** Deletes all rows of a company in the order of the foreign keys. */
async function deleteCompanyRows(db: Db, companyId: string): Promise<void> {
  // A company and its accounts refer to each other.
  await sql`update company set updated_by = null where id = ${companyId}`.execute(db)
  for (const table of await tablesInOrder(db))
    await sql`delete from ${sql.table(table)} where company_id = ${companyId}`.execute(db)
  await sql`delete from company where id = ${companyId}`.execute(db)
}

/** The tables with `company_id`, each after the tables that refer to it. */
async function tablesInOrder(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname::text as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`.execute(db)
  const { rows: keys } = await sql<{ from: string; to: string }>`
    select f.relname::text as from, t.relname::text as to from pg_constraint k
    join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and f.oid <> t.oid`.execute(db)
  const order: string[] = []
  const visit = (name: string, above: readonly string[]): void => {
    if (order.includes(name) || above.includes(name)) return
    for (const { from, to } of keys) if (to === name) visit(from, [...above, name])
    order.push(name)
  }
  for (const { name } of tables) if (name !== 'company') visit(name, [])
  const named = new Set(tables.map(({ name }) => name))
  return order.filter((name) => named.has(name) && name !== 'audit')
}
