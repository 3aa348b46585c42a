import { useCallback, useEffect, useRef, useState } from 'react'
import { isLogoutPending, retryLogout } from '../lib/session/pending-logout.ts'

export type PendingLogout = { confirmed: boolean; pause: () => void; resume: () => void }

/** Retries a logout that the server has not confirmed yet. `confirmed` once it has while this page is open. */
export function usePendingLogout(): PendingLogout {
  const [confirmed, setConfirmed] = useState(false)
  const stop = useRef<() => void>(undefined)
  const pause = useCallback(() => stop.current?.(), [])
  const resume = useCallback(() => {
    if (isLogoutPending()) stop.current = retryLogout(() => setConfirmed(true))
  }, [])
  useEffect(() => {
    resume()
    return pause
  }, [resume, pause])
  return { confirmed, pause, resume }
}
