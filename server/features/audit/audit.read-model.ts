import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { Decoded } from '@gya/domain/endpoint.ts'
import type { downloadAudit } from '@gya/domain/features/audit/audit.contract.ts'
import { readNetwork } from '@gya/domain/features/audit/audit.rules.ts'
import { type AuditKind, auditKindsOf } from '@gya/domain/features/audit/audit-kinds.ts'
import type { EventData } from '@gya/domain/features/events/event-facts.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

export type AuditFilter = {
  companyId: string
  kinds: readonly AuditKind[] | undefined
  userId: string | undefined
  aboutUserId: string | undefined
  sessionId: string | undefined
  /** London days, inclusive. */
  dateStart: DateOnly | undefined
  dateEnd: DateOnly | undefined
  network: ReturnType<typeof readNetwork>
}

export const auditFilter = (
  companyId: string,
  { groups, kinds, network, ...rest }: NonNullable<Decoded<typeof downloadAudit, 'query'>>,
): AuditFilter => ({
  companyId,
  kinds: auditKindsOf(groups, kinds),
  userId: rest.userId,
  aboutUserId: rest.aboutUserId,
  sessionId: rest.sessionId,
  dateStart: rest.dateStart,
  dateEnd: rest.dateEnd,
  network: network === undefined ? null : readNetwork(network),
})

export type AuditRow = {
  id: string
  at: Instant
  kind: string
  user_id: string | null
  about_user_id: string | null
  session_log_id: string | null
  network: string | null
  data: EventData
  user_name: string | null
  user_role: string | null
  about_name: string | null
  about_role: string | null
  place: string | null
}

type Condition = RawBuilder<SqlBool>

const startOf = (day: DateOnly, days: number) =>
  sql<Instant>`((${day}::date + ${days}::int)::timestamp at time zone 'Europe/London')`

type Position = Pick<AuditRow, 'at' | 'id'>

function conditionsOf(filter: AuditFilter, before: Position | undefined): Condition[] {
  const { companyId, userId, aboutUserId, sessionId, dateStart, dateEnd, network } = filter
  return [
    sql<SqlBool>`a.company_id = ${companyId}`,
    ...(userId === undefined ? [] : [sql<SqlBool>`a.user_id = ${userId}`]),
    ...(aboutUserId === undefined ? [] : [sql<SqlBool>`a.about_user_id = ${aboutUserId}`]),
    ...(sessionId === undefined ? [] : [sql<SqlBool>`a.session_log_id = ${sessionId}`]),
    ...(dateStart === undefined ? [] : [sql<SqlBool>`a.at >= ${startOf(dateStart, 0)}`]),
    ...(dateEnd === undefined ? [] : [sql<SqlBool>`a.at < ${startOf(dateEnd, 1)}`]),
    ...(network && 'within' in network ? [sql<SqlBool>`a.network <<= ${network.within}::inet`] : []),
    ...(before ? [sql<SqlBool>`(a.at, a.id) < (${before.at}::timestamptz, ${before.id}::uuid)`] : []),
  ]
}

/** The address, and the network to which it is truncated after 12 months. */
const networksOf = (address: string) => sql`
  array[${address}::inet, network(set_masklen(${address}::inet, case family(${address}::inet) when 4 then 24 else 48 end))::inet]`

const newestFirst = (alias: string) => sql`order by ${sql.ref(`${alias}.at`)} desc, ${sql.ref(`${alias}.id`)} desc`

type Extent = {
  limit: number
  before?: Position
  /** For counts, which need any lines of the filter instead of the newest. */
  unordered?: true
}

/**
 * Selects the newest lines of a filter, at most `limit`. Reads each kind, and both forms of a network, from its index in order of time,
 * and merges them: an index scan by time alone would read millions of lines to find a rare kind. PostgreSQL merges the ordered parts
 * of the union lazily, so it reads `limit` lines in total, not per kind.
 */
function linesOf(columns: RawBuilder<unknown>, filter: AuditFilter, { limit, before, unordered }: Extent) {
  const { kinds, network } = filter
  const conditions = conditionsOf(filter, before)
  const isNarrow = filter.userId !== undefined || filter.aboutUserId !== undefined || filter.sessionId !== undefined
  const ordered = (alias: string) => (unordered ? sql`` : newestFirst(alias))
  const lines = (further: readonly Condition[]) => sql`
    select ${columns} from audit a where ${sql.join([...conditions, ...further], sql` and `)} ${ordered('a')} limit ${limit}`
  const ofKinds = kinds === undefined ? [] : [sql<SqlBool>`a.kind = any(${kinds}::text[])`]
  const merge = (values: RawBuilder<unknown>, further: readonly Condition[]) => sql`
    select e.* from unnest(${values}) as each (value) cross join lateral (${lines(further)}) e ${ordered('e')} limit ${limit}`
  const union = (values: readonly AuditKind[]) => sql`
    select * from (${sql.join(
      values.map(
        (kind) =>
          sql`(select ${columns} from audit a where ${sql.join([...conditions, sql`a.kind = ${kind}`], sql` and `)} order by a.at desc)`,
      ),
      sql` union all `,
    )}) e ${ordered('e')} limit ${limit}`
  if (network && 'address' in network)
    return merge(networksOf(network.address), [sql<SqlBool>`a.network = each.value`, ...ofKinds])
  if (kinds !== undefined && !isNarrow && network === null)
    return unordered || kinds.length === 0 ? merge(sql`${kinds}::text[]`, [sql<SqlBool>`a.kind = each.value`]) : union(kinds)
  return lines(ofKinds)
}

const columns = sql`a.id, a.at, a.kind, a.user_id, a.about_user_id, a.session_log_id, a.network, a.data`

/** Adds the names of people, and of the property or branch. */
const withNames = (companyId: string, lines: RawBuilder<unknown>) => sql<AuditRow>`
  select e.id, e.at, e.kind, coalesce(e.user_id, k.id) as user_id, e.about_user_id, e.session_log_id, e.data,
    case when masklen(e.network) in (24, 48) then e.network::text else host(e.network) end as network,
    coalesce(u.first_name || ' ' || u.last_name || coalesce(', with ‘' || a.name || '’', ''), 'Key ‘' || k.name || '’') as user_name, u.type as user_role,
    o.first_name || ' ' || o.last_name as about_name, o.type as about_role,
    coalesce(p.line1, b.name) as place
  from (${lines}) e
  left join app_user u on u.id = e.user_id
  left join app_user o on o.id = e.about_user_id
  left join api_key k on k.company_id = ${companyId} and e.user_id is null and k.id = (e.data ->> 'keyId')::uuid
  left join app_grant g on g.company_id = ${companyId} and g.id = (e.data ->> 'byGrantId')::uuid
  left join connected_app a on a.company_id = g.company_id and a.id = g.app_id
  left join property p on p.company_id = ${companyId} and p.id = (e.data ->> 'propertyId')::uuid
  left join branch b on b.company_id = ${companyId} and b.id = (e.data ->> 'branchId')::uuid
  order by e.at desc, e.id desc`

export async function listAuditLines(
  db: Db,
  filter: AuditFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<AuditRow[]> {
  const page = sql`select * from (${linesOf(columns, filter, { limit: offset + limit })}) l order by l.at desc, l.id desc offset ${offset}`
  return (await withNames(filter.companyId, page).execute(db)).rows
}

/** Counts the lines, at most up to `limit`. */
export async function countAuditLines(db: Db, filter: AuditFilter, limit: number): Promise<number> {
  const lines = linesOf(sql`a.id`, filter, { limit, unordered: true })
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${lines}) l`.execute(db)
  return rows[0]?.count ?? 0
}

const chunkSize = 2_000

/** Reads the lines of a filter in chunks, newest first, at most `limit`. */
export async function* readAuditLines(db: Db, filter: AuditFilter, limit: number): AsyncGenerator<AuditRow[]> {
  let left = limit
  let before: Position | undefined
  while (left > 0) {
    const size = Math.min(chunkSize, left)
    const lines = linesOf(columns, filter, { limit: size, ...(before ? { before } : {}) })
    const { rows } = await withNames(filter.companyId, lines).execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    left -= rows.length
    before = rows.at(-1)
  }
}

/** Returns name and role of an account of the company. For the platform company, of a platform admin. */
export async function findAuditPerson(db: Db, companyId: string, userId: string | undefined) {
  if (userId === undefined) return undefined
  const { rows } = await sql<{ name: string; role: string }>`
    select first_name || ' ' || last_name as name, type as role from app_user
    where id = ${userId} and coalesce(company_id, ${platformCompanyId}) = ${companyId}`.execute(db)
  return rows[0]
}
