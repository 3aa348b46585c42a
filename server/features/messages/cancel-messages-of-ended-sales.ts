import type { Instant } from '@gya/domain/common/dates.ts'
import { type SaleEnd, whyNotSent } from '@gya/domain/features/messages/messages.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { propertyEventsStatement } from '../events/events.repository.ts'
import type { PropertyChanged } from '../properties/write/property-effects.ts'

type Context = { db: Db; companyId: string; userId: string | null; now: Instant; newId(): string }
type Cancelled = { propertyId: string; mailId: string; partyName: string; subject: string }

/** Cancels the messages about sales that a fall-off, a withdrawal or a deletion ends while they wait to be sent. */
export async function cancelMessagesOfEndedSales(changes: readonly PropertyChanged[]): Promise<void> {
  const ended = (kind: SaleEnd) =>
    changes.filter(
      ({ before, events }) =>
        (kind === 'property-deleted' || before?.detail.offers.some(({ state }) => state === 'A')) &&
        events.some((event) => event.kind === kind),
    )
  for (const kind of ['fall-off', 'withdrawn', 'property-deleted'] as const) {
    const [first, ...others] = ended(kind)
    if (!first) continue
    const { db, userId, now, newId } = first
    const propertyIds = [first, ...others].map(({ property }) => property.detail._id)
    await cancelWaitingMessages({ db, companyId: first.property.detail.company._id, userId, now, newId }, propertyIds, kind)
  }
}

/**
 * Cancels messages and updates about these sales that wait to be sent: what they say is no longer so. A message about several sales is
 * cancelled with the first of them that ends. Each sale's record says so.
 */
async function cancelWaitingMessages(
  { db, companyId, userId, now, newId }: Context,
  propertyIds: readonly string[],
  end: SaleEnd,
): Promise<void> {
  const { rows } = await sql<Cancelled>`
    with waiting as (
      select m.id, m.subject, m.property_id, c.id as conversation_id, c.party_name, m.recipients
      from mail m left join conversation c on c.company_id = ${companyId} and c.mail_id = m.id
      where m.company_id = ${companyId} and m.state = 'queued' and m.claimed_on is null and m.send_after > ${now}::timestamptz
        and (m.property_id = any(${propertyIds}::uuid[]) or exists (select from conversation_sale s
          where s.company_id = ${companyId} and s.conversation_id = c.id and s.property_id = any(${propertyIds}::uuid[])))
      order by m.id for update of m),
    cancelled as (
      update mail set state = 'cancelled', body = '', html = null, last_error = ${whyNotSent(end)}
      where company_id = ${companyId} and id in (select id from waiting)
      returning id)
    select coalesce(s.property_id, w.property_id) as "propertyId", w.id as "mailId",
      coalesce(w.party_name, w.recipients[1]) as "partyName", w.subject
    from waiting w join cancelled using (id)
    left join conversation_sale s on s.company_id = ${companyId} and s.conversation_id = w.conversation_id`.execute(db)
  if (rows.length === 0) return
  const entries = rows.map(({ propertyId, ...data }) => ({
    propertyId,
    kind: 'message-not-sent' as const,
    data: { ...data, why: end },
  }))
  await db.executeQuery(propertyEventsStatement({ companyId, userId, at: now, newId }, entries))
}
