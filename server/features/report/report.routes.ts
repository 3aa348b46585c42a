import type { Readable } from 'node:stream'
import type { DateOnly } from '@gya/domain/common/dates.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import type { Decoded } from '@gya/domain/endpoint.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { type ExportContext, exportCell, exportedColumns } from '@gya/domain/features/report/export-cell.ts'
import {
  downloadReportCsv,
  type ReportMail,
  readKeyStats,
  readReport,
  readReportMail,
  sendReportPdf,
} from '@gya/domain/features/report/report.contract.ts'
import type { ReportRow } from '@gya/domain/features/report/report.model.ts'
import { whyNotSendReport } from '@gya/domain/features/report/report.rules.ts'
import { defaultReportSort, type ReportColumn, reportPageSize } from '@gya/domain/features/report/report-columns.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { draftMail } from '../../emails/outbox.ts'
import { workflowReportEmail } from '../../emails/workflow-report.ts'
import type { Caller } from '../../http/access/caller.ts'
import { chosenInAreas } from '../../http/access/chosen-branches.ts'
import { recordSecurityEvent, summarizeRecipients } from '../../http/access/security-events.ts'
import { csvDownload, registerDownload } from '../../http/route/register-download.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { csvRows, csvStream } from '../../infra/csv.ts'
import { parseExpectedFilters } from '../properties/read/expected-conditions.ts'
import { parseReportOrder } from '../properties/read/report-row-order.ts'
import { countReport, type ReportFilters, readKeyStatsRow, readReportPage, readReportRows } from './report.read-model.ts'
import { findBranchNames, findReportMail, findReportNames, findSender } from './report-mail.repository.ts'
import type { ReportPdfJob } from './report-pdf.ts'

/** The report as CSV, streamed as the rows are read. */
export function reportCsv(rows: AsyncIterable<ReportRow[]>, columns: readonly ReportColumn[], context: ExportContext): Readable {
  return csvStream(
    columns.map(({ head }) => head),
    csvRows(rows, (row) => columns.map((column) => exportCell(row, column, context))),
  )
}

const parseFlag = (value: '0' | '1' | undefined): boolean | undefined => (value === undefined ? undefined : value === '1')

type Filters = Decoded<typeof readKeyStats, 'query'>

type FilterContext = { params: { companyId: string }; query: Filters; caller: Caller; db: Db; today: DateOnly }

const toFilters = async ({ params: { companyId }, query, caller, db, today }: FilterContext): Promise<ReportFilters> => ({
  companyId,
  branchIds: await chosenInAreas(db, caller, { ...query, companyId }),
  ...parseExpectedFilters(query),
  chains: query.chainStatus?.split(',').map(Number),
  active: parseFlag(query.active),
  sold: parseFlag(query.sold),
  complete: parseFlag(query.complete),
  dateStart: query.dateStart,
  dateEnd: query.dateEnd,
  searchText: query.searchText,
  mark: query.mark && { is: query.mark, on: today },
  checksOpenOn: query.checksOpen === '1' ? today : undefined,
})

const toOrder = (sortOption: string | undefined, today: DateOnly) => parseReportOrder(sortOption ?? defaultReportSort, today)

export function reportRoutes(app: FastifyInstance): void {
  registerRoute(app, readReport, async (context) => {
    const { query, db, today } = context
    const page = pageRequest(query, reportPageSize)
    const asked = { ...(await toFilters(context)), ...toOrder(query.sortOption, today), page }
    const { rows, count } = await readReportPage(db, asked, today)
    return { data: rows, paging: toPaging(page, count) }
  })

  registerRoute(app, readKeyStats, async (context) => readKeyStatsRow(context.db, await toFilters(context), context.today))

  registerDownload(app, downloadReportCsv, async (request) => {
    const { params, query, db, today, newId } = request
    const shown = { financial: query.showFinancial !== '0', saleProgression: query.showSaleProgression !== '0' }
    const columns = exportedColumns(query.columns?.split(','), shown)
    const context = { today, branchNames: await findBranchNames(db, params.companyId, columns) }
    const filters = await toFilters(request)
    const rows = readReportRows(db, { ...filters, ...toOrder(query.sortOption, today) }, today)
    const audit = { kind: 'report-downloaded', data: { rows: await countReport(db, filters) } } as const
    return csvDownload('Workflow.csv', newId(), audit, () => reportCsv(rows, columns, context))
  })

  registerRoute(app, sendReportPdf, async (context) => {
    const { params, query, caller, db, addJob, today } = context
    const { companyId } = params
    const asked = { ...(await toFilters(context)), ...toOrder(query.sortOption, today) }
    const rows = await countReport(db, asked)
    refuseIf(whyNotSendReport(rows))
    const sender = { id: caller.userId, ...(await findSender(db, caller.userId)) }
    const { company } = await findReportNames(db, { companyId, branchIds: null })
    const mailId = await draftMail(context, workflowReportEmail(query.to, sender, { companyId, company, rows }))
    const shown = {
      financial: query.showFinancial !== '0',
      saleProgression: query.showSaleProgression !== '0',
      preSale: query.showPreSale !== '0',
      columns: query.columns?.split(','),
    }
    await recordSecurityEvent(context, { kind: 'report-emailed', data: { rows, ...summarizeRecipients([query.to]) } })
    await addJob('report-pdf', { mailId, asked, shown } satisfies ReportPdfJob)
    return loadReportMail(db, { companyId, mailId }, caller.userId)
  })

  registerRoute(app, readReportMail, ({ params, caller, db }) => loadReportMail(db, params, caller.userId))
}

async function loadReportMail(db: Db, ids: { companyId: string; mailId: string }, userId: string): Promise<ReportMail> {
  const mail = await findReportMail(db, ids, userId)
  if (!mail) throw new DomainError('NOT_FOUND')
  const isMaking = mail.state === 'queued' && mail.attachments === 0
  return {
    _id: mail.id,
    to: mail.recipients[0] ?? '',
    state: isMaking ? 'making' : (mail.state as ReportMail['state']),
    lastError: mail.last_error,
  }
}
