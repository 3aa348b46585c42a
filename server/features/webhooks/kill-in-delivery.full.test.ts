import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { createWebhook } from '@gya/domain/features/webhooks/webhooks.contract.ts'
import { maxAtOnce } from '@gya/domain/features/webhooks/webhooks.rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { releaseJobs } from '../../../test/support/kill-repeatedly.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { createTestSession } from '../sessions/sessions.repository.ts'

const kills = 3
const savesPerKill = 16

let fixtures: Fixtures
let receiver: Server
let app: { address: string; process: ChildProcess }
const received: { id: string; propertyId: string; position: number }[] = []
const environment = { SECRET_KEY: randomBytes(32).toString('base64'), WEBHOOK_PRIVATE: '1', MAIL: 'keep', LOG_LEVEL: 'silent' }

/** Starts the server as `npm run serve` does, on the fixtures' database. Resolves when the server is ready. */
async function start() {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { PATH: process.env.PATH, DATABASE_URL: fixtures.database.pool.options.connectionString, PORT: '0', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  for await (const line of createInterface(child.stderr)) {
    const address = /^GYA is ready at (\S+)/.exec(line)?.[1]
    if (address) return { address, process: child }
  }
  throw new Error('The server did not start.')
}

const until = async (isDone: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 20))
}

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { data } = JSON.parse(await text(request))
  received.push({ id: String(request.headers['webhook-id']), propertyId: data.propertyId, position: data.position })
  // The delay makes kills likely to fall between a request and its response.
  setTimeout(() => response.writeHead(204).end(), 30)
}

beforeAll(async () => {
  fixtures = await openFixtures()
  receiver = createServer((request, response) => void take(request, response))
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  app = await start()
})
afterAll(async () => {
  app.process.kill('SIGKILL')
  receiver.closeAllConnections()
  receiver.close()
  await fixtures.close()
})

test('kill -9 during delivery loses no message, and a message received twice has the same id', async () => {
  const { port } = receiver.address() as AddressInfo
  // The server runs in another process, which uses the real time.
  fixtures.clock.moveTo(new Date().toISOString())
  const token = await createTestSession(fixtures.database.db, fixtures.idOf.company, new Date().toISOString())
  const added = await fetch(`${app.address}${addressOf(createWebhook.path, fixtures.a)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `http://127.0.0.1:${port}/hook`, kinds: ['viewing.added'] }),
  })
  expect(added.status).toBe(200)
  for (let kill = 1; kill <= kills; kill += 1) {
    const before = received.length
    for (let save = 0; save < savesPerKill; save += 1)
      await fixtures.as('company').ok(addViewing, {
        params: save % 2 ? fixtures.first : fixtures.second,
        body: { name: `Ann ${kill} ${save}`, when: '2026-03-12' },
      })
    await until(() => received.length >= before + randomInt(1, savesPerKill / 2))
    app.process.kill('SIGKILL')
    await once(app.process, 'exit')
    await releaseJobs(fixtures.database.pool)
    app = await start()
  }
  const rows = async () =>
    (await fixtures.database.pool.query('select event_id, position, state from webhook_message order by position')).rows
  await until(async () => {
    const messages = await rows()
    return messages.length === kills * savesPerKill && messages.every(({ state }) => state === 'delivered')
  })
  const messages = await rows()
  expect(new Set(received.map(({ id }) => id))).toEqual(new Set(messages.map(({ event_id }) => `msg_${event_id}`)))
  // Messages in flight at the time of a kill are sent again.
  expect(received.length - messages.length).toBeLessThanOrEqual(kills * maxAtOnce)
  for (const { propertyId } of [fixtures.first, fixtures.second]) {
    const positions = [...new Set(received.filter((one) => one.propertyId === propertyId).map(({ position }) => position))]
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  }
})
