import type { LiveChange } from '@gya/domain/features/live/live.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** The channel that the processes listen to; the trigger function `tell_of_change` uses it too. */
export const changeChannel = 'gya_change'

/** Notifies open clients, once the transaction commits, of a change that writes no event: those of events are sent by a trigger. */
export async function notifyOpenClients(db: Db, change: LiveChange): Promise<void> {
  await sql`select pg_notify(${changeChannel}, ${JSON.stringify(change)})`.execute(db)
}
