/** Requests that the script in the page's head sent before the app's code was loaded, by URL. */
type EarlyAnswer = { sentAt: number; answer: Promise<Response>; read?: ReadAnswer }

type ReadAnswer = { tag: string | null; body: unknown }

declare global {
  var gyaEarly: Map<string, EarlyAnswer> | undefined
  /** Resolves once the responses to all early requests were read. */
  var gyaEarlyReads: Promise<unknown> | undefined
}

/** As long as the responses of queries are fresh; after that the app requests the data itself. */
const maxAge = 10_000

/** Resolves with the response once it was read; undefined without a readable one: the call that takes it says why. */
export async function sendEarly(url: string): Promise<ReadAnswer | undefined> {
  const answer = fetch(url, { credentials: 'same-origin', headers: { 'x-client': 'Web' } })
  const early: EarlyAnswer = { sentAt: performance.now(), answer }
  globalThis.gyaEarly ??= new Map()
  globalThis.gyaEarly.set(url, early)
  try {
    const response = (await answer).clone()
    if (response.ok) early.read = { tag: response.headers.get('etag'), body: await response.json() }
  } catch {}
  return early.read
}

function take(url: string): EarlyAnswer | undefined {
  const early = globalThis.gyaEarly?.get(url)
  globalThis.gyaEarly?.delete(url)
  return early && performance.now() - early.sentAt <= maxAge ? early : undefined
}

/** The response to an early request, returned once: later reads of the same URL send a request. */
export const takeEarlyAnswer = (url: string): Promise<Response> | undefined => take(url)?.answer

/** A response that has been read already, returned once: the first rendering shows it. Otherwise `takeEarlyAnswer` has it. */
export const takeReadAnswer = (url: string): ReadAnswer | undefined => globalThis.gyaEarly?.get(url)?.read && take(url)?.read

/** Discards the responses when the session ends, and before a change, which they would not include. */
export const dropEarlyAnswers = (): void => globalThis.gyaEarly?.clear()

/**
 * Waits for the early responses, so that the app is rendered once, with its data, in place of placeholders that are replaced at once. Not
 * for longer than `milliseconds`: the frame of the page is better than nothing.
 */
export async function earlyAnswersRead(milliseconds: number): Promise<void> {
  await Promise.race([globalThis.gyaEarlyReads, new Promise((resolve) => setTimeout(resolve, milliseconds))])
}
