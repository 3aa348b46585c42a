import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import yauzl from 'yauzl'

/** Why an archive cannot be restored. `file` and `line`: the first difference. */
export class ArchiveRefusedError extends Error {
  override name = 'ArchiveRefusedError'
  readonly code: 'ARCHIVE_COMPANY_EXISTS' | 'ARCHIVE_EMAIL_TAKEN' | 'ARCHIVE_DAMAGED' | 'ARCHIVE_NEWER'
  readonly file: string | null
  readonly line: number | null
  readonly addresses: readonly string[]

  constructor(
    code: ArchiveRefusedError['code'],
    message: string,
    {
      file = null,
      line = null,
      addresses = [],
    }: { file?: string | null; line?: number | null; addresses?: readonly string[] } = {},
  ) {
    super(message)
    this.code = code
    this.file = file
    this.line = line
    this.addresses = addresses
  }
}

/** "`ARCHIVE_DAMAGED` (first file and line that differ)". */
export const damaged = (file: string, line: number | null, why: string): ArchiveRefusedError =>
  new ArchiveRefusedError('ARCHIVE_DAMAGED', `${file}${line === null ? '' : `, line ${line}`}: ${why}`, { file, line })

/** The files of an archive, by name. Nothing is unpacked to disk, and names are never used as paths. */
export type ArchiveZip = {
  names: ReadonlySet<string>
  /** Fails if the content does not have the length that the ZIP directory states. */
  open(name: string): Promise<Readable>
  bytesOf(name: string): number
  close(): void
}

/** The list of files is stored in memory. */
const maxEntries = 500_000
const maxDescribedBytes = 200_000_000

/** Limit of the unpacked size. */
const maxUnpackedBytes = 2 ** 40

/** Opens the ZIP at a path. Throws ArchiveRefusedError. */
export async function openArchiveZip(path: string): Promise<ArchiveZip> {
  const zip = await opened(path).catch(() => {
    throw damaged('The archive', null, 'this is not a complete ZIP file.')
  })
  const entries = await entriesOf(zip).catch((error: unknown) => {
    zip.close()
    throw error instanceof ArchiveRefusedError ? error : damaged('The archive', null, 'its list of files cannot be read.')
  })
  return {
    names: new Set(entries.keys()),
    open: (name) => {
      const entry = entries.get(name)
      return entry ? streamOf(zip, entry) : Promise.reject(damaged(name, null, 'this file is missing.'))
    },
    bytesOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
    close: () => zip.close(),
  }
}

const opened = (path: string): Promise<yauzl.ZipFile> =>
  new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    )
  })

const entriesOf = (zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> =>
  new Promise((resolve, reject) => {
    const entries = new Map<string, yauzl.Entry>()
    let unpacked = 0
    let described = 0
    zip.on('error', reject)
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: yauzl.Entry) => {
      unpacked += entry.uncompressedSize
      described += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
      if (entries.size >= maxEntries || described > maxDescribedBytes)
        reject(
          damaged(
            'The archive',
            null,
            `it has more than ${maxEntries.toLocaleString('en-GB')} files, or their names are too long.`,
          ),
        )
      else if (entry.isEncrypted()) reject(damaged(entry.fileName, null, 'it is encrypted.'))
      else if (unpacked > maxUnpackedBytes) reject(damaged('The archive', null, 'it unpacks to more than 1 TB.'))
      else if (entries.has(entry.fileName)) reject(damaged(entry.fileName, null, 'it occurs twice.'))
      else {
        if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
        zip.readEntry()
      }
    })
    zip.readEntry()
  })

const streamOf = (zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) =>
      error ? reject(damaged(entry.fileName, null, 'it cannot be unpacked.')) : resolve(stream),
    )
  })

/** Well above the longest row of any table. */
const maxLineBytes = 64 * 1024 * 1024

/** The lines of a stream, in batches, without line ends. The last line must have one too. */
export async function* readLines(stream: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let number = 0
  try {
    for await (const chunk of stream) {
      const lines = (rest + decoder.write(chunk)).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > maxLineBytes) throw damaged(name, number + lines.length + 1, 'this line is too long.')
      if (lines.length > 0) yield lines
      number += lines.length
    }
  } catch (error) {
    throw error instanceof ArchiveRefusedError ? error : damaged(name, number + 1, 'the rest of the file cannot be unpacked.')
  }
  if (rest + decoder.end() !== '') throw damaged(name, number + 1, 'this line is not complete.')
}
