import { addDays, type DateOnly } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import { checksOn, isCheckedPhase } from '@gya/domain/features/customer-checks/customer-state.ts'
import type { CustomerStateName } from '@gya/domain/features/customer-checks/customer-states.ts'
import type { ReportRow, StoredStep } from '@gya/domain/features/report/report.model.ts'
import { quietDays, type ReportMark, wholePercentages } from '@gya/domain/features/report/report.rules.ts'
import type { ReportSort } from '@gya/domain/features/report/report-columns.ts'
import { openStepInfo } from '@gya/domain/features/report/report-facts.ts'
import type { OpenStep } from '@gya/domain/features/timeline/most-urgent-step.ts'
import { isActivePhase, isCompletedPhase, isSoldIn, type Phase, phases } from '@gya/domain/features/timeline/phase.ts'
import type { SurveySummary } from '@gya/domain/features/timeline/sale-progress.ts'
import { type StepKey, stepDefinition, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { isSurveyType } from '@gya/domain/features/timeline/survey-types.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { coalescedCount, countQuery } from '../../db/query/coalesced-count.ts'
import { coalescedRead } from '../../db/query/coalesced-read.ts'
import { readInChunks } from '../../db/query/read-in-chunks.ts'
import { containsText, foundByText, isNarrowSort, narrowRows, reportRows } from '../properties/read/contains-text.ts'
import { checksOpenCondition, type ExpectedFilters, expectedCondition } from '../properties/read/expected-conditions.ts'
import { countFromSums } from '../properties/read/property-count.ts'
import {
  negotiatorName,
  progressorName,
  type ReportOrder,
  reportOrderBy,
  toNegotiator,
  toProgressor,
} from '../properties/read/report-row-order.ts'

/** The filters of the report, used by count, page, key stats and exports. */
export type ReportFilters = ExpectedFilters & {
  companyId: string
  /** The branches in scope, or those selected among them; null for all. */
  branchIds: string[] | null
  active: boolean | undefined
  sold: boolean | undefined
  complete: boolean | undefined
  dateStart: DateOnly | undefined
  dateEnd: DateOnly | undefined
  searchText: string | undefined
  chains: number[] | undefined
  /** A mark of the report, evaluated for a day. */
  mark?: { is: ReportMark; on: DateOnly } | undefined
  /** Whose customer checks are not ready on this day. */
  checksOpenOn?: DateOnly | undefined
}

export type SortedReport = ReportFilters & ReportOrder
export type PagedReport = SortedReport & { page: PageRequest }

/** The phases that match the three flags. `r.sold` decides on the flag Sold where a phase does not. */
const phasesMatching = ({ active, sold, complete }: ReportFilters): readonly Phase[] =>
  phases.filter(
    (phase) =>
      (active ?? isActivePhase(phase)) === isActivePhase(phase) &&
      (complete ?? isCompletedPhase(phase)) === isCompletedPhase(phase) &&
      (sold === undefined || (isSoldIn[phase] ?? sold) === sold),
  )

const markCondition = (mark: ReportMark, today: DateOnly) =>
  ({
    overdue: sql<SqlBool>`r.first_warning < ${today}`,
    delayed: sql<SqlBool>`r.delayed`,
    awaitingReport: sql<SqlBool>`r.awaiting_reports`,
    quiet: sql<SqlBool>`r.last_step_on <= ${addDays(today, -quietDays)} and r.phase not in ('withdrawn', 'completed')`,
  })[mark]

/** Whether all conditions are on company, branches, search text, phase, chain or take-on. */
const isPlain = (filters: ReportFilters): boolean =>
  expectedCondition(filters) === null && filters.mark === undefined && filters.checksOpenOn === undefined

/** Rows of `property_search` if it has all columns, also for an order by `sort`; otherwise of the report. */
const filteredRows = (db: Db, filters: ReportFilters, sort?: ReportSort) => {
  const { companyId, branchIds, dateStart, searchText, sold } = filters
  const phase = phasesMatching(filters)
  const isNarrow = sort !== undefined && isNarrowSort(sort) && Boolean(searchText) && isPlain(filters)
  return (isNarrow ? narrowRows(db) : reportRows(db))
    .where('r.company_id', '=', companyId)
    .$if(branchIds !== null, (query) => query.where(sql<SqlBool>`r.branch_id = any(${branchIds}::uuid[])`))
    .where(sql<SqlBool>`r.phase = any(${phase}::text[])`)
    .$if(sold !== undefined, (query) => query.where(sql<SqlBool>`r.sold = ${sold}`))
    .$if(dateStart !== undefined, (query) => query.where('r.taken_on', '>=', dateStart ?? ''))
    .$if(filters.dateEnd !== undefined, (query) => query.where('r.taken_on', '<=', filters.dateEnd ?? ''))
    .$if(expectedCondition(filters) !== null, (query) => query.where(expectedCondition(filters) ?? sql<SqlBool>`true`))
    .$if(filters.chains !== undefined, (query) => query.where(sql<SqlBool>`r.chain = any(${filters.chains}::int[])`))
    .$if(filters.mark !== undefined, (query) => query.where(markCondition(filters.mark?.is ?? 'overdue', filters.mark?.on ?? '')))
    .$if(filters.checksOpenOn !== undefined, (query) => query.where(checksOpenCondition(filters.checksOpenOn ?? '')))
    .$if(Boolean(searchText), (query) =>
      query.where(
        isNarrow
          ? containsText(companyId, searchText ?? '')
          : foundByText(companyId, searchText ?? '', [
              sql<SqlBool>`q.phase = any(${phase}::text[])`,
              ...(sold === undefined ? [] : [sql<SqlBool>`q.sold = ${sold}`]),
              ...(dateStart === undefined ? [] : [sql<SqlBool>`q.taken_on >= ${dateStart}`]),
            ]),
      ),
    )
}

/** Uses the maintained sums if possible; otherwise counts. */
const countingQuery = (db: Db, filters: ReportFilters) => {
  const { companyId, branchIds, chains, dateStart, dateEnd, searchText } = filters
  const phases = phasesMatching(filters)
  const counted = { companyId, branchIds, phases, sold: filters.sold, chains, takenFrom: dateStart, takenUntil: dateEnd }
  const isCounted = isPlain(filters) && !searchText
  return (isCounted && countFromSums(db, counted)) || countQuery(filteredRows(db, filters, 'address'))
}

/**
 * A subquery chooses the page's rows by indexed columns; only those rows are read, because a row is large and there may be
 * a hundred thousand (docs/decisions/lists.md#4).
 */
export function reportPageQuery(db: Db, filters: PagedReport) {
  const { itemsPerPage, currentPage } = filters.page
  const page = filteredRows(db, filters, filters.sort)
    .select(['r.company_id', 'r.property_id'])
    .select((filters.searchText ? sql<number>`count(*) over ()` : sql<number | null>`null::bigint`).as('total'))
    .orderBy(reportOrderBy(filters))
    .limit(itemsPerPage)
    .offset(itemsPerPage * currentPage)
  return rowColumns(db, filters.today)
    .innerJoin(page.as('page'), (join) =>
      join.onRef('page.company_id', '=', 'r.company_id').onRef('page.property_id', '=', 'r.property_id'),
    )
    .select('page.total')
    .orderBy(reportOrderBy(filters))
}

/**
 * Today's forecast of a sold property. After a save it is stale for some minutes, until it is recalculated. A subquery, because planning
 * another join takes longer than running it.
 */
const forecastSql = (today: DateOnly) => sql<ReportRow['forecast']>`(
  select json_build_object('halfBy', f.half_by, 'by80', f.by_80, 'decides', f.decides ->> 'words') from sale_forecast f
  where f.company_id = r.company_id and f.property_id = r.property_id and f.on_day = ${today} and r.phase = 'sold')`

const rowColumns = (db: Db, today: DateOnly) =>
  reportRows(db)
    .select(['r.property_id', 'r.company_id', 'r.branch_id', 'r.line1', 'r.postcode', 'r.phase'])
    .select([
      'r.steps',
      'r.open_steps',
      'r.surveys',
      'r.steps_complete',
      'r.steps_applicable',
      'r.chain',
      'r.notice_given',
      'r.notice_end',
    ])
    .select(['r.contract_end', 'r.asking_price', 'r.agreed_price', 'r.agency_fee_percent', 'r.agency_fee', 'r.expected_fee'])
    .select(['r.fee_estimate', 'r.offer_accepted', 'r.version', 'r.completion_date', 'r.b_staff', 'r.negotiator_id'])
    .select(['r.expected_exchange', 'r.exchange_moves', 'r.expected_completion', 'r.mortgage_offer_expires'])
    .select(['r.vendor_last_updated_on', 'r.vendor_solicitor', 'r.buyer_solicitor', 'r.checks_state', 'r.checks_until'])
    .select([progressorName.as('staff_name'), negotiatorName.as('negotiator_name')])
    .select(forecastSql(today).as('forecast'))

/** The rows of these properties, in the order of their ids. */
export async function readReportRowsOf(
  db: Db,
  companyId: string,
  propertyIds: readonly string[],
  today: DateOnly,
): Promise<ReportRow[]> {
  const rows = await rowColumns(db, today)
    .where('r.company_id', '=', companyId)
    .where(sql<SqlBool>`r.property_id = any(${propertyIds}::uuid[])`)
    .orderBy('r.property_id')
    .execute()
  return rows.map((row) => toReportRow(row, today))
}

/** All rows of the report in order, in chunks; at most `limit`. */
export async function* readReportRows(
  db: Db,
  filters: SortedReport,
  today: DateOnly,
  limit?: number,
): AsyncGenerator<ReportRow[]> {
  const choosing = filteredRows(db, filters, filters.sort)
    .select('r.property_id')
    .orderBy(reportOrderBy(filters))
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
  const read = (part: string[]) =>
    rowColumns(db, today)
      .where('r.company_id', '=', filters.companyId)
      .where(sql<SqlBool>`r.property_id = any(${part}::uuid[])`)
      .execute()
  for await (const rows of readInChunks(db, choosing, { chunk: 20, read })) yield rows.map((row) => toReportRow(row, today))
}

/** The key stats above the report. For sold, not exchanged properties, the chain decides whether they are proceedable. */
export async function readKeyStatsRow(db: Db, filters: ReportFilters, today: DateOnly) {
  const countOf = (mark: ReportMark) => sql<number>`(count(*) filter (where ${markCondition(mark, today)}))::int`
  const figures = filteredRows(db, filters).select([
    sql<number>`count(*)::int`.as('count'),
    sql<number>`coalesce(sum(r.expected_fee), 0)::bigint`.as('agencyFeeSum'),
    sql<number | null>`round(avg(r.agency_fee_percent))::int`.as('agencyFeePercentAvg'),
    sql<number>`(count(*) filter (where r.phase = 'sold' and r.chain in (0, 1)))::int`.as('proceedable'),
    sql<number>`(count(*) filter (where r.phase = 'sold' and r.chain = 3))::int`.as('unknown'),
    sql<number>`(count(*) filter (where r.phase = 'sold' and r.chain = 2))::int`.as('notProceedable'),
    countOf('overdue').as('overdue'),
    countOf('delayed').as('delayed'),
    countOf('awaitingReport').as('awaitingReport'),
    countOf('quiet').as('quiet'),
  ])
  const [stats] = await coalescedRead(db, figures)
  if (!stats) throw new Error('An aggregate returns one row.')
  const { proceedable, unknown, notProceedable, overdue, delayed, awaitingReport, quiet, ...rest } = stats
  const [a, b, c] = wholePercentages([proceedable, unknown, notProceedable]) ?? [null, null, null]
  return {
    ...rest,
    proceedablePercent: a ?? null,
    unknownPercent: b ?? null,
    notProceedablePercent: c ?? null,
    marks: { overdue, delayed, awaitingReport, quiet },
  }
}

export const countReport = (db: Db, filters: ReportFilters): Promise<number> => coalescedCount(db, countingQuery(db, filters))

/** A page and the total; a search finds both in one pass. */
export async function readReportPage(
  db: Db,
  filters: PagedReport,
  today: DateOnly,
): Promise<{ rows: ReportRow[]; count: number }> {
  const counted = filters.searchText ? null : countReport(db, filters)
  const [rows, total] = await Promise.all([coalescedRead(db, reportPageQuery(db, filters)), counted])
  // A page beyond the last has no row that contains the total.
  const count = total ?? rows[0]?.total ?? (filters.page.currentPage === 0 ? 0 : await countReport(db, filters))
  return { rows: rows.map((row) => toReportRow(row, today)), count }
}

type Row = Awaited<ReturnType<ReturnType<typeof rowColumns>['execute']>>[number]

const stepTrack = (key: StepKey) => {
  const definition = stepDefinition(key)
  if (!definition) throw new Error(`A derived row contains an unknown step: ${key}.`)
  return definition.type
}

/** The report's steps, then the open surveys. */
const toTimelineItems = (steps: StoredStep[], openSteps: OpenStep[]): ReportRow['timeline']['data'] => [
  ...steps.map((step) => ({ ...step, type: stepTrack(step.key), surveyData: null })),
  ...openSteps
    .filter(({ key }) => isSurveyType(key))
    .map(({ key, state, date, awaitingReports, updatedOn }) => ({
      key,
      state,
      completedOn: null,
      warningDate: date,
      updatedOn,
      type: 'S' as const,
      surveyData: { awaitingReports },
    })),
]

function checksOf({ phase, checks_state, checks_until }: Row, today: DateOnly): Pick<ReportRow, 'checks'> {
  if (checks_state === null || !isCheckedPhase(phase as Phase)) return {}
  return { checks: checksOn({ state: checks_state as CustomerStateName, until: checks_until }, today) }
}

const toReportRow = (row: Row, today: DateOnly): ReportRow => {
  const steps = row.steps as StoredStep[]
  const openSteps = row.open_steps as OpenStep[]
  const surveys = row.surveys as SurveySummary
  return {
    _id: row.property_id,
    company: row.company_id,
    branch: row.branch_id,
    address: { line1: row.line1, postcode: row.postcode },
    phase: row.phase as ReportRow['phase'],
    version: row.version,
    bStaff: toProgressor(row),
    negotiator: toNegotiator(row),
    expectedExchange: row.expected_exchange,
    exchangeMoves: row.exchange_moves,
    expectedCompletion: row.expected_completion,
    completionDate: row.completion_date,
    mortgageOfferExpires: row.mortgage_offer_expires,
    forecast: row.forecast,
    vendorLastUpdatedOn: row.vendor_last_updated_on,
    ...checksOf(row, today),
    vendorSolicitor: row.vendor_solicitor,
    buyerSolicitor: row.buyer_solicitor,
    timeline: {
      data: toTimelineItems(steps, openSteps),
      info: {
        completedOns: Object.fromEntries(
          steps.flatMap(({ key, completedOn }) => (completedOn ? [[stepDefinition(key)?.keyName ?? key, completedOn]] : [])),
        ),
        exchanged: steps.some((step) => step.key === stepKeys.Exchanged && step.state === 'C'),
        stepsComplete: row.steps_complete,
        stepsApplicable: row.steps_applicable,
        ...openStepInfo({ openSteps, surveys }, today),
        surveys,
      },
    },
    mi: {
      chain: row.chain as ReportRow['mi']['chain'],
      offerAccepted: row.offer_accepted,
      noticeGiven: row.notice_given,
      noticeEnd: row.notice_end,
      cSignedEndDate: row.contract_end,
      currentAskingPrice: row.asking_price,
      agreedPrice: row.agreed_price,
      agencyFeePercent: row.agency_fee_percent,
      agencyFee: row.agency_fee,
      expectedFee: row.expected_fee,
      feeEstimate: row.fee_estimate,
    },
  }
}
