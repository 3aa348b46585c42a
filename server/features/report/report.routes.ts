import { pageAsked, pagingOf } from '@gya/domain/common/paging.ts'
import type { Decoded } from '@gya/domain/endpoint.ts'
import { downloadReportCsv, readKeyStats, readReport } from '@gya/domain/features/report/report.contract.ts'
import { defaultReportSort, reportPageSize } from '@gya/domain/features/report/report-columns.ts'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import { mount } from '../../http/mount.ts'
import { csvDownload, mountDownload } from '../../http/mount-download.ts'
import { chosenBranches } from '../../http/reach.ts'
import { type ReportFilters, readKeyStatsOf, readReportPage, readReportRows } from './report.read-model.ts'
import { reportCsv } from './report-csv.ts'
import { orderAsked } from './report-order.ts'

const flag = (value: '0' | '1' | undefined): boolean | undefined => (value === undefined ? undefined : value === '1')

type Filters = Decoded<typeof readKeyStats, 'query'>

const filtersOf = (companyId: string, query: Filters, caller: Caller): ReportFilters => ({
  companyId,
  branchIds: chosenBranches(caller, query.branchIds),
  bStaffIds: query.bStaffIds?.split(','),
  chains: query.chainStatus?.split(',').map(Number),
  active: flag(query.active),
  sold: flag(query.sold),
  complete: flag(query.complete),
  dateStart: query.dateStart,
  dateEnd: query.dateEnd,
  searchText: query.searchText,
})

const orderOf = (sortOption: string | undefined) => orderAsked(sortOption ?? defaultReportSort)

export function reportRoutes(app: FastifyInstance): void {
  mount(app, readReport, async ({ params, query, caller, db }) => {
    const page = pageAsked(query, reportPageSize)
    const asked = { ...filtersOf(params.companyId, query, caller), ...orderOf(query.sortOption), page }
    const { rows, count } = await readReportPage(db, asked)
    return { data: rows, paging: pagingOf(page, count) }
  })

  mount(app, readKeyStats, ({ params, query, caller, db }) => readKeyStatsOf(db, filtersOf(params.companyId, query, caller)))

  mountDownload(app, downloadReportCsv, async ({ params, query, caller, db, today, newId }) => {
    const shown = { financial: query.showFinancial !== '0', saleProgression: query.showSaleProgression !== '0' }
    const rows = readReportRows(db, { ...filtersOf(params.companyId, query, caller), ...orderOf(query.sortOption) })
    return csvDownload('Workflow.csv', newId(), () => reportCsv(rows, shown, today))
  })
}
