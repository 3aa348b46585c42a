import { randomUUID } from 'node:crypto'
import type { Endpoint, Wire } from '@gya/domain/endpoint.ts'
import { createBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { createCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { type Database, openPool } from '../../../server/db/pool.ts'
import { createTestSession } from '../../../server/features/sessions/sessions.repository.ts'
import { sessionCookieName } from '../../../server/http/access/caller.ts'
import { addressOf } from '../../support/test-client.ts'

/** Like the browser's own timeout. */
const timeoutMs = 60_000

/** `status` 0 if the connection broke. */
type Answer<T> = { status: number; body: T; code: string; waited: number }

type Sent = { params?: object; query?: object; body?: object; file?: { name: string; content: string } }

/** A client with a session that makes real HTTP requests. */
export type Person = {
  id: string
  /** Of the process that it uses. */
  address: string
  cookie: string
  send<E extends Endpoint>(call: E, sent: Sent): Promise<Answer<Wire<E, 'response'>>>
  /** Retries until there is a response, which must be a success. */
  sure<E extends Endpoint>(call: E, sent: Sent): Promise<Wire<E, 'response'>>
}

/** A company with a branch, users and a vendor on a running server. */
export type TestCompany = {
  database: Database
  branch: { companyId: string; branchId: string }
  vendorId: string
  people: Person[]
}

const testTown = { line2: '', town: 'Reading', county: 'Berkshire', country: '', postcode: 'RG30 6ZZ' }
export const addressAt = (line1: string) => ({ line1, ...testTown })

/** Creates them through the API; accounts and sessions are inserted directly. People are spread over the processes. */
export async function createTestCompany(
  databaseUrl: string,
  processes: string | readonly [string, ...string[]],
  people: number,
): Promise<TestCompany> {
  const database = openPool(databaseUrl, 3, () => {})
  const addresses = typeof processes === 'string' ? ([processes] as const) : processes
  const [address] = addresses
  const platform = await addPerson(database, address, { type: 'GYA_ADMIN' })
  const company = { name: 'Faulty & Sons', availableLicenses: 5, address: addressAt('1 Trial Road') }
  const { _id: companyId } = await platform.sure(createCompany, { body: company })
  const branch = { name: 'Trial Street', address: addressAt('2 Trial Road') }
  const { _id: branchId } = await platform.sure(createBranch, { params: { companyId }, body: branch })
  const vendor = await addPerson(database, address, { type: 'VENDOR', companyId })
  return {
    database,
    branch: { companyId, branchId },
    vendorId: vendor.id,
    people: await Promise.all(
      Array.from({ length: people }, (_, index) =>
        addPerson(database, addresses[index % addresses.length] ?? address, { type: 'COMPANY_ADMIN', companyId }),
      ),
    ),
  }
}

type Account = { type: 'GYA_ADMIN' | 'VENDOR' | 'COMPANY_ADMIN'; companyId?: string }

async function addPerson({ db }: Database, address: string, { type, companyId }: Account): Promise<Person> {
  const id = randomUUID()
  const now = new Date().toISOString()
  await db
    .insertInto('app_user')
    .values({
      id,
      company_id: companyId ?? null,
      type,
      first_name: 'Trial',
      last_name: type,
      email: `${id}@people.example`,
      password_hash: null,
      activated: true,
      password_reset: false,
      createdon: now,
    })
    .execute()
  return personOf(id, address, `${sessionCookieName(false)}=${await createTestSession(db, id, now)}`)
}

function personOf(id: string, address: string, cookie: string): Person {
  const send: Person['send'] = async (call, { params, query, body, file }) => {
    const started = performance.now()
    const waited = () => performance.now() - started
    try {
      const answer = await fetch(`${address}${addressOf(call.path, params, query)}`, {
        method: call.method,
        headers: { cookie, 'x-client': 'Web', ...(body && !file ? { 'content-type': 'application/json' } : {}) },
        ...(file ? { body: formOf(body ?? {}, file) } : body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const read = call.responseTypes ? { text: await answer.text() } : ((await answer.json()) as { code?: string })
      return { status: answer.status, body: read as never, code: 'code' in read ? (read.code ?? '') : '', waited: waited() }
    } catch (error) {
      const hung = error instanceof DOMException && error.name === 'TimeoutError'
      return { status: 0, body: {} as never, code: hung ? 'HUNG' : 'BROKEN', waited: waited() }
    }
  }
  return {
    id,
    address,
    cookie,
    send,
    sure: async (call, sent) => {
      for (;;) {
        const { status, body } = await send(call, sent)
        if (status === 200) return body
        if (status !== 0 && status !== 503) throw new Error(`${call.method} ${call.path}: ${status} ${JSON.stringify(body)}`)
        await waitBeforeRetry()
      }
    },
  }
}

/** A short delay before the next attempt. */
export const waitBeforeRetry = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 25))

function formOf(body: object, { name, content }: { name: string; content: string }): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(body)) form.append(key, typeof value === 'string' ? value : JSON.stringify(value))
  form.append('file', new Blob([content], { type: 'text/plain' }), name)
  return form
}

/** Watches live changes (`GET live`) and reconnects when the stream ends. */
type LiveWatcher = {
  /** Resolves with the next change. */
  more(): Promise<void>
  stop(): void
}

export function watchLive(address: string, { cookie }: Pick<Person, 'cookie'>): LiveWatcher {
  const stopping = new AbortController()
  const waiting = new Set<() => void>()
  const listen = async () => {
    const answer = await fetch(`${address}/api/live`, { headers: { cookie, 'x-client': 'Web' }, signal: stopping.signal })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      if (!read.value.includes('data:')) continue
      for (const tell of waiting) tell()
      waiting.clear()
    }
  }
  const listenOn = async () => {
    while (!stopping.signal.aborted) {
      await listen().catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  void listenOn()
  return {
    more: () => new Promise((resolve) => waiting.add(resolve)),
    stop: () => stopping.abort(),
  }
}
