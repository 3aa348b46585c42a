import { addDays, type DateOnly, type Instant, londonInstant } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { readDay } from '@gya/domain/features/today/day.contract.ts'
import { type DayEntry, type DayUndo, dayEventKinds, describeDay, nextWeekday } from '@gya/domain/features/today/day.rules.ts'
import { leadDays } from '@gya/domain/features/today/points.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { prepareStatement } from '../../db/query/prepared-statement.ts'
import { hoursLater, lowestIdOf } from '../../infra/clock.ts'
import { partySql } from './action-items.read-model.ts'

type Answer = Wire<typeof readDay, 'response'>
type Promises = NonNullable<Answer['promises']>

type Values = {
  companyId: string
  userId: string
  /** `null`: all of the company. */
  branchIds: string[] | null
  kinds: readonly string[]
  from: Instant
  until: Instant
  firstId: string
  endId: string
  today: DateOnly
  tomorrow: DateOnly
  now: Instant
}
type Row = { entries: DayEntry[] | null; undos: DayUndo[] | null; items: Promises['items'] | null; overdue: number }

const isInReach = ({ branchIds }: Values, branch: RawBuilder<unknown>) =>
  sql`(${branchIds}::uuid[] is null or ${branch} = any(${branchIds}::uuid[]))`

const addressJson = sql`case when r.property_id is not null then json_build_object('line1', r.line1, 'postcode', r.postcode) end`

/**
 * The entries of a person on a day, read by the primary key from midnight on, with what can be undone, and the person's promises. One
 * statement. Entries about sales out of reach or deleted are left out.
 */
const dayStatement = prepareStatement<Values, Row>('read-day', (db, values) => {
  const { companyId, userId, kinds, from, until, firstId, endId, today, tomorrow, now } = values
  return sql<Row>`
  with entries as (
    select e.id, e.at, e.kind, e.data, e.property_id as "propertyId", r.branch_id as "branchId", ${addressJson} as address
    from event e
    left join property_report r on r.company_id = e.company_id and r.property_id = e.property_id
    where e.company_id = ${companyId} and e.id >= ${firstId}::uuid and e.id < ${endId}::uuid
      and e.user_id = ${userId} and e.via = 'app' and e.kind = any(${kinds}::text[])
      and e.at >= ${from}::timestamptz and e.at < ${until}::timestamptz
      and (e.property_id is null or r.property_id is not null and ${isInReach(values, sql`r.branch_id`)})
  ),
  undos as (
    select u.id, u.at, u.undone_on as "undoneOn", not exists (
        select from jsonb_array_elements(u.parts::jsonb) as part
        where not (part->>'kind' in ('message', 'vendor-update') and part->>'mailId' is not null and not exists (
          select from mail m where m.company_id = u.company_id and m.id = (part->>'mailId')::uuid
            and (m.state = 'cancelled' or m.state = 'queued' and m.send_after > ${now}::timestamptz)))) as "isSent"
    from undo u
    where u.company_id = ${companyId} and u.id >= ${firstId}::uuid and u.id < ${endId}::uuid and u.user_id = ${userId}
  ),
  coming as (
    select i.property_id, i.branch_id, i.party_ref, i.description, i.due_on, i.due_at,
      case when i.kind in ('callback', 'task', 'move') then i.kind else 'promise' end as kind,
      case when i.kind = 'move' then i.due_on + ${sql.lit(leadDays.move)} when s.reason = 'promised' then london_day(s.until) else greatest(i.due_on, london_day(s.until)) end as day
    from action_item i
    left join action_item_snooze s on s.company_id = i.company_id and s.subject_id = i.subject_id and s.key = i.key
    where i.company_id = ${companyId} and i.progressor_id = ${userId} and i.shows_on <= ${tomorrow}::date
      and (i.shows_until is null or i.shows_until >= ${tomorrow}::date)
      and (i.kind in ('callback', 'task', 'move') or s.reason = 'promised')
      and (i.property_id is null or ${isInReach(values, sql`i.branch_id`)})
  ),
  next as (select * from coming where day > ${today}::date and day <= ${tomorrow}::date),
  refs as (select distinct party_ref as ref from next where party_ref <> 'self'),
  parties as (${partySql(companyId)})
  select (select json_agg(e order by e.id) from entries e) as entries, (select json_agg(u) from undos u) as undos,
    (select count(*)::int from coming where day < ${today}::date and kind <> 'move') as overdue,
    (select json_agg(json_build_object('kind', n.kind, 'words', n.description,
        'at', case when n.day = n.due_on then to_char(n.due_at, 'HH24:MI') end, 'partyRef', p.ref, 'partyName', coalesce(p.name, ''),
        'propertyId', n.property_id, 'branchId', n.branch_id, 'address', ${addressJson})
      order by n.day, n.due_at, p.name, r.address_sort, n.description)
     from next n
     left join parties p on p.ref = n.party_ref
     left join property_report r on r.company_id = ${companyId} and r.property_id = n.property_id) as items`.compile(db)
})

const toInstant = (at: string): Instant => new Date(at).toISOString()

export type DayOf = { companyId: string; userId: string; branchIds: string[] | null; on: DateOnly; today: DateOnly; now: Instant }

export async function readDayOf(db: Db, { companyId, userId, branchIds, on, today, now }: DayOf): Promise<Answer> {
  const [from, until] = [londonInstant(on, '00:00'), londonInstant(addDays(on, 1), '00:00')]
  const tomorrow = nextWeekday(today)
  const { rows } = await db.executeQuery(
    dayStatement({
      companyId,
      userId,
      branchIds,
      kinds: dayEventKinds,
      from,
      until,
      // An entry gets its id during its request, after its time.
      firstId: lowestIdOf(from),
      endId: lowestIdOf(hoursLater(until, 1)),
      today,
      tomorrow,
      now,
    }),
  )
  const { entries, undos, items, overdue } = rows[0] as Row
  const undoable = (undos ?? []).map((undo) => ({
    ...undo,
    at: toInstant(undo.at),
    undoneOn: undo.undoneOn && toInstant(undo.undoneOn),
  }))
  const written = (entries ?? []).map((entry) => ({ ...entry, at: toInstant(entry.at) }))
  const promises = on === today ? { on: tomorrow, items: items ?? [], overdue } : null
  return { on, ...describeDay(written, undoable, now), promises }
}
