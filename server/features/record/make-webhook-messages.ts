import type { Instant } from '@gya/domain/common/dates.ts'
import type { EventData } from '@gya/domain/features/events/event-facts.ts'
import { openTypesOf, recordKindsOf } from '@gya/domain/features/public-api/open-event-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** An entry that was given a position. */
export type SentEntry = { position: number; id: string; at: Instant; kind: string; propertyId: string | null; data: EventData }

type Open = { id: string; kinds: string[]; branch_ids: string[] | null }

/** An endpoint that is on: `createdon` is when it was made. */
type Active = Open & { createdon: Instant }

/** Of an endpoint, what its job depends on. */
type Sent = { company_id: string; id: string; failing_since: Instant | null }

/**
 * "Messages are made by the sealer in its own transaction, so none is lost or doubled" (connect.md §4.9): for each endpoint that is
 * on, of the kinds and branches that it asks for, from its creation on. The sending jobs start with the commit.
 */
export async function makeMessages(db: Db, companyId: string, entries: readonly SentEntry[]): Promise<void> {
  const endpoints = await db
    .selectFrom('webhook')
    .select(['company_id', 'id', 'kinds', 'branch_ids', 'failing_since', 'createdon'])
    .where('company_id', '=', companyId)
    .where('state', '<>', 'off')
    .execute()
  for (const endpoint of endpoints)
    if ((await insertMessages(db, companyId, endpoint, sinceCreation(endpoint, entries))) > 0) await startSending(db, endpoint)
}

/** Clocks of processes may differ by less: no entry after the creation may be missed. */
const mostClockDifferenceMs = 3_600_000

/** Old entries may be written, and sealed, after an endpoint was made, such as those of the demo's past sales. */
const sinceCreation = ({ createdon }: Active, entries: readonly SentEntry[]): SentEntry[] =>
  entries.filter(({ at }) => Date.parse(at) >= Date.parse(createdon) - mostClockDifferenceMs)

/** Answers how many were made. */
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

/** Jobs of endpoints that fail come after those of all others. */
const failingPriority = 10

/**
 * The job of an endpoint, in the current transaction: one at a time, by its queue, and one that waits, by its key. `afterMs`: not
 * before.
 */
export const startSending = (
  db: Db,
  { company_id: companyId, id: webhookId, failing_since }: Sent,
  afterMs = 0,
): Promise<unknown> =>
  sql`
    select graphile_worker.add_job('send-webhooks', payload := ${JSON.stringify({ companyId, webhookId })}::json,
      queue_name := ${`webhook-${webhookId}`}, job_key := ${`webhook-${webhookId}`}, priority := ${failing_since ? failingPriority : 0}::int,
      run_at := now() + make_interval(secs => ${afterMs / 1000}), max_attempts := 25)`.execute(db)

/** Entries of the record that an endpoint asks for, after a position: those that it missed while it was off. */
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

/** Makes the messages that an endpoint missed; answers how many. */
export async function makeMissed(db: Db, companyId: string, endpoint: Open, after: number): Promise<number> {
  let made = 0
  for await (const entries of readMissed(db, companyId, after)) made += await insertMessages(db, companyId, endpoint, entries)
  return made
}

/** The position of a company's last entry. */
export async function lastPosition(db: Db, companyId: string): Promise<number> {
  const { rows } = await sql<{ position: number | null }>`
    select max(position) as position from event_seal where company_id = ${companyId}`.execute(db)
  return rows[0]?.position ?? 0
}
