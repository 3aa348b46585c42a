import { z } from 'zod'
import { pagedListOf, pagingQuery } from '../../common/paging.ts'
import { Id, Success, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'

/**
 * Operations page: waiting and failed jobs and messages, and the running version. These calls are not in the
 * specification. Responses contain no personal data: recipients are masked, errors are reduced to codes.
 */

export const jobStates = ['failed', 'running', 'waiting'] as const
export const JobState = z.enum(jobStates, 'Use failed, running or waiting.')

const Job = z.object({
  _id: z.string(),
  /** Name in `server/jobs/job-handlers.ts`. */
  name: z.string(),
  state: JobState,
  attempts: z.int(),
  maxAttempts: z.int(),
  createdon: Timestamp,
  /** Time of the next or missed attempt. */
  runOn: Timestamp,
  lastError: z.string().nullable(),
})

export const unsentStates = ['failed', 'queued'] as const
export const UnsentState = z.enum(unsentStates, 'Use failed or queued.')

const UnsentMail = z.object({
  _id: Id,
  state: UnsentState,
  /** Masked recipients that have not received it: `j…@agency.example`. */
  to: z.array(z.string()),
  company: z.string().nullable(),
  attempts: z.int(),
  createdon: Timestamp,
  lastError: z.string().nullable(),
  /** Null if it can be retried. */
  whyNotRetry: z.string().nullable(),
})

const StuckWork = z.object({
  /** Name in `server/jobs/job-handlers.ts`. */
  job: z.string(),
  /** Ids of the item. */
  key: z.string(),
  company: z.string().nullable(),
  /** The first failure. */
  since: Timestamp,
  attempts: z.int(),
  lastError: z.string(),
})

export const readOperations = endpoint({
  method: 'GET',
  path: '/operations',
  permission: 'operations.view',
  summary: 'The running version and its start time, the number of waiting and failed jobs and e-mails, and stuck work.',
  response: z.object({
    /** Version of the responding process; several may run. */
    version: z.string(),
    isDemo: z.boolean(),
    startedOn: Timestamp,
    /** Newest migration of the database. */
    schema: z.string(),
    jobs: z.record(JobState, z.int()),
    mail: z.record(UnsentState, z.int()),
    /** Items of jobs that failed ten times, oldest first, at most 100. */
    stuck: z.array(StuckWork),
    /** Number of deleted entities that can be restored. */
    deleted: z.int(),
  }),
})

export const listJobs = endpoint({
  method: 'GET',
  path: '/operations/jobs',
  permission: 'operations.view',
  summary: 'The jobs of the queue: failed first, then running, then waiting.',
  query: z.strictObject({ ...pagingQuery(), state: JobState.optional() }),
  response: pagedListOf(Job),
})

export const retryJob = endpoint({
  method: 'POST',
  path: '/operations/jobs/:jobId/retry',
  permission: 'operations.retry',
  summary: 'Run a job now and reset its attempts. A running job is left alone.',
  params: z.strictObject({ jobId: z.string().regex(/^\d{1,18}$/, 'This is not a job.') }),
  response: Success,
})

export const retryStuckWork = endpoint({
  method: 'POST',
  path: '/operations/stuck/retry',
  permission: 'operations.retry',
  summary: 'Try an item of a job again that failed ten times: the job runs now.',
  body: z.strictObject({ job: z.string().min(1).max(60), key: z.string().min(1).max(120) }),
  response: z.object({ ok: z.literal(true) }),
})

export const listUnsentMail = endpoint({
  method: 'GET',
  path: '/operations/mail',
  permission: 'operations.view',
  summary: 'The messages that failed or wait to be sent, newest first.',
  query: z.strictObject({ ...pagingQuery(), state: UnsentState.optional() }),
  response: pagedListOf(UnsentMail),
})

export const retryMail = endpoint({
  method: 'POST',
  path: '/operations/mail/:mailId/retry',
  permission: 'operations.retry',
  summary: 'Retry a failed message for recipients who have not received it. Refused if an attachment was deleted.',
  params: z.strictObject({ mailId: Id }),
  response: Success,
})
