import { undoDays, uploadHours } from '@gya/domain/features/imports/imports.rules.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import { forEachIsolated } from '../../jobs/for-each-isolated.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { discardFiles } from '../files/file-lifecycle.ts'
import type { ImportIds } from './import-ids.ts'

type JobContext = { database: Database; clock: Clock }

/**
 * "`import_row.raw`, `plan`, `import_change.before` and uploaded files are emptied 30 days after the import ended or was undone"; parts
 * of uploads that were not finished go after 24 hours. Abandoned imports are emptied 30 days after they were opened. Each import has its
 * own transaction. [connect §1.1](docs/design/connect.md#1.1) and [connect §1.6](docs/design/connect.md#1.6).
 */
export async function sweepImports(context: JobContext): Promise<void> {
  const { database, clock } = context
  const now = clock.now()
  const isOld = sql`emptied_on is null and state not in ('running', 'undoing')
    and coalesce(undone_on, finished_on, createdon) < ${now}::timestamptz - make_interval(days => ${undoDays})`
  const { rows } = await sql<ImportIds>`
    select company_id as "companyId", id as "importId" from import where ${isOld} order by company_id, id`.execute(database.db)
  await forEachIsolated(context, {
    job: 'sweep-imports',
    items: rows,
    idOf: ({ companyId, importId }) => ({ companyId, key: importId }),
    work: (ids) =>
      database.db.transaction().execute(async (db) => {
        const emptied = await sql`
          update import set emptied_on = ${now}, state = case when state in ('done', 'undone', 'stopped') then state else 'failed' end,
            counts = counts - 'unreadable' - 'made', make = null,
            failure = case when confirmed_on is null then 'It was not continued for 30 days.' else failure end
          where company_id = ${ids.companyId} and id = ${ids.importId} and ${isOld}`.execute(db)
        if ((emptied.numAffectedRows ?? 0n) > 0n) await emptyImport(db, ids)
      }),
  })
  await database.db.transaction().execute(async (db) => {
    const { rows: parts } = await sql<{ file: string }>`
      delete from import_part p using import_file f, import i
      where f.company_id = p.company_id and f.id = p.file_id and i.company_id = f.company_id and i.id = f.import_id
        and (i.emptied_on is not null
          or (f.state = 'uploading' and p.createdon < ${now}::timestamptz - make_interval(hours => ${uploadHours})))
      returning p.stored_file as file`.execute(db)
    await discardFiles(
      { db, now, addJob: jobAdder(db) },
      parts.map(({ file }) => file),
      'original',
    )
  })
}

async function emptyImport(db: Db, { companyId, importId }: ImportIds): Promise<void> {
  await sql`update import_row set raw = '[]', plan = '[]', issues = '[]', title = '' where company_id = ${companyId} and import_id = ${importId}`.execute(
    db,
  )
  await sql`update import_change set before = '{}' where company_id = ${companyId} and import_id = ${importId} and before is not null`.execute(
    db,
  )
  await sql`
    update import_file set columns = (select coalesce(jsonb_agg(c || '{"samples": [], "codes": null}'), '[]') from jsonb_array_elements(columns) c), codes = '{}'
    where company_id = ${companyId} and import_id = ${importId}`.execute(db)
}
