import { join } from 'node:path'
import { documentMediaTypes, nameOfType } from '@gya/domain/common/uploads.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { sanitizeFileName } from '../../http/upload/receive-upload.ts'
import { resizePicture } from '../../infra/files/resize-picture.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../infra/temporary-folders.ts'
import { type FileContext, generatedFile, type StoredFile, stageFile } from '../files/file-lifecycle.ts'
import { importLimits } from './files/import-limits.ts'
import { openZip, type ZipArchive } from './files/zip-entries.ts'
import { writeUpload } from './write-upload.ts'
import type { EntryRow } from './zip-entries.repository.ts'

const limits = { unpackedBytes: importLimits.zipUnpackedBytes, entryBytes: importLimits.zipEntryBytes }

/** The ZIPs of an import on this machine, each fetched when its first file is needed. */
export class UploadedZips {
  readonly #context: FileContext
  readonly #companyId: string
  readonly #zips = new Map<string, Promise<{ folder: string; zip: ZipArchive }>>()

  constructor(context: FileContext, companyId: string) {
    this.#context = context
    this.#companyId = companyId
  }

  /** Stores one file of a ZIP as a document or a picture. Throws FILE_NOT_ALLOWED for a picture that cannot be decoded. */
  async stage({ file_id: fileId, name, content_type: contentType }: EntryRow, keep: 'picture' | 'original'): Promise<StoredFile> {
    if (contentType === null) throw new DomainError('FILE_NOT_ALLOWED')
    const opened = this.#zips.get(fileId) ?? this.#open(fileId)
    this.#zips.set(fileId, opened)
    const content = await (await opened).zip.read(name)
    const fileName = sanitizeFileName(nameOfType(sanitizeFileName(name), contentType, documentMediaTypes))
    const file = keep === 'picture' ? await resizePicture(content, fileName) : generatedFile(fileName, contentType, content)
    return stageFile(this.#context, file)
  }

  async #open(fileId: string) {
    const folder = await makeTemporaryFolder('import')
    const path = join(folder, 'file')
    try {
      await writeUpload(this.#context, { companyId: this.#companyId, fileId }, path)
      return { folder, zip: await openZip(path, limits) }
    } catch (error) {
      await removeTemporaryFolder(folder)
      throw error
    }
  }

  async close(): Promise<void> {
    for (const opened of this.#zips.values()) {
      const there = await opened.catch(() => null)
      there?.zip.close()
      if (there) await removeTemporaryFolder(there.folder)
    }
  }
}
