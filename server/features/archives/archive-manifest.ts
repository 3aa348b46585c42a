import { text } from 'node:stream/consumers'
import { Id } from '@gya/domain/common/wire.ts'
import { z } from 'zod'
import { tablesByName } from '../../db/tables.ts'
import { ArchiveRefusedError, type ArchiveZip, damaged } from './archive-zip.ts'

const Manifest = z.object({
  format: z.string(),
  exportedAt: z.iso.datetime(),
  position: z.int().min(0),
  company: z.object({ _id: Id, name: z.string().max(200) }),
  tables: z.record(z.string(), z.object({ rows: z.int().min(0), sha256Csv: z.string(), sha256Jsonl: z.string() })),
  withFiles: z.boolean(),
  files: z.int().min(0),
})
export type ReadManifest = z.output<typeof Manifest>

const format = 'gya-archive/1'
/** Well above the largest possible manifest. */
const maxManifestBytes = 4 * 1024 * 1024

/** Reads and validates `gya-archive.json`. Throws ArchiveRefusedError. */
export async function readManifest(zip: ArchiveZip): Promise<ReadManifest> {
  const name = 'gya-archive.json'
  if (!zip.names.has(name)) throw damaged(name, null, 'this file is missing. This is not a GYA archive.')
  if (zip.bytesOf(name) > maxManifestBytes) throw damaged(name, null, 'this file is too long.')
  const read = parsed(await text(await zip.open(name)))
  const header = z.object({ format: z.string().regex(/^gya-archive\/\d+$/) }).safeParse(read)
  if (!header.success) throw damaged(name, null, 'this is not the manifest of a GYA archive.')
  if (header.data.format !== format)
    throw new ArchiveRefusedError(
      'ARCHIVE_NEWER',
      `This archive has the format ${header.data.format}. This version of GYA reads ${format}.`,
    )
  const manifest = Manifest.safeParse(read)
  if (!manifest.success) throw damaged(name, null, `${manifest.error.issues[0]?.path.join('.') ?? ''} is missing or invalid.`)
  for (const table of Object.keys(manifest.data.tables))
    if (tablesByName[table]?.as !== 'archived')
      throw new ArchiveRefusedError(
        'ARCHIVE_NEWER',
        `This archive has the table ${table}, which this version of GYA does not know.`,
        {
          file: `tables/${table}.jsonl`,
        },
      )
  return manifest.data
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return null
  }
}

/** Reads `SHA256SUMS` as a map from file name to checksum. It must list exactly the files of the archive. Throws ArchiveRefusedError. */
export async function readSums(zip: ArchiveZip): Promise<Map<string, string>> {
  const name = 'SHA256SUMS'
  const sums = new Map<string, string>()
  const lines = (await text(await zip.open(name))).split('\n')
  for (const [at, line] of lines.entries()) {
    if (line === '' && at === lines.length - 1) continue
    const [, sum, file] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    if (!sum || !file) throw damaged(name, at + 1, 'this line is not a checksum.')
    if (!zip.names.has(file)) throw damaged(file, null, 'this file is missing.')
    sums.set(file, sum)
  }
  for (const file of zip.names)
    if (file !== name && !sums.has(file)) throw damaged(file, null, 'SHA256SUMS does not list this file.')
  return sums
}
