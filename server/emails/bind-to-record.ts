import type { Instant } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { eventAuthor, eventOrigin } from '../features/events/event-origin.ts'
import { recordPropertyEvents } from '../features/events/events.repository.ts'
import { type DigestedFile, type DigestedMail, emailWritten } from '../features/record/mail-digest.ts'

type BindContext = { db: Db; now: Instant; newId(): string }

type MailRow = DigestedMail & {
  company_id: string | null
  property_id: string | null
  sent_by: string | null
  createdon: Instant
}

/** Writes the hashes of an e-mail about a property into the record. */
export async function bindToRecord({ db, now, newId }: BindContext, row: MailRow, files: readonly DigestedFile[]): Promise<void> {
  const { company_id: companyId, property_id: propertyId, sent_by: userId } = row
  if (companyId === null || propertyId === null) return
  await recordPropertyEvents(db, { companyId, userId, at: now, newId }, [{ propertyId, ...emailWritten(row, files) }])
}

/** The entry of an e-mail about a property as a row of `event`; none for other e-mails. */
export function entryOf(row: MailRow, id: string) {
  const { company_id, property_id, sent_by, createdon } = row
  if (company_id === null || property_id === null) return []
  const origin = eventOrigin()
  const { via, viaId } = origin
  const user_id = eventAuthor(origin, sent_by)
  return [{ company_id, id, property_id, user_id, at: createdon, ...emailWritten(row, []), via, via_id: viaId }]
}

type BindStates = { mailIds: readonly string[]; userId: string | null; now: Instant; newId(): string }

/** Writes the states that e-mails about properties have now into the record. Must follow their update in its transaction. */
export async function bindMailStates(db: Db, { mailIds, userId, now, newId }: BindStates): Promise<void> {
  const origin = eventOrigin()
  const { via, viaId } = origin
  await sql`
    insert into event (company_id, id, property_id, user_id, at, kind, data, via, via_id)
    select m.company_id, n.id, m.property_id, ${eventAuthor(origin, userId)}::uuid, ${now}::timestamptz,
      'email-state', jsonb_build_object('mailId', m.id, 'state', m.state), ${via}::text, ${viaId}::uuid
    from unnest(${mailIds}::uuid[], ${mailIds.map(() => newId())}::uuid[]) as n (mail_id, id) join mail m on m.id = n.mail_id
    where m.property_id is not null`.execute(db)
}
