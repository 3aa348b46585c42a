import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import yauzl from 'yauzl'
import { notAllowed, tooLarge, unreadable } from './import-file-error.ts'
import { importLimits } from './import-limits.ts'

export type ZipEntry = { name: string; bytes: number }

type ZipLimits = { unpackedBytes: number; entryBytes: number }

/** An opened archive. Nothing is unpacked to disk, and names are never used as paths. */
export type ZipArchive = {
  entries: ZipEntry[]
  /** Fails if an entry is larger than its declared size. */
  open: (name: string) => Promise<Readable>
  read: (name: string) => Promise<Buffer>
  readText: (name: string) => Promise<string>
  close: () => void
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

/** Opens a ZIP or XLSX file. Checks the limits before anything is unpacked. */
export async function openZip(source: string | Buffer, limits: ZipLimits): Promise<ZipArchive> {
  const zip = await opened(source)
  const byName = new Map<string, yauzl.Entry>()
  let unpacked = 0
  try {
    for (const entry of await entriesOf(zip)) {
      if (entry.fileName.endsWith('/')) continue
      refuseEntry(entry, limits)
      unpacked += entry.uncompressedSize
      if (unpacked > limits.unpackedBytes)
        throw tooLarge(`This archive has more than ${megabytes(limits.unpackedBytes)} when it is unpacked.`)
      byName.set(entry.fileName, entry)
    }
  } catch (error) {
    zip.close()
    throw asUnreadable(error)
  }
  const open = (name: string): Promise<Readable> => {
    const entry = byName.get(name)
    return entry ? streamOf(zip, entry) : Promise.reject(unreadable(`The archive has no file "${name}".`))
  }
  return {
    entries: [...byName.values()].map(({ fileName, uncompressedSize }) => ({ name: fileName, bytes: uncompressedSize })),
    open,
    read: (name) => open(name).then(bytesOf).catch(rethrow),
    readText: (name) => open(name).then(text).catch(rethrow),
    close: () => zip.close(),
  }
}

/** Bytes of names, comments and extra fields, of 20,000 files. */
const maxDescribed = 20_000_000

// The archive stays open for reading its entries after they were listed.
const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true } as const

function opened(source: string | Buffer): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, zip: yauzl.ZipFile): void => (error ? reject(asUnreadable(error)) : resolve(zip))
    if (typeof source === 'string') yauzl.open(source, options, done)
    else yauzl.fromBuffer(source, options, done)
  })
}

const entriesOf = (zip: yauzl.ZipFile): Promise<yauzl.Entry[]> =>
  new Promise((resolve, reject) => {
    const entries: yauzl.Entry[] = []
    let described = 0
    zip.on('error', reject)
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: yauzl.Entry) => {
      entries.push(entry)
      described += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
      if (described > maxDescribed) return reject(unreadable('The list of files of this archive is too long.'))
      if (entries.length > importLimits.zipEntries) reject(tooLarge('This archive has more than 20,000 files.'))
      else zip.readEntry()
    })
    zip.readEntry()
  })

const streamOf = (zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
  })

function refuseEntry(entry: yauzl.Entry, { entryBytes }: ZipLimits): void {
  const { fileName, compressedSize, uncompressedSize } = entry
  if (entry.isEncrypted()) throw notAllowed('This archive is protected with a password. Make it without one.')
  if (uncompressedSize > entryBytes) throw tooLarge(`"${fileName}" in this archive is larger than ${megabytes(entryBytes)}.`)
  if (uncompressedSize > importLimits.ratio * Math.max(compressedSize, 1) && uncompressedSize > smallBytes)
    throw notAllowed(`"${fileName}" in this archive is packed more than ${importLimits.ratio} to 1, as no ordinary file is.`)
}

/** The compression ratio of files below this size is not limited. */
const smallBytes = 64 * 1024

const rethrow = (error: unknown): never => {
  throw asUnreadable(error)
}

export function asUnreadable(error: unknown): Error {
  if (!(error instanceof Error) || error.name === 'ImportFileError') return error as Error
  return unreadable('This archive is damaged or was made in an unusual way, and cannot be unpacked.')
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
