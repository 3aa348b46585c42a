import type { DateOnly } from '@gya/domain/common/dates.ts'
import { stepDefinitions } from '@gya/domain/features/timeline/step-definitions.ts'
import { brokenPromise, feeLimits, nearnessBands } from '@gya/domain/features/today/points.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * SQL for group and points of the action item `i` with its snooze `s` on a day. The numbers come from the domain's `points.ts`; a test
 * compares the result with `pointsOf`.
 */

type Moment = { today: DateOnly; now: string }

/** Day of a promise that is due; `null` for other items. */
const promisedFor = ({ now }: Moment) =>
  sql<DateOnly | null>`case when s.reason = 'promised' and s.until <= ${now}::timestamptz then london_day(s.until) end`

const isInBand = (band: (typeof nearnessBands)[number], today: DateOnly): RawBuilder<SqlBool> => {
  if (band.phases === null) return sql`i.phase is null`
  const { exchangeWithin, progressUnder } = band
  const conditions = [
    sql`i.phase = any(${band.phases}::text[])`,
    ...(exchangeWithin === null ? [sql`i.expected_exchange is null`] : []),
    ...(typeof exchangeWithin === 'number'
      ? [
          Number.isFinite(exchangeWithin)
            ? sql`i.expected_exchange <= ${today}::date + ${sql.lit(exchangeWithin)}`
            : sql`i.expected_exchange is not null`,
        ]
      : []),
    ...(progressUnder === undefined ? [] : [sql`coalesce(i.progress, 0) < ${sql.lit(progressUnder)}`]),
  ]
  return sql`${sql.join(conditions, sql` and `)}`
}

const fee = sql`least(${sql.lit(feeLimits.most)}, greatest(${sql.lit(feeLimits.least)}, coalesce(i.fee, ${sql.lit(feeLimits.least)})))`

/** In hundredths. */
export const latenessSql = (
  moment: Moment,
) => sql<number>`(least(i.late_cap, i.late_base + i.late_per_day * greatest(0, ${moment.today}::date - i.due_on))
  + case when ${promisedFor(moment)} < ${moment.today}::date then ${sql.lit(brokenPromise)} else 0 end)`

const nearness = ({ today }: Moment) =>
  sql`case ${sql.join(
    nearnessBands.map((band) => sql`when ${isInBand(band, today)} then ${sql.lit(band.nearness)}`),
    sql` `,
  )} else 10 end`

/** Uses integers: the largest product is below 2³¹. */
export const pointsSql = (moment: Moment) => sql<number>`(${fee} * ${latenessSql(moment)} * ${nearness(moment)} + 50000) / 100000`

const stepsInOrder = sql`array[${sql.join(stepDefinitions.map(({ key }) => sql.lit(String(key))))}]`

/**
 * The order of the listed items `p`: points, which are rounded, so that items of one sale can have the same; then as `byUrgency` orders steps,
 * so that Today begins with the step that header, report and lists name (decision 154). `r`: the property's row of the report.
 */
export const rankOrder = sql`p.points desc, p.lateness desc, p.due_on, r.address_sort,
  split_part(p.key, ':', 1), array_position(${stepsInOrder}, split_part(p.key, ':', 2)), p.key, p.subject_id`

/** "Each item is under exactly one chip." [day §3](docs/design/day.md#3). */
export const groupSql = (moment: Moment) => sql<string>`case
  when i.kind = 'callback' or ${promisedFor(moment)} is not null then 'promised'
  when i.kind = 'blocked' then 'overdue'
  when i.kind in ('step', 'survey', 'exchange') then case when i.due_on < ${moment.today}::date then 'overdue' else 'due' end
  when i.kind = 'proposal' then 'proposals'
  when i.kind = 'mail' then 'mail'
  when i.kind = 'task' then 'tasks'
  when i.kind = 'silence' then 'silence'
  when i.kind = 'expiry' then 'expiring'
  when i.kind = 'move' then 'moves'
  else 'new' end`

/** "Call-backs and tasks whose time today has come" ("Due now"). */
export const dueNowSql = ({ today, now }: Moment) => sql<boolean>`(i.due_at is not null and i.due_on = ${today}::date
  and i.due_at <= (${now}::timestamptz at time zone 'Europe/London')::time)`
