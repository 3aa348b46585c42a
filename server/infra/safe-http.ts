import { lookup as systemLookup } from 'node:dns'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * HTTP calls to addresses entered by customers: single sign-on providers and webhooks. "The name is resolved by us at connection time,
 * every answer must be public, and the connection goes to the address that was checked; no proxy of the environment is used; nothing is
 * reused between companies." [connect §4.8](docs/design/connect.md#4.8).
 */

export type OutgoingProblem = 'address' | 'private' | 'unreachable' | 'slow' | 'too-long'

/** The message describes `problem` for the customer, without any part of the response. */
export class OutgoingError extends Error {
  readonly problem: OutgoingProblem
  constructor(problem: OutgoingProblem, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'OutgoingError'
    this.problem = problem
  }
}

type Resolve = (
  name: string,
  done: (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void,
) => void

type Settings = {
  /** Our own host, which must not be called. */
  ownHost: string
  /** Whether an address is allowed although it is private or without TLS: in tests and in the demo. */
  isTrusted?: (address: string) => boolean
  resolve?: Resolve
}

export type OutgoingRequest = {
  method: string
  headers: Record<string, string>
  body?: string | undefined
  /** Total time in milliseconds, from the start to the last byte. */
  timeoutMs: number
  maxBytes: number
  /** Only the status is needed: reads and discards at most `maxBytes` of the body, then closes the connection. */
  dropBody?: true
}
export type OutgoingResponse = { status: number; headers: Record<string, string>; body: Buffer<ArrayBuffer> }
/** Makes one request. Never follows a redirect. Throws OutgoingError. */
export type SafeHttp = (url: string, request: OutgoingRequest) => Promise<OutgoingResponse>

const ports = ['', '443', '8443']
const localSuffixes = ['.local', '.internal', '.localhost']

/** Returns why an address may not be called, or `null`. The IP addresses of its name are checked on connection. */
export function whyNotAddress(address: string, ownHost: string): string | null {
  if (!URL.canParse(address)) return 'Enter a valid address.'
  const { protocol, hostname, port, username, password, hash } = new URL(address)
  if (protocol !== 'https:') return 'The address must begin with https://.'
  if (!ports.includes(port)) return 'Only the ports 443 and 8443 are used.'
  if (username || password) return 'The address must not hold a user or password.'
  if (hash || address.includes('#')) return 'The address must not have a part after #.'
  const host = hostname.toLowerCase()
  if (isIP(host) || host.startsWith('[')) return 'Use a name and not a number for the host.'
  if (!host.includes('.') || host.endsWith('.') || localSuffixes.some((suffix) => host.endsWith(suffix)))
    return 'This host cannot be reached from outside.'
  return host === ownHost.toLowerCase() ? 'This is the address of GYA itself.' : null
}

const notPublic = new BlockList()
for (const network of `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`.split(/\s+/))
  addNetwork(network, 'ipv4')
// For IPv6 only 2000::/3 is public, without special-purpose, documentation, and IPv4-embedding ranges (Teredo, 6to4).
for (const network of '2001::/23 2001:db8::/32 2002::/16 3fff::/20'.split(' ')) addNetwork(network, 'ipv6')

function addNetwork(network: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', prefix] = network.split('/')
  notPublic.addSubnet(address, Number(prefix), family)
}

const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is on the public internet (IANA's registries of special-purpose addresses). */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublic.check(address, 'ipv4')
  return family === 6 && globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

export const resolveBySystem: Resolve = (name, done) => systemLookup(name, { all: true }, done)

/** Resolves and checks in one step, so that a name cannot resolve to another address between check and use (DNS rebinding). */
export const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (name, options, done) => {
    resolve(name, (error, addresses) => {
      if (error) return done(error, '')
      const refused = addresses.length === 0 || addresses.some(({ address }) => !isPublicAddress(address))
      if (refused) return done(new OutgoingError('private', 'This host cannot be reached from outside.'), '')
      if (options.all) return done(null, addresses)
      return done(null, addresses[0]?.address ?? '', addresses[0]?.family)
    })
  }

export function safeHttp({ ownHost, isTrusted = () => false, resolve = resolveBySystem }: Settings): SafeHttp {
  return async (address, request) => {
    const trusted = URL.canParse(address) && isTrusted(address)
    const problem = trusted ? null : whyNotAddress(address, ownHost)
    if (problem) throw new OutgoingError('address', problem)
    const url = new URL(address)
    // A separate agent: connections are not reused, and no proxy of the environment is used.
    const insecure = url.protocol === 'http:'
    const agent = insecure ? new HttpAgent({ keepAlive: false }) : new HttpsAgent({ keepAlive: false })
    try {
      return await exchange(url, request, { agent, ...(trusted ? {} : { lookup: publicLookup(resolve) }) })
    } finally {
      agent.destroy()
    }
  }
}

type Connection = { agent: HttpAgent | HttpsAgent; lookup?: LookupFunction }

function exchange(url: URL, request: OutgoingRequest, connection: Connection): Promise<OutgoingResponse> {
  const { method, headers, body, timeoutMs, maxBytes, dropBody } = request
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(toOutgoingError(error, signal))
    const send = url.protocol === 'http:' ? httpRequest : httpsRequest
    const sent = send(url, { method, headers: { ...headers, 'accept-encoding': 'identity' }, signal, ...connection })
    let isAnswered = false
    // After the status, an error of the body no longer matters: `dropBytes` ends.
    sent.on('error', (error) => (isAnswered && dropBody ? undefined : fail(error)))
    sent.on('response', (response) => {
      isAnswered = true
      const reading = dropBody ? dropBytes(response, maxBytes) : readBody(response, maxBytes)
      reading
        .then((content) => resolve({ status: response.statusCode ?? 0, headers: plainHeaders(response), body: content }))
        .catch((error: Error) => {
          sent.destroy()
          fail(error)
        })
    })
    sent.end(body)
  })
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new OutgoingError('too-long', 'The response is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Discards the body. If it is too long or breaks off, the status is still valid. */
async function dropBytes(response: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes) break
    }
  } catch {
    // The status is valid.
  }
  response.destroy()
  return Buffer.alloc(0)
}

const plainHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )

export function toOutgoingError(error: Error, signal?: AbortSignal): OutgoingError {
  if (error instanceof OutgoingError) return error
  if (signal?.aborted) return new OutgoingError('slow', 'The response took too long.', error)
  const { code = '' } = error as NodeJS.ErrnoException
  const isTls = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)
  const words =
    code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? 'The host name could not be resolved.' : 'The host does not respond.'
  return new OutgoingError('unreachable', isTls ? 'The certificate of the host is not valid.' : words, error)
}
