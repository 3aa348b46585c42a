import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** One file of an archive being written, with its SHA-256. */
export type ArchiveFile = { write: (part: string | Uint8Array) => Promise<void>; end: () => Promise<string> }

/** The files of an archive in a temporary folder. The ZIP is made from it once the checksums of all files are known. */
export class ArchiveFolder {
  readonly #path: string
  readonly #sums = new Map<string, string>()

  constructor(path: string) {
    this.#path = path
  }

  async open(name: string): Promise<ArchiveFile> {
    const path = join(this.#path, name)
    await mkdir(dirname(path), { recursive: true })
    const stream = createWriteStream(path)
    const hash = createHash('sha256')
    return {
      write: (part) => append(stream, hash, part),
      end: async () => {
        stream.end()
        await finished(stream)
        const sum = hash.digest('hex')
        this.#sums.set(name, sum)
        return sum
      },
    }
  }

  async add(name: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | string): Promise<string> {
    const file = await this.open(name)
    if (typeof content === 'string') await file.write(content)
    else for await (const part of content) await file.write(part)
    return file.end()
  }

  /** The content of `SHA256SUMS`, which `sha256sum -c` reads. */
  sums(): string {
    return [...this.#sums]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, sum]) => `${sum}  ${name}\n`)
      .join('')
  }

  /** Packs all files in the order of their names, with fixed timestamps: equal contents give equal archives. */
  async zip(path: string, mtime: Date): Promise<void> {
    const zip = new ZipFile()
    const out = createWriteStream(path)
    zip.outputStream.pipe(out)
    const failed = once(zip, 'error').then(([error]) => Promise.reject(error as Error))
    for (const name of [...this.#sums.keys()].toSorted())
      zip.addFile(join(this.#path, name), name, { mtime, compress: !/^(files|pictures)\//.test(name) })
    zip.end()
    await Promise.race([finished(out), failed])
  }
}

async function append(stream: WriteStream, hash: Hash, part: string | Uint8Array): Promise<void> {
  hash.update(part)
  if (!stream.write(part)) await once(stream, 'drain')
}
