import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type DateOnly, type Instant, londonDay, showDate } from '@gya/domain/common/dates.ts'
import { documentMediaTypes } from '@gya/domain/common/uploads.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import type { LeftOut } from '@gya/domain/features/mail-in/left-out.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/pool.ts'
import { insertSecurityEvent } from '../../http/access/security-events.ts'
import { isUnambiguousFile, receiveUpload } from '../../http/upload/receive-upload.ts'
import { scanFile, scanStream } from '../../infra/files/clamd.ts'
import { type FileStore, fileKey } from '../../infra/files/file-store.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { insertDocument } from '../documents/documents.repository.ts'
import { discardFile, type FileContext, generatedFile, retainFile, type StoredFile, stageFile } from '../files/file-lifecycle.ts'
import { notifyOpenClients } from '../live/notify-open-clients.ts'
import { recordAboutProperty } from '../properties/write/record-about-property.ts'
import {
  areInCheck,
  changeMailIn,
  findFilesOnSale,
  findMailIn,
  listMailFiles,
  lockMailIn,
  type MailIds,
} from './mail-in.repository.ts'
import { toReasons } from './mail-reasons.ts'
import { extractFile } from './read/read-in-thread.ts'
import { findFiledRows, type MailInRow } from './set-sales.ts'

/** Attachments stay in the original of their e-mail until they are kept: they become documents of a sale. Decision 159. */

type FileRow = Awaited<ReturnType<typeof listMailFiles>>[number]
type MailFilesContext = FileContext & { config: Pick<Config, 'clamdUrl'> }

export const readOriginal = async (files: FileStore, rawFile: string): Promise<Buffer> =>
  buffer(await files.read(fileKey(rawFile, 'original')))

/** Throws NOT_FOUND where the original is gone. */
export async function readMailFile(files: FileStore, mail: Pick<MailInRow, 'raw_file'>, ordinal: number): Promise<Buffer> {
  const content = mail.raw_file === null ? null : await extractFile(await readOriginal(files, mail.raw_file), ordinal)
  if (content === null) throw new DomainError('NOT_FOUND')
  return Buffer.from(content)
}

/**
 * Checks the attachments of an e-mail that was read: their type by content, and for viruses, for which those that are left out are looked at
 * too: the original holds them. An infected one takes the original with it.
 * Throws SCAN_NOT_READY while the scanner is unreachable: the job is retried. Files of firms and colleagues become documents by themselves.
 */
export async function checkMailFiles(context: MailFilesContext, ids: MailIds): Promise<void> {
  const { database, files, clock } = context
  const mail = await findMailIn(database.db, ids)
  const waiting = (await listMailFiles(database.db, ids)).filter(isUnchecked)
  if (!mail || mail.raw_file === null || waiting.length === 0) return
  for (const row of waiting) {
    const content = await readMailFile(files, mail, row.ordinal)
    const judged = row.left_out === null ? await judge(context, content, row.name) : await scanOnly(context, content)
    if ('found' in judged) return reportInfected(context, mail, row, judged.found)
    await database.db
      .updateTable('mail_in_file')
      .set({ ...judged, checked_on: clock.now() })
      .where('company_id', '=', ids.companyId)
      .where('mail_in_id', '=', ids.mailInId)
      .where('ordinal', '=', row.ordinal)
      .execute()
  }
  await keepByThemselves(context, ids)
  await notifyOpenClients(database.db, { ...ids, branchId: mail.branch_id, propertyId: null, about: 'mail' })
}

/** While there is one, the original is not given out. */
export const isUnchecked = ({ left_out, checked_on }: FileRow): boolean => checked_on === null && left_out !== 'infected'

async function scanOnly({ config }: MailFilesContext, content: Buffer): Promise<{ found: string } | { checked_on?: never }> {
  const found = config.clamdUrl === undefined ? null : await scanStream(Readable.from([content]), config.clamdUrl)
  return found === null ? {} : { found }
}

type Judged = { left_out: LeftOut } | { name: string; content_type: string } | { found: string }

async function judge({ config }: MailFilesContext, content: Buffer, name: string): Promise<Judged> {
  const received = await receiveUpload(Readable.from([content]), name, documentMediaTypes).catch((error: unknown) => {
    if (error instanceof DomainError) return null
    throw error
  })
  if (received === null) return { left_out: 'type' }
  try {
    const found = config.clamdUrl === undefined ? null : await scanFile(received.path, config.clamdUrl)
    if (found !== null) return { found }
    if (!(await isUnambiguousFile(received.path, received.contentType))) return { left_out: 'type' }
    return { name: received.fileName, content_type: received.contentType }
  } finally {
    await received.discard()
  }
}

/** "Text on screen, file gone with words": the original is deleted, with a warning and an entry in the audit. */
async function reportInfected({ database, clock }: MailFilesContext, { company_id, id }: MailInRow, row: FileRow, found: string) {
  const ids = { companyId: company_id, mailInId: id }
  await database.db.transaction().execute(async (db) => {
    const mail = await lockMailIn(db, ids)
    if (!mail || mail.raw_file === null) return
    const now = clock.now()
    const context = { db, now, newId: () => clock.newId(), addJob: jobAdder(db) }
    await db
      .updateTable('mail_in_file')
      .set({ left_out: 'infected' })
      .where('company_id', '=', company_id)
      .where('mail_in_id', '=', id)
      .where('ordinal', '=', row.ordinal)
      .execute()
    const warnings = JSON.stringify([...(mail.warnings as object[]), { warning: 'virus', known: row.name }])
    // Who checked it before did not know of the virus.
    const unchecked = { cleared_on: null, cleared_by: null, cleared_how: '' }
    await changeMailIn(db, ids, { raw_file: null, has_html: false, warnings, ...unchecked }).execute()
    await discardFile(context, mail.raw_file, 'original')
    await insertSecurityEvent(
      context,
      { network: null, userAgent: '', requestId: null },
      {
        kind: 'upload-infected',
        companyId: company_id,
        userId: null,
        aboutUserId: null,
        sessionLogId: null,
        data: { found, mailInId: id },
      },
    )
    await notifyOpenClients(db, { companyId: company_id, branchId: mail.branch_id, propertyId: null, about: 'mail' })
  })
}

/**
 * "Of an e-mail of a firm, chain agent or colleague that filed itself, with sender check verified or key, without warning, files become
 * documents of the sale by themselves." One about several sales keeps none: nobody said of which they are.
 */
async function keepByThemselves(context: MailFilesContext, ids: MailIds): Promise<void> {
  const { database, files, clock } = context
  const mail = await findMailIn(database.db, ids)
  if (!mail || (await findSaleToKeepOn(database.db, mail)) === null) return
  const kept = (await listMailFiles(database.db, ids)).filter((file) => isKeepable(file) && !file.in_check)
  const staged = await stageMailFiles({ database, files, clock }, mail, kept)
  await database.db.transaction().execute(async (db) => {
    // Somebody may have moved it while its files were read.
    const locked = await lockMailIn(db, ids)
    const propertyId = locked ? await findSaleToKeepOn(db, locked) : null
    if (!locked || propertyId === null) return
    const now = clock.now()
    const keeping = { db, now, today: londonDay(now), newId: () => clock.newId(), caller: null }
    await keepAsDocuments(keeping, locked, { propertyId, staged })
  })
}

async function findSaleToKeepOn(db: Db, mail: MailInRow): Promise<string | null> {
  const [sale, ...others] = await findFiledRows(db, { companyId: mail.company_id, mailInId: mail.id })
  if (!sale || others.length > 0 || sale.filed_by !== null || mail.raw_file === null) return null
  const isSure = mail.sender_check === 'verified' || toReasons(sale.reasons).reasons.includes('key')
  const isOfFirm = mail.firm_id !== null || mail.forwarded_by !== null || mail.outgoing
  return isSure && isOfFirm && !hasWarning(mail) ? sale.property_id : null
}

const hasWarning = (mail: MailInRow): boolean => mail.cleared_on === null && (mail.warnings as unknown[]).length > 0

/** Whether it can be kept and downloaded. */
export const isKeepable = ({ left_out, checked_on }: Pick<FileRow, 'left_out' | 'checked_on'>): boolean =>
  left_out === null && checked_on !== null

/** Stores attachments as files of their own, for a transaction that keeps them. */
export async function stageMailFiles(
  context: FileContext,
  mail: Pick<MailInRow, 'raw_file'>,
  rows: readonly Pick<FileRow, 'ordinal' | 'name' | 'content_type'>[],
): Promise<StoredFile[]> {
  const staged: StoredFile[] = []
  for (const { ordinal, name, content_type } of rows)
    staged.push(await stageFile(context, generatedFile(name, content_type, await readMailFile(context.files, mail, ordinal))))
  return staged
}

type KeepContext = { db: Db; now: Instant; today: DateOnly; newId(): string; caller: { userId: string } | null }

/** Makes staged attachments documents of a sale, but those that it has already. Returns the documents. */
export async function keepAsDocuments(
  context: KeepContext,
  mail: MailInRow,
  { propertyId, staged, note }: { propertyId: string; staged: readonly StoredFile[]; note?: string | undefined },
): Promise<string[]> {
  const { db, now, newId, caller } = context
  const { company_id: companyId } = mail
  const day = showDate(londonDay(mail.written_on ?? mail.arrived_on))
  const words = note ?? `From ${mail.party_name || mail.from_name || mail.from_email}’s e-mail of ${day}`
  const documents: string[] = []
  await recordAboutProperty(context, { companyId, propertyId }, async () => {
    // A check may have taken one while the files were stored.
    refuseIf((await areInCheck(db, companyId, staged)) ? 'FILE_IN_CHECK' : null)
    const known = new Set(await findFilesOnSale(db, { companyId, propertyId }))
    const events = []
    for (const { id: file, fileName, contentType, bytes, sha256 } of staged) {
      if (known.has(sha256)) continue
      known.add(sha256)
      const id = newId()
      await insertDocument(db, {
        company_id: companyId,
        id,
        property_id: propertyId,
        note: words,
        file,
        file_name: fileName,
        content_type: contentType,
        bytes,
        sha256: Buffer.from(sha256, 'hex'),
        createdon: now,
        created_by: caller?.userId ?? null,
        mail_in_id: mail.id,
      })
      await retainFile(db, file)
      documents.push(id)
      events.push({
        kind: 'document-added' as const,
        data: { documentId: id, fileName, note: words, sha256, mailInId: mail.id },
      })
    }
    return events
  })
  return documents
}
