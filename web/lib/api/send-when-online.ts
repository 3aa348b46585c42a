import { markUnsaved } from '../forms/unsaved-edits.ts'
import { ApiError, isApiError } from './call-api.ts'

/** Number of saves that wait for the connection. */
let waiting = 0
const changes = new EventTarget()

const count = (by: 1 | -1): void => {
  waiting += by
  changes.dispatchEvent(new Event('change'))
}

/** For `useSyncExternalStore`: number of waiting saves, or null while online. */
export const offline = {
  subscribe: (listen: () => void): (() => void) => {
    for (const event of ['online', 'offline']) addEventListener(event, listen)
    changes.addEventListener('change', listen)
    return () => {
      for (const event of ['online', 'offline']) removeEventListener(event, listen)
      changes.removeEventListener('change', listen)
    }
  },
  get: (): number | null => (navigator.onLine ? null : waiting),
}

const notSent = () =>
  new ApiError({ code: 'OFFLINE', message: 'There is no connection, and nothing was sent. What you typed is still here.' })

/** Resolves when the browser is online; rejects on abort. Until then leaving the page asks for confirmation. */
async function untilOnline(givenUp: AbortSignal): Promise<void> {
  const markSaved = markUnsaved()
  count(1)
  try {
    await new Promise<void>((resolve, reject) => {
      addEventListener('online', () => resolve(), { once: true, signal: givenUp })
      givenUp.addEventListener('abort', () => reject(notSent()))
    })
  } finally {
    count(-1)
    markSaved()
  }
}

type QueuedCall<Answer> = {
  send: () => Promise<Answer>
  /** The call has an Idempotency-Key, so it can be retried after a lost connection. */
  mayRepeat: boolean
  givenUp: AbortSignal
  onWait: (waits: boolean) => void
}

/** Sends now, or when the browser is online again. */
export async function sendWhenOnline<Answer>({ send, mayRepeat, givenUp, onWait }: QueuedCall<Answer>): Promise<Answer> {
  for (;;) {
    if (!navigator.onLine) {
      onWait(true)
      await untilOnline(givenUp).finally(() => onWait(false))
    }
    try {
      return await send()
    } catch (error) {
      const isLost = isApiError(error) && error.code === 'OFFLINE' && !navigator.onLine
      if (!isLost || !mayRepeat) throw error
    }
  }
}
