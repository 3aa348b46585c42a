import { checksOfSale } from '@gya/domain/features/customer-checks/customer-state.ts'
import { reportFactsOf } from '@gya/domain/features/report/report-facts.ts'
import { isDelayed } from '@gya/domain/features/timeline/most-urgent-step.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { prepareStatement } from '../../../db/query/prepared-statement.ts'
import type { Statement } from '../../../db/query/statement.ts'
import type { LoadedProperty } from '../read/load-property.ts'

/** Natural order of addresses: 9 before 10, case-insensitive. */
const addressSort = (line1: string): string => line1.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(6, '0'))

/** Of the vendor, and of the buyer whose offer is accepted; null without a register. */
function checksOf({ detail, register }: LoadedProperty) {
  const accepted = detail.offers.find(({ state }) => state === 'A')
  const checks = register?.on ? checksOfSale(register, accepted?._id ?? null) : null
  return { checks_state: checks?.state ?? null, checks_until: checks?.until ?? null }
}

/** Stores the checks of properties after a change of them, which saves no property. */
export async function updateChecksInReport(db: Db, companyId: string, properties: readonly LoadedProperty[]): Promise<void> {
  const rows = properties.map((one) => ({ property_id: one.detail._id, ...checksOf(one) }))
  await sql`
    update property_report r set checks_state = c.checks_state, checks_until = c.checks_until
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (property_id uuid, checks_state text, checks_until date)
    where r.company_id = ${companyId} and r.property_id = c.property_id`.execute(db)
}

/** The report row of a property; JSON columns as objects. All columns are derived. */
function toReportValues(property: LoadedProperty) {
  const { detail, timeline, sale, searchText } = property
  const facts = reportFactsOf(detail, timeline, sale)
  const completed = new Map(timeline.map((step) => [step.key, step.completedOn]))
  const { mi } = detail
  return {
    company_id: detail.company._id,
    property_id: detail._id,
    branch_id: detail.branch._id,
    active: detail.active,
    phase: sale.phase,
    sold: facts.isSold,
    chain: mi.chain,
    expected_exchange: detail.expectedExchange,
    expected_completion: detail.expectedCompletion,
    mortgage_offer_expires: detail.mortgageOfferExpires,
    completion_date: detail.completionDate,
    exchange_moves: facts.exchangeMoves,
    vendor_solicitor: detail.contacts.solicitor?.contact.name ?? null,
    buyer_solicitor: detail.contacts.buyerDetails.solicitor?.contact.name ?? null,
    taken_on: facts.takenOn,
    b_staff: detail.contacts.bStaff?._id ?? null,
    negotiator_id: detail.negotiator?._id ?? null,
    line1: detail.address.line1,
    postcode: detail.address.postcode,
    address_sort: addressSort(detail.address.line1),
    offer_accepted: facts.offerAccepted,
    contract_end: mi.cSignedEndDate,
    notice_given: mi.noticeGiven,
    notice_end: mi.noticeEnd,
    asking_price: mi.currentAskingPrice,
    agreed_price: mi.agreedPrice,
    agency_fee_percent: mi.fees.percent,
    agency_fee: mi.fees.gross,
    expected_fee: mi.fees.expected,
    fee_estimate: mi.fees.estimate,
    progress: facts.progress,
    furthest_step: facts.furthestStep,
    steps_complete: facts.stepsComplete,
    steps_applicable: facts.stepsApplicable,
    surveys_sort: facts.surveyDate,
    warning_dates: facts.warningDates,
    first_warning: facts.warningDates[0] ?? null,
    first_red: facts.firstRed,
    ownership: detail.ownership,
    viewings: detail.viewings.length,
    offers: detail.offers.length,
    pending_offers: detail.offers.filter((offer) => offer.state === 'P').length,
    setup_warnings: detail.setupWarnings,
    contradicts_until: facts.contradictsUntil,
    version: detail.version,
    search_text: searchText,
    steps: facts.steps,
    open_steps: facts.openSteps,
    delayed: facts.openSteps.some(isDelayed),
    awaiting_reports: facts.openSteps.some(({ awaitingReports }) => awaitingReports),
    last_step_on: facts.lastStepOn,
    surveys: facts.surveys,
    ...checksOf(property),
    ...Object.fromEntries(stepColumns.map((key) => [`step_${key}`, completed.get(key) ?? null])),
  }
}

/** The same as inserted with the driver. */
export function toReportRow(property: LoadedProperty) {
  const { steps, open_steps, surveys, ...row } = toReportValues(property)
  return {
    ...row,
    steps: JSON.stringify(steps),
    open_steps: JSON.stringify(open_steps),
    surveys: JSON.stringify(surveys),
  }
}

/** Steps with a column for their completion date, to sort by. */
export const stepColumns = [6, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35] as const

type Rows = { columns: readonly string[]; rows: string }

const saveRows = prepareStatement('save-report-rows', (db, { rows }: Rows, { columns }) => {
  const derived = columns.filter((name) => name !== 'company_id' && name !== 'property_id')
  return sql`
    insert into property_report (${sql.join(columns.map((name) => sql.ref(name)))})
    select ${sql.join(columns.map((name) => sql.ref(name)))} from json_populate_recordset(null::property_report, ${rows}::json)
    on conflict (company_id, property_id) do update
    set ${sql.join(derived.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}`.compile(db)
})

/** Inserts or updates the report rows of properties, at least one. */
export function reportRowsStatement(properties: readonly LoadedProperty[]): Statement {
  const rows = properties.map(toReportValues)
  return saveRows({ columns: Object.keys(rows[0] ?? {}), rows: JSON.stringify(rows) })
}

/** Recomputes expected fees after a change of a fee deduction: `calculateFees` and `feeDeductionFor` of the domain in one statement. */
export async function updateExpectedFees(
  db: Db,
  { companyId, propertyIds }: { companyId: string; propertyIds: readonly string[] },
): Promise<void> {
  await sql`
    update property_report r
    set expected_fee = f.expected
    from property p
    join branch b on b.company_id = p.company_id and b.id = p.branch_id
    join company c on c.id = p.company_id
    join property_report given on given.company_id = p.company_id and given.property_id = p.id
    cross join lateral (select expected_fee(p.agency_fee_type, p.agency_fee, p.agency_fee_percent,
      coalesce(given.agreed_price, given.asking_price),
      case when b.use_branch_deduction then b.fee_deduction else c.fee_deduction end) as expected) f
    where p.company_id = ${companyId} and p.id = any(${propertyIds}::uuid[])
      and r.company_id = p.company_id and r.property_id = p.id
      and given.agency_fee is not null and r.expected_fee is distinct from f.expected`.execute(db)
}
