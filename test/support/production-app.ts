import { freePort } from '../../server/db/embedded/postmaster.ts'
import { type AppProcess, startApp } from './start-app.ts'

/** Starts the app like in production: a separate process with only these variables. */
export async function startProductionApp(env: Record<string, string>, flags: readonly string[] = []): Promise<AppProcess> {
  const port = await freePort()
  return startApp({ port, env: { PUBLIC_URL: `http://127.0.0.1:${port}`, ...env }, flags })
}

/** Makes requests with a session. */
export type Person = (method: string, path: string, body?: object | FormData) => Promise<Response>

/** The first platform admin, created in an empty database. */
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
