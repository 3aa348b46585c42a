import { kindOfArchive } from './file-kind.ts'
import { notAllowed, unreadable } from './import-file-error.ts'
import { importLimits } from './import-limits.ts'
import { openZip, type ZipEntry } from './zip-entries.ts'

const limits = { unpackedBytes: importLimits.zipUnpackedBytes, entryBytes: importLimits.zipEntryBytes }

/**
 * "ZIP: one index of kind `document` and the files it names, or a BLM with its media." [connect §1.2](docs/design/connect.md#1.2). Null for a
 * workbook.
 */
export async function readZipIndex(path: string): Promise<{ index: Buffer; files: ZipEntry[] } | null> {
  const zip = await openZip(path, limits)
  try {
    const kind = kindOfArchive(zip.entries.map(({ name }) => name))
    if (kind === 'xlsx') return null
    if (kind !== 'zip') throw notAllowed(kind.refusal)
    const files = zip.entries.filter(({ name }) => !isHidden(name))
    const index = indexOf(files)
    return { index: await zip.read(index), files: files.filter(({ name }) => name !== index) }
  } finally {
    zip.close()
  }
}

/** Metadata files that macOS and Windows add to archives. */
const isHidden = (name: string): boolean => /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(name)

function indexOf(files: readonly ZipEntry[]): string {
  const feeds = files.filter(({ name }) => /\.blm$/i.test(name))
  const tables = feeds.length > 0 ? feeds : files.filter(({ name }) => /\.(csv|xlsx)$/i.test(name))
  const named = tables.filter(({ name }) => /(^|\/)index\.\w+$/i.test(name))
  const [only, ...others] = named.length > 0 ? named : tables
  if (!only)
    throw notAllowed(
      'This ZIP has no table that lists its files. Add one: a .csv or .xlsx with the property and the name of each file, or a .blm.',
    )
  if (others.length > 0)
    throw unreadable(
      `This ZIP has several tables (${only.name}, ${others[0]?.name}). Call the one that lists the files index.csv.`,
    )
  return only.name
}

const plain = (name: string): string =>
  name
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '')
    .toLowerCase()
const base = (name: string): string => plain(name).split('/').at(-1) ?? ''

/** Finds the file that a row names: by path, else by file name, ignoring case, if it is unique. */
export function indexZipEntries<Entry extends { name: string }>(files: readonly Entry[]): (named: string) => Entry | undefined {
  const byPath = new Map(files.toReversed().map((file) => [plain(file.name), file]))
  const byBase = Map.groupBy(files, ({ name }) => base(name))
  return (named) => {
    const alike = byBase.get(base(named)) ?? []
    return byPath.get(plain(named)) ?? (alike.length === 1 ? alike[0] : undefined)
  }
}

/** One file of a ZIP, by the name that the archive gives it. */
export async function readZipFile(path: string, name: string): Promise<Buffer> {
  const zip = await openZip(path, limits)
  try {
    return await zip.read(name)
  } finally {
    zip.close()
  }
}
