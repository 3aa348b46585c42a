import { daysBetween, type Instant, londonDay } from '@gya/domain/common/dates.ts'
import { dueReminder, lastReminderDay } from '@gya/domain/features/api-keys/api-keys.rules.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import { keyReminderEmail } from '../../emails/key-reminder.ts'
import { queueMail } from '../../emails/outbox.ts'
import type { Clock } from '../../infra/clock.ts'
import { forEachIsolated } from '../../jobs/for-each-isolated.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { listAdministrators } from '../support-access/support-access.repository.ts'
import { updateReminder } from './api-keys.repository.ts'

type Context = { database: Pick<Database, 'db'>; clock: Clock; publicUrl: string }

/**
 * Reminds company admins of keys that expire: "at 14 and 2 days before, and on the day." [connect §3.4](docs/design/connect.md#3.4). Skips
 * replaced keys. Each key has its own transaction, which also records the reminder.
 */
export async function sendKeyReminders(context: Context): Promise<void> {
  const { db } = context.database
  const now = context.clock.now()
  const today = londonDay(now)
  const ending = await db
    .selectFrom('api_key as k')
    .innerJoin('company as c', 'c.id', 'k.company_id')
    .select(['k.company_id', 'k.id'])
    .where('c.deleted_on', 'is', null)
    .where('k.revoked_on', 'is', null)
    .where('k.expires_on', '>', now)
    .where(sql<boolean>`k.expires_on < (${lastReminderDay(today)}::date + 1)::timestamp at time zone 'Europe/London'`)
    .where(sql<boolean>`not exists (select from api_key r where r.company_id = k.company_id and r.replaces = k.id)`)
    .orderBy('k.company_id')
    .orderBy('k.id')
    .execute()
  await forEachIsolated(context, {
    job: 'key-reminders',
    items: ending,
    idOf: ({ company_id: companyId, id }) => ({ companyId, key: id }),
    work: ({ company_id: companyId, id: keyId }) =>
      db.transaction().execute((transaction) => sendReminder({ ...context, db: transaction, now }, { companyId, keyId })),
  })
}

async function sendReminder(
  { db, clock, now, publicUrl }: Context & { db: Db; now: Instant },
  { companyId, keyId }: { companyId: string; keyId: string },
): Promise<void> {
  const key = await db
    .selectFrom('api_key')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', keyId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const today = londonDay(now)
  const due = dueReminder(key.expires_on, key.reminded_at, today)
  if (due === null || key.revoked_on !== null) return
  await updateReminder(db, { companyId, keyId }, due)
  const days = daysBetween(today, londonDay(key.expires_on))
  const ends = { name: key.name, prefix: key.prefix, expiresOn: key.expires_on, days, publicUrl }
  const mailing = { db, now, newId: () => clock.newId(), addJob: jobAdder(db) }
  for (const person of await listAdministrators(db, companyId)) await queueMail(mailing, keyReminderEmail(person, ends))
}
