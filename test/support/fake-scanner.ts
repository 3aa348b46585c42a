import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A fake clamd: implements INSTREAM and reports files that contain its signature. */
export type FakeScanner = {
  url: string
  /** A signature that no scanner knows and no file contains by chance. */
  infected: string
  scanned: Buffer[]
  answering: 'verdict' | 'error' | 'nothing'
  close(): void
}

export async function openFakeScanner(): Promise<FakeScanner> {
  const server = createServer((socket) => {
    let got = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      got = Buffer.concat([got, bytes])
      const file = streamed(got)
      if (file === null) return
      scanner.scanned.push(file)
      if (scanner.answering === 'nothing') return void socket.destroy()
      const verdict = file.includes(scanner.infected) ? 'Local.Test.UNOFFICIAL FOUND' : 'OK'
      socket.end(scanner.answering === 'error' ? 'INSTREAM size limit exceeded. ERROR\0' : `stream: ${verdict}\0`)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const scanner: FakeScanner = {
    url: `tcp://127.0.0.1:${port}`,
    infected: `local-test-signature-${randomBytes(8).toString('hex')}`,
    scanned: [],
    answering: 'verdict',
    close: () => void server.close(),
  }
  return scanner
}

/** The file of a complete INSTREAM command; null while incomplete. */
function streamed(bytes: Buffer): Buffer | null {
  const command = 'zINSTREAM\0'
  if (bytes.length < command.length) return null
  if (bytes.toString('latin1', 0, command.length) !== command) throw new Error('The command is INSTREAM.')
  const pieces: Buffer[] = []
  for (let at = command.length; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    if (at + 4 + length > bytes.length) return null
    pieces.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}
