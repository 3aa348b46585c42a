import { restorableSince } from '@gya/domain/features/deletion/deletion.rules.ts'
import type { JobName } from '@gya/domain/features/operations/job-schedules.ts'
import { keptMessagesSince } from '@gya/domain/features/webhooks/webhooks.rules.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/pool.ts'
import { sendMail } from '../emails/send-mail.ts'
import { sendKeyReminders } from '../features/api-keys/key-reminders.ts'
import { deleteEndedGrants } from '../features/applications/applications.repository.ts'
import { type ExportJob, exportCompany, sweepExports } from '../features/archives/export-company.ts'
import { giveUpRestore } from '../features/archives/give-up-restore.ts'
import { restoreArchiveUpload } from '../features/archives/restore-archive.ts'
import { sweepArchives } from '../features/archives/sweep-archives.ts'
import { type ArchiveJob, verifyUpload } from '../features/archives/verify-archive.ts'
import { applyScheduledPrices } from '../features/asking-price/apply-scheduled-prices.ts'
import { sweepAudit } from '../features/audit/sweep-audit.ts'
import { type FeeUpdateJob, updateFees } from '../features/companies/fee-updates.ts'
import { purgeContacts } from '../features/contacts/contacts.repository.ts'
import { type CheckPackJob, makeCheckPackZip } from '../features/customer-checks/make-check-pack.ts'
import { sendWeeklySummaries } from '../features/dashboard/send-weekly-summaries.ts'
import { sumDays } from '../features/dashboard/sum-days.ts'
import { endAccountsOfCompaniesDeletedBefore } from '../features/deletion/deletion.repository.ts'
import { purgeFiles } from '../features/deletion/purge-files.ts'
import { type ScanDocumentJob, scanDocument } from '../features/documents/scan-document.ts'
import { sweepLooseFiles } from '../features/files/file-lifecycle.ts'
import { foldRecords } from '../features/forecast/fold-record.ts'
import { type ForecastAsAtJob, forecastAsAt, forecastSales } from '../features/forecast/forecast-sales.ts'
import { type LearnNowJob, learnNow } from '../features/forecast/learn-now.ts'
import { type ReplayWeeksJob, replayWeeks } from '../features/forecast/replay-weeks.ts'
import { type CheckImportJob, checkImport } from '../features/imports/check-import.ts'
import { storeLostJobs } from '../features/imports/import-jobs.ts'
import { type InviteVendorsJob, inviteVendors } from '../features/imports/invite-vendors.ts'
import { type ReadImportJob, readImport } from '../features/imports/read-import.ts'
import { type RunImportJob, runImport } from '../features/imports/run-import.ts'
import { sweepImports } from '../features/imports/sweep-imports.ts'
import { type UndoImportJob, undoImport } from '../features/imports/undo-import.ts'
import type { AccountIds } from '../features/mail-in/accounts/account-secrets.ts'
import { enqueueReading } from '../features/mail-in/accounts/mail-accounts.repository.ts'
import type { OpenMailbox } from '../features/mail-in/accounts/open-mailbox.ts'
import { readMailAccount } from '../features/mail-in/accounts/read-mail-account.ts'
import type { DnsZone } from '../features/mail-in/read/check-sender.ts'
import { readMail } from '../features/mail-in/read/read-mail.ts'
import type { ReadMailJob } from '../features/mail-in/receive/accept-mail.ts'
import { sendAutomaticMessages } from '../features/messages/automatic-messages.ts'
import { endPartyLinks } from '../features/party-links/end-party-links.ts'
import { notifyProgressorsOfProposals } from '../features/party-links/notify-progressors-of-proposals.ts'
import { applyRetention } from '../features/personal-data/apply-retention.ts'
import { sweepMail } from '../features/personal-data/sweep-mail.ts'
import { type DeriveChecksJob, deriveChecks } from '../features/properties/projections/derive-checks.ts'
import { type DeriveSilenceJob, deriveSilence } from '../features/properties/projections/derive-silence.ts'
import { mergeCounts } from '../features/properties/read/property-count.ts'
import { type DerivePropertiesJob, runDeriveJob } from '../features/properties/write/derive-properties.ts'
import { makeRecordFile, type RecordFileJob, sweepRecordFiles } from '../features/record/file/make-record-file.ts'
import { sealLeftOvers } from '../features/record/seal-entries.ts'
import { signCheckpoints } from '../features/record/sign-checkpoints.ts'
import { runVerification, type VerifyRecordJob } from '../features/record/verifications.ts'
import { makeReportPdf, type ReportPdfJob } from '../features/report/report-pdf.ts'
import { deleteExpiredTickets } from '../features/second-factors/sign-in-tickets.ts'
import { deleteExpiredSessions } from '../features/sessions/sessions.repository.ts'
import { sendResetLinks } from '../features/sign-in/send-reset-links.ts'
import { deleteExpiredAttempts } from '../features/single-sign-on/sso-attempts.ts'
import { reportSupportAccesses } from '../features/support-access/report-support-accesses.ts'
import { sendDigests } from '../features/today/send-digests.ts'
import { sweepUndo } from '../features/undo/undo.repository.ts'
import { sendVendorNews } from '../features/vendor-portal/send-vendor-news.ts'
import { type SendWebhooksJob, sendWebhooks } from '../features/webhooks/send-webhooks.ts'
import { sweepMessages } from '../features/webhooks/webhooks.repository.ts'
import { sendWeekPages } from '../features/week/send-week-pages.ts'
import type { EventSource } from '../http/access/security-events.ts'
import { deleteExpiredRateLimits } from '../http/limits/rate-limit.ts'
import { deleteExpiredIdempotencyKeys } from '../http/route/idempotency.ts'
import type { Clock } from '../infra/clock.ts'
import type { SecretBox } from '../infra/encrypted-secrets.ts'
import type { FileStore } from '../infra/files/file-store.ts'
import type { MailServer } from '../infra/mail/smtp.ts'
import type { SafeHttp } from '../infra/safe-http.ts'
import { deleteOldFailures, forEachPart } from './for-each-isolated.ts'
import { jobAdder, type Task } from './queue.ts'

type JobDependencies = {
  database: Database
  files: FileStore
  clock: Clock
  config: Config
  transport: MailServer | null
  secrets: SecretBox
  /** HTTP client for the endpoints of companies. */
  webhookHttp: SafeHttp
  openMailbox: OpenMailbox
  /** Answers of DNS for the check of senders, in tests. */
  dns?: DnsZone
}

/** The function of each job in `jobSchedules`. */
export const createJobHandlers = ({
  database,
  files,
  clock,
  config,
  transport,
  secrets,
  webhookHttp,
  openMailbox,
  dns,
}: JobDependencies): Record<JobName, Task> => ({
  'send-mail': ({ mailId }) => sendMail({ database, files, clock, config, transport }, String(mailId)),
  'forgot-password': ({ email, from }) =>
    database.db.transaction().execute((db) =>
      sendResetLinks({ db, now: clock.now(), newId: () => clock.newId(), addJob: jobAdder(db) }, config, {
        email: String(email),
        // Missing in jobs queued by older versions.
        from: (from as EventSource | undefined) ?? { network: null, userAgent: '', requestId: null },
      }),
    ),
  'read-mail': (payload) => readMail({ database, files, clock, secrets, config, dns }, payload as ReadMailJob),
  'read-mail-accounts': async () => void (await enqueueReading(database.db)),
  'read-mail-account': (payload) =>
    readMailAccount({ database, files, clock, secrets, config, openMailbox }, payload as AccountIds),
  'check-document': (payload) => scanDocument({ database, files, clock, config }, payload as ScanDocumentJob),
  'derive-properties': (payload) => runDeriveJob({ database, clock }, payload as DerivePropertiesJob),
  'report-pdf': (payload) => makeReportPdf({ database, files, clock }, payload as ReportPdfJob),
  'derive-checks': (payload) => deriveChecks({ database, clock }, payload as DeriveChecksJob),
  'derive-silence': (payload) => deriveSilence({ database, clock }, payload as DeriveSilenceJob),
  'update-fees': (payload) => updateFees({ database, clock }, payload as FeeUpdateJob),
  'weekly-summaries': () => sendWeeklySummaries({ database, clock, publicUrl: config.publicUrl }),
  'send-vendor-news': () => sendVendorNews({ database, clock, publicUrl: config.publicUrl }),
  'send-automatic-messages': () => sendAutomaticMessages({ database, clock }),
  'notify-progressors-of-proposals': () => notifyProgressorsOfProposals({ database, clock, publicUrl: config.publicUrl }),
  'end-party-links': () => endPartyLinks({ database, clock }),
  'send-digests': () => sendDigests({ database, clock, publicUrl: config.publicUrl }),
  'send-week-pages': () => sendWeekPages({ database, files, clock, publicUrl: config.publicUrl }),
  'seal-left-overs': () => sealLeftOvers({ database, clock }),
  'sign-checkpoints': () => signCheckpoints({ database, clock, config }),
  'key-reminders': () => sendKeyReminders({ database, clock, publicUrl: config.publicUrl }),
  'report-support-accesses': () => reportSupportAccesses({ database, clock, publicUrl: config.publicUrl }),
  'verify-record': (payload) => runVerification({ database, files, clock, config }, payload as VerifyRecordJob),
  'make-record-file': (payload) => makeRecordFile({ database, files, clock, config }, payload as RecordFileJob),
  'read-import': (payload) => readImport({ database, files, clock }, payload as ReadImportJob),
  'check-import': (payload) => checkImport({ database, clock }, payload as CheckImportJob),
  'run-import': (payload) =>
    runImport({ database, clock, files, scansDocuments: config.clamdUrl !== undefined }, payload as RunImportJob),
  'undo-import': (payload) => undoImport({ database, clock }, payload as UndoImportJob),
  'invite-vendors': (payload) => inviteVendors({ database, clock, publicUrl: config.publicUrl }, payload as InviteVendorsJob),
  'sweep-imports': () =>
    forEachPart({ database, clock }, 'sweep-imports', {
      imports: () => sweepImports({ database, clock }),
      'lost-jobs': () => storeLostJobs(database.db, clock.now()),
    }),
  'export-company': (payload) => exportCompany({ database, files, clock }, payload as ExportJob),
  'make-check-pack': (payload) => makeCheckPackZip({ database, files, clock, config }, payload as CheckPackJob),
  'verify-archive': (payload) => verifyUpload({ database, files, clock }, payload as ArchiveJob),
  'give-up-restore': (payload) => giveUpRestore({ database, files, clock }, payload as ArchiveJob),
  'restore-archive': (payload) => restoreArchiveUpload({ database, files, clock, secrets, config }, payload as ArchiveJob),
  'send-webhooks': (payload) =>
    sendWebhooks({ database, clock, secrets, http: webhookHttp, publicUrl: config.publicUrl }, payload as SendWebhooksJob),
  'sweep-webhooks': () => sweepMessages(database.db, keptMessagesSince(clock.now()), clock.now()),
  'forecast-sales': () => forecastSales({ database, clock }),
  'forecast-as-at': (payload) => forecastAsAt({ database, clock }, payload as ForecastAsAtJob),
  'learn-now': (payload) => learnNow({ database, clock }, payload as LearnNowJob),
  'fold-sales': () => foldRecords({ database, clock }),
  'replay-weeks': (payload) => replayWeeks({ database }, payload as ReplayWeeksJob),
  'begin-prices': () => applyScheduledPrices({ database, clock }),
  'merge-counts': () => mergeCounts({ database, clock }),
  'sum-days': () => sumDays({ database, clock }),
  'apply-retention': () => applyRetention({ database, clock }),
  'sweep-files': () => sweepLooseFiles({ database, files, clock }),
  'sweep-idempotency-keys': () => deleteExpiredIdempotencyKeys({ database, clock }),
  'sweep-record-files': () => sweepRecordFiles({ database, clock }),
  'sweep-exports': () =>
    forEachPart({ database, clock }, 'sweep-exports', {
      exports: () => sweepExports({ database, clock }),
      archives: () => sweepArchives({ database, clock }),
    }),
  'sweep-mail': () => sweepMail({ database, clock }),
  'sweep-audit': () => sweepAudit({ database, clock }),
  'sweep-undo': () => sweepUndo({ database, clock }),
  'sweep-sessions': () =>
    forEachPart({ database, clock }, 'sweep-sessions', {
      sessions: () => deleteExpiredSessions(database.db, clock.now()),
      'grants of applications': () => deleteEndedGrants(database.db, clock.now()),
      'rate-limits': () => deleteExpiredRateLimits(database.pool, clock.now()),
      tickets: () => deleteExpiredTickets(database.db, clock.now()),
      'single-sign-on': () => deleteExpiredAttempts(database.db, clock.now()),
    }),
  'sweep-deleted': () =>
    forEachPart({ database, clock }, 'sweep-deleted', {
      accounts: () => endAccountsOfCompaniesDeletedBefore(database.db, restorableSince(clock.now())),
      contacts: () => purgeContacts(database.db, restorableSince(clock.now())),
      files: () => purgeFiles({ database, clock }),
      failures: () => deleteOldFailures(database.db, clock.now()),
    }),
})
