import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import type { FileChecksum } from './file-store.ts'

/** Lets content of a known length through and tells its SHA-256 when it has ended. The stream fails where the length is another. */
export function checksumStream(length: number): { through: Transform; measured: () => FileChecksum } {
  const notAsLong = () => new Error('This file is not as long as it was said to be.')
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      if (bytes > length) done(notAsLong())
      else done(null, chunk)
    },
    flush: (done) => done(bytes === length ? null : notAsLong()),
  })
  return { through, measured: () => ({ bytes, sha256: hash.copy().digest('hex') }) }
}

/** Reads content to its end for its length and its SHA-256. */
export async function readChecksum(content: Readable): Promise<FileChecksum> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length
    hash.update(chunk)
  }
  return { bytes, sha256: hash.digest('hex') }
}
