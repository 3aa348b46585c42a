import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import { type ActionItemGroup, actionItemGroups } from '@gya/domain/features/today/action-item.model.ts'
import type { ActionGroup } from '@gya/domain/features/today/today.contract.ts'
import type { TodayCounts } from '@gya/domain/features/today/today-counts.contract.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { hasWordsOf } from '../../db/query/like-pattern.ts'
import { containsText } from '../properties/read/contains-text.ts'
import { prepareShapes, type Rows } from './prepare-shapes.ts'
import { dueNowSql, groupSql, latenessSql, pointsSql, rankOrder } from './rank-sql.ts'

export type Who = { userId: string } | 'nobody' | 'all'
export type TodayFilters = {
  companyId: string
  who: Who
  /** The branches in scope or those chosen among them; `null`: all of the company. */
  branchIds: string[] | null
  /** The reader: a task without a sale is visible to its assignee, its creator and company administrators. */
  reader: { userId: string; seesAll: boolean }
  groups: readonly ActionItemGroup[] | null
  searchText: string | undefined
  propertyId?: string | undefined
  today: DateOnly
  now: Instant
}
export type TodayState = 'now' | 'waiting'
export type Grouping = 'person' | 'firm' | 'sale' | 'rank'
export type TodayPage = TodayFilters & { state: TodayState; by: Grouping; page: PageRequest }

/** Maximum number of action items of a group in a response. */
const itemsPerGroup = 50

const whoseSql = (who: Who) => {
  if (who === 'all') return sql<SqlBool>`true`
  return who === 'nobody' ? sql<SqlBool>`i.progressor_id is null` : sql<SqlBool>`i.progressor_id = ${who.userId}`
}

/** Condition for rows in scope: by branch, or as a task without a sale. */
const inScope = ({ branchIds, reader }: TodayFilters) => {
  const standalone = reader.seesAll
    ? sql`true`
    : sql`(i.progressor_id = ${reader.userId} or exists (select from task t
        where t.company_id = i.company_id and t.id = i.subject_id and t.created_by = ${reader.userId}))`
  return branchIds === null
    ? sql<SqlBool>`(i.property_id is not null or ${standalone})`
    : sql<SqlBool>`case when i.property_id is null then ${standalone} else i.branch_id = any(${branchIds}::uuid[]) end`
}

const isOfProperty = ({ propertyId }: TodayFilters) =>
  propertyId ? sql<SqlBool>`i.property_id = ${propertyId}` : sql<SqlBool>`true`

const matchesSearch = ({ companyId, searchText: text }: TodayFilters) =>
  text
    ? sql<SqlBool>`(${hasWordsOf(sql`search_fold(i.description)`, text)} or exists (select from property_search r
        where r.company_id = i.company_id and r.property_id = i.property_id
          and ${containsText(companyId, text)}))`
    : sql<SqlBool>`true`

/** The listed action items with their snooze, group, points and order in "Due now". */
const listed = (filters: TodayFilters) => sql`
  select i.subject_id, i.key, i.property_id, i.kind, i.party_ref, i.firm_id, i.due_on, i.due_at, i.fee,
    s.until, coalesce(s.until > ${filters.now}::timestamptz, false) as waits,
    ${groupSql(filters)} as chip, ${pointsSql(filters)} as points, ${latenessSql(filters)} as lateness,
    case when ${dueNowSql(filters)} then i.due_at end as due_now
  from action_item i
  left join action_item_snooze s on s.company_id = i.company_id and s.subject_id = i.subject_id and s.key = i.key
  where i.company_id = ${filters.companyId} and ${whoseSql(filters.who)} and ${inScope(filters)}
    and i.shows_on <= ${filters.today}::date and (i.shows_until is null or i.shows_until >= ${filters.today}::date)
    and not (i.kind = 'news' and i.progressor_id is null) and ${matchesSearch(filters)} and ${isOfProperty(filters)}`

const countsJson = sql`(select json_build_object(
  'now', count(*) filter (where not waits), 'waiting', count(*) filter (where waits), 'nextWaiting', min(until) filter (where waits),
  'groups', json_build_object(${sql.join(
    actionItemGroups.flatMap((group) => [sql.lit(group), sql`count(*) filter (where not waits and chip = ${sql.lit(group)})`]),
  )})) from listed)`

/**
 * Open sales of the person, of nobody, or of the branch: sold and not completed. The first condition on phases matches a partial index. Whether the progressor of a sale
 * is still active is taken from its items, as in the list: a sale of a user who left belongs to nobody.
 */
const liveSales = ({ companyId, who, branchIds }: TodayFilters) => {
  const live = sql`r.company_id = ${companyId} and r.phase not in ('withdrawn', 'completed')
    and r.phase in ('sold', 'exchanged') and ${branchIds === null ? sql`true` : sql`r.branch_id = any(${branchIds}::uuid[])`}`
  const ofNobody = sql`i.company_id = ${companyId} and i.progressor_id is null and i.kind <> 'task'`
  if (who === 'all') return sql`(select count(*) from property_report r where ${live})`
  if (typeof who === 'object')
    return sql`(
      select count(*) from property_report r
      where ${live} and r.b_staff = ${who.userId}
        and not exists (select from action_item i where ${ofNobody} and i.subject_id = r.property_id))`
  return sql`(
    (select count(*) from property_report r where ${live} and r.b_staff is null)
    + (select count(distinct i.property_id) from action_item i
       join property_report r on r.company_id = i.company_id and r.property_id = i.property_id
       where ${ofNobody} and r.b_staff is not null and ${live}))`
}

type CountsRow = Pick<TodayCounts, 'now' | 'waiting' | 'nextWaiting' | 'groups'>
type Settings = { counts: CountsRow; sales: number }

const toCounts = ({ counts, sales }: Settings): TodayCounts => ({
  ...counts,
  nextWaiting: counts.nextWaiting && new Date(counts.nextWaiting).toISOString(),
  sales,
})

const countsStatement = prepareShapes<TodayFilters, Settings>(
  () => 'read-today-counts',
  (filters) => {
    const chosen = filters.groups ? sql`where chip = any(${filters.groups}::text[])` : sql``
    return sql<Settings>`
      with every as materialized (${listed(filters)}), listed as (select * from every ${chosen})
      select ${countsJson} as counts, ${liveSales(filters)} as sales`
  },
)

export async function readCounts(db: Db, filters: TodayFilters): Promise<TodayCounts> {
  const { rows } = await db.executeQuery(countsStatement(db, filters, { limit: 0, offset: 0 }))
  return toCounts(rows[0] as Settings)
}

/** The reference of the group of an item. */
const groupRefs: Record<Grouping, RawBuilder<string>> = {
  person: sql`case when due_now is not null then 'dueNow' when party_ref = 'self' then 'desk' else coalesce(party_ref, 'nobody') end`,
  firm: sql`case when due_now is not null then 'dueNow' when party_ref = 'self' then 'desk'
    else coalesce('firm:' || firm_id, party_ref, 'nobody') end`,
  sale: sql`case when due_now is not null then 'dueNow' else coalesce('sale:' || property_id, 'desk') end`,
  rank: sql`'list'`,
}

/** Name of a party, to order groups with equal points. */
const partyName = (companyId: string) => sql`case split_part(g.ref, ':', 1)
  when 'poc' then (select q.name from company_contact_poc q where q.company_id = ${companyId} and q.id = split_part(g.ref, ':', 2)::uuid)
  when 'firm' then (select k.name from company_contact k where k.company_id = ${companyId} and k.id = split_part(g.ref, ':', 2)::uuid)
  when 'vendor' then (select u.first_name || ' ' || u.last_name from app_user u where u.company_id = ${companyId} and u.id = split_part(g.ref, ':', 2)::uuid)
  when 'buyer' then (select p.buyer_name from property p where p.company_id = ${companyId} and p.id = split_part(g.ref, ':', 2)::uuid)
  when 'sale' then (select r.address_sort from property_report r
    where r.company_id = ${companyId} and r.property_id = split_part(g.ref, ':', 2)::uuid) end`

export type GroupRow = { ref: string; points: number; count: number; sales: number; feeAtRisk: number }
export type PlacedItem = { ref: string; subjectId: string; key: string; place: number }
export type TodayAnswer = { counts: TodayCounts; groups: GroupRow[]; items: PlacedItem[]; total: number }

type AnswerRow = Settings & { groups: GroupRow[] | null; items: PlacedItem[] | null; total: number }

const toAnswer = (row: AnswerRow): TodayAnswer => ({
  counts: toCounts(row),
  groups: row.groups ?? [],
  items: row.items ?? [],
  total: row.total,
})

/**
 * Returns the groups of the page with their first action items, and all counts, in one statement over the rows of the progressor or
 * branch. Names and telephones are read only for the page (`readActionItems`).
 */
const groupsStatement = prepareShapes<TodayPage, AnswerRow>(
  ({ by }) => `read-today-by-${by}`,
  (filters, { limit, offset }) => {
    const chosen = filters.groups ? sql`and chip = any(${filters.groups}::text[])` : sql``
    return sql<AnswerRow>`
    with listed as materialized (${listed(filters)}),
    placed as (select *, ${groupRefs[filters.by]} as ref from listed where not waits ${chosen}),
    of_sale as (
      select ref, property_id, sum(points)::int as points, count(*)::int as items, max(fee) as fee, min(due_now) as due_now
      from placed group by ref, property_id
    ),
    grouped as (
      select ref, sum(points)::int as points, sum(items)::int as items,
        count(property_id)::int as sales, coalesce(sum(fee) filter (where property_id is not null), 0)::int as fee
      from of_sale group by ref
    ),
    -- Names order ties. They are read only for the first groups.
    page as (
      select g.*, row_number() over (order by ref <> 'dueNow', ref = 'desk', points desc, items desc, ${partyName(filters.companyId)}, ref) as place
      from (select * from grouped order by ref <> 'dueNow', ref = 'desk', points desc, items desc
            fetch first (${limit}::bigint + ${offset}::bigint) rows with ties) g
      order by place limit ${limit}::bigint offset ${offset}::bigint
    ),
    numbered as (
      select p.ref, p.subject_id, p.key,
        row_number() over (partition by p.ref order by p.due_now, ${rankOrder}) as place
      from placed p
      join page using (ref)
      left join property_report r on r.company_id = ${filters.companyId} and r.property_id = p.property_id
    )
    select ${countsJson} as counts, ${liveSales(filters)} as sales,
      (select count(*)::int from grouped) as total,
      (select json_agg(json_build_object('ref', ref, 'points', points, 'count', items, 'sales', sales, 'feeAtRisk', fee) order by place)
       from page) as groups,
      (select json_agg(json_build_object('ref', ref, 'subjectId', subject_id, 'key', key, 'place', place) order by place)
       from numbered where place <= ${itemsPerGroup}) as items`
  },
)

const rowsOf = ({ page: { itemsPerPage, currentPage } }: TodayPage): Rows => ({
  limit: itemsPerPage,
  offset: itemsPerPage * currentPage,
})

export async function readGroups(db: Db, filters: TodayPage): Promise<TodayAnswer> {
  const { rows } = await db.executeQuery(groupsStatement(db, filters, rowsOf(filters)))
  return toAnswer(rows[0] as AnswerRow)
}

/** A flat list: by rank, or of waiting items (soonest first). Pages contain action items. */
const listStatement = prepareShapes<TodayPage, AnswerRow>(
  ({ state }) => `read-today-list-${state}`,
  (filters, { limit, offset }) => {
    const end = sql`(${limit}::bigint + ${offset}::bigint)`
    const chosen = filters.groups ? sql`and chip = any(${filters.groups}::text[])` : sql``
    const source = {
      // Addresses order ties. They are read only for the first rows.
      now: sql`select p.subject_id, p.key, p.fee, p.property_id, p.points,
        row_number() over (order by p.due_now, ${rankOrder}) as place
      from (select * from listed where not waits ${chosen} order by due_now, points desc, lateness desc, due_on
            fetch first ${end} rows with ties) p
      left join property_report r on r.company_id = ${filters.companyId} and r.property_id = p.property_id`,
      waiting: sql`select subject_id, key, fee, property_id, points, row_number() over (order by until, points desc, key, subject_id) as place
      from listed where waits ${chosen}`,
    }[filters.state]
    const total = {
      now: sql`(select count(*) from listed where not waits ${chosen})`,
      waiting: sql`(select count(*) from listed where waits ${chosen})`,
    }[filters.state]
    return sql<AnswerRow>`
    with listed as materialized (${listed(filters)}), ranked as (${source}),
    page as (select * from ranked where place > ${offset}::bigint and place <= ${end})
    select ${countsJson} as counts, ${liveSales(filters)} as sales,
      ${total}::int as total,
      (select json_build_array(json_build_object('ref', 'list', 'points', coalesce(sum(points), 0), 'count', count(*),
        'sales', count(distinct property_id), 'feeAtRisk', 0)) from page) as groups,
      (select json_agg(json_build_object('ref', 'list', 'subjectId', subject_id, 'key', key, 'place', place) order by place)
       from page) as items`
  },
)

export async function readList(db: Db, filters: TodayPage): Promise<TodayAnswer> {
  const { rows } = await db.executeQuery(listStatement(db, filters, rowsOf(filters)))
  return toAnswer(rows[0] as AnswerRow)
}

/** Returns the kind of a group by its reference. */
export const kindOfGroup = (ref: string): ActionGroup['kind'] => {
  if (ref === 'dueNow' || ref === 'desk' || ref === 'nobody' || ref === 'list') return ref
  return ref.startsWith('sale:') ? 'sale' : 'party'
}
