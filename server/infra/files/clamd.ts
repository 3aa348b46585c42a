import { createReadStream } from 'node:fs'
import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { DomainError } from '@gya/domain/error-catalogue.ts'

/** A scan fails without a response for this long. */
const timeoutMs = 30_000
/** Size of a chunk; clamd's StreamMaxLength limits the whole file. */
const chunkBytes = 65_536

/**
 * Scans a file with clamd (`CLAMD_URL`, such as `tcp://127.0.0.1:3310` or `unix:/run/clamav/clamd.ctl`) and its INSTREAM
 * command: length-prefixed chunks, then an empty one. Returns the name of the malware, or null for a clean file. Throws
 * SCAN_NOT_READY if there is no verdict.
 */
export const scanFile = (path: string, clamdUrl: string): Promise<string | null> =>
  scanStream(createReadStream(path, { highWaterMark: chunkBytes }), clamdUrl)

/** `scanFile` for a stream. */
export async function scanStream(content: Readable, clamdUrl: string): Promise<string | null> {
  let answer: string
  try {
    answer = await instream(content, clamdUrl)
  } catch (cause) {
    throw new DomainError('SCAN_NOT_READY', { cause })
  }
  const [, found] = /^stream: (.+) FOUND\0?$/.exec(answer.trim()) ?? []
  if (found !== undefined) return found
  if (/^stream: OK\0?$/.test(answer.trim())) return null
  throw new DomainError('SCAN_NOT_READY', { cause: new Error('clamd could not scan the file') })
}

async function instream(content: Readable, clamdUrl: string): Promise<string> {
  const { protocol, hostname, port, pathname } = new URL(clamdUrl)
  const socket = protocol === 'unix:' ? connect(pathname) : connect(Number(port || 3310), hostname)
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('clamd did not respond in time')))
  const answer = text(socket)
  const sending = async () => {
    const write = (bytes: Buffer | string) =>
      new Promise<void>((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())))
    await write('zINSTREAM\0')
    for await (const piece of content as AsyncIterable<Buffer>) {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(piece.length)
      await write(Buffer.concat([length, piece]))
    }
    await write(Buffer.alloc(4))
  }
  // A response before the end of the file, such as an exceeded limit, closes the connection.
  sending().catch(() => {})
  try {
    return await answer
  } finally {
    socket.destroy()
    content.destroy()
  }
}
