import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { isPublicAddress, type OutgoingError, type OutgoingRequest, safeHttp, whyNotAddress } from './safe-http.ts'

const ownHost = 'app.gya.example'
const request: OutgoingRequest = { method: 'GET', headers: {}, timeoutMs: 5_000, maxBytes: 1_000 }

describe('whyNotAddress', () => {
  test.each(['https://login.example.com/x', 'https://login.example.com:8443/x', 'https://login.example.com:443'])(
    'allows %s',
    (address) => {
      expect(whyNotAddress(address, ownHost)).toBeNull()
    },
  )

  test.each([
    ['http://login.example.com', 'https'],
    ['ftp://login.example.com', 'https'],
    ['nonsense', 'a valid address'],
    ['https://login.example.com:8080', 'ports'],
    ['https://user:secret@login.example.com', 'user'],
    ['https://login.example.com/#part', '#'],
    ['https://login.example.com/#', '#'],
    ['https://127.0.0.1', 'number'],
    ['https://0x7f.1', 'number'],
    ['https://2130706433', 'number'],
    ['https://[::1]', 'number'],
    ['https://localhost', 'outside'],
    ['https://intranet', 'outside'],
    ['https://db.internal', 'outside'],
    ['https://printer.local', 'outside'],
    ['https://a.localhost', 'outside'],
    ['https://login.example.com.', 'outside'],
    ['https://APP.gya.example/x', 'GYA itself'],
  ])('refuses %s', (address, words) => {
    expect(whyNotAddress(address, ownHost)).toContain(words)
  })
})

describe('isPublicAddress', () => {
  test.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111', '2a00:1450:4009::1'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each(
    `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.31.255.255 192.168.1.1 192.0.0.8 192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 fe80::1 fc00::1 fd12:3456::1 ff02::1 2001:db8::1 3fff::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 64:ff9b:1::1 2002:7f00:1:: 2001::1 2001:2::1 100::1 nonsense`.split(
      /\s+/,
    ),
  )('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('safeHttp', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })

  async function open(listener: RequestListener): Promise<string> {
    const server = createServer(listener)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const problemOf = (calling: Promise<unknown>): Promise<string> =>
    calling.then(
      () => 'none',
      (error: unknown) => (error as OutgoingError).problem,
    )

  const only = (origin: string) => (address: string) => new URL(address).origin === origin

  test.each([[['127.0.0.1']], [['93.184.216.34', '10.0.0.1']], [['::ffff:93.184.216.34']], [[]]])(
    'refuses a host name with the addresses %j',
    async (addresses) => {
      const resolve: Parameters<typeof safeHttp>[0]['resolve'] = (_name, done) =>
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        )
      const call = safeHttp({ ownHost, resolve })
      expect(await problemOf(call('https://login.example.com/x', request))).toBe('private')
    },
  )

  test('calls a loopback address only as the origin of the tests', async () => {
    const origin = await open((_request, response) => response.end('answered'))
    expect(await problemOf(safeHttp({ ownHost })(`${origin}/x`, request))).toBe('address')
    const answer = await safeHttp({ ownHost, isTrusted: only(origin) })(`${origin}/x`, request)
    expect([answer.status, answer.body.toString()]).toEqual([200, 'answered'])
    const other = await open((_request, response) => response.end())
    expect(await problemOf(safeHttp({ ownHost, isTrusted: only(origin) })(`${other}/x`, request))).toBe('address')
  })

  test('does not follow a redirect', async () => {
    const origin = await open((_request, response) => response.writeHead(302, { location: '/elsewhere' }).end())
    expect(await safeHttp({ ownHost, isTrusted: only(origin) })(`${origin}/x`, request)).toMatchObject({ status: 302 })
  })

  test('stops reading a body above the size limit', async () => {
    const origin = await open((_request, response) => response.end('x'.repeat(1_001)))
    expect(await problemOf(safeHttp({ ownHost, isTrusted: only(origin) })(`${origin}/x`, request))).toBe('too-long')
  })

  test('times out on a body that does not end', async () => {
    const origin = await open((_request, response) => response.write('x'))
    const call = safeHttp({ ownHost, isTrusted: only(origin) })
    expect(await problemOf(call(`${origin}/x`, { ...request, timeoutMs: 50 }))).toBe('slow')
  })

  test('with dropBody, returns the status of a response that does not end', async () => {
    const origin = await open((_request, response) => response.write('x'))
    const call = safeHttp({ ownHost, isTrusted: only(origin) })
    expect(await call(`${origin}/x`, { ...request, timeoutMs: 1_000, dropBody: true })).toMatchObject({ status: 200 })
  })

  test('reports an unreachable host', async () => {
    const origin = await open((_request, response) => response.destroy())
    expect(await problemOf(safeHttp({ ownHost, isTrusted: only(origin) })(`${origin}/x`, request))).toBe('unreachable')
  })
})
