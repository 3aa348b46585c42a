import { setTimeout } from 'node:timers/promises'
import { londonDay } from '@gya/domain/common/dates.ts'
import type { CheckPackOptions } from '@gya/domain/features/customer-checks/check-pack.contract.ts'
import type { Database } from '../db/pool.ts'
import { listExportRows } from '../features/archives/archives.repository.ts'
import { askForCheckPack } from '../features/customer-checks/ask-for-check-pack.ts'
import { insertSecurityEvent, type SecurityEvent } from '../http/access/security-events.ts'
import type { Clock } from '../infra/clock.ts'
import { jobAdder } from '../jobs/queue.ts'
import { demoSignIns } from './company.ts'
import { registerSince } from './demo-checks.ts'
import { momentOf } from './workdays.ts'

type Audited = Pick<Required<SecurityEvent>, 'kind' | 'data'>

/**
 * "An inspector's file" ([sale-file §12](docs/design/sale-file.md#12)) of the days on which the register is used, made by the ordinary job.
 * A company has one export at a time: waits for the one of `fillDemoRecord`. Does nothing if there is a file.
 */
export async function fillDemoCheckPack(
  { database: { db }, clock }: { database: Database; clock: Clock },
  isStopping = () => false,
): Promise<void> {
  const admin = await db
    .selectFrom('app_user')
    .select(['id', 'company_id'])
    .where('email', '=', demoSignIns[1].email)
    .executeTakeFirst()
  const companyId = admin?.company_id
  if (!companyId || (await listExportRows(db, companyId, 'checks')).length > 0) return
  while ((await listExportRows(db, companyId, 'archive')).some(({ state }) => state === 'queued' || state === 'running')) {
    if (isStopping()) return
    await setTimeout(500)
  }
  const present = momentOf(clock.now())
  const options: CheckPackOptions = { dateStart: registerSince(present), dateEnd: londonDay(clock.now()), branchIds: null }
  await db.transaction().execute(async (transaction) => {
    const context = { db: transaction, now: present.now, newId: () => clock.newId(), addJob: jobAdder(transaction) }
    const nowhere = { network: null, userAgent: '', requestId: null }
    const who = { companyId, userId: admin.id, aboutUserId: null, sessionLogId: null }
    const audit = (event: Audited) => insertSecurityEvent(context, nowhere, { ...event, ...who })
    await askForCheckPack({ ...context, audit }, { companyId, userId: admin.id }, { options, withFiles: true })
  })
}
