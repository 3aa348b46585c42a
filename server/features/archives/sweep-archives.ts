import { archivesKeptSince } from '@gya/domain/features/archives/archive-upload.rules.ts'
import type { Database } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import { forEachIsolated } from '../../jobs/for-each-isolated.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { discardFiles } from '../files/file-lifecycle.ts'
import { deleteArchiveRow, findAbandoned, takeArchiveParts } from './archive-uploads.repository.ts'

/** Removes archives that were neither restored nor changed for a week. Runs each hour. */
export async function sweepArchives(context: { database: Database; clock: Clock }): Promise<void> {
  const { database, clock } = context
  const now = clock.now()
  const before = archivesKeptSince(now)
  await forEachIsolated(context, {
    job: 'sweep-exports',
    items: await findAbandoned(database.db, before),
    idOf: (archiveId) => ({ companyId: null, key: archiveId }),
    work: (archiveId) =>
      database.db.transaction().execute(async (db) => {
        // Locked: it may have been restored meanwhile.
        if ((await findAbandoned(db, before, archiveId)).length === 0) return
        await discardFiles({ db, now, addJob: jobAdder(db) }, await takeArchiveParts(db, archiveId), 'original')
        await deleteArchiveRow(db, archiveId)
      }),
  })
}
