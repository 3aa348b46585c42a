import type { CheckPackOptions } from '@gya/domain/features/customer-checks/check-pack.contract.ts'
import type { Db } from '../../db/pool.ts'
import type { SecurityEvent } from '../../http/access/security-events.ts'
import type { AddJob } from '../../jobs/queue.ts'
import { insertExport } from '../archives/archives.repository.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import type { CheckPackJob } from './make-check-pack.ts'

/** `audit`: by the request, if there is one. */
type Asking = {
  db: Db
  now: string
  newId(): string
  addJob: AddJob
  audit: (event: Pick<Required<SecurityEvent>, 'kind' | 'data'>) => Promise<void>
}

/** Has the job make an inspector's file; returns its id. */
export async function askForCheckPack(
  { db, now, newId, addJob, audit }: Asking,
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
  await audit({ kind: 'checks-exported', data: { exportId: id, withFiles } })
  await addJob('make-check-pack', { companyId, exportId: id } satisfies CheckPackJob)
  return id
}
