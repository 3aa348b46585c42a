import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type MediaTypes, maxFileBytes, nameOfType, textMediaType, type UploadRule } from '@gya/domain/common/uploads.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { fileTypeFromFile } from 'file-type'
import type { NewFile } from '../../infra/files/file-store.ts'
import { isDecodablePicture, resizePicture } from '../../infra/files/resize-picture.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../infra/temporary-folders.ts'

/** Content that browsers sniff as HTML. */
const markup = /<(?:!doctype\s+html|html|head|body|script|svg|iframe|object|embed)[\s>/]/i
const startsAsMarkup = /^[\s\uFEFF\u00EF\u00BB\u00BF]*<[!?a-z]/i

const headBytes = 4_096
/** A ZIP's end record is in its last 64 KiB and 22 bytes. */
const tailBytes = 65_558

/** Pictures that can be decoded here; HEIC cannot. */
const decodable = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif', 'image/tiff'])

/**
 * Whether an original contains only its declared type: text without HTML, a complete picture, and not a polyglot (HTML, PDF or ZIP inside
 * another type).
 */
export async function isUnambiguousFile(path: string, contentType: string): Promise<boolean> {
  const { head, tail } = await readHeadAndTail(path)
  if (markup.test(head)) return false
  if (contentType.startsWith('text/')) return !startsAsMarkup.test(head) && !(await containsMarkup(path))
  if (contentType === 'application/pdf') return !isZipEnd(tail.slice(tail.lastIndexOf('%%EOF') + 1))
  if (!contentType.startsWith('image/')) return true
  if (head.slice(0, 1_024).includes('%PDF-') || isZipEnd(tail) || markup.test(tail) || tail.includes('%PDF-')) return false
  return !decodable.has(contentType) || isDecodablePicture(path)
}

const isZipEnd = (text: string): boolean => text.includes('PK\u0005\u0006')

async function readHeadAndTail(path: string): Promise<{ head: string; tail: string }> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const read = async (length: number, position: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      return buffer.toString('latin1', 0, bytesRead)
    }
    return { head: await read(headBytes, 0), tail: await read(Math.min(size, tailBytes), Math.max(0, size - tailBytes)) }
  } finally {
    await file.close()
  }
}

/** Reads the whole file, at most 20 MB. */
async function containsMarkup(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    return markup.test((await file.readFile()).toString('latin1'))
  } finally {
    await file.close()
  }
}

/** A received file in a temporary folder, until the request is validated. */
export type Upload = { path: string; fileName: string; contentType: string; bytes: number; discard(): Promise<void> }

/**
 * Receives a file. Writes at most the size limit and detects the type from the content. Throws FILE_MISSING, FILE_TOO_LARGE,
 * FILE_NOT_ALLOWED. Removes everything on error and when the client disconnects.
 */
export async function receiveUpload(content: Readable, fileName: string, kinds: MediaTypes): Promise<Upload> {
  const folder = await makeTemporaryFolder('upload')
  const discard = () => removeTemporaryFolder(folder)
  const path = join(folder, 'file')
  try {
    const { through, bytes } = byteLimit(maxFileBytes)
    await pipeline(content, through, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    if (bytes() === 0) throw new DomainError('FILE_MISSING')
    const name = sanitizeFileName(fileName)
    const contentType = await detectContentType(path, name, kinds)
    return { path, fileName: sanitizeFileName(nameOfType(name, contentType, kinds)), contentType, bytes: bytes(), discard }
  } catch (error) {
    await discard()
    throw error
  }
}

function byteLimit(limit: number): { through: Transform; bytes: () => number } {
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > limit) done(new DomainError('FILE_TOO_LARGE'))
      else done(null, chunk)
    },
  })
  return { through, bytes: () => bytes }
}

/** Text has no signature: it is unrecognised, without control characters and with a text extension. */
async function detectContentType(path: string, name: string, kinds: MediaTypes): Promise<string> {
  const found = await fileTypeFromFile(path)
  if (found && Object.hasOwn(kinds, found.mime)) return found.mime
  const text = found ? null : textMediaType(name, kinds)
  if (text === null || !(await isText(path))) throw new DomainError('FILE_NOT_ALLOWED')
  return text
}

async function isText(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
    if (chunk.some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20))) return false
  return true
}

const maxNameLength = 200

/** The last path segment without invisible characters and those that file systems refuse. The extension survives truncation. */
export function sanitizeFileName(fileName: string): string {
  const last = fileName.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const seen = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD<>:"|?*]/gu, '')
    .trim()
    .replace(/^\.+/, '')
  if (seen.length <= maxNameLength) return seen || 'file'
  const ending = /\.[^.]{1,10}$/.exec(seen)?.[0] ?? ''
  return (
    seen
      .slice(0, maxNameLength - ending.length)
      .toWellFormed()
      .replace(/\uFFFD$/, '') + ending
  )
}

/** The file to store, as the contract's `keep` says. Throws FILE_NOT_ALLOWED for incomplete pictures and polyglots. */
export async function prepareForStorage({ path, fileName, contentType, bytes }: Upload, { keep }: UploadRule): Promise<NewFile> {
  if (keep === 'picture') return resizePicture(path, fileName)
  if (!(await isUnambiguousFile(path, contentType))) throw new DomainError('FILE_NOT_ALLOWED')
  return { kind: 'original', fileName, contentType, parts: [{ name: 'original', bytes, content: () => createReadStream(path) }] }
}
