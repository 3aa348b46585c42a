/**
 * Number of jobs that a process runs concurrently, by kind of job. Each kind has places of its own, so that e-mails, passwords and sealing
 * wait neither for long jobs nor for endpoints that respond slowly. Together, without webhooks, fewer than the default of DATABASE_POOL.
 */
export const jobPlaces = {
  /** E-mails, passwords, messages and sealing: each takes less than a second, or a few for a slow mail server. */
  prompt: 3,
  /**
   * What a user starts and waits for: imports, exports, archives, verifications, files, changes of many properties. A company has at most
   * all places but one, and a single one while another company waits.
   */
  long: 3,
  /** Scheduled work on all companies. */
  upkeep: 2,
  /** The pages of the week, which may be many PDFs: one after the other, so that other PDFs have a thread left. */
  pages: 1,
  /** They mostly wait: an endpoint that does not respond blocks its job for 15 seconds. Mail accounts too. */
  webhooks: 24,
} as const

export type JobPlace = keyof typeof jobPlaces

/**
 * The places and the schedule of every job (cron, UTC) and its label on the Operations page. Jobs without a schedule follow a change. The
 * worker (`server/jobs`), the Operations page and docs/operation.md use this list.
 */
export const jobSchedules = {
  'send-mail': { place: 'prompt', label: 'Send an e-mail' },
  'forgot-password': { place: 'prompt', label: 'Write the link for a new password' },
  'read-mail': { place: 'long', label: 'Read an e-mail that arrived' },
  'derive-properties': { place: 'long', label: 'Bring the rows of lists up to date' },
  'derive-silence': { place: 'long', label: 'Apply changed day settings' },
  'derive-checks': { place: 'long', label: 'Apply changed settings of customer checks' },
  'update-fees': { place: 'long', label: 'Recalculate expected fees' },
  'check-document': { place: 'long', label: 'Check a file for viruses' },
  'report-pdf': { place: 'long', label: 'Make the PDF of a report' },
  'weekly-summaries': { place: 'upkeep', label: 'Write the weekly summaries', schedule: '* * * * *' },
  'send-vendor-news': { place: 'prompt', label: 'E-mail step news to vendors', schedule: '* * * * *' },
  'send-automatic-messages': { place: 'prompt', label: 'Send automatic messages', schedule: '* * * * *' },
  'notify-progressors-of-proposals': { place: 'prompt', label: 'E-mail new proposals of parties', schedule: '* * * * *' },
  'end-party-links': { place: 'upkeep', label: 'End links of parties', schedule: '40 3 * * *' },
  'send-digests': { place: 'upkeep', label: 'Write the digests of the day', schedule: '* * * * *' },
  'send-week-pages': { place: 'pages', label: 'E-mail the pages of the week', schedule: '* * * * *' },
  'seal-left-overs': { place: 'prompt', label: 'Seal entries of the record that were left', schedule: '* * * * *' },
  'sign-checkpoints': { place: 'upkeep', label: 'Sign and send checkpoints of the record', schedule: '0 2 * * *' },
  'key-reminders': { place: 'upkeep', label: 'Remind administrators of API keys that end', schedule: '35 6 * * *' },
  'report-support-accesses': { place: 'prompt', label: 'E-mail what was done in support accesses', schedule: '* * * * *' },
  'verify-record': { place: 'long', label: 'Verify the record of a company' },
  'make-record-file': { place: 'long', label: 'Make a record file' },
  'read-import': { place: 'long', label: 'Read a file of an import' },
  'check-import': { place: 'long', label: 'Check the rows of an import' },
  'run-import': { place: 'long', label: 'Write an import' },
  'undo-import': { place: 'long', label: 'Take an import back' },
  'invite-vendors': { place: 'long', label: 'Invite the vendors of an import' },
  'export-company': { place: 'long', label: 'Export everything of a company' },
  'make-check-pack': { place: 'long', label: 'Make an inspector’s file of customer checks' },
  'verify-archive': { place: 'long', label: 'Verify an archive that was uploaded' },
  'restore-archive': { place: 'long', label: 'Restore a company from an archive' },
  'give-up-restore': { place: 'long', label: 'Remove what a restore that was given up has written' },
  'read-mail-accounts': { place: 'prompt', label: 'Start the reading of mail accounts', schedule: '* * * * *' },
  'read-mail-account': { place: 'webhooks', label: 'Read a mail account' },
  'send-webhooks': { place: 'webhooks', label: 'Send messages to an endpoint' },
  'sweep-webhooks': { place: 'upkeep', label: 'Remove old messages of endpoints', schedule: '35 3 * * *' },
  'forecast-sales': { place: 'upkeep', label: 'Work out the forecasts of open sales', schedule: '*/10 * * * *' },
  'forecast-as-at': { place: 'long', label: 'Work out the forecasts as at a past day' },
  'learn-now': { place: 'long', label: 'Learn the times of steps after an import' },
  'fold-sales': { place: 'upkeep', label: 'Fold the record into the days of sales, once', schedule: '* * * * *' },
  'replay-weeks': { place: 'long', label: 'Work out the forecasts of weeks before they were kept' },
  'begin-prices': { place: 'upkeep', label: 'Apply scheduled asking prices', schedule: '2 * * * *' },
  'merge-counts': { place: 'upkeep', label: 'Add up the totals of lists', schedule: '*/10 * * * *' },
  'sum-days': { place: 'upkeep', label: 'Add up the past days of the dashboard', schedule: '12 * * * *' },
  'sweep-files': { place: 'upkeep', label: 'Remove files that nothing refers to', schedule: '5 * * * *' },
  'sweep-idempotency-keys': { place: 'upkeep', label: 'Remove idempotency keys that have expired', schedule: '25 * * * *' },
  'sweep-undo': { place: 'upkeep', label: 'Remove what can no longer be undone', schedule: '15 3 * * *' },
  'sweep-sessions': { place: 'upkeep', label: 'Remove sessions that have ended', schedule: '20 3 * * *' },
  'sweep-deleted': { place: 'upkeep', label: 'End what was deleted 30 days ago', schedule: '30 3 * * *' },
  'apply-retention': { place: 'upkeep', label: 'Apply retention periods', schedule: '45 3 * * *' },
  'sweep-record-files': { place: 'upkeep', label: 'Remove record files after 30 days', schedule: '50 3 * * *' },
  'sweep-imports': {
    place: 'upkeep',
    label: 'Empty imports after 30 days, and remove uploads that were left',
    schedule: '35 * * * *',
  },
  'sweep-exports': { place: 'upkeep', label: 'Remove exports and uploaded archives after 7 days', schedule: '35 * * * *' },
  'sweep-mail': { place: 'upkeep', label: 'Remove old e-mails that arrived', schedule: '5 4 * * *' },
  'sweep-audit': { place: 'upkeep', label: 'Remove old audit entries', schedule: '55 3 * * *' },
} as const satisfies Record<string, { place: JobPlace; label: string; schedule?: string }>

export type JobName = keyof typeof jobSchedules

export const isJobName = (name: string): name is JobName => Object.hasOwn(jobSchedules, name)
