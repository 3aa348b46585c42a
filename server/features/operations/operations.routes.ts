import { pageAsked, pagingOf } from '@gya/domain/common/paging.ts'
import { DomainError, errors, refuseIf } from '@gya/domain/errors.ts'
import { restorableSince } from '@gya/domain/features/deletion/restorable.ts'
import {
  listJobs,
  listUnsentMail,
  readOperations,
  retryJob,
  retryMail,
} from '@gya/domain/features/operations/operations.contract.ts'
import { maskedEmail, safeError } from '@gya/domain/features/operations/safe-error.ts'
import { whyNotRetryMail } from '@gya/domain/features/operations/why-not-retry.ts'
import type { FastifyInstance } from 'fastify'
import product from '../../../package.json' with { type: 'json' }
import { mount } from '../../http/mount.ts'
import { recordSecurityEvent } from '../../http/security-events.ts'
import { listDeletedRows } from '../deletion/deletion.repository.ts'
import {
  countJobs,
  countUnsentMail,
  findSchema,
  listJobRows,
  listUnsentMailRows,
  lockUnsentMail,
  requeueMail,
  rescheduleJob,
} from './operations.repository.ts'

const done = { success: true as const }

/** What whoever runs the product looks at, and what they can try again. */
export function operationsRoutes(app: FastifyInstance): void {
  const startedOn = app.gya.clock.now()
  const { commit } = app.gya.config

  mount(app, readOperations, async ({ db, now }) => ({
    version: commit === undefined ? product.version : `${product.version} (${commit.slice(0, 7)})`,
    startedOn,
    schema: await findSchema(db),
    jobs: await countJobs(db),
    mail: await countUnsentMail(db),
    deleted: (await listDeletedRows(db, restorableSince(now), { itemsPerPage: 1, currentPage: 0 })).count,
  }))

  mount(app, listJobs, async ({ query, db }) => {
    const page = pageAsked(query)
    const { rows, count } = await listJobRows(db, page, query.state)
    return { data: rows.map(job), paging: pagingOf(page, count) }
  })

  mount(app, retryJob, async (context) => {
    const { params, db } = context
    if (!(await rescheduleJob(db, params.jobId))) throw new DomainError('NOT_FOUND')
    await recordSecurityEvent(context, { kind: 'job-retried', data: { jobId: params.jobId } })
    return done
  })

  mount(app, listUnsentMail, async ({ query, db }) => {
    const page = pageAsked(query)
    const { rows, count } = await listUnsentMailRows(db, page, query.state)
    return { data: rows.map(unsentMail), paging: pagingOf(page, count) }
  })

  mount(app, retryMail, async (context) => {
    const { params, db, addJob } = context
    const mail = await lockUnsentMail(db, params.mailId)
    if (!mail) throw new DomainError('NOT_FOUND')
    refuseIf(whyNotRetryMail({ ...mail, attachmentGone: mail.attachment_gone }))
    await requeueMail(db, mail.id)
    await addJob('send-mail', { mailId: mail.id })
    await recordSecurityEvent(context, { kind: 'mail-retried', data: { mailId: mail.id } })
    return done
  })
}

const job = (row: Awaited<ReturnType<typeof listJobRows>>['rows'][number]) => ({
  _id: String(row.id),
  name: row.task_identifier,
  state: row.state,
  attempts: row.attempts,
  maxAttempts: row.max_attempts,
  createdon: new Date(row.created_at).toISOString(),
  runOn: new Date(row.run_at).toISOString(),
  lastError: safeError(row.last_error),
})

function unsentMail(row: Awaited<ReturnType<typeof listUnsentMailRows>>['rows'][number]) {
  const why = whyNotRetryMail({ ...row, attachmentGone: row.attachment_gone })
  const everybody = [...new Set([...row.recipients, ...row.cc, ...row.bcc])]
  return {
    _id: row.id,
    state: row.state === 'failed' ? ('failed' as const) : ('queued' as const),
    to: everybody.filter((one) => !row.delivered.includes(one)).map(maskedEmail),
    company: row.company_name,
    attempts: row.attempts,
    createdon: row.createdon,
    lastError: safeError(row.last_error),
    whyNotRetry: why && errors[why][1],
  }
}
