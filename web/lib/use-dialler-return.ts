import { useEffect, useRef } from 'react'
import { useIsPhone } from '../ui/layout/use-is-phone.ts'

/** Milliseconds between the tap and the dialler opening; later switches between apps have other causes. */
const switchTime = 30_000

/**
 * "On a phone, coming back from the dialler opens the outcomes." Call the returned function when a telephone link is tapped:
 * `onReturn` runs once when the page is visible again after the dialler has covered it.
 */
export function useDiallerReturn(onReturn: () => void): () => void {
  const isPhone = useIsPhone()
  const latest = useRef(onReturn)
  useEffect(() => {
    latest.current = onReturn
  })
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  return () => {
    if (!isPhone) return
    stop.current?.()
    const tappedAt = performance.now()
    let left = false
    const look = () => {
      if (document.visibilityState === 'hidden') left ||= performance.now() - tappedAt < switchTime
      else if (left) {
        stop.current?.()
        latest.current()
      }
    }
    document.addEventListener('visibilitychange', look)
    stop.current = () => document.removeEventListener('visibilitychange', look)
  }
}
