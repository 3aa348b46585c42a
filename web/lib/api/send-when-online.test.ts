import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hasUnsavedEdits } from '../forms/unsaved-edits.ts'
import { ApiError } from './call-api.ts'
import { offline, sendWhenOnline } from './send-when-online.ts'

let online = true
beforeEach(() => {
  online = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)
})
afterEach(() => vi.restoreAllMocks())

const connect = (to: boolean) => {
  online = to
  dispatchEvent(new Event(to ? 'online' : 'offline'))
}
const lost = () => {
  connect(false)
  return Promise.reject(new ApiError({ code: 'OFFLINE', message: 'no answer' }))
}
const sending = (send: () => Promise<string>, more: { mayRepeat?: boolean; givenUp?: AbortSignal } = {}) =>
  sendWhenOnline({ send, mayRepeat: true, givenUp: new AbortController().signal, onWait: () => {}, ...more })
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('sendWhenOnline waits while offline, guards the page, and sends when online', async () => {
  connect(false)
  const send = vi.fn<() => Promise<string>>().mockResolvedValue('saved')
  const answer = sending(send)
  await settled()
  expect(send).not.toHaveBeenCalled()
  expect([offline.get(), hasUnsavedEdits()]).toEqual([1, true])
  connect(true)
  expect(await answer).toBe('saved')
  expect([offline.get(), hasUnsavedEdits()]).toEqual([null, false])
})

test('sendWhenOnline retries after a lost connection only with an Idempotency-Key', async () => {
  const send = vi.fn<() => Promise<string>>().mockImplementationOnce(lost).mockResolvedValue('saved')
  const answer = sending(send)
  await settled()
  connect(true)
  expect(await answer).toBe('saved')
  expect(send).toHaveBeenCalledTimes(2)
  await expect(sending(lost, { mayRepeat: false })).rejects.toMatchObject({ code: 'OFFLINE' })
})

test('sendWhenOnline sends nothing after an abort', async () => {
  connect(false)
  const givenUp = new AbortController()
  const send = vi.fn<() => Promise<string>>()
  const answer = sending(send, { givenUp: givenUp.signal })
  givenUp.abort()
  await expect(answer).rejects.toThrow('nothing was sent')
  connect(true)
  await settled()
  expect(send).not.toHaveBeenCalled()
})

test('sendWhenOnline does not retry an error response', async () => {
  const refused = () => Promise.reject(new ApiError({ code: 'INTERNAL', message: 'x' }))
  await expect(sending(refused)).rejects.toMatchObject({ code: 'INTERNAL' })
})
