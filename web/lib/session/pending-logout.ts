/**
 * A logout that the server has not confirmed. Only the server can remove the HttpOnly session cookie; until then this flag
 * makes every page treat the user as signed out. Shared by the app, the vendor portal and the sign-in site. The key has no
 * `gya.` prefix, because it is not a user's setting.
 */
const key = 'gya-logout-pending'

export const isLogoutPending = (): boolean => {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

export const setLogoutPending = (pending: boolean): void => {
  try {
    if (pending) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // Without storage, only the missing presence cookie shows that the user is signed out.
  }
}

/** Calls `ended` when another tab logs out. */
export const onLogoutElsewhere = (ended: () => void): (() => void) => {
  const listen = (event: StorageEvent) => event.key === key && event.newValue !== null && ended()
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

/** Timeout of the logout call in milliseconds. */
const answerTime = 5_000

/** Ends the session on the server. True also when the server has no session. */
export async function endServerSession(): Promise<boolean> {
  try {
    const { ok, status } = await fetch('/api/user/logout', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'x-client': 'Web' },
      keepalive: true,
      signal: AbortSignal.timeout(answerTime),
    })
    if (!ok && status !== 401) return false
    setLogoutPending(false)
    return true
  } catch {
    return false
  }
}

const firstRetry = 2_000
const longestRetry = 60_000

/** Retries a pending logout with exponential backoff and when the browser goes online. Returns a stop function. */
export function retryLogout(onEnded: () => void): () => void {
  let wait = firstRetry
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const attempt = async (): Promise<void> => {
    clearTimeout(timer)
    const ended = !isLogoutPending() || (await endServerSession())
    if (stopped) return
    if (ended) {
      stop()
      return onEnded()
    }
    timer = setTimeout(() => void attempt(), wait)
    wait = Math.min(wait * 2, longestRetry)
  }
  const onOnline = () => void attempt()
  const stop = () => {
    stopped = true
    clearTimeout(timer)
    removeEventListener('online', onOnline)
  }
  addEventListener('online', onOnline)
  timer = setTimeout(() => void attempt(), wait)
  return stop
}

export const logoutPendingText =
  'Signed out on this device. The server could not be reached; the session ends there when it can be.'
