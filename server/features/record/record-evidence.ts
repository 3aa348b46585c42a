import type { EventData } from '@gya/domain/features/events/event-facts.ts'
import type { Fault } from '@gya/domain/features/record/verdict.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Document } from '../../db/schema.ts'
import { tablesByName } from '../../db/tables.ts'
import { FileNotFoundError, type FileStore, fileKey, readChecksum } from '../../infra/files/file-store.ts'
import { findWaitingStates, readPropertyMails } from './bind-mails.ts'
import { deletedDigest, readCheckDigests } from './check-digests.ts'
import { isMailAsWritten, isMailStateAsRecorded, isMailStateUnbound, type MailDigests, type MailState } from './mail-digest.ts'
import type { SealedRow } from './record-reader.ts'

/** Entries with the digest of a check or of a file of it. */
const checkKinds: readonly string[] = ['check-entered', 'check-file-added']

/** Entries after which a document is no longer stored. */
const removals: readonly string[] = ['document-removed', 'document-infected']

type Bound = { position: number; at: string; property: string | null; user: string | null }

/** `notes`: all that its entries name, because the undo of an import puts an earlier one back. */
type BoundFile = Bound & { sha256: string; fileName: string; notes: Set<string> }

/** `sha256` of a document that an entry adds; `null` for other entries. */
const documentOf = ({ documentId, sha256 }: EventData) =>
  typeof documentId === 'string' && typeof sha256 === 'string' ? { documentId, sha256 } : null

/**
 * Compares e-mails, documents and customer checks with the hashes in their entries. `files`: also reads the stored files, which takes as long as they are
 * large; `null`: compares rows only.
 */
export class Evidence {
  readonly #mails = new Map<string, Bound & { written: MailDigests }>()
  /** The last state of each e-mail. `position`: `null` while its entry is not sealed. */
  readonly #states = new Map<string, MailState & { position: number | null }>()
  readonly #documents = new Map<string, BoundFile>()
  readonly #faults: Fault[] = []
  /** Entries of customer checks and of their copies by digest, and those of deletions after five years. */
  readonly #checks = new Map<string, Bound>()
  readonly #deletions: (Bound & { digest: string; removed: readonly string[] })[] = []
  /** E-mails, documents and checks without hashes in an entry, and ended e-mails without a state in one: stored before these existed, or added without. */
  readonly unbound = { mails: 0, documents: 0, states: 0, checks: 0 }

  /** Adds the next entry by position. The first entry of an e-mail or document counts. */
  add({ position, entry, data }: SealedRow): void {
    if (!entry) return
    const { kind } = entry
    const { mailId, documentId } = data
    const bound = { position, ...entry }
    if (kind === 'email-written' && typeof mailId === 'string') {
      if (!this.#mails.has(mailId)) this.#mails.set(mailId, { ...bound, written: data as unknown as MailDigests })
    } else if (kind === 'email-state' && typeof mailId === 'string')
      this.#states.set(mailId, { ...bound, state: String(data.state) })
    else if (checkKinds.includes(kind) && typeof data.digest === 'string') {
      if (!this.#checks.has(data.digest)) this.#checks.set(data.digest, bound)
    } else if (kind === 'checks-deleted')
      this.#deletions.push({ ...bound, digest: String(data.digest), removed: removedOf(data) })
    else if (removals.includes(kind)) this.#documents.delete(String(documentId))
    else {
      const document = documentOf(data)
      if (document && !this.#documents.has(document.documentId))
        this.#documents.set(document.documentId, { ...bound, ...document, fileName: String(data.fileName), notes: new Set() })
      const { notes } = this.#documents.get(String(documentId)) ?? {}
      for (const note of [data.note, data.before]) if (typeof note === 'string') notes?.add(note.slice(0, maxNote))
    }
  }

  async compare(db: Db, companyId: string, files: Pick<FileStore, 'read'> | null): Promise<Fault[]> {
    await this.#compareMails(db, companyId, files)
    await this.#compareDocuments(db, companyId, files)
    await this.#compareChecks(db, companyId, files)
    return this.#faults
  }

  async #compareMails(db: Db, companyId: string, files: Pick<FileStore, 'read'> | null): Promise<void> {
    for (const { mailId, ...reached } of await findWaitingStates(db, companyId))
      this.#states.set(mailId, { ...reached, position: null })
    for await (const batch of readPropertyMails(db, companyId))
      for (const { mail, files: attachments } of batch) {
        const bound = this.#mails.get(mail.id)
        this.#mails.delete(mail.id)
        if (!bound) {
          this.unbound.mails += 1
          continue
        }
        let isSame = isMailAsWritten(mail, attachments, bound.written) && isOf(mail.property_id, mail.sent_by, bound)
        if (files && mail.keeps_files)
          for (const { file, sha256 } of attachments)
            if (sha256 && !(await isStored(files, file, Buffer.from(sha256).toString('hex')))) isSame = false
        if (!isSame) this.#add(bound, 'email-changed')
        const reached = this.#states.get(mail.id) ?? null
        if (isMailStateUnbound(mail, reached)) this.unbound.states += 1
        if (!isMailStateAsRecorded(mail, { writtenOn: bound.at, reached }))
          this.#add({ position: reached?.position ?? bound.position, at: reached?.at ?? bound.at }, 'email-state-changed')
      }
    for (const bound of this.#mails.values()) this.#add(bound, 'email-missing')
  }

  async #compareDocuments(db: Db, companyId: string, files: Pick<FileStore, 'read'> | null): Promise<void> {
    const rows = await db.selectFrom('document').select(documentColumns).where('company_id', '=', companyId).execute()
    for (const row of rows) {
      const bound = this.#documents.get(row.id)
      if (!bound) this.unbound.documents += 1
      else if (!isAsAdded(row, bound) || (files && !(await isStored(files, row.file, bound.sha256))))
        this.#add(bound, 'document-changed')
    }
  }

  async #compareChecks(db: Db, companyId: string, files: Pick<FileStore, 'read'> | null): Promise<void> {
    for (const { digest, file, sha256 } of await readCheckDigests(db, companyId)) {
      const bound = this.#checks.get(digest)
      this.#checks.delete(digest)
      if (!bound) this.unbound.checks += 1
      else if (files && file && !(await isStored(files, file, sha256))) this.#add(bound, 'check-changed')
    }
    for (const [property, gone] of Map.groupBy(this.#checks, ([, bound]) => bound.property))
      if (
        !this.#areDeleted(
          property,
          gone.map(([digest]) => digest),
        )
      )
        for (const [, bound] of gone) this.#add(bound, 'check-changed')
  }

  /** Whether entries of deletions account for these, each of them and no others. */
  #areDeleted(property: string | null, digests: readonly string[]): boolean {
    const deletions = this.#deletions.filter((one) => one.property === property)
    const removed = deletions.flatMap((one) => one.removed)
    return (
      deletions.every((one) => one.digest === deletedDigest(one.removed)) && deletedDigest(removed) === deletedDigest(digests)
    )
  }

  #add({ position, at }: Pick<Bound, 'position' | 'at'>, what: Fault['what']): void {
    this.#faults.push({ position, what, at })
  }
}

/** The digests that a deletion names. */
const removedOf = ({ removed }: EventData): string[] => (Array.isArray(removed) ? removed.map(String) : [])

/** Texts of documents are cut to these lengths when a person is erased; those of the entries are not. */
export const { file_name: maxFileName = 0, note: maxNote = 0 } = tablesByName.document?.texts ?? {}

/** Entries of keys and rules have no user. */
const isOf = (property: string | null, user: string | null, bound: Bound): boolean =>
  property === bound.property && (user === bound.user || user === null || bound.user === null)

const documentColumns = ['id', 'file', 'sha256', 'property_id', 'created_by', 'createdon', 'file_name', 'note'] as const

/** Whether hash, sale, author, time, name and note of a document are those of its entries. */
const isAsAdded = (row: Pick<Selectable<Document>, (typeof documentColumns)[number]>, bound: BoundFile): boolean =>
  row.sha256?.toString('hex') === bound.sha256 &&
  isOf(row.property_id, row.created_by, bound) &&
  Date.parse(row.createdon) === Date.parse(bound.at) &&
  row.file_name === bound.fileName.slice(0, maxFileName) &&
  bound.notes.has(row.note)

/** A missing file is not a change: the entry still proves which one it was. */
export async function isStored(files: Pick<FileStore, 'read'>, file: string, sha256: string): Promise<boolean> {
  try {
    return (await readChecksum(await files.read(fileKey(file, 'original')))).sha256 === sha256
  } catch (error) {
    if (error instanceof FileNotFoundError) return true
    throw error
  }
}
