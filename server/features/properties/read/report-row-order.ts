import type { DateOnly } from '@gya/domain/common/dates.ts'
import { type ReportSort, reportColumns } from '@gya/domain/features/report/report-columns.ts'
import { sql } from 'kysely'

/** `today` determines what is overdue. */
export type ReportOrder = { sort: ReportSort; direction: 'asc' | 'desc'; today: DateOnly }

/** The half-by day of today's forecast of a sold property. */
const halfBySql = (today: DateOnly) => sql<DateOnly | null>`(
  select f.half_by from sale_forecast f
  where f.company_id = r.company_id and f.property_id = r.property_id and f.on_day = ${today} and r.phase = 'sold')`

/** The column of each sort key; steps have a column each. */
const sortColumns = {
  saleProgress: 'progress',
  takeOn: 'taken_on',
  offerAccepted: 'offer_accepted',
  address: 'address_sort',
  contractEnd: 'contract_end',
  askingPrice: 'asking_price',
  agreedPrice: 'agreed_price',
  feePercent: 'agency_fee_percent',
  expectedFee: 'expected_fee',
  surveys: 'surveys_sort',
  mortgageValuations: 'step_6',
  expectedExchange: 'expected_exchange',
  ...Object.fromEntries(reportColumns.flatMap((column) => ('step' in column ? [[column.sort, `step_${column.step}`]] : []))),
} as unknown as Record<Exclude<ReportSort, 'halfBy' | 'urgency'>, string>

/** Parses the wire format, `askingPrice:desc`. */
export function parseReportOrder(text: string, today: DateOnly): ReportOrder {
  const [sort, direction] = text.split(':') as [ReportSort, 'asc' | 'desc']
  return { sort, direction, today }
}

/** The order of report rows (`property_report as r`): as requested, nulls last, then by address. */
export function reportOrderBy({ sort, direction, today }: ReportOrder) {
  const way = direction === 'desc' ? sql`desc` : sql`asc`
  if (sort === 'urgency') {
    const overdue = sql`case when r.first_red < ${today} then r.first_red end`
    return sql`${overdue} ${way} nulls last, r.first_warning ${way} nulls last, r.address_sort, r.property_id`
  }
  const furthest = sort === 'saleProgress' ? sql`r.furthest_step ${way}, ` : sql``
  const column = sort === 'halfBy' ? halfBySql(today) : sql.ref(`r.${sortColumns[sort]}`)
  // Addresses are never null; without `nulls last` PostgreSQL uses the index.
  if (sort === 'address') return sql`${column} ${way}, r.property_id`
  return sql`${column} ${way} nulls last, ${furthest}r.address_sort, r.property_id`
}

/** Whether the account `s` of a sales progressor is deleted or deactivated. */
export const hasLeft = sql<boolean>`(s.deleted_on is not null or s.deactivated_on is not null)`

/** The name of a colleague of a row, "Digby Underhay (left)". [seat §5](docs/design/seat.md#5). A subquery, because planning another join takes longer than running it. */
const nameOf = (column: 'r.b_staff' | 'r.negotiator_id') =>
  sql<
    string | null
  >`(select s.first_name || ' ' || s.last_name || case when ${hasLeft} then ' (left)' else '' end from app_user s where s.id = ${sql.ref(column)})`
export const progressorName = nameOf('r.b_staff')
export const negotiatorName = nameOf('r.negotiator_id')

export const toNegotiator = ({
  negotiator_id,
  negotiator_name,
}: {
  negotiator_id: string | null
  negotiator_name: string | null
}) => (negotiator_id === null ? null : { _id: negotiator_id, name: negotiator_name ?? '' })

/** The sales progressor of a row, with `progressorName`. */
export const toProgressor = ({ b_staff, staff_name }: { b_staff: string | null; staff_name: string | null }) =>
  b_staff === null ? null : { _id: b_staff, name: staff_name ?? '' }
