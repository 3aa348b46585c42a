import { londonDay } from '@gya/domain/common/dates.ts'
import { exportedColumns, type VisibleGroups } from '@gya/domain/features/report/export-cell.ts'
import type { ReportRow } from '@gya/domain/features/report/report.model.ts'
import { describeFilters, maxPdfRows } from '@gya/domain/features/report/report.rules.ts'
import type { Db } from '../../db/pool.ts'
import { sendDraft } from '../../emails/outbox.ts'
import { makeTablePdf } from '../../infra/pdf/make-pdf.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { type FileContext, generatedFile, retainFile, saveWithFile } from '../files/file-lifecycle.ts'
import { readKeyStatsRow, readReportRows, type SortedReport } from './report.read-model.ts'
import { failReportMail, findBranchNames, findReportNames, findStaffNames, isAwaitingPdf } from './report-mail.repository.ts'
import { reportPdfLayout } from './report-pdf-layout.ts'

/** The waiting message, and the report as its sender may see it. */
export type ReportPdfJob = { mailId: string; asked: SortedReport; shown: ShownColumns }

/** The visible groups, or the columns of a view. */
type ShownColumns = VisibleGroups & { columns?: readonly string[] | undefined }

const fileName = 'Workflow.pdf'

/** Creates the report's PDF and sends the message. If that fails, the message fails with the reason. */
export async function makeReportPdf(keeping: FileContext, { mailId, asked, shown }: ReportPdfJob): Promise<void> {
  const { database, clock } = keeping
  const ids = { companyId: asked.companyId, mailId }
  if (!(await isAwaitingPdf(database.db, ids))) return
  const document = await loadReportPdfLayout(database.db, { asked, shown, now: clock.now() })
  let pdf: Buffer
  try {
    pdf = await makeTablePdf(document)
  } catch (error) {
    await failReport(database.db, { mailId, asked })
    throw error
  }
  await saveWithFile(keeping, generatedFile(fileName, 'application/pdf', pdf), ({ id, contentType, bytes, sha256 }) =>
    database.db.transaction().execute(async (db) => {
      if (!(await isAwaitingPdf(db, ids))) return
      await retainFile(db, id)
      await sendDraft({ db, addJob: jobAdder(db) }, ids, [{ file: id, fileName, contentType, bytes, sha256 }])
    }),
  )
}

export const failReport = async (db: Db, { mailId, asked }: Pick<ReportPdfJob, 'mailId' | 'asked'>): Promise<void> => {
  const ids = { companyId: asked.companyId, mailId }
  if (await isAwaitingPdf(db, ids)) await failReportMail(db, ids, 'The PDF could not be made.')
}

/** The layout with all filtered rows in order. */
export async function loadReportPdfLayout(db: Db, { asked, shown, now }: Omit<ReportPdfJob, 'mailId'> & { now: string }) {
  const { companyId, branchIds, bStaffIds, negotiatorIds } = asked
  const names = await findReportNames(db, { companyId, branchIds })
  const staff = await findStaffNames(db, companyId, bStaffIds)
  const negotiators = await findStaffNames(db, companyId, negotiatorIds)
  const stats = await readKeyStatsRow(db, asked, londonDay(now))
  const columns = exportedColumns(shown.columns, shown)
  const rows: ReportRow[] = []
  for await (const some of readReportRows(db, asked, londonDay(now), maxPdfRows)) rows.push(...some)
  return reportPdfLayout(rows, {
    company: names.company,
    filters: describeFilters({
      ...asked,
      ...names,
      staff,
      negotiators,
      mark: asked.mark?.is,
      checksOpen: asked.checksOpenOn !== undefined,
    }),
    sort: asked,
    stats,
    columns,
    branchNames: await findBranchNames(db, companyId, columns),
    today: londonDay(now),
    now,
  })
}
