import { logout, readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callApi } from './call-api.ts'
import { dropEarlyAnswers, sendEarly, takeEarlyAnswer } from './early-answers.ts'
import { clearResponseCache } from './response-cache.ts'

const url = '/api/user/me'
const answers = () => new Response(JSON.stringify({ fullName: 'Odalys Thimblewood' }), { headers: { etag: 'W/"1"' } })
const fetched = vi.fn<typeof fetch>(async () => answers())

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.stubGlobal('fetch', fetched)
  document.cookie = 'gya_session_present=1'
})
afterEach(() => {
  dropEarlyAnswers()
  clearResponseCache()
  fetched.mockClear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a call takes the early answer instead of sending a request, once', async () => {
  void sendEarly(url)
  expect(await callApi(readMe, {})).toEqual({ fullName: 'Odalys Thimblewood' })
  expect(fetched).toHaveBeenCalledTimes(1)
  await callApi(readMe, {})
  expect(fetched).toHaveBeenCalledTimes(2)
  // The ETag of an early response is stored like that of any other.
  expect(fetched.mock.calls[1]?.[1]?.headers).toMatchObject({ 'if-none-match': 'W/"1"' })
})

test('an early answer that is older than ten seconds is not used', () => {
  void sendEarly(url)
  vi.advanceTimersByTime(10_001)
  expect(takeEarlyAnswer(url)).toBeUndefined()
})

test('an early request without a response fails the call, and the next call sends a new one', async () => {
  fetched.mockImplementationOnce(() => Promise.reject(new TypeError('no answer')))
  sendEarly(url).catch(() => undefined)
  await expect(callApi(readMe, {})).rejects.toMatchObject({ code: 'OFFLINE' })
  expect(await callApi(readMe, {})).toEqual({ fullName: 'Odalys Thimblewood' })
})

test('a change drops early answers: a later read shows it', async () => {
  void sendEarly(url)
  await callApi(logout, {})
  expect(takeEarlyAnswer(url)).toBeUndefined()
})

test('the end of the session drops early answers', () => {
  void sendEarly(url)
  dropEarlyAnswers()
  expect(takeEarlyAnswer(url)).toBeUndefined()
})
