import { createHash } from 'node:crypto'
import { pictureSizes } from '@gya/domain/features/pictures/picture-sizes.ts'
import { type ArchiveZip, damaged } from './archive-zip.ts'
import type { NamedFiles, Verifying } from './stage-tables.ts'

/** A stored file and its location in the archive; `part` is its name part in the file store. */
export type ArchivedFile = { id: string; part: string; name: string }

const form = /^(?:files\/([0-9a-f-]{36})\/[^/]+|pictures\/([0-9a-f-]{36})-([a-z]+)\.webp)$/

/** The files and pictures of an archive, in the order of their names. */
export function* archivedFiles(zip: Pick<ArchiveZip, 'names'>): Generator<ArchivedFile> {
  for (const name of [...zip.names].toSorted()) {
    const [, original, picture, size] = form.exec(name) ?? []
    if (original) yield { id: original, part: 'original', name }
    else if (picture && size) yield { id: picture, part: size, name }
  }
}

/** Checks that the archive has exactly the files that its rows name. Returns their number. Throws ArchiveRefusedError. */
export async function checkFiles({ zip, manifest, sums }: Verifying, { originals, pictures }: NamedFiles): Promise<number> {
  const there = new Set<string>()
  for (const { id, part, name } of archivedFiles(zip)) {
    const isNamed = part === 'original' ? originals.has(id) : pictures.has(id) && part in pictureSizes
    if (!isNamed) throw damaged(name, null, 'no row names this file.')
    if (there.has(`${id}/${part}`)) throw damaged(name, null, 'this file occurs twice.')
    there.add(`${id}/${part}`)
    await requireSum(zip, sums, name)
  }
  if (manifest.withFiles) {
    for (const id of originals) if (!there.has(`${id}/original`)) throw damaged(`files/${id}`, null, 'this file is missing.')
    for (const id of pictures)
      for (const size of Object.keys(pictureSizes))
        if (!there.has(`${id}/${size}`)) throw damaged(`pictures/${id}-${size}.webp`, null, 'this file is missing.')
  }
  return there.size
}

export async function requireSum(zip: ArchiveZip, sums: ReadonlyMap<string, string>, name: string): Promise<void> {
  const hash = createHash('sha256')
  try {
    for await (const part of (await zip.open(name)) as AsyncIterable<Buffer>) hash.update(part)
  } catch {
    throw damaged(name, null, 'it cannot be unpacked.')
  }
  if (hash.digest('hex') !== sums.get(name)) throw damaged(name, null, 'its checksum is wrong: this is not what was exported.')
}
