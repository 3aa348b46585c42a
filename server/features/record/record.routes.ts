import { londonDay } from '@gya/domain/common/dates.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  downloadRecordEmailFile,
  readPropertyRecord,
  readRecordEmail,
} from '@gya/domain/features/record/property-record.contract.ts'
import { gapsOf } from '@gya/domain/features/record/property-record.rules.ts'
import {
  listCheckpoints,
  readCompanyRecord,
  saveCheckpointAddresses,
  verifyCompanyRecord,
} from '@gya/domain/features/record/record.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { requireCurrentVersion } from '../../db/query/changed-fields.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerDownload, savedFileDownload } from '../../http/route/register-download.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { findAuthors, recordCompanyEvents } from '../events/events.repository.ts'
import {
  countParts,
  countRecordLines,
  findClosingDay,
  listRecordDays,
  listRecordLines,
  loadRecordEntries,
} from './property-record.read-model.ts'
import {
  countCheckpoints,
  countWaiting,
  findCheckpointRecipients,
  findLastVerdict,
  findLastVerification,
  findLength,
  findRecordSettings,
  insertVerification,
  listCheckpointRows,
  lockRecordSettings,
  lockRunningVerification,
  updateCheckpointAddresses,
} from './record.repository.ts'
import { hasFiles, loadRecordEmails, type RecordMail, toRecordEmail } from './record-emails.ts'
import { isStored } from './record-evidence.ts'
import { findRecordStart } from './record-reader.ts'
import { noteText, readNote, type SignedNote } from './signed-note.ts'
import type { VerifyRecordJob } from './verifications.ts'

/** The record of a company: length, checkpoints and verification. */
export function recordRoutes(app: FastifyInstance): void {
  const { host } = new URL(app.gya.config.publicUrl)

  registerRoute(app, readCompanyRecord, async ({ params: { companyId }, db }) => {
    const [checkpoint] = await listCheckpointRows(db, companyId, { itemsPerPage: 1, currentPage: 0 })
    const { addresses, version } = await findRecordSettings(db, companyId)
    const { recipients } = await findCheckpointRecipients(db, companyId)
    return {
      length: await findLength(db, companyId),
      unsealed: await countWaiting(db, companyId),
      startedSealed: await findRecordStart(db, companyId),
      checkpoint: checkpoint ? { position: checkpoint.position, at: checkpoint.at, mailedOn: checkpoint.mailedOn } : null,
      addresses,
      recipients,
      version,
      verification: await findLastVerification(db, companyId),
    }
  })

  registerRoute(app, readPropertyRecord, async ({ params, query, db, now }) => {
    const page = pageRequest(query)
    const { groups, userId, dateStart, dateEnd, order = 'desc' } = query
    const filter = { groups, userId, dateStart, dateEnd }
    const lines = await listRecordLines(db, params, filter, { ...page, order })
    const entries = await loadRecordEntries(db, params, lines)
    const count = await countRecordLines(db, params, filter)
    const [checkpoint] = await listCheckpointRows(db, params.companyId, { itemsPerPage: 1, currentPage: 0 })
    const last = await findLastVerdict(db, params.companyId)
    const closed = await findClosingDay(db, params)
    return {
      data: entries.map(({ entry }) => entry),
      paging: toPaging(page, count),
      gaps: gapsOf(await listRecordDays(db, params), closed ?? londonDay(now)),
      people: await findAuthors(db, params),
      verdict: last?.verdict ?? null,
      verifiedOn: last?.on ?? null,
      checkpoint: checkpoint ? { position: checkpoint.position, at: checkpoint.at } : null,
      counts: { entries: count, ...(await countParts(db, params, filter)) },
    }
  })

  registerRoute(app, readRecordEmail, async ({ params, db }) => {
    const mail = await findRecordEmail(db, params)
    const { bcc, reply_to, body, withoutText } = mail
    return { ...toRecordEmail(mail), bcc, replyTo: reply_to, text: withoutText === null ? body : '' }
  })

  registerDownload(app, downloadRecordEmailFile, async ({ params, db }) => {
    const mail = await findRecordEmail(db, params)
    const file = mail.attachments.find((one) => one.file === params.fileId)
    if (!file || !hasFiles(mail)) throw new DomainError('NOT_FOUND')
    const isSame = file.sha256 === null || (await isStored(app.gya.files, file.file, file.sha256.toString('hex')))
    refuseIf(isSame && !mail.isChanged ? null : 'DOCUMENT_CHANGED')
    const data = { propertyId: params.propertyId, mailId: mail.id, bytes: file.bytes }
    return savedFileDownload(app.gya.files, file, { kind: 'document-downloaded', data })
  })

  registerRoute(app, verifyCompanyRecord, async ({ params: { companyId }, body, caller, db, now, newId, addJob }) => {
    const note = body.checkpoint === undefined ? null : await requireOwnNote(db, { host, companyId }, body.checkpoint)
    const checkpoint = note && noteText(note)
    const running = await lockRunningVerification(db, companyId, checkpoint)
    if (running !== null) return { _id: running }
    const id = newId()
    const total = await findLength(db, companyId)
    await insertVerification(db, { companyId, id, askedBy: caller.userId, now, checkpoint, total })
    await addJob('verify-record', { companyId, verificationId: id } satisfies VerifyRecordJob, undefined, `verify-record ${id}`)
    return { _id: id }
  })

  registerRoute(app, listCheckpoints, async ({ params: { companyId }, query, db }) => {
    const page = pageRequest(query)
    const data = await listCheckpointRows(db, companyId, page)
    return { data, paging: toPaging(page, await countCheckpoints(db, companyId)) }
  })

  registerRoute(app, saveCheckpointAddresses, async (context) => {
    const { params, body, caller, db, now, newId } = context
    const { companyId } = params
    await lockRecordSettings(db, companyId, now)
    const before = await findRecordSettings(db, companyId)
    await requireCurrentVersion(db, body.version, { ...before, createdon: before.updatedon }, caller.userId)
    const addresses = [...new Set(body.addresses)]
    await updateCheckpointAddresses(db, companyId, addresses, { now, userId: caller.userId })
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind: 'checkpoint-addresses-saved', data: { addresses: addresses.length } },
    ])
    await recordSecurityEvent(context, { kind: 'settings-changed', data: { changed: 'addresses for checkpoints' } })
    return { success: true as const }
  })
}

/** "Of another company or host: This is not a checkpoint of Larkmead." [trust §8](docs/design/trust.md#8). */
async function requireOwnNote(db: Db, of: { host: string; companyId: string }, text: string): Promise<SignedNote> {
  const note = readNote(text)
  if (note?.companyId === of.companyId && note.host === of.host) return note
  const { companyName } = await findCheckpointRecipients(db, of.companyId)
  throw new DomainError('NOT_A_CHECKPOINT', { message: `This is not a checkpoint of ${companyName}.` })
}

/** Returns an e-mail of the record of a property. Throws NOT_FOUND. */
async function findRecordEmail(db: Db, { mailId, ...ids }: PropertyIds & { mailId: string }): Promise<RecordMail> {
  const mail = (await loadRecordEmails(db, ids, [mailId])).get(mailId)
  if (!mail || mail.property_id === null) throw new DomainError('NOT_FOUND')
  return mail
}
