import type { Instant } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import { recordKindsOf } from '@gya/domain/features/public-api/open-event-kinds.ts'
import type { MessageState } from '@gya/domain/features/webhooks/webhooks.model.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Webhook, WebhookMessage } from '../../db/schema.ts'
import type { MessageFacts } from './message-body.ts'

export type WebhookRow = Selectable<Webhook>
type WebhookId = { companyId: string; webhookId: string }

/** Adds the number of waiting and dead messages, and of entries since the endpoint was switched off. */
export type CountedWebhook = WebhookRow & { waiting: number; dead: number; missed: number }

export async function listWebhookRows(db: Db, companyId: string, webhookId?: string): Promise<CountedWebhook[]> {
  const { rows } = await sql<CountedWebhook>`
    select w.*,
      (select count(*) from webhook_message m where m.company_id = w.company_id and m.webhook_id = w.id and m.state = 'waiting')::int as waiting,
      (select count(*) from webhook_message m where m.company_id = w.company_id and m.webhook_id = w.id and m.state = 'dead')::int as dead,
      case when w.state <> 'off' then 0 else (
        select count(*) from event_seal s join event e on e.company_id = s.company_id and e.id = s.event_id
        where s.company_id = w.company_id and s.position > w.cursor and e.kind = any(${recordKindsOf()}::text[]))::int end as missed
    from webhook w
    where w.company_id = ${companyId} and (${webhookId ?? null}::uuid is null or w.id = ${webhookId ?? null}::uuid)
    order by w.createdon, w.id`.execute(db)
  return rows
}

export const lockWebhook = (db: Db, { companyId, webhookId }: WebhookId): Promise<WebhookRow | undefined> =>
  db
    .selectFrom('webhook')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', webhookId)
    .forUpdate()
    .executeTakeFirst()

export const findWebhook = (db: Db, { companyId, webhookId }: WebhookId): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhook').selectAll().where('company_id', '=', companyId).where('id', '=', webhookId).executeTakeFirst()

/** Webhooks that somebody made and that are not switched off. */
export const listWebhooksOf = (db: Db, { companyId, userId }: { companyId: string; userId: string }): Promise<WebhookRow[]> =>
  db
    .selectFrom('webhook')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('created_by', '=', userId)
    .where('state', '!=', 'off')
    .orderBy('createdon')
    .orderBy('id')
    .execute()

/** Locks against concurrent inserts before it counts. */
export async function countWebhooks(db: Db, companyId: string): Promise<number> {
  await db.selectFrom('company').select('id').where('id', '=', companyId).forNoKeyUpdate().executeTakeFirst()
  const rows = await db.selectFrom('webhook').select('id').where('company_id', '=', companyId).execute()
  return rows.length
}

export const insertWebhook = (db: Db, row: Insertable<Webhook>) => db.insertInto('webhook').values(row).execute()

export const updateWebhookRow = (db: Db, { companyId, webhookId }: WebhookId, columns: Updateable<Webhook>) =>
  db.updateTable('webhook').set(columns).where('company_id', '=', companyId).where('id', '=', webhookId).execute()

export const deleteWebhookRow = (db: Db, { companyId, webhookId }: WebhookId) =>
  db.deleteFrom('webhook').where('company_id', '=', companyId).where('id', '=', webhookId).execute()

export type MessageRow = Selectable<WebhookMessage> & MessageFacts

/** Columns of a message body: the entry, and its property with the references that other systems have for it. */
const factColumns = sql`
  e.at, e.kind, e.data as facts, p.branch_id,
  (select coalesce(json_agg(json_build_object('system', x.system, 'ref', x.ref) order by x.system, x.ref), '[]') from external_ref x
    where x.company_id = m.company_id and x.object_id = m.property_id and x.kind = 'property') as refs`
const joinedFacts = sql`
  join event e on e.company_id = m.company_id and e.id = m.event_id
  left join property p on p.company_id = m.company_id and p.id = m.property_id`

type MessageFilter = WebhookId & {
  state?: MessageState | undefined
  kind?: string | undefined
  propertyId?: string | undefined
}

export async function listMessageRows(
  db: Db,
  { companyId, webhookId, state, kind, propertyId }: MessageFilter,
  { itemsPerPage, currentPage }: PageRequest,
): Promise<{ rows: MessageRow[]; count: number }> {
  const where = sql`m.company_id = ${companyId} and m.webhook_id = ${webhookId}
    and (${state ?? null}::text is null or m.state = ${state ?? null})
    and (${kind ?? null}::text is null or m.type = ${kind ?? null})
    and (${propertyId ?? null}::uuid is null or m.property_id = ${propertyId ?? null}::uuid)`
  const { rows } = await sql<MessageRow>`
    select m.*, ${factColumns} from webhook_message m ${joinedFacts} where ${where}
    order by m.position desc, m.type desc, m.replay desc limit ${itemsPerPage} offset ${itemsPerPage * currentPage}`.execute(db)
  const counted = await sql<{ count: number }>`select count(*)::int as count from webhook_message m where ${where}`.execute(db)
  return { rows, count: counted.rows[0]?.count ?? 0 }
}

/** "The next is not tried while an earlier one waits": the first waiting message of each property if it is due, earliest first. */
export async function findDueMessages(
  db: Db,
  { companyId, webhookId }: WebhookId,
  now: Instant,
  most: number,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    with first as (
      select distinct on (line) * from webhook_message
      where company_id = ${companyId} and webhook_id = ${webhookId} and state = 'waiting'
      order by line, position, type, replay
    ), due as (
      select * from first where next_try_on <= ${now} order by next_try_on, position limit ${most}
    )
    select m.*, ${factColumns} from due m ${joinedFacts}
    order by m.next_try_on, m.position`.execute(db)
  return rows
}

/** Returns when the next message is due, or `undefined` if none is waiting. */
export async function findNextTry(db: Db, { companyId, webhookId }: WebhookId): Promise<Instant | undefined> {
  const { rows } = await sql<{ next: Instant }>`
    select f.next_try_on as next from (
      select distinct on (line) next_try_on from webhook_message
      where company_id = ${companyId} and webhook_id = ${webhookId} and state = 'waiting'
      order by line, position, type, replay) f
    order by 1 limit 1`.execute(db)
  return rows[0]?.next
}

/** Milliseconds between updates of the last success, so that not every delivery writes to the endpoint. */
const successEveryMs = 10_000

/** Records a delivery and ends the `failing` state. */
export const recordSuccess = (db: Db, { company_id, id }: Pick<WebhookRow, 'company_id' | 'id'>, now: Instant) =>
  sql`
    update webhook set failing_since = null, last_success_on = ${now}, state = case state when 'failing' then 'on' else state end
    where company_id = ${company_id} and id = ${id} and (failing_since is not null or state = 'failing'
      or last_success_on is null or last_success_on < ${new Date(Date.parse(now) - successEveryMs).toISOString()})`.execute(db)

type Key = Pick<MessageRow, 'company_id' | 'webhook_id' | 'position' | 'type' | 'replay'>

export const updateMessage = (db: Db, key: Key, columns: Updateable<WebhookMessage>) =>
  db
    .updateTable('webhook_message')
    .set(columns)
    .where('company_id', '=', key.company_id)
    .where('webhook_id', '=', key.webhook_id)
    .where('position', '=', key.position)
    .where('type', '=', key.type)
    .where('replay', '=', key.replay)
    .execute()

export type Replayed = { positions: number[] } | { from: Instant } | { allDead: true }

/** Queues messages again, each with a new ordinal. Skips messages that are still waiting. Returns the number queued. */
export async function replayMessages(db: Db, { companyId, webhookId }: WebhookId, what: Replayed, now: Instant): Promise<number> {
  const chosen =
    'positions' in what
      ? sql`position = any(${what.positions}::bigint[])`
      : 'from' in what
        ? sql`createdon >= ${what.from}`
        : sql`state = 'dead'`
  const { numAffectedRows } = await sql`
    insert into webhook_message (company_id, webhook_id, position, type, replay, event_id, property_id, next_try_on, createdon)
    select company_id, webhook_id, position, type, replay + 1, event_id, property_id, ${now}, ${now}
    from (
      select distinct on (position, type) * from webhook_message
      where company_id = ${companyId} and webhook_id = ${webhookId}
      order by position, type, replay desc
    ) latest
    where state <> 'waiting' and ${chosen}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Marks all waiting messages as dead. */
export const dropWaiting = (db: Db, { companyId, webhookId }: WebhookId, now: Instant) =>
  db
    .updateTable('webhook_message')
    .set({ state: 'dead', ended_on: now, last_words: 'Skipped when the endpoint was switched on again.' })
    .where('company_id', '=', companyId)
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()

export const retryWaiting = (db: Db, { companyId, webhookId }: WebhookId, now: Instant) =>
  db
    .updateTable('webhook_message')
    .set({ next_try_on: now, attempts: 0 })
    .where('company_id', '=', companyId)
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()

/** Deletes old messages; run by the job `sweep-webhooks`. */
export async function sweepMessages(db: Db, since: { delivered: Instant; dead: Instant }, now: Instant): Promise<void> {
  await sql`delete from webhook_message where (state = 'delivered' and ended_on < ${since.delivered})
    or (state = 'dead' and ended_on < ${since.dead})`.execute(db)
  await sql`update webhook set old_secret_encrypted = null, old_until = null where old_until < ${now}`.execute(db)
}
