import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { S3Config } from '../../config.ts'
import { type EmptyCheck, FileNotFoundError, type FileStore, type StoreDriver, verifyingStore } from './file-store.ts'

/** Milliseconds: to connect, to list the bucket, to answer a short request, to store a whole file, and between two chunks of a download. */
export type S3Timeouts = { connection: number; check: number; answer: number; put: number; piece: number }
const defaultTimeouts: S3Timeouts = { connection: 5_000, check: 5_000, answer: 10_000, put: 30_000, piece: 15_000 }

/** Object metadata by which a read detects changed bytes, or the bytes of another object. */
const metadataKeys = { key: 'gya-key', sha256: 'gya-sha256' }

/**
 * Files in a bucket of an S3-compatible service. We verify what it stores and what it returns. If it is unreachable, slow,
 * refuses or returns other bytes, FILES_NOT_READY is thrown with the error as its cause.
 */
export function s3Store(
  { endpoint, bucket: Bucket, region, accessKeyId, secretAccessKey }: S3Config,
  timeouts: S3Timeouts = defaultTimeouts,
): FileStore & EmptyCheck {
  const agent = { maxSockets: 200 }
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // Services that do not support the client's own stream checksums would store them as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A stream cannot be sent twice: the caller retries.
    maxAttempts: 1,
    logger: silentLogger,
    requestHandler: {
      connectionTimeout: timeouts.connection,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
  const list = (Prefix: string) =>
    client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }), { requestTimeout: timeouts.check })

  const write: StoreDriver['write'] = async (Key, Body, { bytes, contentType, sha256 }) => {
    const Metadata = { [metadataKeys.key]: Key, ...(sha256 === undefined ? {} : { [metadataKeys.sha256]: sha256 }) }
    const object = { Bucket, Key, Body, ContentType: contentType, ContentLength: bytes, Metadata }
    // If the content breaks off, the service would wait for the rest.
    const broken = new AbortController()
    Body.once('error', () => broken.abort())
    await client
      .send(new PutObjectCommand(object), { requestTimeout: timeouts.put, abortSignal: broken.signal })
      .catch(throwNotReady)
  }
  const open: StoreDriver['open'] = async (Key) => {
    const { Body, ContentLength, Metadata } = await client
      .send(new GetObjectCommand({ Bucket, Key }), { requestTimeout: timeouts.answer })
      .catch((error: unknown) => (isMissing(error) ? throwNotFound(Key) : throwNotReady(error)))
    const expected = { key: Key, bytes: ContentLength, ...Metadata }
    return afterFirstChunk(verified(Body as Readable, expected, timeouts.piece))
  }
  const size: StoreDriver['size'] = (Key) =>
    client.send(new HeadObjectCommand({ Bucket, Key }), { requestTimeout: timeouts.answer }).then(
      ({ ContentLength = null }) => ContentLength,
      (error: unknown) => (isMissing(error) ? null : throwNotReady(error)),
    )
  const remove = async (Key: string) =>
    void (await client.send(new DeleteObjectCommand({ Bucket, Key }), { requestTimeout: timeouts.answer }).catch(throwNotReady))

  const check = async () => void (await list('check/'))
  const isEmpty = async () => ((await list('').catch(throwNotReady)).KeyCount ?? 0) === 0
  return { ...verifyingStore({ write, open, size, remove, check, close: () => client.destroy() }), isEmpty }
}

const noop = () => {}
/** The client need not print errors, because they are thrown. */
const silentLogger = { trace: noop, debug: noop, info: noop, warn: noop, error: noop }

/** Only for a missing object; a missing bucket means that the store is not ready. */
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
 * Yields the content and holds its last chunk back until the checksum is verified, so that a wrong file fails instead of
 * ending normally. Objects without our metadata (older ones, or from another program) are checked by length only.
 */
async function* verified(content: Readable, expected: Record<string, unknown>, chunkTimeout: number): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let last: Buffer | null = null
  let bytes = 0
  try {
    for await (const chunk of withChunkTimeout(content, chunkTimeout)) {
      hash.update(chunk)
      bytes += chunk.length
      if (last) yield last
      last = chunk
    }
    const isSame =
      (expected.bytes === undefined || expected.bytes === bytes) &&
      (expected[metadataKeys.key] === undefined || expected[metadataKeys.key] === expected.key) &&
      (expected[metadataKeys.sha256] === undefined || expected[metadataKeys.sha256] === hash.digest('hex'))
    if (!isSame) throw new Error('The file store did not return the bytes that were stored.')
  } catch (error) {
    throwNotReady(error)
  }
  if (last) yield last
}

/** Fails if the next chunk does not arrive in time. The timeout does not run while the reader is slow. */
async function* withChunkTimeout(content: Readable, milliseconds: number): AsyncGenerator<Buffer> {
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  try {
    for (;;) {
      const timer = setTimeout(() => content.destroy(new Error('The file store stopped in the middle of a file.')), milliseconds)
      const { done, value } = await chunks.next().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } finally {
    content.destroy()
  }
}

/** A stream whose first chunk has arrived, so that an unreadable file rejects before a response is started. */
async function afterFirstChunk(chunks: AsyncGenerator<Buffer>): Promise<Readable> {
  const first = await chunks.next()
  const all = async function* () {
    if (!first.done) yield first.value
    yield* chunks
  }
  return Readable.from(all(), { objectMode: false })
}
