import type { CheckPackOptions } from '@gya/domain/features/customer-checks/check-pack.contract.ts'
import type { Db } from '../../db/pool.ts'
import type { AddJob } from '../../jobs/queue.ts'
import { insertExport } from '../archives/archives.repository.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import type { CheckPackJob } from './make-check-pack.ts'

type Asking = { db: Db; now: string; newId(): string; addJob: AddJob }

/** Has the job make an inspector's file; returns its id. */
export async function askForCheckPack(
  { db, now, newId, addJob }: Asking,
  { companyId, userId }: { companyId: string; userId: string },
  { options, withFiles }: { options: CheckPackOptions; withFiles: boolean },
): Promise<string> {
  const id = newId()
  await insertExport(db, {
    company_id: companyId,
    id,
    requested_by: userId,
    createdon: now,
    with_files: withFiles,
    kind: 'checks',
    options: JSON.stringify(options),
  })
  const { dateStart, dateEnd } = options
  await recordCompanyEvents(db, { companyId, userId, at: now, newId }, [
    { kind: 'checks-exported', data: { dateStart, dateEnd, withFiles } },
  ])
  await addJob('make-check-pack', { companyId, exportId: id } satisfies CheckPackJob)
  return id
}
