import type { Change } from '@gya/domain/features/live/live.contract.ts'
import { isSessionOver } from './session-end.ts'

/** Milliseconds before the first try to come back, doubled until the longest; each a little different, so that all browsers do not come at once. */
const shortest = 500
const longest = 30_000

type Hearing = {
  onChange: (change: Change) => void
  /** The stream is open again after a while without: whatever was told in between was not heard. */
  onBack: () => void
}

/**
 * Hears of changes for as long as the page is looked at; answers how to stop. A page in the background lets its connection
 * go, because a browser has only six to a server without HTTP/2 and some people keep more tabs than that.
 */
export function hearChanges(address: string, { onChange, onBack }: Hearing): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = shortest
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
      wait = shortest
      if (missed) onBack()
      missed = false
    })
    opened.addEventListener('message', ({ data }) => onChange(JSON.parse(String(data)) as Change))
    // The browser would come back by itself, but at once and for ever, and not after a refusal.
    opened.addEventListener('error', () => {
      leave()
      missed = true
      timer = setTimeout(look, wait * (0.5 + Math.random()))
      wait = Math.min(wait * 2, longest)
    })
  }
  const look = () => {
    const seen = document.visibilityState === 'visible' && !isSessionOver()
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
