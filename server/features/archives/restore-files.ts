import type { FileStore } from '../../infra/files/file-store.ts'
import { fileKey, readChecksum } from '../../infra/files/file-store.ts'
import { archivedFiles } from './check-files.ts'
import type { Restoring } from './restore-tables.ts'

/**
 * Stores the files that rows name already: until then the company is hidden. Those that an attempt before stored are left as they
 * are.
 */
export async function restoreFiles({ zip, sums, files }: Restoring & { files: FileStore }): Promise<void> {
  for (const { id, part, name } of archivedFiles(zip)) {
    const key = fileKey(id, part)
    const bytes = zip.bytesOf(name)
    const sha256 = sums.get(name) ?? ''
    if ((await files.size(key)) === bytes && (await readChecksum(await files.read(key))).sha256 === sha256) continue
    await files.remove(key)
    const contentType = part === 'original' ? 'application/octet-stream' : 'image/webp'
    await files.put(key, await zip.open(name), { bytes, contentType, sha256 })
  }
}
