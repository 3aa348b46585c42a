import type { Instant } from '@gya/domain/common/dates.ts'
import type { EventData } from '@gya/domain/features/events/event-facts.ts'
import { openTypesOf, recordKindsOf } from '@gya/domain/features/public-api/open-event-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** An entry that got a position. */
export type SentEntry = { position: number; id: string; at: Instant; kind: string; propertyId: string | null; data: EventData }

type Open = { id: string; kinds: string[]; branch_ids: string[] | null }

/** An active endpoint. `createdon`: when it was added. */
type Active = Open & { createdon: Instant }

/** The fields of an endpoint that its job needs. */
type Sent = { company_id: string; id: string; failing_since: Instant | null }

/**
 * "Messages are made by the sealer in its own transaction, so none is lost or doubled" ([connect §4.9](docs/design/connect.md#4.9)).
 * Creates messages for every active endpoint, limited to its kinds and branches and to entries since it was added. Sending jobs start after
 * the commit.
 */
export async function makeMessages(db: Db, companyId: string, entries: readonly SentEntry[]): Promise<void> {
  const endpoints = await db
    .selectFrom('webhook')
    .select(['company_id', 'id', 'kinds', 'branch_ids', 'failing_since', 'createdon'])
    .where('company_id', '=', companyId)
    .where('state', '<>', 'off')
    .execute()
  for (const endpoint of endpoints)
    if ((await insertMessages(db, companyId, endpoint, sinceCreation(endpoint, entries))) > 0) await enqueueSending(db, endpoint)
}

/** Tolerance for clock differences between processes, so that no entry after the creation is missed. */
const maxClockDifferenceMs = 3_600_000

/** Excludes entries from before the endpoint was added, which may be sealed later, such as the past sales of the demo. */
const sinceCreation = ({ createdon }: Active, entries: readonly SentEntry[]): SentEntry[] =>
  entries.filter(({ at }) => Date.parse(at) >= Date.parse(createdon) - maxClockDifferenceMs)

/** Returns the number of messages created. */
async function insertMessages(db: Db, companyId: string, { id, kinds, branch_ids }: Open, entries: readonly SentEntry[]) {
  const messages = entries.flatMap(({ position, id: eventId, at, kind, propertyId, data }) =>
    openTypesOf(kind, data).flatMap((type) =>
      kinds.includes('*') || kinds.includes(type) ? [{ position, type, eventId, at, propertyId }] : [],
    ),
  )
  if (messages.length === 0) return 0
  const { numAffectedRows } = await sql`
    insert into webhook_message (company_id, webhook_id, position, type, event_id, property_id, next_try_on, createdon)
    select ${companyId}::uuid, ${id}::uuid, m.position, m.type, m."eventId", m."propertyId", m.at, m.at
    from json_to_recordset(${JSON.stringify(messages)}::json)
      m (position bigint, type text, "eventId" uuid, at timestamptz, "propertyId" uuid)
    left join property p on p.company_id = ${companyId}::uuid and p.id = m."propertyId"
    where ${branch_ids}::uuid[] is null or p.branch_id = any(${branch_ids}::uuid[])
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Jobs of failing endpoints run after all others. */
const failingPriority = 10

/**
 * Enqueues the job of an endpoint in the current transaction. Its queue runs one job at a time, and its key allows one waiting job.
 * `afterMs`: delay.
 */
export const enqueueSending = (
  db: Db,
  { company_id: companyId, id: webhookId, failing_since }: Sent,
  afterMs = 0,
): Promise<unknown> =>
  sql`
    select graphile_worker.add_job('send-webhooks', payload := ${JSON.stringify({ companyId, webhookId })}::json,
      queue_name := ${`webhook-${webhookId}`}, job_key := ${`webhook-${webhookId}`}, priority := ${failing_since ? failingPriority : 0}::int,
      run_at := now() + make_interval(secs => ${afterMs / 1000}), max_attempts := 25)`.execute(db)

/** Reads the entries after a position, which an endpoint missed while it was off. */
export async function* readMissed(db: Db, companyId: string, after: number): AsyncGenerator<SentEntry[]> {
  const kinds = recordKindsOf()
  for (let mark = after; ; ) {
    const { rows } = await sql<SentEntry>`
      select s.position, e.id, e.at, e.kind, e.property_id as "propertyId", e.data
      from event_seal s join event e on e.company_id = s.company_id and e.id = s.event_id
      where s.company_id = ${companyId} and s.position > ${mark} and e.kind = any(${kinds}::text[])
      order by s.position limit 500`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    mark = last.position
  }
}

/** Creates the messages that an endpoint missed. Returns their number. */
export async function makeMissed(db: Db, companyId: string, endpoint: Open, after: number): Promise<number> {
  let made = 0
  for await (const entries of readMissed(db, companyId, after)) made += await insertMessages(db, companyId, endpoint, entries)
  return made
}

export async function lastPosition(db: Db, companyId: string): Promise<number> {
  const { rows } = await sql<{ position: number | null }>`
    select max(position) as position from event_seal where company_id = ${companyId}`.execute(db)
  return rows[0]?.position ?? 0
}
