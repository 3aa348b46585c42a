import { useEffect, useState } from 'react'

/** Code that has arrived, also for a screen that is opened again. */
const arrived = new WeakMap<() => Promise<unknown>, unknown>()

const signs = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Code that the first view does not need, loaded at the first movement, touch or key on the page, so that it does not compete
 * with what is shown first. Null until it has arrived; if that fails, the next movement tries again.
 */
export function useCodeOnceUsed<Code>(load: () => Promise<Code>, isOn: boolean): Code | null {
  const [code, setCode] = useState(() => (arrived.get(load) ?? null) as Code | null)
  const isMissing = isOn && code === null
  useEffect(() => {
    if (!isMissing) return
    const listening = new AbortController()
    let isLoading = false
    const start = async () => {
      if (isLoading) return
      isLoading = true
      try {
        const loaded = await load()
        arrived.set(load, loaded)
        if (!listening.signal.aborted) setCode(() => loaded)
      } catch {
        isLoading = false
      }
    }
    for (const sign of signs)
      addEventListener(sign, () => void start(), { passive: true, capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [isMissing, load])
  return code
}
