import { londonDay } from '@gya/domain/common/dates.ts'
import { filtersInWords } from '@gya/domain/features/report/filters-in-words.ts'
import type { ReportRow } from '@gya/domain/features/report/report.model.ts'
import { columnsShown, type ReportGroupsShown } from '@gya/domain/features/report/report-export.ts'
import { mostPdfRows } from '@gya/domain/features/report/why-not-send-report.ts'
import type { Db } from '../../db/connect.ts'
import { jobAdder } from '../../platform/jobs.ts'
import { type Keeping, keepWith, madeFile, saveWithFile } from '../../platform/kept-files.ts'
import { sendDraft } from '../../platform/outbox.ts'
import { makeTablePdf } from '../../platform/pdf.ts'
import { whyNotPrintTable } from '../../platform/why-not-print.ts'
import { type ReportSorted, readKeyStatsOf, readReportRows } from './report.read-model.ts'
import { reportDocument } from './report-document.ts'
import { failReportMail, findReportNames, isAwaitingPdf } from './report-mail.repository.ts'

/** What the job is told: the message that waits for the PDF, and the report as its sender may see it. */
export type ReportPdfJob = { mailId: string; asked: ReportSorted; shown: ReportGroupsShown }

const fileName = 'Workflow.pdf'

/** Makes the PDF of a report and sends the message that waits for it. Where it cannot be made or printed, the message says so. */
export async function makeReportPdf(keeping: Keeping, { mailId, asked, shown }: ReportPdfJob): Promise<void> {
  const { database, clock } = keeping
  const ids = { companyId: asked.companyId, mailId }
  if (!(await isAwaitingPdf(database.db, ids))) return
  const document = await readReportDocument(database.db, { asked, shown, now: clock.now() })
  const unprintable = whyNotPrintTable(document)
  if (unprintable !== null) {
    await failReportMail(database.db, ids, unprintable)
    return
  }
  let pdf: Buffer
  try {
    pdf = await makeTablePdf(document)
  } catch (error) {
    await failReportMail(database.db, ids, 'The PDF could not be made.')
    throw error
  }
  await saveWithFile(keeping, madeFile(fileName, 'application/pdf', pdf), ({ id, contentType, bytes }) =>
    database.db.transaction().execute(async (db) => {
      if (!(await isAwaitingPdf(db, ids))) return
      await keepWith(db, id)
      await sendDraft({ db, addJob: jobAdder(db) }, ids, [{ file: id, fileName, contentType, bytes }])
    }),
  )
}

/** The report as a document: everything that its filters let through, in its order. */
export async function readReportDocument(db: Db, { asked, shown, now }: Omit<ReportPdfJob, 'mailId'> & { now: string }) {
  const { companyId, branchIds, bStaffIds } = asked
  const names = await findReportNames(db, { companyId, branchIds, staffIds: bStaffIds })
  const stats = await readKeyStatsOf(db, asked, londonDay(now))
  const rows: ReportRow[] = []
  for await (const some of readReportRows(db, asked, londonDay(now), mostPdfRows)) rows.push(...some)
  return reportDocument(rows, {
    company: names.company,
    filters: filtersInWords({ ...asked, ...names, mark: asked.mark?.is }),
    sort: asked,
    stats,
    columns: columnsShown(shown),
    today: londonDay(now),
    now,
  })
}
