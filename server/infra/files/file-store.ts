import type { Readable } from 'node:stream'
import { pictureSizes } from '@gya/domain/common/uploads.ts'

/** What the store took of a file: read back from it, not only counted on the way in. */
export type FileChecksum = { bytes: number; sha256: string }

/**
 * Where files lie: a folder, or a bucket of an S3-compatible service. Keys are made by `file-keys.ts` and never of what a
 * person typed. Nothing in it is public: whoever may read a file reads it through a call.
 */
export type FileStore = {
  /** The folder, where it is one: for how much room is left. */
  folder?: string
  /**
   * Puts a new file there. Rejects, and leaves nothing, where what arrived is not what was sent. With its SHA-256 a service
   * that gives back other bytes later is found out.
   */
  put(key: string, content: Readable, about: { bytes: number; contentType: string; sha256?: string }): Promise<FileChecksum>
  /** The content from its beginning. Rejects with FileMissing before anything of it is read. */
  read(key: string): Promise<Readable>
  /** Bytes; null for a file that is not there. */
  size(key: string): Promise<number | null>
  /** Removes a file; one that is not there is no failure. */
  remove(key: string): Promise<void>
  /** Rejects while files can be neither read nor written. */
  check(): Promise<void>
  /** Lets go of what it holds open. */
  close(): void
}

/** The store does not have this file. */
export class FileNotFoundError extends Error {
  constructor(key: string, options?: ErrorOptions) {
    super(`The file store has no ${key}.`, options)
    this.name = 'FileMissing'
  }
}

/** What a file is kept as: a picture in its sizes, or one original. */
export type FileKind = 'picture' | 'original'

/** The key of one part of a file; spread over folders, because a folder of a million files is slow to read. */
export const fileKey = (id: string, part: string): string => `${id.slice(-2)}/${id}/${part}`

/** Every key that a file of a kind has in the store. */
export const fileKeys = (id: string, kind: FileKind): string[] =>
  (kind === 'picture' ? Object.keys(pictureSizes) : ['original']).map((part) => fileKey(id, part))
