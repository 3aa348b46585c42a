import type { LiveChange } from '@gya/domain/features/live/live.contract.ts'
import { isSessionEnded } from '../session/session-end.ts'

/** Milliseconds before the first try to come back, doubled until the longest; each a little different, so that all browsers do not come at once. */
const minBackoff = 500
const maxBackoff = 30_000

type Listener = {
  onChange: (change: LiveChange) => void
  /** The stream is open again after a while without: whatever was told in between was not heard. */
  onBack: () => void
}

/**
 * Hears of changes for as long as the page is looked at; answers how to stop. A page in the background lets its connection
 * go, because a browser has only six to a server without HTTP/2 and some people keep more tabs than that.
 */
export function subscribeToChanges(address: string, { onChange, onBack }: Listener): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = minBackoff
  let missed = false

  const leave = () => {
    clearTimeout(timer)
    source?.close()
    source = null
  }
  const listen = () => {
    const opened = new EventSource(address)
    source = opened
    opened.addEventListener('open', () => {
      wait = minBackoff
      if (missed) onBack()
      missed = false
    })
    opened.addEventListener('message', ({ data }) => onChange(JSON.parse(String(data)) as LiveChange))
    // The browser would come back by itself, but at once and for ever, and not after a refusal.
    opened.addEventListener('error', () => {
      leave()
      missed = true
      timer = setTimeout(look, wait * (0.5 + Math.random()))
      wait = Math.min(wait * 2, maxBackoff)
    })
  }
  const look = () => {
    const seen = document.visibilityState === 'visible' && !isSessionEnded()
    if (seen && source === null) {
      clearTimeout(timer)
      listen()
    }
    if (!seen) {
      missed ||= source !== null
      leave()
    }
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    leave()
  }
}
