import type { LiveChange } from '@gya/domain/features/live/live.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** The notification channel. The trigger function `tell_of_change` uses it too. */
export const changeChannel = 'gya_change'

/** Notifies open clients after the commit of a change without an event. For events, a trigger sends the notification. */
export async function notifyOpenClients(db: Db, change: LiveChange): Promise<void> {
  await sql`select pg_notify(${changeChannel}, ${JSON.stringify(change)})`.execute(db)
}
