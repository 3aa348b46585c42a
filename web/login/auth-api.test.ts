import { afterEach, describe, expect, test, vi } from 'vitest'
import { callAuth, durationText } from './auth-api.ts'

afterEach(() => vi.unstubAllGlobals())

const answering = (status: number, body: string, headers: Record<string, string> = {}) => {
  const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(async () => new Response(body, { status, headers }))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

describe('durationText rounds up', () => {
  test.each([
    [1, '1 second'],
    [45, '45 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [3600, '1 hour'],
    [5400, '2 hours'],
  ])('%i', (seconds, words) => {
    expect(durationText(seconds)).toBe(words)
  })
})

describe('callAuth returns one message for each response', () => {
  test('an error keeps its code and message', async () => {
    answering(401, JSON.stringify({ code: 'SIGN_IN_FAILED', message: 'E-mail and password do not match.' }))
    expect(await callAuth('login', {})).toEqual({
      ok: false,
      code: 'SIGN_IN_FAILED',
      message: 'E-mail and password do not match.',
    })
  })

  test('429 says how long to wait', async () => {
    answering(429, JSON.stringify({ code: 'TOO_MANY_REQUESTS', message: 'Too many tries. Wait a little and try again.' }), {
      'retry-after': '300',
    })
    expect(await callAuth('login', {})).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many tries. Try again in 5 minutes.',
    })
  })

  test('a response of a proxy', async () => {
    answering(502, '<html>Bad gateway</html>')
    expect(await callAuth('login', {})).toMatchObject({ ok: false, code: 'HTTP_502' })
  })

  test.each(['<!doctype html><title>Sign in to the network</title>', '{"ticket":'])(
    'a success that is not JSON: %s',
    async (body) => {
      answering(200, body)
      expect(await callAuth('login', {})).toMatchObject({ ok: false, code: 'UNREADABLE' })
    },
  )

  test('no connection', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await callAuth('login', {})).toMatchObject({
      ok: false,
      message: 'The service cannot be reached. Check your connection and try again.',
    })
  })
})

test('callAuth sends x-client, which a form on another site cannot send', async () => {
  const fetch = answering(200, '{}')
  expect(await callAuth('forgot', { email: 'marnie@larkmead.example' })).toMatchObject({ ok: true })
  const [url, init] = fetch.mock.calls[0] ?? []
  expect(url).toBe('/api/auth/forgot')
  expect(init).toMatchObject({ method: 'POST', body: '{"email":"marnie@larkmead.example"}' })
  expect(new Headers(init?.headers).get('x-client')).toBe('Web')
})
