import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import { sendDelaySeconds } from '@gya/domain/features/messages/messages.model.ts'
import { type SaleEnd, whyNotSent } from '@gya/domain/features/messages/messages.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { bindMailStates } from '../../emails/bind-to-record.ts'
import { type ConversationUndo, takeBackCancelled } from '../conversations/conversation-undo.ts'
import { recordPropertyEvents } from '../events/events.repository.ts'
import type { PropertyChanged } from '../properties/write/property-effects.ts'

type Context = {
  db: Db
  companyId: string
  userId: string | null
  now: Instant
  today: DateOnly
  newId(): string
  /** All properties of the save, also those whose sale goes on. */
  saved: readonly string[]
}
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
    const { db, userId, now, today, newId } = first
    const idsOf = (of: readonly PropertyChanged[]) => of.map(({ property }) => property.detail._id)
    const context = { db, companyId: first.property.detail.company._id, userId, now, today, newId, saved: idsOf(changes) }
    await cancelWaitingMessages(context, idsOf([first, ...others]), kind)
  }
}

/**
 * Cancels messages and updates about these sales that wait to be sent: what they say is no longer so. A message about several sales is
 * cancelled with the first of them that ends. Each sale's record says so, and what the message chased is no longer chased.
 */
async function cancelWaitingMessages(context: Context, propertyIds: readonly string[], end: SaleEnd): Promise<void> {
  const { db, companyId, userId, now, newId } = context
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
  await recordPropertyEvents(db, { companyId, userId, at: now, newId }, entries)
  await bindMailStates(db, { mailIds: rows.map(({ mailId }) => mailId), userId, now, newId })
  await takeBack(context, rows)
}

/** Takes back the conversations of cancelled messages, as undo would. */
async function takeBack({ userId, saved, ...context }: Context, cancelled: readonly Cancelled[]): Promise<void> {
  const { db, companyId, now } = context
  const { rows } = await sql<{ conversation: ConversationUndo }>`
    select part -> 'conversation' as conversation from undo u cross join jsonb_array_elements(u.parts) part
    where u.company_id = ${companyId} and u.at >= ${now}::timestamptz - make_interval(secs => ${sendDelaySeconds})
      and part ->> 'kind' = 'message' and part ->> 'mailId' = any(${cancelled.map(({ mailId }) => mailId)}::text[])`.execute(db)
  const conversations = rows.map(({ conversation }) => conversation)
  const others = cancelled.map(({ propertyId }) => propertyId).filter((id) => !saved.includes(id))
  if (conversations.length > 0)
    await takeBackCancelled({ ...context, caller: userId === null ? null : { userId } }, conversations, others)
}
