import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { PageAsked } from '@gya/domain/common/paging.ts'
import type { ReportRow } from '@gya/domain/features/report/report.contract.ts'
import type { ReportStep, ReportSurveys } from '@gya/domain/features/report/report.model.ts'
import { reportColumns, type ReportSort } from '@gya/domain/features/report/report-columns.ts'
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

const soldPhases = ['sold', 'exchanged', 'completed']

/** The rows of the report under its filters; the count, the page and the key stats all start here. */
const filteredRows = (db: Db, asked: ReportAsked) =>
  db
    .selectFrom('property_report as r')
    .where('r.company_id', '=', asked.companyId)
    .$if(asked.branchIds !== null, (query) => query.where(sql<SqlBool>`r.branch_id = any(${asked.branchIds}::uuid[])`))
    .$if(asked.active !== undefined, (query) => query.where('r.active', '=', asked.active ?? true))
    .$if(asked.sold !== undefined, (query) => query.where('r.phase', asked.sold ? 'in' : 'not in', soldPhases))
    .$if(asked.complete !== undefined, (query) => query.where('r.phase', asked.complete ? '=' : '!=', 'completed'))
    .$if(asked.dateStart !== undefined, (query) => query.where('r.taken_on', '>=', asked.dateStart ?? ''))
    .$if(asked.dateEnd !== undefined, (query) => query.where('r.taken_on', '<=', asked.dateEnd ?? ''))
    .$if(Boolean(asked.searchText), (query) =>
      query.where('r.search_text', 'like', containing(searchable(asked.searchText ?? ''))),
    )

/** The page's query: sorted as asked, what is empty last, then by address. */
export function reportPage(db: Db, asked: ReportAsked) {
  const column = sortColumns[asked.sort]
  return filteredRows(db, asked)
    .select([
      'r.property_id',
      'r.company_id',
      'r.branch_id',
      'r.line1',
      'r.postcode',
      'r.phase',
      'r.version',
      'r.steps',
      'r.surveys',
    ])
    .select([
      'r.steps_complete',
      'r.steps_applicable',
      'r.chain',
      'r.notice_given',
      'r.notice_end',
      'r.contract_end',
      'r.asking_price',
    ])
    .select(['r.agreed_price', 'r.agency_fee_percent', 'r.agency_fee', 'r.expected_fee', 'r.fee_estimate', 'r.offer_accepted'])
    .orderBy(`r.${column}`, (order) => (asked.direction === 'asc' ? order.asc() : order.desc()).nullsLast())
    .$if(asked.sort === 'saleProgress', (query) => query.orderBy('r.furthest_step', asked.direction))
    .orderBy('r.address_sort')
    .orderBy('r.property_id')
    .limit(asked.page.itemsPerPage)
    .offset(asked.page.itemsPerPage * asked.page.currentPage)
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
