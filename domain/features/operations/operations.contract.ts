import { z } from 'zod'
import { pagedListOf, pagingQuery } from '../../common/paging.ts'
import { Id, Success, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'

/**
 * What whoever runs the product looks at: the jobs and the messages that wait or failed, and which version runs. None of
 * these calls is the specification's. Nothing here names a person: recipients are masked, errors are codes.
 */

export const jobStates = ['failed', 'running', 'waiting'] as const
export const JobState = z.enum(jobStates, 'Use failed, running or waiting.')

const Job = z.object({
  _id: z.string(),
  /** The name it is known by in `server/jobs/registry.ts`. */
  name: z.string(),
  state: JobState,
  attempts: z.int(),
  maxAttempts: z.int(),
  createdon: Timestamp,
  /** When it is tried next, or was to be. */
  runOn: Timestamp,
  lastError: z.string().nullable(),
})

export const unsentStates = ['failed', 'queued'] as const
export const UnsentState = z.enum(unsentStates, 'Use failed or queued.')

const UnsentMail = z.object({
  _id: Id,
  state: UnsentState,
  /** `j…@agency.example`: those who do not have it yet. */
  to: z.array(z.string()),
  company: z.string().nullable(),
  attempts: z.int(),
  createdon: Timestamp,
  lastError: z.string().nullable(),
  /** Why it cannot be tried again; null where it can. */
  whyNotRetry: z.string().nullable(),
})

export const readOperations = endpoint({
  method: 'GET',
  path: '/operations',
  permission: 'operations.view',
  summary: 'Which version runs since when, and how much waits or failed.',
  response: z.object({
    /** Of the process that answers: several may run. */
    version: z.string(),
    startedOn: Timestamp,
    /** The newest migration of the database. */
    schema: z.string(),
    jobs: z.record(JobState, z.int()),
    mail: z.record(UnsentState, z.int()),
    /** What was deleted and can still be brought back. */
    deleted: z.int(),
  }),
})

export const listJobs = endpoint({
  method: 'GET',
  path: '/operations/jobs',
  permission: 'operations.view',
  summary: 'The jobs of the queue: those that failed for good first, then those that run, then those that wait.',
  query: z.strictObject({ ...pagingQuery(), state: JobState.optional() }),
  response: pagedListOf(Job),
})

export const retryJob = endpoint({
  method: 'POST',
  path: '/operations/jobs/:jobId/retry',
  permission: 'operations.retry',
  summary: 'Try a job now, with all its tries anew. One that runs already is left alone.',
  params: z.strictObject({ jobId: z.string().regex(/^\d{1,18}$/, 'This is not a job.') }),
  response: Success,
})

export const listUnsentMail = endpoint({
  method: 'GET',
  path: '/operations/mail',
  permission: 'operations.view',
  summary: 'The messages that failed or wait to be sent, the newest first.',
  query: z.strictObject({ ...pagingQuery(), state: UnsentState.optional() }),
  response: pagedListOf(UnsentMail),
})

export const retryMail = endpoint({
  method: 'POST',
  path: '/operations/mail/:mailId/retry',
  permission: 'operations.retry',
  summary: 'Try a failed message again, to those who do not have it yet. Refused where a file that goes with it is gone.',
  params: z.strictObject({ mailId: Id }),
  response: Success,
})
