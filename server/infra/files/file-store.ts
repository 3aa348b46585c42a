import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { pictureSizes } from '@gya/domain/features/pictures/picture-sizes.ts'

/** Length and SHA-256 of a stored file, computed by reading it back. */
export type FileChecksum = { bytes: number; sha256: string }

/** `sha256` lets the store detect later that it returns other bytes. */
type FileInfo = { bytes: number; contentType: string; sha256?: string }

/**
 * A local folder or a bucket of an S3-compatible service. Keys come from `fileKey`, never from user input. No file is
 * public: files are read through API calls only.
 */
export type FileStore = {
  /** The path of a local folder, for the free disk space. */
  folder?: string
  /** Stores a new file and verifies it. If the content differs or is incomplete, it rejects and stores nothing. */
  put(key: string, content: Readable, info: FileInfo): Promise<FileChecksum>
  /** The content. Rejects with FileNotFoundError before the first byte. */
  read(key: string): Promise<Readable>
  /** In bytes; null if the file does not exist. */
  size(key: string): Promise<number | null>
  /** Deletes a file; a missing file is not an error. */
  remove(key: string): Promise<void>
  /** Rejects while files cannot be read and written. */
  check(): Promise<void>
  /** Releases open connections. */
  close(): void
}

/** The requirement of a restore for a store. */
export type EmptyCheck = { isEmpty(): Promise<boolean> }

export class FileNotFoundError extends Error {
  constructor(key: string, options?: ErrorOptions) {
    super(`The file store has no ${key}.`, options)
    this.name = 'FileNotFoundError'
  }
}

/** A picture in several sizes, or an unchanged original. */
export type FileKind = 'picture' | 'original'

export type FilePart = { name: string; bytes: number; content: () => Readable }

/** A file to be stored: one original, or the sizes of a picture, largest first. */
export type NewFile = { kind: FileKind; fileName: string; contentType: string; parts: readonly [FilePart, ...FilePart[]] }

/** The key of one part of a file. The two-character prefix spreads files over folders, because very large folders are slow. */
export const fileKey = (id: string, part: string): string => `${id.slice(-2)}/${id}/${part}`

/** The keys of all parts of a file. */
export const fileKeys = (id: string, kind: FileKind): string[] =>
  (kind === 'picture' ? Object.keys(pictureSizes) : ['original']).map((part) => fileKey(id, part))

/** The operations that differ between a folder and a bucket. */
export type StoreDriver = {
  write(key: string, content: Readable, info: FileInfo): Promise<void>
  /** Rejects with FileNotFoundError. */
  open(key: string): Promise<Readable>
} & Pick<FileStore, 'size' | 'remove' | 'check' | 'close'>

/** Names separated by slashes: no path traversal. */
const isKey = /^[\w-]+(\/[\w-]+)*$/

/** A store that verifies every file it writes by reading it back. */
export function verifyingStore({ write, open, size, remove, check, close }: StoreDriver): FileStore {
  const put: FileStore['put'] = async (key, content, info) => {
    if (!isKey.test(key)) throw new Error(`${key} is not a key of the file store.`)
    const sent = checksumStream(info.bytes)
    let writeError: unknown
    try {
      const written = write(key, sent.stream, info).catch((error: unknown) => {
        writeError = sent.stream.errored === null ? error : undefined
        // The rest of the stream has to be consumed; otherwise the pipeline would never end.
        sent.stream.destroy()
        throw error
      })
      // Wait for both: an unfinished write would leave a file behind after the removal below.
      const results = await Promise.allSettled([pipeline(content, sent.stream), written])
      if (writeError !== undefined) throw writeError
      for (const result of results) if (result.status === 'rejected') throw result.reason
      const stored = await readChecksum(await open(key))
      if (stored.sha256 !== sent.checksum().sha256)
        throw new DomainError('FILES_NOT_READY', {
          cause: new Error(`The file store stored ${stored.bytes} of ${info.bytes} bytes, or different content.`),
        })
      return stored
    } catch (error) {
      // Report the first failure. A file that cannot be removed now is found later by its row in loose_file.
      await remove(key).catch(() => undefined)
      throw error instanceof FileNotFoundError ? new DomainError('FILES_NOT_READY', { cause: error }) : error
    }
  }
  return { put, read: open, size, remove, check, close }
}

/** Passes content of a known length through and computes its SHA-256. The stream fails if the length differs. */
export function checksumStream(length: number): { stream: Transform; checksum: () => FileChecksum } {
  const lengthError = () => new Error('The length of this file differs from the declared one.')
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      if (bytes > length) done(lengthError())
      else done(null, chunk)
    },
    flush: (done) => done(bytes === length ? null : lengthError()),
  })
  return { stream, checksum: () => ({ bytes, sha256: hash.copy().digest('hex') }) }
}

/** Reads a stream to its end. */
export async function readChecksum(content: Readable): Promise<FileChecksum> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length
    hash.update(chunk)
  }
  return { bytes, sha256: hash.digest('hex') }
}
