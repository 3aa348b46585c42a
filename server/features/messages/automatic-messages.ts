import { type Instant, londonDay } from '@gya/domain/common/dates.ts'
import { automaticDelaySeconds, automaticEventsIn, stillHappened } from '@gya/domain/features/messages/automatic.rules.ts'
import { type MessageEvent, templatesOfBranch } from '@gya/domain/features/messages/messages.model.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import { queueMail } from '../../emails/outbox.ts'
import { allowedFrom, countAddresses, countEmailOfJob } from '../../http/limits/email-limit.ts'
import type { Clock } from '../../infra/clock.ts'
import { forEachIsolated, inWindows } from '../../jobs/for-each-isolated.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { listPartiesOfSales } from '../conversations/parties.repository.ts'
import { recordPropertyEvents } from '../events/events.repository.ts'
import { type LoadedProperty, loadProperties } from '../properties/read/load-property.ts'
import type { PropertyChanged } from '../properties/write/property-effects.ts'
import { type Composed, composeMessages } from './compose-messages.ts'
import { listTemplates, toMessageTemplate } from './message-templates.repository.ts'

const acceptedOffer = (property: LoadedProperty | null) => property?.detail.offers.find(({ state }) => state === 'A')?._id

/** Queues automatic messages in the transaction of the events. Skips events whose templates are all off. */
export async function queueAutomaticMessages(changes: readonly PropertyChanged[]): Promise<void> {
  const happened = changes.flatMap(({ before, property, events }) => {
    const occasion = acceptedOffer(property) ?? acceptedOffer(before)
    if (before === null || occasion === undefined) return []
    return automaticEventsIn(events).map((event) => ({ propertyId: property.detail._id, event, occasion }))
  })
  const [change] = changes
  if (!change || happened.length === 0) return
  const companyId = change.property.detail.company._id
  const sendAfter = new Date(Date.parse(change.now) + automaticDelaySeconds * 1000).toISOString()
  await sql`
    insert into automatic_waiting (company_id, property_id, event, occasion, send_after)
    select ${companyId}::uuid, h.property_id, h.event, h.occasion, ${sendAfter}::timestamptz
    from unnest(${happened.map(({ propertyId }) => propertyId)}::uuid[], ${happened.map(({ event }) => event)}::text[],
      ${happened.map(({ occasion }) => occasion)}::uuid[]) h (property_id, event, occasion)
    where exists (select from message_template t
      where t.company_id = ${companyId} and t.event = h.event and t.automatic and t.deleted_on is null)
    on conflict (company_id, property_id, event) do update set occasion = excluded.occasion, send_after = excluded.send_after`.execute(
    change.db,
  )
}

type JobContext = { database: Database; clock: Clock }
type Waiting = { company_id: string; property_id: string; event: MessageEvent }

const eventsPerWindow = 500

/** Each event has its own transaction. */
export async function sendAutomaticMessages(context: JobContext): Promise<void> {
  const { database, clock } = context
  const now = clock.now()
  await forEachIsolated(context, {
    job: 'send-automatic-messages',
    items: inWindows<Due>(eventsPerWindow, (after) => listDue(database.db, now, after)),
    idOf: ({ company_id: companyId, property_id, event }) => ({ companyId, key: `${companyId} ${property_id} ${event}` }),
    work: async (due) => {
      const send = () => database.db.transaction().execute((db) => sendWaiting({ db, clock }, due))
      const later = (await countEmailOfJob(database.pool, due.company_id, now)) ?? (await allowedFrom(send, now))
      if (later !== null) await postpone(database.db, due, later)
    },
  })
}

type Due = Waiting & { send_after: Instant }

async function postpone(db: Db, { company_id, property_id, event }: Waiting, until: Instant): Promise<void> {
  await db
    .updateTable('automatic_waiting')
    .set({ send_after: until })
    .where('company_id', '=', company_id)
    .where('property_id', '=', property_id)
    .where('event', '=', event)
    .execute()
}

async function listDue(db: Db, now: Instant, after: Due | null): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select company_id, property_id, event, to_json(send_after) #>> '{}' as send_after from automatic_waiting
    where send_after <= ${now} and (${after === null} or (send_after, company_id, property_id, event)
      > (${after?.send_after}::timestamptz, ${after?.company_id}::uuid, ${after?.property_id}::uuid, ${after?.event}::text))
    order by send_after, company_id, property_id, event limit ${eventsPerWindow}`.execute(db)
  return rows
}

/** Deletes the queued event and writes its e-mails in one transaction, so that a crash neither loses nor duplicates messages. */
async function sendWaiting({ db, clock }: { db: Db; clock: Clock }, waiting: Waiting): Promise<void> {
  const { company_id: companyId, property_id: propertyId, event } = waiting
  const now = clock.now()
  const occasion = await takeWaiting(db, waiting, now)
  if (occasion === null) return
  const [property] = await loadProperties(db, companyId, [propertyId], londonDay(now))
  if (!property || !stillHappened(event, { ...property.detail, timeline: property.timeline }, occasion)) return
  const branchId = property.detail.branch._id
  const inForce = templatesOfBranch((await listTemplates(db, { companyId, branchId })).map(toMessageTemplate))
  const templates = inForce.filter((one) => one.automatic && one.event === event && one.channel === 'email')
  const parties = templates.length > 0 ? await listPartiesOfSales(db, { companyId, propertyIds: [propertyId] }) : []
  for (const template of templates) {
    const wanted = parties.filter(({ role, ref }) => template.audience.includes(role) && isWanted(property, role, ref))
    const refs = [...new Set(wanted.map(({ ref }) => ref))]
    // There is no signed-in user, so all sales of the company are in scope.
    const context = { db, companyId, branchIds: null, now, today: londonDay(now) }
    const to = refs.map((partyRef) => ({ partyRef, propertyIds: [propertyId] }))
    for (const message of await composeMessages(context, template, to))
      await sendToParty({ db, clock, now }, { property, occasion, template, message })
  }
}

/** "To a vendor only at a confirmed address that wants e-mail." */
const isWanted = ({ detail: { owner } }: LoadedProperty, role: string, ref: string): boolean =>
  ref !== 'self' && (role !== 'vendor' || (owner.emailVerified && owner.contactPrefs.email))

/** Null if another process sends it or if the property was deleted. */
async function takeWaiting(db: Db, { company_id, property_id, event }: Waiting, now: Instant): Promise<string | null> {
  const { rows } = await sql<{ occasion: string; exists: boolean }>`
    delete from automatic_waiting n using (
      select w.company_id, w.property_id, w.event from automatic_waiting w
      where w.company_id = ${company_id} and w.property_id = ${property_id} and w.event = ${event}
        and w.send_after <= ${now}::timestamptz
      for update skip locked) w
    where n.company_id = ${company_id} and n.company_id = w.company_id and n.property_id = w.property_id and n.event = w.event
    returning n.occasion, exists (select from property p join branch b on b.company_id = p.company_id and b.id = p.branch_id
      join company c on c.id = p.company_id
      where p.company_id = ${company_id} and p.id = n.property_id and p.deleted_on is null and b.deleted_on is null
        and c.deleted_on is null) as exists`.execute(db)
  const [row] = rows
  return row?.exists ? row.occasion : null
}

type Sending = {
  property: LoadedProperty
  occasion: string
  template: ReturnType<typeof toMessageTemplate>
  message: Composed
}

/** Sends nothing to a party without an address, with an empty or disallowed field, or that already got this message. */
async function sendToParty(
  { db, clock, now }: { db: Db; clock: Clock; now: Instant },
  { property, occasion, template, message }: Sending,
): Promise<void> {
  const { detail, agencyContacts } = property
  const companyId = detail.company._id
  const { partyRef } = message
  if (message.to === '' || message.empty.length > 0 || message.notForAudience.length > 0) return
  const key = { company_id: companyId, template_id: template._id, property_id: detail._id, party_ref: partyRef, occasion }
  const had = await db
    .selectFrom('automatic_sent')
    .select('mail_id')
    .where('company_id', '=', companyId)
    .where('template_id', '=', template._id)
    .where('property_id', '=', detail._id)
    .where('party_ref', '=', partyRef)
    .where('occasion', '=', occasion)
    .executeTakeFirst()
  if (had) return
  const newId = () => clock.newId()
  const { subject, text } = message
  // The address is one that somebody entered for a party of the sale.
  await countAddresses({ db, caller: { userId: companyId }, now }, [message.to])
  const mail_id = await queueMail(
    { db, now, newId, addJob: jobAdder(db) },
    { to: [message.to], companyId, propertyId: detail._id, replyTo: agencyContacts.contact.email, subject, text },
  )
  await db
    .insertInto('automatic_sent')
    .values({ ...key, mail_id })
    .execute()
  await db
    .insertInto('sent_message')
    .values({
      company_id: companyId,
      mail_id,
      property_id: detail._id,
      template_id: template._id,
      template_number: template.number,
      subject,
      body: text,
      createdon: now,
    })
    .execute()
  const data = {
    templateId: template._id,
    name: template.name,
    number: template.number,
    partyRef,
    partyName: message.name,
    mailId: mail_id,
  }
  await recordPropertyEvents(db, { companyId, userId: null, at: now, newId }, [
    { propertyId: detail._id, kind: 'automatic-sent', data },
  ])
}
