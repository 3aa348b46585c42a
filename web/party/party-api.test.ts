import { afterEach, expect, test, vi } from 'vitest'
import { propose } from './party-api.ts'

afterEach(() => vi.unstubAllGlobals())

type Answered = { status: number; text: string } | 'no answer'

/** An XMLHttpRequest with these answers; returns the headers of the requests. */
function answering(...answers: Answered[]): Record<string, string>[] {
  const requests: Record<string, string>[] = []
  class Request {
    status = 0
    responseText = ''
    timeout = 0
    upload = new EventTarget()
    readonly #events = new EventTarget()
    readonly #headers: Record<string, string> = {}
    open() {}
    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value
    }
    addEventListener(type: string, listen: () => void) {
      this.#events.addEventListener(type, listen)
    }
    send() {
      requests.push(this.#headers)
      const answer = answers.shift() ?? 'no answer'
      if (answer === 'no answer') return this.#events.dispatchEvent(new Event('error'))
      this.status = answer.status
      this.responseText = answer.text
      return this.#events.dispatchEvent(new Event('load'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  return requests
}

const message = { what: 'message' as const, text: 'The deeds are here.' }
const sale = { status: 200, text: '{"party":"buyer"}' }

test('a proposal whose answer cannot be read is sent again with the same key, and a later equal one with another', async () => {
  const requests = answering(
    { status: 200, text: '<title>Proxy</title>' },
    { status: 200, text: '{"par' },
    'no answer',
    sale,
    sale,
  )
  const unreadable = { ok: false, message: expect.stringContaining('not known whether this was sent') }
  expect(await propose('token', message)).toMatchObject(unreadable)
  expect(await propose('token', message)).toMatchObject(unreadable)
  expect(await propose('token', message)).toMatchObject({ ok: false, message: expect.stringContaining('cannot be reached') })
  expect(await propose('token', message)).toMatchObject({ ok: true })
  expect(await propose('token', message)).toMatchObject({ ok: true })
  const keys = requests.map((headers) => headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(keys.slice(0, 4)).size).toBe(1)
  expect(keys[4]).not.toBe(keys[0])
})

test('another proposal has another key', async () => {
  const requests = answering('no answer', 'no answer')
  await propose('token', message)
  await propose('token', { ...message, text: 'The deeds are lost.' })
  expect(requests[0]?.['idempotency-key']).not.toBe(requests[1]?.['idempotency-key'])
})
