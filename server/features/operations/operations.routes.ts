import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import { DomainError, errors, refuseIf } from '@gya/domain/error-catalogue.ts'
import { restorableSince } from '@gya/domain/features/deletion/deletion.rules.ts'
import { isJobName } from '@gya/domain/features/operations/job-schedules.ts'
import {
  listJobs,
  listUnsentMail,
  readOperations,
  retryJob,
  retryMail,
  retryStuckWork,
} from '@gya/domain/features/operations/operations.contract.ts'
import { maskEmail, redactError, whyNotRetryMail } from '@gya/domain/features/operations/operations.rules.ts'
import type { FastifyInstance } from 'fastify'
import product from '../../../package.json' with { type: 'json' }
import { bindMailStates } from '../../emails/bind-to-record.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { listDeletedRows } from '../deletion/deletion.repository.ts'
import {
  countJobs,
  countUnsentMail,
  findSchemaVersion,
  listJobRows,
  listStuckWork,
  listUnsentMailRows,
  lockUnsentMail,
  releaseStuckWork,
  requeueMail,
  rescheduleJob,
} from './operations.repository.ts'

const success = { success: true as const }

const maxStuckWork = 100

/** The operations page: jobs, unsent mail, and retries. */
export function operationsRoutes(app: FastifyInstance): void {
  const startedOn = app.gya.clock.now()
  const { commit } = app.gya.config

  registerRoute(app, readOperations, async ({ db, now }) => ({
    version: commit === undefined ? product.version : `${product.version} (${commit.slice(0, 7)})`,
    isDemo: app.gya.config.demo,
    startedOn,
    schema: await findSchemaVersion(db),
    jobs: await countJobs(db),
    mail: await countUnsentMail(db),
    stuck: await listStuckWork(db, maxStuckWork),
    deleted: (await listDeletedRows(db, restorableSince(now), { itemsPerPage: 1, currentPage: 0 })).count,
  }))

  registerRoute(app, listJobs, async ({ query, db }) => {
    const page = pageRequest(query)
    const { rows, count } = await listJobRows(db, page, query.state)
    return { data: rows.map(toJob), paging: toPaging(page, count) }
  })

  registerRoute(app, retryJob, async (context) => {
    const { params, db } = context
    if (!(await rescheduleJob(db, params.jobId))) throw new DomainError('NOT_FOUND')
    await recordSecurityEvent(context, { kind: 'job-retried', data: { jobId: params.jobId } })
    return success
  })

  registerRoute(app, retryStuckWork, async (context) => {
    const { body, db, now, addJob } = context
    if (!isJobName(body.job) || !(await releaseStuckWork(db, body, now))) throw new DomainError('NOT_FOUND')
    await addJob(body.job, {})
    await recordSecurityEvent(context, { kind: 'stuck-work-retried', data: body })
    return { ok: true as const }
  })

  registerRoute(app, listUnsentMail, async ({ query, db }) => {
    const page = pageRequest(query)
    const { rows, count } = await listUnsentMailRows(db, page, query.state)
    return { data: rows.map(toUnsentMail), paging: toPaging(page, count) }
  })

  registerRoute(app, retryMail, async (context) => {
    const { params, db, addJob } = context
    const mail = await lockUnsentMail(db, params.mailId)
    if (!mail) throw new DomainError('NOT_FOUND')
    refuseIf(whyNotRetryMail({ ...mail, attachmentGone: mail.attachment_gone }))
    await requeueMail(db, mail.id)
    await bindMailStates(db, { ...context, mailIds: [mail.id], userId: context.caller.userId })
    await addJob('send-mail', { mailId: mail.id })
    await recordSecurityEvent(context, { kind: 'mail-retried', data: { mailId: mail.id } })
    return success
  })
}

const toJob = (row: Awaited<ReturnType<typeof listJobRows>>['rows'][number]) => ({
  _id: String(row.id),
  name: row.task_identifier,
  state: row.state,
  attempts: row.attempts,
  maxAttempts: row.max_attempts,
  createdon: new Date(row.created_at).toISOString(),
  runOn: new Date(row.run_at).toISOString(),
  lastError: redactError(row.last_error),
})

function toUnsentMail(row: Awaited<ReturnType<typeof listUnsentMailRows>>['rows'][number]) {
  const why = whyNotRetryMail({ ...row, attachmentGone: row.attachment_gone })
  const everybody = [...new Set([...row.recipients, ...row.cc, ...row.bcc])]
  return {
    _id: row.id,
    state: row.state === 'failed' ? ('failed' as const) : ('queued' as const),
    to: everybody.filter((one) => !row.delivered.includes(one)).map(maskEmail),
    company: row.company_name,
    attempts: row.attempts,
    createdon: row.createdon,
    lastError: redactError(row.last_error),
    whyNotRetry: why && errors[why][1],
  }
}
