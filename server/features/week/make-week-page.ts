import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { Week } from '@gya/domain/features/week/week.model.ts'
import { weekFor } from '@gya/domain/features/week/week-for.ts'
import { daysOfTurn, type WeekMailPeriod } from '@gya/domain/features/week/week-mail.rules.ts'
import { weekFileName, weekPage } from '@gya/domain/features/week/week-page.ts'
import type { Db } from '../../db/pool.ts'
import { type OutboxContext, queueMail } from '../../emails/outbox.ts'
import { pageOfWeekEmail } from '../../emails/page-of-week.ts'
import { makePdf } from '../../infra/pdf/make-pdf.ts'
import { type FileContext, generatedFile, retainFile, type StoredFile, stageFile } from '../files/file-lifecycle.ts'
import { readWeekFrame, readWeekOf } from './week.read-model.ts'
import type { PageOf } from './week-mail.repository.ts'
import { weekPdfLayout } from './week-pdf-layout.ts'

/** The week on one A4, with the name of whom it is for. */
export const weekPdf = (week: Week, made: { now: Instant; madeFor: string }): Promise<Buffer> =>
  makePdf(weekPdfLayout(weekPage(week, made)))

/** Null: the branch is deleted. `day`: when it is e-mailed. */
export async function readWeekToMail(
  db: Db,
  { companyId, branchId }: PageOf,
  { period, day, today }: { period: WeekMailPeriod; day: DateOnly; today: DateOnly },
): Promise<Week | null> {
  const frame = await readWeekFrame(db, {
    companyId,
    branchIds: branchId === null ? null : [branchId],
    rangeOf: (settings) => daysOfTurn(period, day, settings),
    as: 'week',
    by: branchId === null ? 'branch' : 'negotiator',
    today,
  })
  return frame.branches.length === 0 ? null : readWeekOf(db, frame, today)
}

export type Reader = { id: string; type: string; first_name: string; name: string; email: string }
type StoredPage = { week: Week; file: StoredFile }

/** The page as the reader may see it, in the file store: before the transaction that sends it. */
export async function storeWeekPage(context: FileContext, whole: Week, reader: Reader): Promise<StoredPage> {
  const week = weekFor(whole, { userId: reader.id, type: reader.type })
  const pdf = await weekPdf(week, { now: context.clock.now(), madeFor: reader.name })
  return { week, file: await stageFile(context, generatedFile(weekFileName(week), 'application/pdf', pdf)) }
}

type Sending = PageOf & { reader: Reader; setter: { id: string; name: string }; publicUrl: string }

export async function queueWeekPage(
  context: OutboxContext,
  { week, file }: StoredPage,
  { reader, ...about }: Sending,
): Promise<void> {
  const { id, fileName, contentType, bytes, sha256 } = file
  await retainFile(context.db, id)
  await queueMail(
    context,
    pageOfWeekEmail({ to: reader, ...about, week, pdf: { file: id, fileName, contentType, bytes, sha256 } }),
  )
}
