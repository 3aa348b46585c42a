import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { PageAsked } from '@gya/domain/common/paging.ts'
import type { ReportRow } from '@gya/domain/features/report/report.contract.ts'
import type { ReportStep, ReportSurveys } from '@gya/domain/features/report/report.model.ts'
import { type ReportSort, reportColumns } from '@gya/domain/features/report/report-columns.ts'
import { type Phase, phases } from '@gya/domain/features/timeline/phase.ts'
import { stepDefinition, stepKeys } from '@gya/domain/features/timeline/steps.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { containing } from '../../db/containing.ts'
import { counted } from '../../db/counted.ts'
import { searchable } from '../properties/searchable.ts'

export type ReportAsked = {
  companyId: string
  /** The branches to show: those in reach, or the chosen ones among them; null for all. */
  branchIds: string[] | null
  active: boolean | undefined
  sold: boolean | undefined
  complete: boolean | undefined
  dateStart: DateOnly | undefined
  dateEnd: DateOnly | undefined
  searchText: string | undefined
  sort: ReportSort
  direction: 'asc' | 'desc'
  page: PageAsked
}

/** The column each way of sorting reads; the steps have a column each. */
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
  ...Object.fromEntries(reportColumns.flatMap((column) => ('step' in column ? [[column.sort, `step_${column.step}`]] : []))),
} as unknown as Record<ReportSort, 'progress'>

const soldPhases: readonly Phase[] = ['sold', 'exchanged', 'completed']

/** A phase says whether a property is active, sold and complete, so the three flags come down to a set of phases. */
const phasesOf = ({ active, sold, complete }: ReportAsked): readonly Phase[] =>
  phases.filter(
    (phase) =>
      (active ?? phase !== 'withdrawn') === (phase !== 'withdrawn') &&
      (sold ?? soldPhases.includes(phase)) === soldPhases.includes(phase) &&
      (complete ?? phase === 'completed') === (phase === 'completed'),
  )

/** The rows of the report under its filters; the count, the page and the key stats all start here. */
const filteredRows = (db: Db, asked: ReportAsked) =>
  db
    .selectFrom('property_report as r')
    .where('r.company_id', '=', asked.companyId)
    .$if(asked.branchIds !== null, (query) => query.where(sql<SqlBool>`r.branch_id = any(${asked.branchIds}::uuid[])`))
    .where(sql<SqlBool>`r.phase = any(${phasesOf(asked)}::text[])`)
    .$if(asked.dateStart !== undefined, (query) => query.where('r.taken_on', '>=', asked.dateStart ?? ''))
    .$if(asked.dateEnd !== undefined, (query) => query.where('r.taken_on', '<=', asked.dateEnd ?? ''))
    .$if(Boolean(asked.searchText), (query) =>
      query.where('r.search_text', 'like', containing(searchable(asked.searchText ?? ''))),
    )

/** Sorted as asked, what is empty last, then by address. */
function orderOf({ sort, direction }: ReportAsked) {
  const way = sql.raw(direction)
  const furthest = sort === 'saleProgress' ? sql`r.furthest_step ${way}, ` : sql``
  return sql`${sql.ref(`r.${sortColumns[sort]}`)} ${way} nulls last, ${furthest}r.address_sort, r.property_id`
}

/**
 * The page's query. Which rows the page has is decided inside, by columns that an index holds, and only then are those
 * rows read: a row is large, and the rows to choose from may be a hundred thousand (docs/decisions/0004-report-row.md).
 */
export function reportPage(db: Db, asked: ReportAsked) {
  const { itemsPerPage, currentPage } = asked.page
  const page = filteredRows(db, asked)
    .select(['r.company_id', 'r.property_id'])
    .orderBy(orderOf(asked))
    .limit(itemsPerPage)
    .offset(itemsPerPage * currentPage)
  return db
    .selectFrom('property_report as r')
    .innerJoin(page.as('page'), (join) =>
      join.onRef('page.company_id', '=', 'r.company_id').onRef('page.property_id', '=', 'r.property_id'),
    )
    .select(['r.property_id', 'r.company_id', 'r.branch_id', 'r.line1', 'r.postcode', 'r.phase', 'r.version'])
    .select(['r.steps', 'r.surveys', 'r.steps_complete', 'r.steps_applicable', 'r.chain', 'r.notice_given', 'r.notice_end'])
    .select(['r.contract_end', 'r.asking_price', 'r.agreed_price', 'r.agency_fee_percent', 'r.agency_fee', 'r.expected_fee'])
    .select(['r.fee_estimate', 'r.offer_accepted'])
    .orderBy(orderOf(asked))
}

/** A page of the report and how many rows there are. */
export async function readReportPage(db: Db, asked: ReportAsked): Promise<{ rows: ReportRow[]; count: number }> {
  const [rows, count] = await Promise.all([reportPage(db, asked).execute(), counted(filteredRows(db, asked))])
  return { rows: rows.map(rowOf), count }
}

const rowOf = (row: Awaited<ReturnType<ReturnType<typeof reportPage>['execute']>>[number]): ReportRow => {
  const steps = row.steps as ReportStep[]
  return {
    _id: row.property_id,
    company: row.company_id,
    branch: row.branch_id,
    address: { line1: row.line1, postcode: row.postcode },
    phase: row.phase as ReportRow['phase'],
    version: row.version,
    timeline: {
      data: steps,
      info: {
        completedOns: Object.fromEntries(
          steps.flatMap(({ key, completedOn }) => (completedOn ? [[stepDefinition(key)?.keyName ?? key, completedOn]] : [])),
        ),
        exchanged: steps.some((step) => step.key === stepKeys.Exchanged && step.state === 'C'),
        stepsComplete: row.steps_complete,
        stepsApplicable: row.steps_applicable,
        surveys: row.surveys as ReportSurveys,
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
