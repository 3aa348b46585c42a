import type { DateOnly } from '@gya/domain/common/dates.ts'
import { type DayFacts, dayFactsOf } from '@gya/domain/features/dashboard/day-facts.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Statement } from '../../../db/query/statement.ts'
import type { PropertyDay } from '../../../db/schema.ts'
import { canCountInMetrics } from '../../dashboard/metric-sql.ts'
import type { LoadedProperty } from '../read/property.read-model.ts'

/** The columns of a property's day that come of its timeline. */
export const dayFactColumns = (facts: DayFacts) => ({
  phase: facts.phase,
  first_warning: facts.firstWarning,
  legal_warning: facts.legalWarning,
  financial_warning: facts.financialWarning,
  survey_warning: facts.surveyWarning,
  survey_awaits_report: facts.surveyAwaitsReport,
  legal_blocked: facts.legalBlocked,
  financial_blocked: facts.financialBlocked,
  any_blocked: facts.anyBlocked,
})

/** How a property stands, as the dashboard keeps it for the day. */
function toPropertyDay({ detail, timeline }: LoadedProperty) {
  const { active, completionDate, mi, contacts, offers } = detail
  const hasAcceptedOffer = offers.some(({ state }) => state === 'A')
  return {
    company_id: detail.company._id,
    property_id: detail._id,
    branch_id: detail.branch._id,
    chain: mi.chain,
    asking_price: mi.currentAskingPrice,
    expected_fee: mi.fees.expected,
    contract_end: mi.cSignedEndDate,
    notice_given: mi.noticeGiven,
    notice_end: mi.noticeEnd,
    completion_date: completionDate,
    vendor_solicitor: contacts.solicitor !== null,
    vendor_broker: contacts.mBroker !== null,
    ...dayFactColumns(dayFactsOf({ active, hasAcceptedOffer, completionDate, timeline })),
  }
}

/**
 * Keeps how a property stands from today on (docs: table property_day). Nothing is written where nothing differs; a clock
 * that stands before the last day kept (two processes around midnight) writes to that day.
 */
export function dayStatement(db: Db, whole: LoadedProperty, today: DateOnly): Statement {
  const day = toPropertyDay(whole)
  const columns = sql.join(Object.keys(day).map((name) => sql.ref(name)))
  const overwritten = sql.join(
    Object.keys(day)
      .filter((name) => name !== 'company_id' && name !== 'property_id')
      .map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
  )
  return sql`
    with asked as (select * from jsonb_populate_record(null::property_day, ${JSON.stringify(day)}::jsonb)),
    kept as (
      select d.since, to_jsonb(d) - '{since,until}'::text[] = to_jsonb(a) - '{since,until}'::text[] as is_same
      from property_day d join asked a on a.property_id = d.property_id
      where d.company_id = ${day.company_id} and d.until = 'infinity'
    ),
    closed as (
      update property_day d set until = ${today}::date
      from kept, asked a
      where d.company_id = ${day.company_id} and d.property_id = a.property_id and d.until = 'infinity'
        and not kept.is_same and kept.since < ${today}::date
      returning 1
    )
    insert into property_day (${columns}, since)
    select ${sql.join(Object.keys(day).map((name) => sql.ref(`a.${name}`)))},
      greatest(${today}::date, (select since from kept))
    from asked a cross join (select count(*) from closed) as first_close
    where not exists (select from kept where is_same)
    on conflict (company_id, property_id, since) do update set ${overwritten}, until = 'infinity'`.compile(db)
}

/** What stays as it was where only the fee is another. */
const unchangedColumns: readonly Exclude<keyof PropertyDay, 'since' | 'until' | 'expected_fee'>[] = [
  'company_id',
  'property_id',
  'branch_id',
  'phase',
  'chain',
  'asking_price',
  'contract_end',
  'notice_given',
  'notice_end',
  'completion_date',
  'vendor_solicitor',
  'vendor_broker',
  'first_warning',
  'legal_warning',
  'financial_warning',
  'survey_warning',
  'survey_awaits_report',
  'legal_blocked',
  'financial_blocked',
  'any_blocked',
]

/**
 * The same for properties whose expected fees a fee deduction has just changed. Those that count in no figure (sold and
 * done, withdrawn) are left alone until something happens to them: most are, for good.
 */
export async function updateDashboardFees(
  db: Db,
  { companyId, propertyIds }: { companyId: string; propertyIds: readonly string[] },
  today: DateOnly,
): Promise<void> {
  const isOneOf = (table: 'd' | 'h') => sql`${sql.ref(`${table}.company_id`)} = ${companyId}
      and ${sql.ref(`${table}.property_id`)} = any(${propertyIds}::uuid[])`
  await sql`
    update property_day d set expected_fee = r.expected_fee
    from property_report r
    where r.company_id = d.company_id and r.property_id = d.property_id and ${isOneOf('d')}
      and d.until = 'infinity' and d.since >= ${today}::date and d.expected_fee is distinct from r.expected_fee`.execute(db)
  const same = sql.join(unchangedColumns.map((name) => sql.ref(name)))
  await sql`
    with closed as (
      update property_day d set until = ${today}::date
      from property_report r
      where r.company_id = d.company_id and r.property_id = d.property_id and ${isOneOf('d')}
        and d.until = 'infinity' and d.expected_fee is distinct from r.expected_fee and ${canCountInMetrics}
      returning d.*, r.expected_fee as new_fee
    )
    insert into property_day (since, expected_fee, ${same}) select ${today}::date, new_fee, ${same} from closed`.execute(db)
  // What happened today is kept with the fee as the day leaves it.
  await sql`
    update property_happening h set fee = d.expected_fee
    from property_day d
    where d.company_id = h.company_id and d.property_id = h.property_id and d.until = 'infinity' and d.since <= h.fee_day
      and ${isOneOf('h')}
      and h.fee_day >= ${today}::date and h.what in ('offer-accepted', 'fall-off', 'step-done-24', 'step-done-25')
      and h.fee is distinct from d.expected_fee`.execute(db)
}

/**
 * Brings what happened to a property, as the dashboard counts it, up to the record and the dated rows as they now stand
 * (table property_happening). Comes after its row for lists and reports, with which it leaves.
 */
export const happeningsStatement = (db: Db, ids: { companyId: string; propertyId: string }): Statement =>
  sql`select keep_happenings(${ids.companyId}, ${ids.propertyId})`.compile(db)
