import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { SaleRole } from '@gya/domain/features/property-contacts/parties.ts'
import type { Phase } from '@gya/domain/features/timeline/phase.ts'
import type { StoredKind } from '@gya/domain/features/today/action-items.ts'
import { isCompletable } from '@gya/domain/features/today/complete.rules.ts'
import { happensOn, rankOf, type SnoozeFacts, wireKind } from '@gya/domain/features/today/rank.ts'
import type { ActionItem, ActionItemRef, ActionParty } from '@gya/domain/features/today/today.contract.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { prepareStatement } from '../../db/query/prepared-statement.ts'

type ItemRow = {
  subjectId: string
  key: string
  propertyId: string | null
  branchId: string | null
  kind: StoredKind
  partyRef: string | null
  partyRole: SaleRole
  description: string
  dueOn: DateOnly
  dueAt: string | null
  delayedOn: DateOnly | null
  lateBase: number
  latePerDay: number
  lateCap: number
  fee: number | null
  phase: Phase | null
  /** In thousandths. */
  progress: number | null
  expectedExchange: DateOnly | null
  completionDate: DateOnly | null
  decides: { kind: string; ref: string | null; words: string } | null
  line1: string | null
  postcode: string | null
  version: number | null
  lastUpdatedOn: DateOnly | null
  snooze: SnoozeFacts
  attempts: number
  lastConversation: ActionItem['lastConversation']
}
type PartyRow = Omit<ActionParty, 'role'>
type Details = { items: ItemRow[]; parties: PartyRow[] }

const toInstant = (text: string): Instant => new Date(text).toISOString()

const toSnooze = (snooze: SnoozeFacts): SnoozeFacts => snooze && { ...snooze, until: toInstant(snooze.until) }

function toActionItem(row: ItemRow, parties: ReadonlyMap<string, PartyRow>, today: DateOnly, now: Instant): ActionItem {
  const snooze = toSnooze(row.snooze)
  const party = row.partyRef === null ? undefined : parties.get(row.partyRef)
  return {
    subjectId: row.subjectId,
    key: row.key,
    propertyId: row.propertyId,
    branchId: row.branchId,
    address: row.line1 === null ? null : { line1: row.line1, postcode: row.postcode ?? '' },
    phase: row.phase,
    kind: wireKind(row.kind),
    blocked: row.kind === 'blocked',
    delayedOn: row.delayedOn,
    description: row.description,
    dueOn: row.dueOn,
    dueAt: row.dueAt,
    ...rankOf(row, snooze, today, now),
    happensOn: happensOn(row),
    expectedExchange: row.expectedExchange,
    completionDate: row.completionDate,
    decides: row.decides && {
      words: row.decides.words,
      isThis: row.decides.kind === 'step' && row.key === `step:${row.decides.ref}`,
    },
    progress: row.progress === null ? null : Math.round(row.progress / 10),
    fee: row.fee,
    lastUpdatedOn: row.lastUpdatedOn,
    snooze,
    attempts: row.attempts,
    lastConversation: row.lastConversation,
    canComplete: isCompletable(row.kind),
    version: row.version,
    party: party ? { ...party, role: row.partyRole } : null,
  }
}

const snoozeColumns = sql`case when s.key is not null then json_build_object('until', s.until, 'reason', s.reason) end as snooze,
  coalesce(s.attempts, 0) as attempts,
  (select json_build_object('on', london_day(c.at), 'outcome', x.outcome, 'promisedOn', x.promised_on)
   from conversation c join conversation_sale x on x.company_id = c.company_id and x.conversation_id = c.id
   where c.company_id = i.company_id and c.id = s.conversation_id and x.property_id = i.property_id) as "lastConversation",
  i.late_base as "lateBase", i.late_per_day as "latePerDay", i.late_cap as "lateCap"`

const itemColumns = sql`i.subject_id as "subjectId", i.key, i.property_id as "propertyId", i.branch_id as "branchId", i.kind,
  i.party_ref as "partyRef", i.party_role as "partyRole", i.description, i.due_on as "dueOn", to_char(i.due_at, 'HH24:MI') as "dueAt",
  case when i.kind = 'blocked' then (
    select t.blocked_on from property_step t
    where t.company_id = i.company_id and t.property_id = i.property_id and t.key = split_part(i.key, ':', 2)::int) end as "delayedOn",
  i.fee, i.phase, i.progress, i.expected_exchange as "expectedExchange", r.completion_date as "completionDate", r.line1, r.postcode, r.version,
  case when i.key = 'silence:buyer' then r.buyer_last_updated_on else r.vendor_last_updated_on end as "lastUpdatedOn"`

/** Only if the forecast is of this day. */
const decidesColumn = (today: DateOnly) => sql`(
  select f.decides from sale_forecast f
  where f.company_id = i.company_id and f.property_id = i.property_id and f.on_day = ${today} and i.phase = 'sold') as decides`

const openItems = (which: RawBuilder<SqlBool>, today: DateOnly) => sql`
  select ${itemColumns}, ${snoozeColumns}, ${decidesColumn(today)}
  from action_item i
  left join property_report r on r.company_id = i.company_id and r.property_id = i.property_id
  left join action_item_snooze s on s.company_id = i.company_id and s.subject_id = i.subject_id and s.key = i.key
  where ${which}`

/** Name, telephone and e-mail of the parties with the references `refs.ref`, and when each was last spoken to. */
export const partySql = (companyId: string) => sql`
  select a.ref, coalesce(q.name, k.name, u.first_name || ' ' || u.last_name, d.first_name || ' ' || d.last_name,
      nullif(b.buyer_name, ''), f.name, '') as name,
    case when q.id is not null then k.name else '' end as firm,
    coalesce(nullif(q.tel, ''), k.tel, u.tel, d.tel, nullif(b.buyer_tel, ''), f.tel, '') as tel,
    coalesce(nullif(q.email, ''), k.email, case when not u.placeholder then u.email end, d.email, nullif(b.buyer_email, ''), f.email, '') as email,
    (select london_day(c.at) from conversation c
     where c.company_id = ${companyId} and c.party_ref = a.ref and c.undone_on is null and exists (
       select from conversation_sale x
       where x.company_id = c.company_id and x.conversation_id = c.id and x.outcome in ('spoke', 'promised'))
     order by c.at desc limit 1) as "lastSpoke"
  from (select ref, split_part(ref, ':', 1) as kind, nullif(split_part(ref, ':', 2), '')::uuid as id from refs) a
  left join company_contact_poc q on a.kind = 'poc' and q.company_id = ${companyId} and q.id = a.id
  left join company_contact k on k.company_id = ${companyId} and k.id = case a.kind when 'firm' then a.id else q.contact_id end
  left join app_user u on a.kind = 'vendor' and u.id = a.id and u.company_id = ${companyId}
  left join property_additional_contact d on a.kind = 'additional' and d.company_id = ${companyId} and d.id = a.id
  left join property b on a.kind = 'buyer' and b.company_id = ${companyId} and b.id = a.id
  left join offer f on f.company_id = b.company_id and f.property_id = b.id and f.state = 'A'`

/** Selects the items, and the parties of these and of `refs`, in one statement. */
const detailsQuery = (companyId: string, items: RawBuilder<unknown>, refs: readonly string[]) => sql<Details>`
  with items as materialized (${items}),
  refs as (
    select "partyRef" as ref from items where "partyRef" <> 'self' union select unnest(${refs}::text[])
  )
  select (select coalesce(json_agg(i), '[]') from items i) as items,
    (select coalesce(json_agg(a), '[]') from (${partySql(companyId)}) a) as parties`

type Wanted = {
  companyId: string
  today: DateOnly
  subjectIds: readonly string[]
  keys: readonly string[]
  refs: readonly string[]
}

const isWanted = ({ companyId, subjectIds, keys }: Wanted) => sql<SqlBool>`
  i.company_id = ${companyId} and (i.subject_id, i.key) in (select * from unnest(${subjectIds}::uuid[], ${keys}::text[]))`

const openDetails = prepareStatement('load-open-items', (db, wanted: Wanted) =>
  detailsQuery(wanted.companyId, openItems(isWanted(wanted), wanted.today), wanted.refs).compile(db),
)

type Moment = { companyId: string; today: DateOnly; now: Instant }

export type ReadItems = { items: ActionItem[]; parties: ReadonlyMap<string, Omit<ActionParty, 'role'>> }

const toItems = ({ items, parties }: Details, { today, now }: Moment): ReadItems => {
  const byRef = new Map(parties.map((party) => [party.ref, party]))
  return { items: items.map((row) => toActionItem(row, byRef, today, now)), parties: byRef }
}

/** Returns open action items by reference, and the parties of `refs`. */
export async function readActionItems(
  db: Db,
  moment: Moment,
  wanted: readonly ActionItemRef[],
  refs: readonly string[] = [],
): Promise<ReadItems> {
  const statement = openDetails({
    companyId: moment.companyId,
    today: moment.today,
    subjectIds: wanted.map(({ subjectId }) => subjectId),
    keys: wanted.map(({ key }) => key),
    refs,
  })
  const { rows } = await db.executeQuery(statement)
  return toItems(rows[0] as Details, moment)
}

/** Returns the items of properties for a party; for a firm, including those of its people. Highest points first. */
export async function readActionItemsOfParty(
  db: Db,
  moment: Moment,
  { ref, firmId, propertyIds }: { ref: string; firmId: string | null; propertyIds: readonly string[] },
): Promise<ActionItem[]> {
  const which = sql<SqlBool>`i.company_id = ${moment.companyId} and i.property_id = any(${propertyIds}::uuid[])
    and (i.party_ref = ${ref} or i.firm_id = ${firmId}::uuid)`
  const { rows } = await detailsQuery(moment.companyId, openItems(which, moment.today), []).execute(db)
  const { items } = toItems(rows[0] as Details, moment)
  return items.toSorted((a, b) => b.points - a.points || (a.key < b.key ? -1 : 1))
}
