import { createReadStream } from 'node:fs'
import { documentMediaTypes } from '@gya/domain/common/uploads.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { isUnambiguousFile, receiveUpload, type Upload } from '../../../http/upload/receive-upload.ts'
import { readChecksum } from '../../../infra/files/file-store.ts'
import { importLimits } from './import-limits.ts'
import { openZip, type ZipArchive } from './zip-entries.ts'

export type JudgedEntry = { name: string; bytes: number; sha256: Buffer; content_type: string | null; refusal: string | null }

const limits = { unpackedBytes: importLimits.zipUnpackedBytes, entryBytes: importLimits.zipEntryBytes }
const noSum = Buffer.alloc(0)

/** The files of a ZIP with their content type, and why some are refused. Unpacks one file at a time. */
export async function* checkZipEntries(path: string): AsyncGenerator<JudgedEntry> {
  const zip = await openZip(path, limits)
  try {
    for (const { name, bytes } of zip.entries) yield await judgeEntry(zip, name, bytes)
  } finally {
    zip.close()
  }
}

async function judgeEntry(zip: ZipArchive, name: string, bytes: number): Promise<JudgedEntry> {
  const refused = (refusal: string): JudgedEntry => ({ name, bytes, sha256: noSum, content_type: null, refusal })
  let upload: Upload | null = null
  try {
    upload = await receiveUpload(await zip.open(name), name, documentMediaTypes)
    if (!(await isUnambiguousFile(upload.path, upload.contentType))) throw new DomainError('FILE_NOT_ALLOWED')
    const { sha256 } = await readChecksum(createReadStream(upload.path))
    return { name, bytes, sha256: Buffer.from(sha256, 'hex'), content_type: upload.contentType, refusal: null }
  } catch (error) {
    return refused(error instanceof DomainError ? error.message : `“${name}” in this archive is damaged.`)
  } finally {
    await upload?.discard()
  }
}
