import { useEffect } from 'react'

/** Milliseconds between reads while a proposal is undecided. A link allows 60 reads a minute. */
const interval = 60_000

/** Whether a form has the focus. A newer sale could remove the form with its input. */
const isEntering = (): boolean => document.activeElement?.closest('form') != null

/** Calls `refresh` when the page becomes visible or gets the focus and, while `isWaiting`, every minute while visible. */
export function useRefresh(refresh: () => Promise<void>, isWaiting: boolean): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible' && !isEntering()) void refresh()
    }
    document.addEventListener('visibilitychange', look)
    addEventListener('focus', look)
    const timer = isWaiting ? setInterval(look, interval) : undefined
    return () => {
      document.removeEventListener('visibilitychange', look)
      removeEventListener('focus', look)
      clearInterval(timer)
    }
  }, [refresh, isWaiting])
}
