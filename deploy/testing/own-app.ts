import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { serverFlags } from '../../scripts/server-flags.mjs'
import { freePort } from './own-postgres.ts'

const repository = join(import.meta.dirname, '../..')

export type OwnApp = { address: string; stop(): Promise<void> }

/** The product as it is run in production: a process of its own with these variables and no others. */
export async function startOwnApp(env: Record<string, string>, flags: readonly string[] = []): Promise<OwnApp> {
  const address = `http://127.0.0.1:${await freePort()}`
  const { port } = new URL(address)
  const child = spawn(process.execPath, [...serverFlags, ...flags, join(repository, 'server/main.ts')], {
    env: { NODE_ENV: 'production', LOG_LEVEL: 'silent', PORT: port, PUBLIC_URL: address, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const ended = once(child, 'exit')
  while (child.exitCode === null) {
    const ready = await fetch(`${address}/readyz`).catch(() => null)
    if (ready?.ok)
      return {
        address,
        stop: async () => {
          child.kill('SIGTERM')
          await ended
        },
      }
    await wait(50)
  }
  throw new Error(`The app did not start: ${said}`)
}

/** Calls of one person with a session. */
export type Person = (method: string, path: string, body?: object | FormData) => Promise<Response>

/** The first platform admin, whom the app makes in an empty database. */
export const firstAdmin = { GYA_ADMIN_EMAIL: 'admin@gya.example', GYA_ADMIN_PASSWORD: 'First-Admin-2026' }

/** Signs in as the first platform admin. */
export async function signIn(address: string): Promise<Person> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client': 'Web' },
    body: JSON.stringify({ email: firstAdmin.GYA_ADMIN_EMAIL, password: firstAdmin.GYA_ADMIN_PASSWORD }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  if (!answer.ok || !cookie) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`)
  return async (method, path, body) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${address}/api${path}`, {
      method,
      headers: { cookie, 'x-client': 'Web', ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return response
  }
}
