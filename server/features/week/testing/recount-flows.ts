import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { WeekBy, WeekMetric } from '@gya/domain/features/week/week.model.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'

/** Counts of a period by branch or person, by metric: `nobody` where there is none. */
export type Recount = Map<WeekMetric, Map<string, number>>

type Asked = { companyId: string; first: DateOnly; last: DateOnly; by: WeekBy }

/**
 * Counts the flows of the week from properties, steps, offers, viewings and fall-offs, and persons from the record: without the tables, views
 * and predicates of the dashboard. `seen`: the day on which the figure was recorded, whose person counts, else the first one given later.
 */
export async function recountFlows(db: Db, { companyId, first, last, by }: Asked): Promise<Recount> {
  const kind = `${by}-assigned`
  const now = by === 'negotiator' ? sql`p.negotiator_id` : sql`p.b_staff`
  const { rows } = await sql<{ metric: WeekMetric; who: string | null; count: number }>`
    with flow (metric, property_id, on_day, seen) as (
      select 'takeOn', id, (createdon at time zone 'Europe/London')::date, (createdon at time zone 'Europe/London')::date
      from property where company_id = ${companyId}
      union all select 'viewings', property_id, viewed_on, viewed_on from viewing where company_id = ${companyId}
      union all select 'offers', property_id, made_on, made_on from offer where company_id = ${companyId}
      union all
      select case key when 2 then 'launched' when 24 then 'exchanged' else 'completed' end, property_id, completed_on,
        (updated_on at time zone 'Europe/London')::date
      from (
        select property_id, key, completed_on, updated_on from property_step where company_id = ${companyId} and state = 'C'
        -- What was done in a sale stays done when it falls off.
        union
        select f.property_id, (s ->> 'key')::int, (s ->> 'completedOn')::date, (s ->> 'updatedOn')::timestamptz
        from fall_off f, jsonb_array_elements(f.archive -> 'timeline') s
        where f.company_id = ${companyId} and f.restored_on is null and s ->> 'state' = 'C') done
      where key in (2, 24, 25)
      union all
      select 'fallOffs', property_id, (createdon at time zone 'Europe/London')::date, (createdon at time zone 'Europe/London')::date - 1
      from fall_off where company_id = ${companyId}
      union all
      select 'salesAgreed', property_id, accepted_on, null from offer where company_id = ${companyId} and state = 'A'
      union all
      select 'salesAgreed', property_id, (archive -> 'offer' ->> 'acceptedOn')::date, null from fall_off
      where company_id = ${companyId} and restored_on is null),
    given as (
      select property_id, (data ->> 'to')::uuid as person, (at at time zone 'Europe/London')::date as day, at, id
      from event where company_id = ${companyId} and kind = ${kind})
    select f.metric, ${
      by === 'branch'
        ? sql`p.branch_id`
        : sql`case when not exists (select from given g where g.property_id = p.id) then ${now} else coalesce(
            (select g.person from given g where g.property_id = p.id and g.day <= coalesce(f.seen, f.on_day) order by g.at desc, g.id desc limit 1),
            (select g.person from given g where g.property_id = p.id and g.day > coalesce(f.seen, f.on_day) and g.person is not null
              -- Of a day, who had it at its end.
              and not exists (select from given o where o.property_id = p.id and o.day = g.day and (o.at, o.id) > (g.at, g.id))
              order by g.at, g.id limit 1)) end`
    } as who, count(*)::int as count
    from flow f
    join property p on p.company_id = ${companyId} and p.id = f.property_id and p.deleted_on is null
    join branch b on b.company_id = p.company_id and b.id = p.branch_id and b.deleted_on is null
    where f.on_day between ${first} and ${last}
    group by 1, 2`.execute(db)
  const counted: Recount = new Map()
  for (const { metric, who, count } of rows) {
    const of = counted.get(metric) ?? new Map<string, number>()
    counted.set(metric, of.set(who ?? 'nobody', count))
  }
  return counted
}
