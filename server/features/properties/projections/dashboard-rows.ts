import type { DateOnly } from '@gya/domain/common/dates.ts'
import { type DayFacts, dayFactsOf } from '@gya/domain/features/dashboard/day-facts.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { prepareStatement } from '../../../db/query/prepared-statement.ts'
import type { Statement } from '../../../db/query/statement.ts'
import type { PropertyDay } from '../../../db/schema.ts'
import type { LoadedProperty } from '../read/load-property.ts'

/** Whether a row can count in any metric. Repeats the predicate of the index `property_day_that_counts`, so that it is used. */
export const canCountInMetrics = sql<SqlBool>`(d.phase in ('preForSale', 'forSale', 'sold', 'exchanged')
  or d.first_warning is not null or d.any_blocked or d.survey_awaits_report)`

/** The columns of `property_day` that are derived from the timeline. */
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

/** The current state of a property as a row of `property_day`. */
function toPropertyDay({ detail, sale }: LoadedProperty) {
  const { completionDate, mi, contacts } = detail
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
    negotiator_id: detail.negotiator?._id ?? null,
    progressor_id: contacts.bStaff?._id ?? null,
    ...dayFactColumns(dayFactsOf(sale)),
  }
}

type Days = { companyId: string; columns: readonly string[]; days: string; today: DateOnly }

/** `asked` reads the rows of `property_day` from `days`. */
const saveDays = (name: string, asked: (days: string) => RawBuilder<unknown>) =>
  prepareStatement(name, (db, { companyId, days, today }: Days, { columns }) => {
    const overwritten = columns
      .filter((column) => column !== 'company_id' && column !== 'property_id')
      .map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`)
    return sql`
      with asked as (select * from ${asked(days)}),
      kept as (
        select d.property_id, d.since, to_jsonb(d) - '{since,until}'::text[] = to_jsonb(a) - '{since,until}'::text[] as is_same
        from property_day d join asked a on a.property_id = d.property_id
        where d.company_id = ${companyId} and d.until = 'infinity'
      ),
      closed as (
        update property_day d set until = ${today}::date
        from kept
        where d.company_id = ${companyId} and d.property_id = kept.property_id and d.until = 'infinity'
          and not kept.is_same and kept.since < ${today}::date
        returning 1
      )
      insert into property_day (${sql.join(columns.map((column) => sql.ref(column)))}, since)
      select ${sql.join(columns.map((column) => sql.ref(`a.${column}`)))}, greatest(${today}::date, kept.since)
      from asked a left join kept on kept.property_id = a.property_id cross join (select count(*) from closed) as first_close
      where kept.is_same is not true
      on conflict (company_id, property_id, since) do update set ${sql.join(overwritten)}, until = 'infinity'`.compile(db)
  })

// The planner expects one row of a record and a hundred of a set.
const saveDay = saveDays('save-property-day', (days) => sql`jsonb_populate_record(null::property_day, ${days}::jsonb)`)
const saveManyDays = saveDays('save-property-days', (days) => sql`jsonb_populate_recordset(null::property_day, ${days}::jsonb)`)

/**
 * Stores the state of properties of a company, at least one, from today on in `property_day`, where it differs from the
 * current row. If the current row starts after today, which happens with two processes around midnight, that row is updated.
 */
export function daysStatement(properties: readonly LoadedProperty[], today: DateOnly): Statement {
  const days = properties.map(toPropertyDay)
  const [first] = days
  if (!first) throw new Error('There is no property.')
  const given = { companyId: first.company_id, columns: Object.keys(first), today }
  return days.length === 1
    ? saveDay({ ...given, days: JSON.stringify(first) })
    : saveManyDays({ ...given, days: JSON.stringify(days) })
}

/** The columns that a change of the expected fee leaves unchanged. */
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
  'negotiator_id',
  'progressor_id',
]

/**
 * Updates the expected fees in `property_day` after a change of the fee deduction; happenings keep theirs. Properties that count in
 * no metric, such as completed and withdrawn ones, are skipped; their next change updates them.
 */
export async function updateDashboardFees(
  db: Db,
  { companyId, propertyIds }: { companyId: string; propertyIds: readonly string[] },
  today: DateOnly,
): Promise<void> {
  const isOneOf = sql`d.company_id = ${companyId} and d.property_id = any(${propertyIds}::uuid[])`
  await sql`
    update property_day d set expected_fee = r.expected_fee
    from property_report r
    where r.company_id = d.company_id and r.property_id = d.property_id and ${isOneOf}
      and d.until = 'infinity' and d.since >= ${today}::date and d.expected_fee is distinct from r.expected_fee`.execute(db)
  const same = sql.join(unchangedColumns.map((name) => sql.ref(name)))
  await sql`
    with closed as (
      update property_day d set until = ${today}::date
      from property_report r
      where r.company_id = d.company_id and r.property_id = d.property_id and ${isOneOf}
        and d.until = 'infinity' and d.expected_fee is distinct from r.expected_fee and ${canCountInMetrics}
      returning d.*, r.expected_fee as new_fee
    )
    insert into property_day (since, expected_fee, ${same}) select ${today}::date, new_fee, ${same} from closed`.execute(db)
}

/** Updates `property_happening` from the events and dated rows of properties. Must run after `reportRowsStatement`. */
export const happeningsStatement = prepareStatement(
  'keep-happenings',
  (db, { companyId, propertyIds }: { companyId: string; propertyIds: readonly string[] }) =>
    sql`select keep_happenings(${companyId}, p.id) from unnest(${propertyIds}::uuid[]) as p (id)`.compile(db),
)
