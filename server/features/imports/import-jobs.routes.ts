import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  checkImport,
  inviteVendors,
  previewUndo,
  retryImport,
  runImport,
  stopImport,
  undoImport,
} from '@gya/domain/features/imports/imports.contract.ts'
import type { ImportState } from '@gya/domain/features/imports/imports.model.ts'
import { whyNotInvite, whyNotRetry, whyNotTake, whyNotUndo } from '@gya/domain/features/imports/imports.rules.ts'
import type { FastifyInstance } from 'fastify'
import { clientNetwork, recordSecurityEvent, userAgentOf } from '../../http/access/security-events.ts'
import { refuseInSupportAccess } from '../../http/access/sensitive-acts.ts'
import { takeEmails } from '../../http/limits/email-limit.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { findWorkers, whyUnknownWorker } from '../assignment/assignment.repository.ts'
import { addImportJob, hasImportJob } from './import-jobs.ts'
import {
  type FileRow,
  findImport,
  type ImportRowOf,
  listFiles,
  lockImport,
  lockImportStates,
  updateImport,
} from './imports.repository.ts'
import { toDetail } from './imports.response.ts'
import { countInvitations } from './invite-vendors.ts'
import { finishReading, stopReading } from './read-import.ts'
import { requireBranch } from './require-upload.ts'
import { previewOfUndo } from './undo-import.ts'

/** The jobs of an import: check, run, stop, undo, retry, invitations. [connect §1.4](docs/design/connect.md#1.4). */
export function importJobsRoutes(app: FastifyInstance): void {
  registerRoute(app, checkImport, async ({ params, body, db, addJob }) => {
    const locked = await lockImport(db, params)
    refuseIf(whyNotTake('check', locked))
    if (body.branchId) await requireBranch(db, params.companyId, body.branchId)
    const position = locked.check_position + 1
    await updateImport(db, params, {
      state: 'checking',
      check_position: position,
      ...(body.make && { make: JSON.stringify(body.make) }),
      ...(body.branchId && { branch_id: body.branchId }),
    })
    await addImportJob(addJob, { name: 'check-import', payload: { ...params, position } })
    return toDetail(db, params)
  })

  registerRoute(app, runImport, async (context) => {
    const { params, body, caller, db, now, addJob } = context
    const others = await lockImportStates(db, params.companyId)
    const locked = await lockImport(db, params)
    refuseIf(whyNotTake('run', locked) ?? (locked.check_position === body.position ? null : 'IMPORT_STALE'))
    refuseIf(isAnotherAtWork(others, locked) ? 'IMPORT_RUNNING' : null)
    if ((await listFiles(db, params)).some(makesVendors)) await refuseInSupportAccess(db, caller, params.companyId)
    const { share } = body
    if (share && (await findWorkers(db, params.companyId, { userIds: share.among })).length < share.among.length)
      throw new DomainError('NOT_FOUND', { issues: [{ path: 'share.among', message: whyUnknownWorker }] })
    await updateImport(db, params, {
      state: 'running',
      confirmed_by: caller.userId,
      confirmed_on: locked.confirmed_on ?? now,
      ...(share === undefined ? {} : { share: share && JSON.stringify(share) }),
    })
    await recordSecurityEvent(context, { kind: 'import-run', data: { name: locked.name, rows: locked.counts.confirmed } })
    await addImportJob(addJob, { name: 'run-import', payload: params })
    return toDetail(db, params)
  })

  registerRoute(app, stopImport, async ({ params, db }) => {
    const locked = await lockImport(db, params)
    refuseIf(whyNotTake('stop', locked))
    if (locked.state === 'reading') await stopReading(db, params)
    else await updateImport(db, params, { state: stateAfterStop(locked), job_failed_on: null })
    return toDetail(db, params)
  })

  registerRoute(app, previewUndo, async ({ params, db }) => {
    if (!(await findImport(db, params))) throw new DomainError('NOT_FOUND')
    return previewOfUndo(db, params)
  })

  registerRoute(app, undoImport, async (context) => {
    const { params, caller, db, now, addJob } = context
    const others = await lockImportStates(db, params.companyId)
    const locked = await lockImport(db, params)
    refuseIf(whyNotUndo({ state: locked.state, finishedOn: locked.finished_on, emptiedOn: locked.emptied_on }, now))
    refuseIf(isAnotherAtWork(others, locked) ? 'IMPORT_RUNNING' : null)
    await updateImport(db, params, { state: 'undoing' })
    await recordSecurityEvent(context, { kind: 'import-undone', data: { name: locked.name, rows: locked.counts.written } })
    await addImportJob(addJob, { name: 'undo-import', payload: { ...params, userId: caller.userId } })
    return toDetail(db, params)
  })

  registerRoute(app, inviteVendors, async ({ params, caller, db, now, addJob, request }) => {
    const locked = await lockImport(db, params)
    refuseIf(whyNotInvite({ state: locked.state, confirmedOn: locked.confirmed_on }))
    if (locked.inviting_since === null || locked.job_failed_on !== null) {
      // The addresses come from the file of the caller.
      const { toInvite } = await countInvitations(db, params)
      const most = await takeEmails(app, caller, toInvite, now)
      await updateImport(db, params, { inviting_since: most > 0 ? now : null, job_failed_on: null })
      const by = {
        userId: caller.userId,
        sessionLogId: caller.sessionLogId,
        network: clientNetwork(request),
        userAgent: userAgentOf(request),
        requestId: request.id,
      }
      await addImportJob(addJob, { name: 'invite-vendors', payload: { ...params, by, most } })
    }
    return toDetail(db, params)
  })

  registerRoute(app, retryImport, async ({ params, caller, db, now, addJob }) => {
    const locked = await lockImport(db, params)
    const isLost = !(await hasImportJob(db, params))
    refuseIf(whyNotRetry({ state: locked.state, jobFailedOn: isLost ? now : locked.job_failed_on }))
    await updateImport(db, params, { job_failed_on: null })
    if (locked.state === 'reading') {
      for (const { id, state } of await listFiles(db, params))
        if (state === 'reading') await addImportJob(addJob, { name: 'read-import', payload: { ...params, fileId: id } })
      await finishReading(db, params, now)
    }
    if (locked.state === 'checking')
      await addImportJob(addJob, { name: 'check-import', payload: { ...params, position: locked.check_position } })
    if (locked.state === 'running') await addImportJob(addJob, { name: 'run-import', payload: params })
    if (locked.state === 'undoing')
      await addImportJob(addJob, { name: 'undo-import', payload: { ...params, userId: caller.userId } })
    return toDetail(db, params)
  })
}

/** Whether the file has e-mail addresses of vendors, who get accounts that outlast a support access. */
const makesVendors = ({ state, kind, mapping }: FileRow): boolean =>
  state === 'read' && Object.values(mapping).some((key) => key === (kind === 'vendor' ? 'email' : 'vendorEmail'))

/** A stopped check leaves the import as it was before, to be checked again. */
const stateAfterStop = ({ state, confirmed_on, finished_on }: ImportRowOf): ImportState =>
  state === 'checking' && confirmed_on === null ? 'mapped' : state === 'checking' && finished_on !== null ? 'done' : 'stopped'

/** "One import of a company runs at a time." */
const isAnotherAtWork = (imports: readonly Pick<ImportRowOf, 'id' | 'state'>[], { id: own }: ImportRowOf): boolean =>
  imports.some(({ id, state }) => id !== own && (state === 'running' || state === 'undoing'))
