import type { Db } from '../../db/pool.ts'

/** The e-mails among these that can no longer be taken back. Locks the others. */
export async function listUncancellable(db: Db, companyId: string, mailIds: readonly string[]): Promise<string[]> {
  if (mailIds.length === 0) return []
  const waiting = await db
    .selectFrom('mail')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', 'in', mailIds)
    .where('state', '=', 'queued')
    .where('attempts', '=', 0)
    .forUpdate()
    .execute()
  const ids = waiting.map(({ id }) => id)
  return mailIds.filter((id) => !ids.includes(id))
}

/** Takes e-mails back that have not been sent. */
export async function cancelMails(db: Db, companyId: string, mailIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('company_id', '=', companyId)
    .where('id', 'in', mailIds)
    .where('state', '=', 'queued')
    .execute()
}
