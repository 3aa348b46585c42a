import { createWriteStream } from 'node:fs'
import { access, constants, mkdir, open, readdir, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { S3Client } from '@aws-sdk/client-s3'
import { FSDriver } from 'flydrive/drivers/fs'
import { S3Driver } from 'flydrive/drivers/s3'
import type { S3Config } from '../config.ts'
import { FileMissing, type FileStore } from './files.ts'
import { measure, measuring } from './measured.ts'

type Drive = FSDriver | S3Driver
type About = Parameters<FileStore['put']>[2]

/** Whether nothing at all lies there yet: what a backup may be restored to. */
type Emptiness = { isEmpty(): Promise<boolean> }

/** Files in a folder of this machine. A file is on the disk, not only on its way there, when `put` resolves. */
export function folderFiles(folder: string): FileStore & Emptiness {
  const drive = new FSDriver({ location: folder, visibility: 'private' })
  const write: Own['write'] = async (key, content) => {
    const path = join(folder, key)
    await mkdir(dirname(path), { recursive: true })
    await pipeline(content, createWriteStream(path, { flags: 'wx', flush: true }))
    const inFolder = await open(dirname(path), 'r')
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
  const removed = (key: string) => rmdir(dirname(join(folder, key))).catch(() => undefined)
  const isEmpty = async () => (await readdir(folder).catch(nothingWhereMissing)).length === 0
  return { ...storeOn(drive, { write, removed, check, close: () => {} }), isEmpty }
}

function nothingWhereMissing(error: unknown): string[] {
  if ((error as { code?: string }).code === 'ENOENT') return []
  throw error
}

/** Files in a bucket of an S3-compatible service. */
export function bucketFiles({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Config): FileStore & Emptiness {
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
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 55_000 },
  })
  const drive = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false })
  const check = async () => void (await drive.listAll('check/', { maxResults: 1 }))
  const write: Own['write'] = (key, content, { bytes, contentType }) =>
    drive.putStream(key, content, { contentType, contentLength: bytes })
  const isEmpty = async () => {
    const { objects } = await drive.listAll('/', { recursive: true, maxResults: 1 })
    return [...objects].length === 0
  }
  return { ...storeOn(drive, { write, removed: async () => {}, check, close: () => client.destroy() }), isEmpty }
}

/** What differs from one kind of store to the other. */
type Own = {
  write(key: string, content: Readable, about: About): Promise<void>
  removed(key: string): Promise<void>
} & Pick<FileStore, 'check' | 'close'>

/** Names with slashes between them: nothing that leads out of the folder. */
const isKey = /^[\w-]+(\/[\w-]+)*$/

function storeOn(drive: Drive, { write, removed, check, close }: Own): FileStore {
  const size = async (key: string) => ((await drive.exists(key)) ? (await drive.getMetaData(key)).contentLength : null)

  const read = async (key: string) => {
    if (!(await drive.exists(key))) throw new FileMissing(key)
    return drive.getStream(key)
  }

  const remove = async (key: string) => {
    if (await drive.exists(key)) await drive.delete(key)
    await removed(key)
  }

  const put: FileStore['put'] = async (key, content, about) => {
    if (!isKey.test(key)) throw new Error(`${key} is no key of the file store.`)
    const sent = measuring(about.bytes)
    try {
      // Both are waited for: one that still writes would leave behind what is removed below.
      const ends = await Promise.allSettled([pipeline(content, sent.through), write(key, sent.through, about)])
      for (const end of ends) if (end.status === 'rejected') throw end.reason
      const stored = await measure(await drive.getStream(key))
      if (stored.sha256 !== sent.measured().sha256)
        throw new Error(`The file store kept ${stored.bytes} bytes of ${about.bytes}, or other ones.`)
      return stored
    } catch (error) {
      // The first failure is the one to tell; what is left is found again by its row in loose_file.
      await remove(key).catch(() => undefined)
      throw error
    }
  }

  return { put, read, size, remove, check, close }
}
