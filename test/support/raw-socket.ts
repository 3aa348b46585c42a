import { connect, type Socket } from 'node:net'

/** A TCP connection for arbitrary bytes. */
export type RawSocket = {
  write(bytes: string | Buffer): void
  /** Everything received so far. */
  received(): string
  /** Resolves when the received text matches; rejects if the connection ends first. */
  waitFor(words: RegExp): Promise<string>
  /** Resolves when the peer has closed the connection. */
  ended: Promise<void>
  close(): void
  socket: Socket
}

export async function openRawSocket(address: string): Promise<RawSocket> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let said = ''
  const waiting = new Set<() => void>()
  const news = () => {
    for (const look of waiting) look()
  }
  socket.on('data', (bytes) => {
    said += bytes.toString('latin1')
    news()
  })
  socket.on('error', () => {})
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => {
      resolve()
      news()
    })
  })
  return {
    write: (bytes) => void socket.write(bytes),
    received: () => said,
    waitFor: (words) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!words.test(said) && !socket.closed) return
          waiting.delete(look)
          if (words.test(said)) resolve(said)
          else reject(new Error(`The connection ended after ${JSON.stringify(said)}`))
        }
        waiting.add(look)
        look()
      }),
    ended,
    close: () => socket.destroy(),
    socket,
  }
}
