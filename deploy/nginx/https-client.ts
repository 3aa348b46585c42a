import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { type NginxServer, servedName } from './own-nginx.ts'

export type HttpsRequest = { method?: string; path: string; headers?: Record<string, string>; body?: string | Buffer }
export type HttpsResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer }

export type HttpsClient = {
  /** Rejects where no answer comes, or not all of it. */
  send(asked: HttpsRequest): Promise<HttpsResponse>
  /** The answer as it begins, for a body that goes on. */
  open(asked: HttpsRequest): Promise<IncomingMessage>
  close(): void
}

/** Calls nginx as a browser does that believes its certificate, from an address of this machine of its own (127.0.0.x). */
export function httpsClient({ port, certificate }: NginxServer, localAddress = '127.0.0.1', maxSockets = 6): HttpsClient {
  const agent = new Agent({ keepAlive: true, maxSockets, ca: certificate, servername: servedName })
  const open: HttpsClient['open'] = async ({ method = 'GET', path, headers = {}, body = '' }) => {
    const length = body.length > 0 ? { 'content-length': String(Buffer.byteLength(body)) } : {}
    const asked = request({
      agent,
      port,
      localAddress,
      method,
      path,
      host: '127.0.0.1',
      headers: { host: servedName, ...headers, ...length },
    })
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    // What breaks later is told where the body is read.
    asked.on('error', () => {})
    return answer
  }
  return {
    open,
    send: async (asked) => {
      const answer = await open(asked)
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
    },
    close: () => agent.destroy(),
  }
}
