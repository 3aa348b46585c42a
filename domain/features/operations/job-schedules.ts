/**
 * The schedule of every job (cron, UTC) and its label on the Operations page. Jobs without a schedule follow a change. The
 * worker (`server/jobs`), the Operations page and docs/operation.md use this list.
 */
export const jobSchedules = {
  'send-mail': { label: 'Send an e-mail' },
  'forgot-password': { label: 'Write the link for a new password' },
  'derive-properties': { label: 'Bring the rows of lists up to date' },
  'fill-action-items': { label: 'Make the action items of Today for the first time', schedule: '* * * * *' },
  'derive-silence': { label: 'Apply changed day settings' },
  'sweep-settled': { label: 'Remove what was settled days ago from Today', schedule: '10 3 * * *' },
  'update-fees': { label: 'Recalculate expected fees' },
  'check-document': { label: 'Check a file for viruses' },
  'report-pdf': { label: 'Make the PDF of a report' },
  'weekly-summaries': { label: 'Write the weekly summaries', schedule: '* * * * *' },
  'send-vendor-news': { label: 'E-mail step news to vendors', schedule: '* * * * *' },
  'send-automatic-messages': { label: 'Send automatic messages', schedule: '* * * * *' },
  'notify-progressors-of-proposals': { label: 'E-mail new proposals of parties', schedule: '* * * * *' },
  'end-party-links': { label: 'End links of parties', schedule: '40 3 * * *' },
  'send-digests': { label: 'Write the digests of the day', schedule: '* * * * *' },
  'seal-left-overs': { label: 'Seal entries of the record that were left', schedule: '* * * * *' },
  'sign-checkpoints': { label: 'Sign and send checkpoints of the record', schedule: '0 2 * * *' },
  'key-reminders': { label: 'Remind administrators of API keys that end', schedule: '35 6 * * *' },
  'verify-record': { label: 'Verify the record of a company' },
  'make-record-file': { label: 'Make a record file' },
  'read-import': { label: 'Read a file of an import' },
  'check-import': { label: 'Check the rows of an import' },
  'run-import': { label: 'Write an import' },
  'undo-import': { label: 'Take an import back' },
  'invite-vendors': { label: 'Invite the vendors of an import' },
  'export-company': { label: 'Export everything of a company' },
  'verify-archive': { label: 'Verify an archive that was uploaded' },
  'restore-archive': { label: 'Restore a company from an archive' },
  'give-up-restore': { label: 'Remove what a restore that was given up has written' },
  'send-webhooks': { label: 'Send messages to an endpoint' },
  'sweep-webhooks': { label: 'Remove old messages of endpoints', schedule: '35 3 * * *' },
  'forecast-sales': { label: 'Work out the forecasts of open sales', schedule: '*/10 * * * *' },
  'forecast-as-at': { label: 'Work out the forecasts as at a past day' },
  'fold-sales': { label: 'Fold the record into the days of sales, once', schedule: '* * * * *' },
  'replay-weeks': { label: 'Work out the forecasts of weeks before they were kept' },
  'begin-prices': { label: 'Apply scheduled asking prices', schedule: '2 * * * *' },
  'merge-counts': { label: 'Add up the totals of lists', schedule: '*/10 * * * *' },
  'sum-days': { label: 'Add up the past days of the dashboard', schedule: '12 * * * *' },
  'sweep-files': { label: 'Remove files that nothing refers to', schedule: '5 * * * *' },
  'sweep-idempotency-keys': { label: 'Remove idempotency keys that have expired', schedule: '25 * * * *' },
  'hash-documents': { label: 'Hash files that have no hash yet', schedule: '8 * * * *' },
  'sweep-undo': { label: 'Remove what can no longer be undone', schedule: '15 3 * * *' },
  'sweep-sessions': { label: 'Remove sessions that have ended', schedule: '20 3 * * *' },
  'sweep-deleted': { label: 'End what was deleted 30 days ago', schedule: '30 3 * * *' },
  'apply-retention': { label: 'Apply retention periods', schedule: '45 3 * * *' },
  'sweep-record-files': { label: 'Remove record files after 30 days', schedule: '50 3 * * *' },
  'sweep-imports': { label: 'Empty imports after 30 days, and remove uploads that were left', schedule: '35 3 * * *' },
  'sweep-exports': { label: 'Remove exports and uploaded archives after 7 days', schedule: '35 * * * *' },
  'sweep-audit': { label: 'Remove old audit entries', schedule: '55 3 * * *' },
} as const satisfies Record<string, { label: string; schedule?: string }>

export type JobName = keyof typeof jobSchedules

/** Former names of jobs. The worker runs a job that an older version queued by its former name. */
export const renamedJobs: Readonly<Record<string, JobName>> = { 'tell-of-proposals': 'notify-progressors-of-proposals' }

export const isJobName = (name: string): name is JobName => Object.hasOwn(jobSchedules, name)
