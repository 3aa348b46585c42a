import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import { actionItemGroups } from '@gya/domain/features/today/action-item.model.ts'
import type { TodayPerson } from '@gya/domain/features/today/today.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { coalescedRead } from '../../db/query/coalesced-read.ts'
import { groupSql, pointsSql } from './rank-sql.ts'

type PeopleFilters = { companyId: string; branchIds: string[] | null; today: DateOnly; now: Instant }

/** The current time is truncated to the minute, so that concurrent requests share a query. */
const minuteOf = (now: Instant): Instant => `${now.slice(0, 16)}:00.000Z`

/**
 * Returns a row per progressor with properties or tasks, and one for unassigned ones. Instructions that are not sold are no sales. "A promise is broken once the day is over". Fee at
 * risk is the sum over sales with an overdue item.
 */
export async function readPeople(db: Db, { companyId, branchIds, today, now }: PeopleFilters): Promise<TodayPerson[]> {
  const moment = { today, now: minuteOf(now) }
  const branches = branchIds === null ? sql`true` : sql`i.branch_id = any(${branchIds}::uuid[])`
  const statement = sql<TodayPerson>`
    with every as materialized (
      select i.progressor_id, i.property_id, i.key, i.due_on, i.fee, i.shows_on <= ${today}::date
          and (i.shows_until is null or i.shows_until >= ${today}::date) and not coalesce(s.until > ${moment.now}::timestamptz, false) as lists,
        s.reason = 'promised' and london_day(s.until) < ${today}::date as broken,
        ${groupSql(moment)} as chip, ${pointsSql(moment)} as points
      from action_item i
      left join action_item_snooze s on s.company_id = i.company_id and s.subject_id = i.subject_id and s.key = i.key
      where i.company_id = ${companyId} and ${branches} and not (i.kind = 'news' and i.progressor_id is null)
    ),
    of_sale as (
      select progressor_id, property_id, count(*) filter (where lists) as items,
        ${sql.join(actionItemGroups.map((group) => sql`count(*) filter (where lists and chip = ${sql.lit(group)}) as ${sql.ref(group)}`))},
        count(*) filter (where lists and broken) as broken,
        count(*) filter (where lists and key = 'silence:vendor') as silent,
        min(due_on) filter (where lists) as oldest, sum(points) filter (where lists) as points,
        max(fee) filter (where lists and chip = 'overdue') as fee
      from every group by progressor_id, property_id
    ),
    of_person as (
      select progressor_id, (count(property_id) filter (where exists (
          select from property_report r
          where r.company_id = ${companyId} and r.property_id = of_sale.property_id and r.phase in ('sold', 'exchanged'))))::int as sales,
        sum(items)::int as items,
        json_build_object(${sql.join(
          actionItemGroups.flatMap((group) => [sql.lit(group), sql`sum(${sql.ref(group)})::int`]),
        )}) as groups,
        sum(broken)::int as broken, sum(silent)::int as silent, min(oldest) as oldest,
        coalesce(sum(points), 0)::int as points, coalesce(sum(fee), 0)::int as fee
      from of_sale group by progressor_id
    )
    select o.progressor_id as "userId", u.first_name || ' ' || u.last_name as name, o.sales, o.items as "actionItems", o.groups,
      o.broken as "promisesBroken", o.silent as "vendorsNotUpdated", o.oldest as "oldestDueOn", o.points, o.fee as "feeAtRisk"
    from of_person o left join app_user u on u.id = o.progressor_id
    order by o.progressor_id is null desc, o.points desc, name, o.progressor_id`
  return coalescedRead(db, { compile: () => statement.compile(db) })
}
