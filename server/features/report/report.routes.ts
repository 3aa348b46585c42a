import type { DateOnly } from '@gya/domain/common/dates.ts'
import { pageAsked, pagingOf } from '@gya/domain/common/paging.ts'
import type { Decoded } from '@gya/domain/endpoint.ts'
import { DomainError, refuseIf } from '@gya/domain/errors.ts'
import {
  downloadReportCsv,
  type ReportMail,
  readKeyStats,
  readReport,
  readReportMail,
  sendReportPdf,
} from '@gya/domain/features/report/report.contract.ts'
import { defaultReportSort, reportPageSize } from '@gya/domain/features/report/report-columns.ts'
import { whyNotSendReport } from '@gya/domain/features/report/why-not-send-report.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/connect.ts'
import type { Caller } from '../../http/caller.ts'
import { mount } from '../../http/mount.ts'
import { csvDownload, mountDownload } from '../../http/mount-download.ts'
import { chosenBranches } from '../../http/reach.ts'
import { recipientsOf, recordSecurityEvent } from '../../http/security-events.ts'
import { draftMail } from '../../platform/outbox.ts'
import type { ReportPdfJob } from './make-report-pdf.ts'
import { countReport, type ReportFilters, readKeyStatsOf, readReportPage, readReportRows } from './report.read-model.ts'
import { reportCsv } from './report-csv.ts'
import { findReportMail, findReportNames, findSender } from './report-mail.repository.ts'
import { orderAsked } from './report-order.ts'

const flag = (value: '0' | '1' | undefined): boolean | undefined => (value === undefined ? undefined : value === '1')

type Filters = Decoded<typeof readKeyStats, 'query'>

const filtersOf = (companyId: string, query: Filters, caller: Caller, today: DateOnly): ReportFilters => ({
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
  mark: query.mark && { is: query.mark, on: today },
})

const orderOf = (sortOption: string | undefined, today: DateOnly) => orderAsked(sortOption ?? defaultReportSort, today)

export function reportRoutes(app: FastifyInstance): void {
  mount(app, readReport, async ({ params, query, caller, db, today }) => {
    const page = pageAsked(query, reportPageSize)
    const asked = { ...filtersOf(params.companyId, query, caller, today), ...orderOf(query.sortOption, today), page }
    const { rows, count } = await readReportPage(db, asked, today)
    return { data: rows, paging: pagingOf(page, count) }
  })

  mount(app, readKeyStats, ({ params, query, caller, db, today }) =>
    readKeyStatsOf(db, filtersOf(params.companyId, query, caller, today), today),
  )

  mountDownload(app, downloadReportCsv, async ({ params, query, caller, db, today, newId }) => {
    const shown = { financial: query.showFinancial !== '0', saleProgression: query.showSaleProgression !== '0' }
    const filters = filtersOf(params.companyId, query, caller, today)
    const rows = readReportRows(db, { ...filters, ...orderOf(query.sortOption, today) }, today)
    const audit = { kind: 'report-downloaded', data: { rows: await countReport(db, filters) } } as const
    return csvDownload('Workflow.csv', newId(), audit, () => reportCsv(rows, shown, today))
  })

  mount(app, sendReportPdf, async (context) => {
    const { params, query, caller, db, addJob, today } = context
    const { companyId } = params
    const asked = { ...filtersOf(companyId, query, caller, today), ...orderOf(query.sortOption, today) }
    const rows = await countReport(db, asked)
    refuseIf(whyNotSendReport(rows))
    const { first_name, last_name, email } = await findSender(db, caller.userId)
    const { company } = await findReportNames(db, { companyId, branchIds: null, staffIds: undefined })
    const mailId = await draftMail(context, {
      to: [query.to],
      subject: `Workflow report, ${company}`,
      text: `The workflow report of ${company} is attached: ${rows === 1 ? '1 property' : `${rows} properties`}.\n\nSent by ${first_name} ${last_name}`,
      replyTo: email,
      about: { companyId, propertyId: null, sentBy: caller.userId, attachments: [] },
    })
    const shown = {
      financial: query.showFinancial !== '0',
      saleProgression: query.showSaleProgression !== '0',
      preSale: query.showPreSale !== '0',
    }
    await recordSecurityEvent(context, { kind: 'report-emailed', data: { rows, ...recipientsOf([query.to]) } })
    await addJob('report-pdf', { mailId, asked, shown } satisfies ReportPdfJob)
    return reportMailOf(db, { companyId, mailId }, caller.userId)
  })

  mount(app, readReportMail, ({ params, caller, db }) => reportMailOf(db, params, caller.userId))
}

async function reportMailOf(db: Db, ids: { companyId: string; mailId: string }, userId: string): Promise<ReportMail> {
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
