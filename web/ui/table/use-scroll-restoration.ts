import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Where each frame stood, by the visit to a page: a place in the browser's history. */
const scrollPositions = new Map<string, { top: number; left: number }>()

/**
 * "Back returns to the same scroll position": the router remembers the window's, this a frame's that scrolls by itself.
 * `ready`: its rows are there. Answers what to do as it scrolls.
 */
export function useScrollRestoration(frame: RefObject<HTMLElement | null>, name: string, ready: boolean): () => void {
  const visit = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? location.href })
  const key = `${visit} ${name}`
  const atFirst = useRef(key).current
  // When the rows come and not later: from then on the reader scrolls.
  useLayoutEffect(() => {
    const kept = scrollPositions.get(atFirst)
    if (ready && kept) frame.current?.scrollTo(kept)
  }, [ready, atFirst, frame])
  return () => {
    const { current } = frame
    if (current) scrollPositions.set(key, { top: current.scrollTop, left: current.scrollLeft })
  }
}
