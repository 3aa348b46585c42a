import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { FeedDate } from '@gya/domain/features/calendar-feeds/calendar-entries.ts'
import type { FeedKind } from '@gya/domain/features/calendar-feeds/calendar-feeds.model.ts'
import { feedWindow, maxEntries } from '@gya/domain/features/calendar-feeds/calendar-feeds.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

type Window = { companyId: string; from: DateOnly; until: DateOnly }

/** Dates of each kind; the queries use the indexes by day. Contract and notice ends are included until exchange, as on the dashboard. */
const sources: Record<FeedKind, (window: Window) => RawBuilder<unknown>> = {
  viewing: ({ companyId, from, until }) => sql`
    select 'viewing' as kind, v.id, v.property_id, v.viewed_on as day, v.viewed_at as at, null::int as survey_key, false as is_complete
    from viewing v where v.company_id = ${companyId} and v.viewed_on between ${from} and ${until}`,
  survey: ({ companyId, from, until }) => sql`
    select 'survey', s.property_id, s.property_id, s.survey_date, null::time, s.key::int, s.state = 'C'
    from property_step s join property_report r on r.company_id = s.company_id and r.property_id = s.property_id
    where s.company_id = ${companyId} and s.survey_date between ${from} and ${until} and s.state <> 'NA'
      and (s.state = 'C' or r.phase not in ('withdrawn', 'exchanged', 'completed'))`,
  completion: ({ companyId, from, until }) => sql`
    select 'completion', p.id, p.id, p.completion_date, null::time, null::int, false
    from property p join property_report r on r.company_id = p.company_id and r.property_id = p.id
    where p.company_id = ${companyId} and p.completion_date between ${from} and ${until} and r.phase <> 'withdrawn'`,
  'contract-end': ({ companyId, from, until }) => sql`
    select 'contract-end', p.id, p.id, p.c_signed_end_date, null::time, null::int, false
    from property p join property_report r on r.company_id = p.company_id and r.property_id = p.id
    where p.company_id = ${companyId} and p.c_signed_end_date between ${from} and ${until}
      and r.phase not in ('withdrawn', 'exchanged', 'completed')`,
  'notice-end': ({ companyId, from, until }) => sql`
    select 'notice-end', p.id, p.id, p.notice_end, null::time, null::int, false
    from property p join property_report r on r.company_id = p.company_id and r.property_id = p.id
    where p.company_id = ${companyId} and p.notice_end between ${from} and ${until}
      and r.phase not in ('withdrawn', 'exchanged', 'completed')`,
}

type FeedFilter = {
  companyId: string
  kinds: readonly FeedKind[]
  /** `null`: the whole company. */
  branchIds: readonly string[] | null
  /** `null`: any progressor. */
  progressorId: string | null
}

type Row = {
  kind: FeedKind
  id: string
  property_id: string
  day: DateOnly
  at: string | null
  survey_key: number | null
  is_complete: boolean
  branch_id: string
  line1: string
  town: string
  postcode: string
  updatedon: string
}

/** "From 30 days back to 400 ahead, ≤ 2,000 by nearness" ([connect §5.1](docs/design/connect.md#5.1)); ordered by day and time. */
export async function listFeedDates(db: Db, filter: FeedFilter, today: DateOnly): Promise<FeedDate[]> {
  const { rows } = await feedQuery(filter, today).execute(db)
  return rows.map(toFeedDate)
}

function feedQuery({ companyId, kinds, branchIds, progressorId }: FeedFilter, today: DateOnly) {
  const { from, until } = feedWindow(today)
  const days = sql.join(
    kinds.map((kind) => sources[kind]({ companyId, from, until })),
    sql` union all `,
  )
  return sql<Row>`
    with nearest as (
      select d.*, p.branch_id, p.line1, p.town, p.postcode, p.updatedon
      from (${days}) as d (kind, id, property_id, day, at, survey_key, is_complete)
      join property p on p.company_id = ${companyId} and p.id = d.property_id and p.deleted_on is null
      join branch b on b.company_id = p.company_id and b.id = p.branch_id and b.deleted_on is null
      where (${branchIds}::uuid[] is null or p.branch_id = any(${branchIds}::uuid[]))
        and (${progressorId}::uuid is null or p.b_staff = ${progressorId}::uuid)
      order by abs(d.day - ${today}::date), d.id, d.kind, d.survey_key
      limit ${maxEntries}
    )
    select * from nearest order by day, at nulls first, kind, id, survey_key`
}

const toFeedDate = (row: Row): FeedDate => ({
  kind: row.kind,
  id: row.survey_key === null ? row.id : `${row.id}-${row.survey_key}`,
  day: row.day,
  time: row.at?.slice(0, 5) ?? null,
  survey: row.survey_key === null ? null : { key: row.survey_key, isComplete: row.is_complete },
  branchId: row.branch_id,
  propertyId: row.property_id,
  line1: row.line1,
  town: row.town,
  postcode: row.postcode,
  changedOn: row.updatedon,
})
