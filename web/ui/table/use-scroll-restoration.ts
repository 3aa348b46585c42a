import { useRouter, useRouterState } from '@tanstack/react-router'
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Scroll positions of frames by history entry. */
const scrollPositions = new Map<string, { top: number; left: number }>()

/**
 * "Back returns to the same scroll position": the router restores the window's position, this hook a frame's. `ready`: the
 * rows are rendered. Returns the scroll handler.
 */
export function useScrollRestoration(frame: RefObject<HTMLElement | null>, name: string, ready: boolean): () => void {
  const router = useRouter()
  const visit = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? location.href })
  const key = `${visit} ${name}`
  const initialKey = useRef(key).current
  const page = useRef(router.state.location.pathname).current
  // Once, when the rows appear.
  useLayoutEffect(() => {
    const position = scrollPositions.get(initialKey)
    if (ready && position) frame.current?.scrollTo(position)
  }, [ready, initialKey, frame])
  const keep = () => {
    const { current } = frame
    // While the next page loads, the current one is shown with the new URL: other rows, and a position that the user did not choose.
    if (router.state.location.pathname !== page) return
    if (current) scrollPositions.set(key, { top: current.scrollTop, left: current.scrollLeft })
  }
  const latest = useRef(keep)
  useLayoutEffect(() => {
    latest.current = keep
  })
  // Browsers report scrolling with the next frame: a link that was opened before it would not save the position.
  useLayoutEffect(() => router.subscribe('onBeforeNavigate', () => latest.current()), [router])
  return keep
}
