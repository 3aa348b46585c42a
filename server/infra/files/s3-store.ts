import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, constants, mkdir, open as openFolder, readdir, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { DomainError } from '@gya/domain/errors.ts'
import { FSDriver } from 'flydrive/drivers/fs'
import type { S3Config } from '../../config.ts'
import { checksumStream, readChecksum } from './checksum.ts'
import { FileNotFoundError, type FileStore } from './file-store.ts'

type FileInfo = Parameters<FileStore['put']>[2]

/** Whether nothing at all lies there yet: what a backup may be restored to. */
type EmptyCheck = { isEmpty(): Promise<boolean> }

/** Files in a folder of this machine. A file is on the disk, not only on its way there, when `put` resolves. */
export function folderStore(folder: string): FileStore & EmptyCheck {
  const drive = new FSDriver({ location: folder, visibility: 'private' })
  const write: StoreDriver['write'] = async (key, content) => {
    const path = join(folder, key)
    await mkdir(dirname(path), { recursive: true })
    await pipeline(content, createWriteStream(path, { flags: 'wx', flush: true }))
    const inFolder = await openFolder(dirname(path), 'r')
    try {
      await inFolder.sync()
    } finally {
      await inFolder.close()
    }
  }
  const check = async () => {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  }
  // The folder of a file's parts goes with the last of them.
  const remove = async (key: string) => {
    if (await drive.exists(key)) await drive.delete(key)
    await rmdir(dirname(join(folder, key))).catch(() => undefined)
  }
  const size = async (key: string) => ((await drive.exists(key)) ? (await drive.getMetaData(key)).contentLength : null)
  const open = async (key: string) => {
    if (!(await drive.exists(key))) throw new FileNotFoundError(key)
    return drive.getStream(key)
  }
  const isEmpty = async () => (await readdir(folder).catch(emptyIfMissing)).length === 0
  return { ...verifyingStore({ write, open, size, remove, check, close: () => {} }), folder, isEmpty }
}

function emptyIfMissing(error: unknown): string[] {
  if ((error as { code?: string }).code === 'ENOENT') return []
  throw error
}

/**
 * Milliseconds that a bucket's service has: to take a connection, to say whether it is there, to answer what is short, to
 * have taken and answered a whole file, and between two pieces of one that it gives back. A service that hangs costs a call
 * no more than that.
 */
export type S3Timeouts = { connection: number; check: number; answer: number; put: number; piece: number }
const defaultTimeouts: S3Timeouts = { connection: 5_000, check: 5_000, answer: 10_000, put: 30_000, piece: 15_000 }

/** What an object says of itself, so that a read knows other bytes, and those of another object, from those that were put. */
const metadataKeys = { key: 'gya-key', sha256: 'gya-sha256' }

/**
 * Files in a bucket of an S3-compatible service, which is not believed: what it took is read back, and what it gives back
 * is held to what was put. Where it is away, slow, refuses or lies, FILES_NOT_READY is thrown with its failure as the cause.
 */
export function s3Store(
  { endpoint, bucket: Bucket, region, accessKeyId, secretAccessKey }: S3Config,
  { connection, check: checking, answer, put, piece }: S3Timeouts = defaultTimeouts,
): FileStore & EmptyCheck {
  const agent = { maxSockets: 200 }
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // The checksums that the client adds of its own to a stream end up inside the file with services that do not know them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A stream cannot be sent twice: what fails is told at once, and the file's sender tries again.
    maxAttempts: 1,
    logger: silentLogger,
    requestHandler: { connectionTimeout: connection, throwOnRequestTimeout: true, httpAgent: agent, httpsAgent: agent },
  })
  const list = (Prefix: string) =>
    client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }), { requestTimeout: checking })

  const write: StoreDriver['write'] = async (Key, Body, { bytes, contentType, sha256 }) => {
    const Metadata = { [metadataKeys.key]: Key, ...(sha256 === undefined ? {} : { [metadataKeys.sha256]: sha256 }) }
    const object = { Bucket, Key, Body, ContentType: contentType, ContentLength: bytes, Metadata }
    // What is sent has broken off: the service would wait for the rest of it.
    const broken = new AbortController()
    Body.once('error', () => broken.abort())
    await client.send(new PutObjectCommand(object), { requestTimeout: put, abortSignal: broken.signal }).catch(throwNotReady)
  }
  const open: StoreDriver['open'] = async (Key) => {
    const { Body, ContentLength, Metadata } = await client
      .send(new GetObjectCommand({ Bucket, Key }), { requestTimeout: answer })
      .catch((error: unknown) => (isMissing(error) ? throwNotFound(Key) : throwNotReady(error)))
    const kept = { key: Key, bytes: ContentLength, ...Metadata }
    return afterFirstChunk(verified(Body as Readable, kept, piece))
  }
  const size: StoreDriver['size'] = (Key) =>
    client.send(new HeadObjectCommand({ Bucket, Key }), { requestTimeout: answer }).then(
      ({ ContentLength = null }) => ContentLength,
      (error: unknown) => (isMissing(error) ? null : throwNotReady(error)),
    )
  const remove = async (Key: string) =>
    void (await client.send(new DeleteObjectCommand({ Bucket, Key }), { requestTimeout: answer }).catch(throwNotReady))

  const check = async () => void (await list('check/'))
  const isEmpty = async () => ((await list('').catch(throwNotReady)).KeyCount ?? 0) === 0
  return { ...verifyingStore({ write, open, size, remove, check, close: () => client.destroy() }), isEmpty }
}

const noop = () => {}
/** What fails is thrown: the client need not say it on standard error as well. */
const silentLogger = { trace: noop, debug: noop, info: noop, warn: noop, error: noop }

/** Only an object: a bucket that is missing is a store that is not ready. */
const isMissing = (error: unknown): boolean =>
  ['NoSuchKey', 'NotFound'].includes((error as Error).name) &&
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404

function throwNotFound(key: string): never {
  throw new FileNotFoundError(key)
}

function throwNotReady(cause: unknown): never {
  throw cause instanceof DomainError ? cause : new DomainError('FILES_NOT_READY', { cause })
}

/**
 * Content as it comes, its last piece once all of it is known to be what was put: what is not breaks off instead of ending
 * well. Objects of before, or put by another program, say nothing of themselves; their length alone is held to.
 */
async function* verified(content: Readable, kept: Record<string, unknown>, piece: number): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let held: Buffer | null = null
  let bytes = 0
  try {
    for await (const chunk of withChunkTimeout(content, piece)) {
      hash.update(chunk)
      bytes += chunk.length
      if (held) yield held
      held = chunk
    }
    const isSame =
      (kept.bytes === undefined || kept.bytes === bytes) &&
      (kept[metadataKeys.key] === undefined || kept[metadataKeys.key] === kept.key) &&
      (kept[metadataKeys.sha256] === undefined || kept[metadataKeys.sha256] === hash.digest('hex'))
    if (!isSame) throw new Error('The file store gave back other bytes than it was given.')
  } catch (error) {
    throwNotReady(error)
  }
  if (held) yield held
}

/** The pieces of a stream; fails where one is waited for longer than so many milliseconds. Whoever reads slowly is not hurried. */
async function* withChunkTimeout(content: Readable, milliseconds: number): AsyncGenerator<Buffer> {
  const pieces = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  try {
    for (;;) {
      const late = setTimeout(() => content.destroy(new Error('The file store stopped in the middle of a file.')), milliseconds)
      const { done, value } = await pieces.next().finally(() => clearTimeout(late))
      if (done) return
      yield value
    }
  } finally {
    content.destroy()
  }
}

/** A stream whose first piece has arrived: what cannot be read at all rejects here, before anything is answered with it. */
async function afterFirstChunk(pieces: AsyncGenerator<Buffer>): Promise<Readable> {
  const first = await pieces.next()
  const all = async function* () {
    if (!first.done) yield first.value
    yield* pieces
  }
  return Readable.from(all(), { objectMode: false })
}

/** What differs from one kind of store to the other. */
type StoreDriver = {
  write(key: string, content: Readable, about: FileInfo): Promise<void>
  /** The content; rejects with FileMissing. */
  open(key: string): Promise<Readable>
} & Pick<FileStore, 'size' | 'remove' | 'check' | 'close'>

/** Names with slashes between them: nothing that leads out of the folder. */
const isKey = /^[\w-]+(\/[\w-]+)*$/

function verifyingStore({ write, open, size, remove, check, close }: StoreDriver): FileStore {
  const put: FileStore['put'] = async (key, content, about) => {
    if (!isKey.test(key)) throw new Error(`${key} is no key of the file store.`)
    const sent = checksumStream(about.bytes)
    let refused: unknown
    try {
      const written = write(key, sent.through, about).catch((error: unknown) => {
        refused = sent.through.errored === null ? error : undefined
        // Nobody takes what is still to come: without this it would be waited for.
        sent.through.destroy()
        throw error
      })
      // Both are waited for: one that still writes would leave behind what is removed below.
      const ends = await Promise.allSettled([pipeline(content, sent.through), written])
      if (refused !== undefined) throw refused
      for (const end of ends) if (end.status === 'rejected') throw end.reason
      const stored = await readChecksum(await open(key))
      if (stored.sha256 !== sent.measured().sha256)
        throw new DomainError('FILES_NOT_READY', {
          cause: new Error(`The file store kept ${stored.bytes} bytes of ${about.bytes}, or other ones.`),
        })
      return stored
    } catch (error) {
      // The first failure is the one to tell; what is left is found again by its row in loose_file.
      await remove(key).catch(() => undefined)
      throw error instanceof FileNotFoundError ? new DomainError('FILES_NOT_READY', { cause: error }) : error
    }
  }

  return { put, read: open, size, remove, check, close }
}
