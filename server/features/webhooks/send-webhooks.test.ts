import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { createWebhook, listWebhookMessages, listWebhooks } from '@gya/domain/features/webhooks/webhooks.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { type SafeHttp, safeHttp } from '../../infra/safe-http.ts'
import { sealEntries } from '../record/seal-entries.ts'
import { sendWebhooks } from './send-webhooks.ts'

/** Use of the socket by a receiver after it has received the request. */
type Behaviour = (socket: Socket) => void

let fixtures: Fixtures
let receiver: Server
let url: string
let behave: Behaviour
let connections: number
const open = new Set<Socket>()

beforeAll(async () => {
  fixtures = await openFixtures({ config: { webhookPrivate: true } })
  receiver = createServer((socket) => {
    connections += 1
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('data', () => behave(socket))
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(async () => {
  for (const socket of open) socket.destroy()
  receiver.close()
  await fixtures.close()
})
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  await fixtures.database.pool.query('delete from webhook')
  // Seal the entries of the fixtures first, so that they are not sent.
  await sealEntries(fixtures.database, fixtures.a.companyId)
  connections = 0
})

const make = async (address = url) => {
  const body = { url: address, kinds: ['*' as const] }
  const { _id } = await fixtures.as('company').ok(createWebhook, { params: fixtures.a, body })
  return { companyId: fixtures.a.companyId, webhookId: _id }
}
const view = (place: PropertyPath) =>
  fixtures.as('company').ok(addViewing, { params: place, body: { name: 'Ann Onlooker', when: '2026-03-12' } })
const messagesOf = async (params: { companyId: string; webhookId: string }) =>
  (await fixtures.as('company').ok(listWebhookMessages, { params })).data

const sendBy = (http: SafeHttp, job: { companyId: string; webhookId: string }) => {
  const { database, clock, app } = fixtures
  return sendWebhooks(
    { database, clock, secrets: app.gya.secrets, http, publicUrl: 'http://gya.example', chance: () => 0.5 },
    job,
  )
}
/** The HTTP client of the product with a shorter timeout. */
const impatient: SafeHttp = (address, request) =>
  safeHttp({ ownHost: 'gya.example', isTrusted: () => true })(address, { ...request, timeoutMs: 2_000 })

describe('sendWebhooks with a faulty receiver', () => {
  const taken = 'HTTP/1.1 200 OK\r\n'
  test.each<[string, Behaviour, string, string]>([
    ['never responds', () => {}, 'waiting', 'The response took too long.'],
    ['closes the connection', (socket) => socket.destroy(), 'waiting', 'The host does not respond.'],
    ['uses another protocol', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'), 'waiting', 'The host does not respond.'],
    [
      'redirects to a private network',
      (socket) => socket.end('HTTP/1.1 307 Go\r\nLocation: http://169.254.169.254/latest/meta-data\r\nContent-Length: 0\r\n\r\n'),
      'waiting',
      'The receiver responded with 307: redirects are not followed.',
    ],
    [
      'accepts the message and sends less than its content-length',
      (socket) => socket.end(`${taken}Content-Length: 1000000\r\n\r\nshort`),
      'delivered',
      '',
    ],
    ['accepts the message and never ends its response', (socket) => socket.write(`${taken}\r\nx`), 'delivered', ''],
    [
      'sends endless headers',
      (socket) => socket.write(`${taken}X-Long: ${'x'.repeat(100_000)}`),
      'waiting',
      'The host does not respond.',
    ],
  ])('one that %s', async (_what, behaviour, state, words) => {
    behave = behaviour
    const job = await make()
    await view(fixtures.first)
    await sealEntries(fixtures.database, fixtures.a.companyId)
    await sendBy(impatient, job)
    expect(await messagesOf(job)).toMatchObject([{ state, lastWords: words, attempts: 1 }])
    expect(connections).toBe(1)
  })
})

describe('Host names that resolve to a private network', () => {
  test.each([[['127.0.0.1']], [['10.0.0.8']], [['93.184.216.34', '127.0.0.1']], [['::1']], [['fd00::1']], [['64:ff9b::7f00:1']]])(
    '%j: resolved once a try, at the connection, and not connected to',
    async (addresses) => {
      let resolved = 0
      const http = safeHttp({
        ownHost: 'gya.example',
        resolve: (_name, done) => {
          resolved += 1
          done(
            null,
            addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
          )
        },
      })
      fixtures.config.webhookPrivate = false
      const { port } = receiver.address() as AddressInfo
      const job = await make('https://hooks.example.com/gya').finally(() => {
        fixtures.config.webhookPrivate = true
      })
      expect([resolved, port > 0]).toEqual([0, true])
      await view(fixtures.first)
      await sealEntries(fixtures.database, fixtures.a.companyId)
      await sendBy(http, job)
      expect(await messagesOf(job)).toMatchObject([{ state: 'waiting', lastWords: 'This host cannot be reached from outside.' }])
      expect([resolved, connections]).toEqual([1, 0])
    },
  )
})

test('an endpoint gets no entries from before it was added, even if they are sealed afterwards', async () => {
  await view(fixtures.first)
  fixtures.clock.advance({ hours: 2 })
  const job = await make()
  await view(fixtures.first)
  await sealEntries(fixtures.database, fixtures.a.companyId)
  expect(await messagesOf(job)).toHaveLength(1)
})

test('no more messages are sent to an endpoint that is switched off during a run', async () => {
  const job = await make()
  await view(fixtures.first)
  await view(fixtures.second)
  for (let n = 0; n < 3; n += 1) await view(fixtures.first)
  await sealEntries(fixtures.database, fixtures.a.companyId)
  behave = (socket) => socket.end('HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n')
  await sendBy(impatient, job)
  expect((await fixtures.as('company').ok(listWebhooks, { params: fixtures.a })).data).toMatchObject([
    { state: 'off', offBecause: 'gone', waiting: 5 },
  ])
  expect(connections).toBeLessThanOrEqual(2)
})
