import { restorableSince } from '@gya/domain/features/deletion/restorable.ts'
import type { Config } from './config.ts'
import type { Database } from './db/connect.ts'
import { tellWeeks } from './features/dashboard/tell-weeks.ts'
import { endAccountsOfCompaniesDeletedBefore } from './features/deletion/deletion.repository.ts'
import { purgeFiles } from './features/deletion/purge-files.ts'
import { applyRetention } from './features/personal-data/apply-retention.ts'
import { makeReportPdf, type ReportPdfJob } from './features/report/make-report-pdf.ts'
import { sendResetLinks } from './features/session/send-reset-links.ts'
import { sweepTries } from './http/rate-limit.ts'
import type { FileStore } from './platform/files.ts'
import type { Clock } from './platform/ids.ts'
import { jobAdder, type Task } from './platform/jobs.ts'
import { sweepLooseFiles } from './platform/kept-files.ts'
import { type MailServer, sendMail } from './platform/send-mail.ts'

type Working = { database: Database; files: FileStore; clock: Clock; config: Config; transport: MailServer | null }

/** Every job there is, by the name `addJob` knows it under. */
export const tasksOf = ({ database, files, clock, config, transport }: Working): Record<string, Task> => ({
  'send-mail': ({ mailId }) => sendMail({ database, files, clock, config, transport }, String(mailId)),
  'forgot-password': ({ email }) =>
    database.db
      .transaction()
      .execute((db) =>
        sendResetLinks({ db, now: clock.now(), newId: () => clock.newId(), addJob: jobAdder(db) }, config, String(email)),
      ),
  'report-pdf': (payload) => makeReportPdf({ database, files, clock }, payload as ReportPdfJob),
  'weekly-summaries': () => tellWeeks({ database, clock, publicUrl: config.publicUrl }),
  'apply-retention': () => applyRetention({ database, clock }),
  'sweep-files': () => sweepLooseFiles({ database, files, clock }),
  'sweep-sessions': async () => {
    await database.db.deleteFrom('session').where('expires_on', '<', clock.now()).execute()
    await sweepTries(database.pool, clock.now())
  },
  'sweep-deleted': async () => {
    await endAccountsOfCompaniesDeletedBefore(database.db, restorableSince(clock.now()))
    await purgeFiles({ database, clock })
  },
})
