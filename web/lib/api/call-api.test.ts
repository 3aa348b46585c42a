import { endpoint } from '@gya/domain/endpoint.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { callApi } from './call-api.ts'

const Town = z.object({ town: z.string() })
const common = { path: '/town', permission: 'account.use', summary: 'A town, for tests.', response: Town } as const
const readTown = endpoint({ ...common, method: 'GET' })
const saveTown = endpoint({ ...common, method: 'PUT', body: Town })

afterEach(() => vi.unstubAllGlobals())

const answer = (send: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(send))
const read = () => callApi(readTown, {})
const save = () => callApi(saveTown, { body: { town: 'Reading' } })

const cutBody = () =>
  new Response(
    new ReadableStream({
      start: (body) => {
        body.enqueue(new TextEncoder().encode('{"town":"Rea'))
        body.error(new TypeError('network error'))
      },
    }),
  )

/** Responses that show neither a success nor a refusal. */
const unreadable: Record<string, () => Promise<Response>> = {
  'an HTML page with status 200': async () => new Response('<!doctype html><title>Proxy</title>'),
  'an empty body': async () => new Response(''),
  'half a body': async () => new Response('{"town":"Rea'),
  'a body that ends with a network error': async () => cutBody(),
  'JSON that is no response of the call': async () => new Response('"ok"'),
  null: async () => new Response('null'),
  'a status of a proxy': async () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 }),
  'no response within the time limit': () => Promise.reject(new DOMException('timed out', 'TimeoutError')),
}

test.each(Object.entries(unreadable))('callApi: %s of a write is UNREADABLE, of a read OFFLINE', async (_name, send) => {
  answer(send)
  await expect(save()).rejects.toMatchObject({
    name: 'ApiError',
    code: 'UNREADABLE',
    message: 'The server’s answer could not be read, so it is not known whether this was saved. What you typed is still here.',
  })
  await expect(read()).rejects.toMatchObject({ name: 'ApiError', code: 'OFFLINE' })
})

test('callApi throws OFFLINE without a connection, and INTERNAL for a refusal that is not JSON', async () => {
  answer(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(save()).rejects.toMatchObject({ code: 'OFFLINE' })
  answer(async () => new Response('<h1>413</h1>', { status: 413 }))
  await expect(save()).rejects.toMatchObject({ code: 'INTERNAL' })
})

test('callApi throws the AbortError of the caller, also while the body is read', async () => {
  const calling = new AbortController()
  answer(async () => {
    calling.abort()
    return new Response(new ReadableStream({ start: (body) => body.error(new DOMException('aborted', 'AbortError')) }))
  })
  await expect(callApi(saveTown, { body: { town: 'Reading' }, signal: calling.signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
  answer(() => Promise.reject(new DOMException('aborted', 'AbortError')))
  await expect(save()).rejects.toMatchObject({ name: 'ApiError' })
})
