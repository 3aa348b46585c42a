import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type MediaTypes, maxFileBytes, textMediaType, type UploadRule } from '@gya/domain/common/files.ts'
import { DomainError } from '@gya/domain/errors.ts'
import { fileTypeFromFile } from 'file-type'
import { resizePicture } from '../platform/images.ts'
import type { NewFile } from '../platform/kept-files.ts'
import { isUnambiguousFile } from './upload-content.ts'

/** A file that came with a call and waits, in a folder of its own, for the call to be found valid. */
export type Upload = { path: string; fileName: string; contentType: string; bytes: number; discard(): Promise<void> }

/**
 * Takes a file while it comes in: no more than the limit is ever written, and what it is, is told from its content.
 * Throws FILE_MISSING, FILE_TOO_LARGE, FILE_NOT_ALLOWED; then, and when the sender goes away, nothing of it is left.
 */
export async function receiveUpload(content: Readable, fileName: string, kinds: MediaTypes): Promise<Upload> {
  const folder = await mkdtemp(join(tmpdir(), 'gya-upload-'))
  const discard = () => rm(folder, { recursive: true, force: true })
  const path = join(folder, 'file')
  try {
    const { through, bytes } = byteLimit(maxFileBytes)
    await pipeline(content, through, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    if (bytes() === 0) throw new DomainError('FILE_MISSING')
    const name = sanitizeFileName(fileName)
    return { path, fileName: name, contentType: await detectContentType(path, name, kinds), bytes: bytes(), discard }
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

/** Text has no mark of its own: it is what has no mark, holds no control characters and is named as text. */
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

/** The last part of a path, without what cannot be seen and what a file system refuses; the ending stays when it is cut. */
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

/** What is kept of an upload, as its call's contract says. Throws FILE_NOT_ALLOWED for what is no whole picture, or of two kinds. */
export async function prepareForStorage({ path, fileName, contentType, bytes }: Upload, { keep }: UploadRule): Promise<NewFile> {
  if (keep === 'picture') return resizePicture(path, fileName)
  if (!(await isUnambiguousFile(path, contentType))) throw new DomainError('FILE_NOT_ALLOWED')
  return { kind: 'original', fileName, contentType, parts: [{ name: 'original', bytes, content: () => createReadStream(path) }] }
}
