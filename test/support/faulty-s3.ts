import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import S3rver from 's3rver'
import type { S3Config } from '../../server/config.ts'

/** The faults of the store. */
export type S3Fault =
  | 'honest'
  /** Accepts the request and never responds. */
  | 'hangs'
  | 'answers 500'
  /** Delays every response. */
  | 'is slow'
  /** Acknowledges a write without storing the file. */
  | 'forgets'
  /** Stores other bytes and acknowledges the write. */
  | 'stores other bytes'
  /** Sends half of a file and closes the connection. */
  | 'breaks off'
  /** Sends half of a file as if it were complete. */
  | 'gives back half'
  | 'gives back other bytes'
  /** Stops in the middle of a file and keeps the connection open. */
  | 'stops half-way'

export type FaultyS3 = {
  config: S3Config
  /** For all requests, or only for those with this method. */
  fault: { what: S3Fault; method?: string }
  /** The keys that are actually stored. */
  keys(): Promise<string[]>
  close(): Promise<void>
}

const Bucket = 'gya-files'
const slowMs = 300

/** A real S3-compatible store in `directory` behind a proxy that injects faults. */
export async function startFaultyS3(directory: string): Promise<FaultyS3> {
  const real = new S3rver({ port: 0, silent: true, directory, configureBuckets: [{ name: Bucket, configs: [] }] })
  const { port } = await real.run()
  const sockets = new Set<Socket>()
  const store: FaultyS3 = {
    config: { endpoint: '', bucket: Bucket, region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    fault: { what: 'honest' },
    keys: async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/${Bucket}?list-type=2`)
      return [...(await answer.text()).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key)
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
      await real.close()
    },
  }
  const proxy = createServer((asked, answer) => {
    const { what, method } = store.fault
    const manner = method === undefined || method === asked.method ? what : 'honest'
    answerWithFault(manner, asked, answer, port).catch(() => answer.destroy())
  })
  proxy.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  store.config.endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  return store
}

async function answerWithFault(manner: S3Fault, asked: IncomingMessage, answer: ServerResponse, port: number): Promise<void> {
  if (manner === 'hangs') return
  if (manner === 'is slow') await setTimeout(slowMs)
  const body = await buffer(asked)
  if (manner === 'answers 500') return void answer.writeHead(500).end('<Error><Code>InternalError</Code></Error>')
  if (manner === 'forgets' && asked.method === 'PUT') return void answer.writeHead(200, { etag: '"0"' }).end()
  const sent = manner === 'stores other bytes' && asked.method === 'PUT' ? otherBytes(body) : body
  const { status, headers, content } = await forward(asked, sent, port)
  const isFile = asked.method === 'GET' && status === 200 && !asked.url?.includes('list-type')
  if (!isFile) return void answer.writeHead(status, headers).end(content)
  const half = content.subarray(0, Math.floor(content.length / 2))
  if (manner === 'gives back half') answer.writeHead(status, { ...headers, 'content-length': half.length }).end(half)
  else if (manner === 'gives back other bytes') answer.writeHead(status, headers).end(otherBytes(content))
  else if (manner === 'breaks off') answer.writeHead(status, headers).write(half, () => answer.destroy())
  else if (manner === 'stops half-way') answer.writeHead(status, headers).write(half)
  else answer.writeHead(status, headers).end(content)
}

const otherBytes = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 1))

/** Forwards the request with this body to the real store. */
function forward(
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  port: number,
): Promise<{ status: number; headers: Record<string, string | string[] | number | undefined>; content: Buffer }> {
  return new Promise((resolve, reject) => {
    const { expect: _expect, ...same } = headers
    const asking = request({ host: '127.0.0.1', port, method, path: url, headers: same }, (response) => {
      buffer(response).then(
        (content) => resolve({ status: response.statusCode ?? 502, headers: response.headers, content }),
        reject,
      )
    })
    asking.on('error', reject)
    asking.end(body)
  })
}
