import type { LiveChange } from '@gya/domain/features/live/live.contract.ts'
import { raisePosition } from '../api/raise-position.ts'
import { isSessionEnded } from '../session/session-end.ts'

/** Milliseconds of the exponential backoff; jitter keeps browsers from reconnecting at the same time. */
const minBackoff = 500
const maxBackoff = 30_000

type Listener = {
  onChange: (change: LiveChange) => void
  /** Connected again; events may have been missed. */
  onReconnect: () => void
}

/**
 * Receives server-sent events while the page is visible. Returns the unsubscribe function. Hidden pages disconnect, because
 * without HTTP/2 a browser has only six connections to a server.
 */
export function subscribeToChanges(url: string, { onChange, onReconnect }: Listener): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let backoff = minBackoff
  let missed = false

  const disconnect = () => {
    clearTimeout(timer)
    source?.close()
    source = null
  }
  const connect = () => {
    const stream = new EventSource(url)
    source = stream
    stream.addEventListener('open', () => {
      backoff = minBackoff
      if (missed) onReconnect()
      missed = false
    })
    stream.addEventListener('position', ({ data }: MessageEvent) => raisePosition(String(data)))
    stream.addEventListener('message', ({ data }) => onChange(JSON.parse(String(data)) as LiveChange))
    // EventSource reconnects without backoff, and not at all after an error response.
    stream.addEventListener('error', () => {
      disconnect()
      missed = true
      timer = setTimeout(update, backoff * (0.5 + Math.random()))
      backoff = Math.min(backoff * 2, maxBackoff)
    })
  }
  const update = () => {
    const isWatching = document.visibilityState === 'visible' && !isSessionEnded()
    if (isWatching && source === null) {
      clearTimeout(timer)
      connect()
    }
    if (!isWatching) {
      missed ||= source !== null
      disconnect()
    }
  }
  document.addEventListener('visibilitychange', update)
  update()
  return () => {
    document.removeEventListener('visibilitychange', update)
    disconnect()
  }
}
