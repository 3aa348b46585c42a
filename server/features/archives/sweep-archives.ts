import { archivesKeptSince } from '@gya/domain/features/archives/archive-upload.rules.ts'
import type { Database } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { discardFiles } from '../files/file-lifecycle.ts'
import { deleteArchiveRow, findAbandoned, takeArchiveParts } from './archive-uploads.repository.ts'

/** Removes archives that were neither restored nor changed for a week. Runs each hour. */
export const sweepArchives = ({ database, clock }: { database: Database; clock: Clock }): Promise<void> =>
  database.db.transaction().execute(async (db) => {
    const now = clock.now()
    for (const id of await findAbandoned(db, archivesKeptSince(now))) {
      await discardFiles({ db, now, addJob: jobAdder(db) }, await takeArchiveParts(db, id), 'original')
      await deleteArchiveRow(db, id)
    }
  })
