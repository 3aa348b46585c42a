import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { NextChaseDays } from '@gya/domain/features/conversations/conversations.rules.ts'
import type { EventKind } from '@gya/domain/features/events/event-kinds.ts'
import type { PartyRef, SaleRole } from '@gya/domain/features/property-contacts/parties.ts'
import type { SnoozeReason } from '@gya/domain/features/today/rank.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { eventOrigin } from '../events/event-origin.ts'
import { identitiesOfParties, propertyInScope, salesOfParties } from './party-sql.ts'

/** Locks the properties in scope in id order, so that concurrent transactions do not deadlock. */
export async function lockSales(
  db: Db,
  { companyId, branchIds }: { companyId: string; branchIds: readonly string[] | null },
  propertyIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from property p
    where p.company_id = ${companyId}::uuid and p.id = any(${propertyIds}::uuid[]) and ${propertyInScope(branchIds)}
    order by p.id for update of p`.execute(db)
  return rows.map(({ id }) => id)
}

export type Snooze = {
  until: Instant
  reason: SnoozeReason
  conversationId: string | null
  attempts: number
  setBy: string
  setOn: Instant
}
export type ItemKey = { propertyId: string; key: string }
export type NamedItem = ItemKey & { kind: string; dueOn: DateOnly; snooze: Snooze | null }

const namedItems = (companyId: string, named: readonly ItemKey[]) => sql`
  select i.subject_id as "propertyId", i.key, i.kind, i.due_on as "dueOn",
    case when s.key is not null then jsonb_build_object('until', s.until, 'reason', s.reason,
      'conversationId', s.conversation_id, 'attempts', s.attempts, 'setBy', s.set_by, 'setOn', s.set_on) end as snooze
  from unnest(${named.map(({ propertyId }) => propertyId)}::uuid[], ${named.map(({ key }) => key)}::text[]) n (property_id, key)
  join action_item i on i.company_id = ${companyId}::uuid and i.subject_id = n.property_id and i.key = n.key
  left join action_item_snooze s on s.company_id = i.company_id and s.subject_id = i.subject_id and s.key = i.key`

/** Instants in PostgreSQL's JSON have a UTC offset. */
const toInstant = (text: string): Instant => new Date(text).toISOString()
const withInstants = (items: readonly NamedItem[]): NamedItem[] =>
  items.map(({ snooze, ...item }) => ({
    ...item,
    snooze: snooze && { ...snooze, until: toInstant(snooze.until), setOn: toInstant(snooze.setOn) },
  }))

/** Returns the existing action items among the given keys, with their snoozes. */
export async function findNamedItems(db: Db, companyId: string, named: readonly ItemKey[]): Promise<NamedItem[]> {
  if (named.length === 0) return []
  return withInstants((await sql<NamedItem>`${namedItems(companyId, named)}`.execute(db)).rows)
}

/** A party, and the sales and action items discussed. */
export type Contact = { ref: PartyRef; propertyIds: readonly string[]; keys: readonly ItemKey[] }

/** The data needed to record a conversation. */
export type ConversationFacts = {
  /** `null` if the party does not exist. */
  party: { name: string; firm_name: string | null; email: string; firm_id: string | null; firm_email: string | null } | null
  /** The role of the party in each property in scope; `null` if it has none. */
  inSales: { property_id: string; role: SaleRole | null }[]
  items: NamedItem[]
  days: NextChaseDays | null
}

type FactsRow = {
  parties: (NonNullable<ConversationFacts['party']> & { ref: PartyRef })[]
  in_scope: string[]
  roles: { ref: PartyRef; property_id: string; role: SaleRole }[]
  items: NamedItem[]
  days: NextChaseDays | null
}

/** Uses one statement for any number of conversations. */
export async function findConversationFacts(
  db: Db,
  { companyId, branchIds }: { companyId: string; branchIds: readonly string[] | null },
  contacts: readonly Contact[],
): Promise<ConversationFacts[]> {
  if (contacts.length === 0) return []
  const refs = contacts.map(({ ref }) => ref)
  const propertyIds = [...new Set(contacts.flatMap((contact) => contact.propertyIds))]
  const keys = contacts.flatMap((contact) => contact.keys)
  const { rows } = await sql<FactsRow>`
    with sale as (
      select p.id from property p
      where p.company_id = ${companyId}::uuid and p.id = any(${propertyIds}::uuid[]) and ${propertyInScope(branchIds)}
    )
    select
      (select coalesce(jsonb_agg(i), '[]') from (${identitiesOfParties(companyId, refs)}) i) as parties,
      (select coalesce(jsonb_agg(s.id), '[]') from sale s) as in_scope,
      (select coalesce(jsonb_agg(jsonb_build_object('ref', x.ref, 'property_id', x.property_id, 'role', x.role)), '[]')
        from sale s join (${salesOfParties(companyId, refs)}) x on x.property_id = s.id) as roles,
      (select coalesce(jsonb_agg(n), '[]') from (${namedItems(companyId, keys)}) n) as items,
      (select jsonb_build_object('nextSpoke', d.next_spoke, 'nextMessage', d.next_message, 'nextEmail', d.next_email)
        from day_settings d where d.company_id = ${companyId}::uuid) as days`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A select without a table returns one row.')
  const facts = { ...row, items: withInstants(row.items) }
  return contacts.map((contact) => factsOf(contact, facts))
}

function factsOf({ ref, propertyIds, keys }: Contact, { parties, in_scope, roles, items, days }: FactsRow): ConversationFacts {
  const isOwn = (item: ItemKey) => keys.some(({ propertyId, key }) => item.propertyId === propertyId && item.key === key)
  return {
    party: parties.find((party) => party.ref === ref) ?? null,
    inSales: propertyIds
      .filter((id) => in_scope.includes(id))
      .flatMap((property_id) => {
        const own = roles.filter((one) => one.ref === ref && one.property_id === property_id).map(({ role }) => role)
        return (own.length > 0 ? own : [null]).map((role) => ({ property_id, role }))
      }),
    items: items.filter(isOwn),
    days,
  }
}

export type NewConversation = {
  id: string
  at: Instant
  userId: string
  channel: string
  inbound: boolean
  partyRef: string
  partyRole: string
  partyName: string
  firmName: string | null
  note: string
  /** The e-mail, if the conversation is one sent from here. */
  mailId: string | null
  now: Instant
}

export type NewSale = {
  propertyId: string
  outcome: string
  itemKeys: string[]
  note: string
  promisedOn: string | null
  nextAt: Instant | null
  callBackOpen: boolean
  vendorText: string | null
}

export type SnoozeChange = ItemKey & { before: Snooze | null; after: Snooze | null }

/** A call-back is identified by its conversation and sale. */
export type CallBack = { conversationId: string; propertyId: string }

/** A conversation with its related writes. Several conversations never change the same action item. */
export type Written = {
  conversation: NewConversation
  sales: readonly NewSale[]
  snoozes: readonly SnoozeChange[]
  answeredCallBacks: readonly CallBack[]
  events: readonly { id: string; propertyId: string; kind: EventKind; data: Record<string, unknown> }[]
}

/** Inserts conversations of one company, with their sales, in one statement. */
export async function insertConversations(db: Db, companyId: string, written: readonly Written[]): Promise<void> {
  const conversations = written.map(({ conversation }) => conversation)
  const sales = written.flatMap(({ conversation, sales: of }) => of.map((sale) => ({ ...sale, conversationId: conversation.id })))
  const events = written.flatMap(({ conversation: { userId, now }, events: of }) =>
    of.map((event) => ({ ...event, userId, now })),
  )
  const { via, viaId } = eventOrigin()
  await sql`
    with new_conversation as (
      insert into conversation (company_id, id, at, user_id, channel, inbound, party_ref, party_role, party_name, firm_name,
        note, mail_id, createdon)
      select ${companyId}, c.id, c.at, c."userId", c.channel, c.inbound, c."partyRef", c."partyRole", c."partyName", c."firmName",
        c.note, c."mailId", c.now
      from jsonb_to_recordset(${JSON.stringify(conversations)}::jsonb) c (id uuid, at timestamptz, "userId" uuid, channel text,
        inbound boolean, "partyRef" text, "partyRole" text, "partyName" text, "firmName" text, note text, "mailId" uuid,
        now timestamptz)
    ),
    new_sales as (
      insert into conversation_sale (company_id, conversation_id, property_id, outcome, item_keys, note, promised_on, next_at,
        call_back_open, vendor_text)
      select ${companyId}, s."conversationId", s."propertyId", s.outcome, s."itemKeys", s.note, s."promisedOn", s."nextAt",
        s."callBackOpen", s."vendorText"
      from jsonb_to_recordset(${JSON.stringify(sales)}::jsonb) s ("conversationId" uuid, "propertyId" uuid, outcome text,
        "itemKeys" text[], note text, "promisedOn" date, "nextAt" timestamptz, "callBackOpen" boolean, "vendorText" text)
    ),
    ${snoozeChanges(
      companyId,
      written.flatMap(({ snoozes }) => snoozes),
    )},
    answered as (${setCallBacks(
      companyId,
      written.flatMap(({ answeredCallBacks }) => answeredCallBacks),
      false,
    )})
    insert into event (company_id, id, property_id, user_id, at, kind, data, via, via_id)
    select ${companyId}, e.id, e."propertyId", e."userId", e.now, e.kind, e.data, ${via}, ${viaId}::uuid
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) e (id uuid, "propertyId" uuid, "userId" uuid, now timestamptz,
      kind text, data jsonb)`.execute(db)
}

/** Common table expressions that apply the changes. Skips items settled meanwhile. */
const snoozeChanges = (companyId: string, changes: readonly SnoozeChange[]) => {
  const rows = changes.map(({ propertyId, key, after }) => ({ propertyId, key, ...after }))
  return sql`
    changed as (
      select c.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) c ("propertyId" uuid, key text, until timestamptz,
        reason text, "conversationId" uuid, attempts smallint, "setBy" uuid, "setOn" timestamptz)
      join action_item i on i.company_id = ${companyId}::uuid and i.subject_id = c."propertyId" and i.key = c.key
    ),
    ended as (
      delete from action_item_snooze s using changed c
      where c.until is null and s.company_id = ${companyId}::uuid and s.subject_id = c."propertyId" and s.key = c.key
    ),
    snoozed as (
      insert into action_item_snooze (company_id, subject_id, key, until, reason, conversation_id, attempts, set_by, set_on)
      select ${companyId}, c."propertyId", c.key, c.until, c.reason, c."conversationId", c.attempts, c."setBy", c."setOn"
      from changed c where c.until is not null
      on conflict (company_id, subject_id, key) do update set until = excluded.until, reason = excluded.reason,
        conversation_id = excluded.conversation_id, attempts = excluded.attempts, set_by = excluded.set_by,
        set_on = excluded.set_on
    )`
}

const setCallBacks = (companyId: string, callBacks: readonly CallBack[], open: boolean) => sql`
  update conversation_sale s set call_back_open = ${open}
  from unnest(${callBacks.map(({ conversationId }) => conversationId)}::uuid[],
    ${callBacks.map(({ propertyId }) => propertyId)}::uuid[]) b (conversation_id, property_id)
  where s.company_id = ${companyId}::uuid and s.conversation_id = b.conversation_id and s.property_id = b.property_id`

type Left = {
  property_id: string
  line1: string
  party_name: string
  call_back_open: boolean
}

/** Returns the sales of a conversation, and whether their call-backs are still open. Empty if it was taken back. */
export async function findSalesOfConversation(db: Db, companyId: string, conversationId: string): Promise<Left[]> {
  const { rows } = await sql<Left>`
    select s.property_id, p.line1, c.party_name, s.call_back_open
    from conversation c
    join conversation_sale s on s.company_id = c.company_id and s.conversation_id = c.id
    join property p on p.company_id = s.company_id and p.id = s.property_id
    where c.company_id = ${companyId}::uuid and c.id = ${conversationId}::uuid and c.undone_on is null order by p.id`.execute(db)
  return rows
}

/** Marks a conversation as undone: removes its call-backs, and reopens those it closed. */
export async function markConversationUndone(
  db: Db,
  { companyId, conversationId, now }: { companyId: string; conversationId: string; now: Instant },
  answeredCallBacks: readonly CallBack[],
): Promise<void> {
  await sql`
    with undone as (
      update conversation set undone_on = ${now} where company_id = ${companyId}::uuid and id = ${conversationId}::uuid
    ),
    closed as (
      update conversation_sale set call_back_open = false
      where company_id = ${companyId}::uuid and conversation_id = ${conversationId}::uuid
    )
    ${setCallBacks(companyId, answeredCallBacks, true)}`.execute(db)
}

/** Restores the previous snoozes. Must run after the action items were updated. */
export async function restoreSnoozes(db: Db, companyId: string, changes: readonly SnoozeChange[]): Promise<void> {
  const back = changes.map(({ propertyId, key, before, after }) => ({ propertyId, key, before: after, after: before }))
  if (back.length > 0) await sql`with ${snoozeChanges(companyId, back)} select 1`.execute(db)
}

export async function findUserName(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('app_user').select(['first_name', 'last_name']).where('id', '=', userId).executeTakeFirst()
  return row ? `${row.first_name} ${row.last_name}` : null
}
