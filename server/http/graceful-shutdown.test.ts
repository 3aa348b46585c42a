import { EventEmitter, once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/support/test-app.ts'
import { registerGracefulShutdown } from './graceful-shutdown.ts'

const longer = 60_000
let app: TestApp['app']
let port: number
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const goOn = new EventEmitter()
beforeEach(async () => {
  app = Fastify()
  registerGracefulShutdown(app)
  app.get('/', async () => 'answered')
  app.get('/slow', async () => {
    goOn.emit('begun')
    await once(goOn, 'end')
    return 'answered'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as { port: number }).port
})
afterEach(() => app.close())

async function get(path: string): Promise<{ body: string; connection: string | undefined; reused: boolean }> {
  const asked = request({ port, path, agent, host: '127.0.0.1' }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { body: await text(answer), connection: answer.headers.connection, reused: asked.reusedSocket }
}

test('closeConnections answers a request on an idle connection and closes it', async () => {
  expect(await get('/')).toMatchObject({ connection: 'keep-alive' })
  app.gracefulShutdown.start()
  const left = app.gracefulShutdown.closeConnections(longer)
  expect(await get('/')).toEqual({ body: 'answered', connection: 'close', reused: true })
  await left
})

test('closeConnections refuses new connections', async () => {
  await get('/')
  app.gracefulShutdown.start()
  const left = app.gracefulShutdown.closeConnections(longer)
  await expect.poll(() => app.server.listening).toBe(false)
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
  await get('/')
  await left
})

test('closeConnections answers requests that the kernel had accepted before', async () => {
  const many = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
  const answers = Promise.all(
    many.map(async (socket) => {
      socket.write('GET / HTTP/1.1\r\nhost: gya.example\r\n\r\n')
      return text(socket)
    }),
  )
  await Promise.all(many.map((socket) => once(socket, 'connect')))
  // Blocks the event loop meanwhile.
  const busyUntil = performance.now() + 20
  while (performance.now() < busyUntil) continue
  app.gracefulShutdown.start()
  await app.gracefulShutdown.closeConnections(0)
  expect((await answers).filter((answer) => !answer.endsWith('answered'))).toEqual([])
})

test('closeConnections(0) still finishes requests in progress', async () => {
  const begun = once(goOn, 'begun')
  const slow = get('/slow')
  await begun
  app.gracefulShutdown.start()
  const left = app.gracefulShutdown.closeConnections(0)
  goOn.emit('end')
  expect(await slow).toMatchObject({ body: 'answered', connection: 'close' })
  await left
})

test('closeConnections closes idle and silent connections after the timeout', async () => {
  await get('/')
  const silent = connect(port, '127.0.0.1')
  const gone = once(silent, 'close')
  await once(app.server, 'connection')
  app.gracefulShutdown.start()
  await app.gracefulShutdown.closeConnections(0)
  await gone
})

test('GET /readyz responds 503 during the shutdown', async () => {
  const whole = await openTestApp()
  const { app: served } = whole
  served.gracefulShutdown.start()
  const answer = await served.inject({ url: '/readyz' })
  expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'stopping' }])
  const { statusCode, headers } = await served.inject({ url: '/healthz' })
  expect([statusCode, headers.connection]).toEqual([200, 'close'])
  await whole.close()
})
