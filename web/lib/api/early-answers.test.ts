import { logout, readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callApi } from './call-api.ts'
import { dropEarlyAnswers, earlyAnswersRead, sendEarly, takeEarlyAnswer, takeReadAnswer } from './early-answers.ts'
import { clearResponseCache } from './response-cache.ts'
import { callOptions } from './use-call.ts'

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
  globalThis.gyaEarlyReads = undefined
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

test('a query whose early response was read has its data from the start, and its ETag', async () => {
  globalThis.gyaEarlyReads = sendEarly(url)
  await earlyAnswersRead(1_000)
  const query = new QueryObserver(new QueryClient(), { ...callOptions(readMe, {}), staleTime: 10_000 })
  expect(query.getCurrentResult()).toMatchObject({ data: { fullName: 'Odalys Thimblewood' }, isPending: false })
  await callApi(readMe, {})
  expect(fetched.mock.calls.map(([, request]) => request?.headers)).toEqual([
    { 'x-client': 'Web' },
    { 'x-client': 'Web', 'if-none-match': 'W/"1"' },
  ])
})

test('a refused early request leaves the call to its own error', async () => {
  fetched.mockImplementationOnce(async () => new Response('{"code":"NOT_FOUND","message":"No."}', { status: 404 }))
  expect(await sendEarly(url)).toBeUndefined()
  expect(takeReadAnswer(url)).toBeUndefined()
  await expect(callApi(readMe, {})).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('the app does not wait for a response that does not come', async () => {
  globalThis.gyaEarlyReads = new Promise(() => undefined)
  expect(await earlyAnswersRead(0)).toBeUndefined()
})

test('an early answer that is older than ten seconds is not used', async () => {
  await sendEarly(url)
  vi.advanceTimersByTime(10_001)
  expect([takeReadAnswer(url), takeEarlyAnswer(url)]).toEqual([undefined, undefined])
})

test('an early request without a response fails the call, and the next call sends a new one', async () => {
  fetched.mockImplementationOnce(() => Promise.reject(new TypeError('no answer')))
  void sendEarly(url)
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
