import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

export type TlsFiles = { cert: Buffer; key: Buffer }

/** Thrown at the start where a certificate cannot be read. */
export class TlsFilesError extends Error {}

/** `cert.pem` and `key.pem` of a folder. `changed` returns them again once they have changed; while they cannot be read, the former stay. */
export async function openTlsFiles(folder: string): Promise<TlsFiles & { changed(): Promise<TlsFiles | null> }> {
  const paths = ['cert.pem', 'key.pem'].map((name) => join(folder, name))
  const stampOf = async () => (await Promise.all(paths.map((path) => stat(path)))).map(({ mtimeMs }) => mtimeMs).join()
  const read = async (): Promise<TlsFiles> => {
    const [cert, key] = await Promise.all(paths.map((path) => readFile(path)))
    if (!cert || !key) throw new Error('There are two files.')
    return { cert, key }
  }
  const first = async () => ({ stamp: await stampOf(), files: await read() })
  let { stamp, files } = await first().catch((error: unknown) => {
    throw new TlsFilesError(`${paths.join(' and ')} cannot be read: ${String(error)}`)
  })
  return {
    ...files,
    changed: async () => {
      const now = await stampOf().catch(() => stamp)
      if (now === stamp) return null
      files = await read().catch(() => files)
      stamp = now
      return files
    },
  }
}
