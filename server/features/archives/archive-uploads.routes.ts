import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  createArchive,
  deleteArchive,
  giveUpRestore,
  inviteAll,
  listArchives,
  putArchivePart,
  readArchive,
  restoreArchive,
  verifyArchive,
} from '@gya/domain/features/archives/archive-upload.contract.ts'
import {
  type ArchiveRefusal,
  type ArchiveState,
  archivePartsOf,
  bytesOfArchivePart,
  whyNotGiveUp,
  whyNotHandle,
} from '@gya/domain/features/archives/archive-upload.rules.ts'
import type { FastifyInstance } from 'fastify'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { discardFiles, generatedFile, retainFile, stageFile } from '../files/file-lifecycle.ts'
import { senderOf } from '../users/read-inviter.ts'
import {
  type ArchiveRow,
  deleteArchiveRow,
  findBegun,
  insertArchive,
  listArchiveRows,
  lockArchive,
  requireArchive,
  saveArchivePart,
  takeArchiveParts,
  toArchive,
  updateArchive,
} from './archive-uploads.repository.ts'
import { inviteAccounts } from './invite-accounts.ts'
import type { ArchiveJob } from './verify-archive.ts'

const stateOf = (row: ArchiveRow): ArchiveState => row.state as ArchiveState

/**
 * Restoring archives, by platform admins: uploaded in parts, then verified and restored by jobs.
 * [connect §2.1](docs/design/connect.md#2.1).
 */
export function archiveUploadsRoutes(app: FastifyInstance): void {
  registerRoute(app, createArchive, async (context) => {
    const { body, caller, db, now, newId } = context
    const begun = await findBegun(db, { uploadedBy: caller.userId, ...body })
    if (begun) return toArchive(begun)
    const id = newId()
    const parts = archivePartsOf(body.bytes)
    await insertArchive(db, { id, ...body, parts, uploaded_by: caller.userId, createdon: now })
    await recordSecurityEvent(context, { kind: 'archive-uploaded', data: { archiveId: id, bytes: body.bytes } })
    return toArchive(await requireArchive(db, id))
  })

  registerRoute(app, listArchives, async ({ db }) => ({ data: (await listArchiveRows(db)).map(toArchive) }))

  registerRoute(app, readArchive, async ({ params, db }) => toArchive(await requireArchive(db, params.archiveId)))

  registerPreparedRoute(
    app,
    putArchivePart,
    async ({ params, request }) => {
      const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const row = await requireArchive(app.gya.database.db, params.archiveId)
      refuseIf(whyNotHandle('upload', stateOf(row)))
      const isFitting = params.part <= row.parts && content.length === bytesOfArchivePart(row.bytes, params.part)
      refuseIf(isFitting ? null : 'PART_MISMATCH')
      return stageFile(app.gya, generatedFile(`part-${params.part}`, 'application/octet-stream', content))
    },
    async ({ params, db, now, prepared, discardFile }) => {
      refuseIf(whyNotHandle('upload', stateOf(await lockArchive(db, params.archiveId))))
      await retainFile(db, prepared.id)
      const { archiveId, part } = params
      const before = await saveArchivePart(db, { archiveId, partNo: part, bytes: prepared.bytes, file: prepared.id, now })
      await discardFile(before, 'original')
      return { success: true as const }
    },
  )

  registerRoute(app, verifyArchive, async ({ params: { archiveId }, db, addJob }) => {
    const row = await lockArchive(db, archiveId)
    refuseIf(whyNotHandle('verify', stateOf(row)))
    refuseIf(row.missingParts.length > 0 ? 'FILE_INCOMPLETE' : null)
    await updateArchive(db, archiveId, { state: 'verifying', progress: '[]', refusal: null })
    await addJob('verify-archive', { archiveId } satisfies ArchiveJob)
    return toArchive(await requireArchive(db, archiveId))
  })

  registerRoute(app, restoreArchive, async ({ params: { archiveId }, db, addJob }) => {
    const row = await lockArchive(db, archiveId)
    const refusal = row.refusal as { code: ArchiveRefusal; message: string } | null
    if (row.state === 'refused' && refusal) throw new DomainError(refusal.code, { message: refusal.message })
    refuseIf(whyNotHandle('restore', stateOf(row)))
    await updateArchive(db, archiveId, { state: 'restoring', failure: null })
    await addJob('restore-archive', { archiveId } satisfies ArchiveJob)
    return toArchive(await requireArchive(db, archiveId))
  })

  registerRoute(app, giveUpRestore, async ({ params: { archiveId }, db, addJob }) => {
    const row = await lockArchive(db, archiveId)
    refuseIf(whyNotGiveUp({ state: stateOf(row), failure: row.failure }))
    await updateArchive(db, archiveId, { state: 'giving-up' })
    await addJob('give-up-restore', { archiveId } satisfies ArchiveJob)
    return toArchive(await requireArchive(db, archiveId))
  })

  registerRoute(app, deleteArchive, async (context) => {
    const { params, db, now, addJob } = context
    const { archiveId } = params
    refuseIf(whyNotHandle('remove', stateOf(await lockArchive(db, archiveId))))
    await discardFiles({ db, now, addJob }, await takeArchiveParts(db, archiveId), 'original')
    await deleteArchiveRow(db, archiveId)
    await recordSecurityEvent(context, { kind: 'archive-removed', data: { archiveId } })
    return { success: true as const }
  })

  registerRoute(app, inviteAll, async (context) => {
    const { companyId } = context.params
    const { invited, left } = await inviteAccounts(
      { ...context, publicUrl: app.gya.config.publicUrl },
      companyId,
      senderOf(context.caller),
    )
    await recordSecurityEvent(context, { kind: 'everybody-invited', data: { invited, left } })
    return { invited, left }
  })
}
