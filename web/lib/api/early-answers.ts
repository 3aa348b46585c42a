/** Requests that the script in the page's head sent before the app's code was loaded, by URL. */
type EarlyAnswer = { sentAt: number; answer: Promise<Response> }

declare global {
  var gyaEarly: Map<string, EarlyAnswer> | undefined
}

/** As long as the responses of queries are fresh; after that the app requests the data itself. */
const maxAge = 10_000

export function sendEarly(url: string): Promise<Response> {
  const answer = fetch(url, { credentials: 'same-origin', headers: { 'x-client': 'Web' } })
  globalThis.gyaEarly ??= new Map()
  globalThis.gyaEarly.set(url, { sentAt: performance.now(), answer })
  return answer
}

/** The response to an early request, returned once: later reads of the same URL send a request. */
export function takeEarlyAnswer(url: string): Promise<Response> | undefined {
  const early = globalThis.gyaEarly?.get(url)
  globalThis.gyaEarly?.delete(url)
  return early && performance.now() - early.sentAt <= maxAge ? early.answer : undefined
}

/** Discards the responses when the session ends, and before a change, which they would not include. */
export const dropEarlyAnswers = (): void => globalThis.gyaEarly?.clear()
