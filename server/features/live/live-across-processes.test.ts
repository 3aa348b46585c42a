import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { login, logout, readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChangeStream } from '../../../test/support/change-stream.ts'
import { type Fixtures, openFixtures, testPassword } from '../../../test/support/fixtures.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { createTestSession } from '../sessions/sessions.repository.ts'

type Running = { address: string; process: ChildProcess }

let fixtures: Fixtures
let first: Running
let second: Running
beforeAll(async () => {
  fixtures = await openFixtures()
  ;[first, second] = await Promise.all([start(), start()])
})
afterAll(async () => {
  for (const { process } of [first, second]) if (process.exitCode === null) process.kill('SIGKILL')
  await fixtures.close()
})

/** Starts the server as `npm run serve` does, on the fixtures' database; resolves when it is ready. */
async function start(): Promise<Running> {
  const app = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: fixtures.database.pool.options.connectionString,
      PORT: '0',
      MAIL: 'keep',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  for await (const line of createInterface(app.stderr)) {
    const address = /^GYA is ready at (\S+)/.exec(line)?.[1]
    if (address) return { address, process: app }
  }
  throw new Error('The server did not start.')
}

/** These processes use the real clock. */
const tokenOf = (userId: string) => createTestSession(fixtures.database.db, userId, new Date().toISOString())

async function save(address: string, token: string, invoiceSent: boolean): Promise<number> {
  const answer = await fetch(`${address}${addressOf(saveTimeline.path, fixtures.first)}`, {
    method: saveTimeline.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ timeline: [], invoiceSent }),
  })
  return answer.status
}

const signIn = (address: string, password: string) =>
  fetch(`${address}${addressOf(login.path)}`, {
    method: login.method,
    headers: { 'content-type': 'application/json', 'x-client': 'Web' },
    body: JSON.stringify({ email: fixtures.emailOf('staff'), password }),
  })

test('a session is valid in both processes and ends in both', async () => {
  const answer = await signIn(first.address, testPassword)
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  const headers = { cookie: cookie.join('; '), 'x-client': 'Web' }
  const me = async ({ address }: Running) => (await fetch(`${address}${addressOf(readMe.path)}`, { headers })).status
  expect([await me(first), await me(second)]).toEqual([200, 200])
  await fetch(`${second.address}${addressOf(logout.path)}`, { method: logout.method, headers })
  expect([await me(first), await me(second)]).toEqual([401, 401])
})

test('sign-in limits count failed passwords across processes', async () => {
  const statuses = []
  for (let n = 0; n < 12; n += 1) statuses.push((await signIn((n % 2 ? first : second).address, 'Wrong-Password-2026')).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
})

test('GET live receives changes saved through another process; shutdown closes its streams', async () => {
  const staff = await tokenOf(fixtures.idOf.staff)
  const colleague = await openChangeStream(first.address, await tokenOf(fixtures.idOf.branch))
  expect(await save(second.address, staff, true)).toBe(200)
  expect(await colleague.next()).toEqual({ ...fixtures.first, about: 'property' })

  const leaving = once(first.process, 'exit')
  first.process.kill('SIGTERM')
  expect(await colleague.next()).toBeNull()
  expect(await leaving).toEqual([0, null])

  const again = await openChangeStream(second.address, await tokenOf(fixtures.idOf.branch))
  expect(await save(second.address, staff, false)).toBe(200)
  expect(await again.next()).toEqual({ ...fixtures.first, about: 'property' })
  again.close()
})
