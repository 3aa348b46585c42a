import { type RefObject, useEffect } from 'react'

/** Sets `data-seen` on rows of a class when they come into view: starts their animation. */
export function useRowsInView(frame: RefObject<HTMLElement | null>, className: string, rows: unknown): void {
  useEffect(() => {
    if (!frame.current || rows === undefined) return
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        target.setAttribute('data-seen', '')
        observer.unobserve(target)
      }
    })
    for (const row of frame.current.querySelectorAll(`tr.${className}:not([data-seen])`)) observer.observe(row)
    return () => observer.disconnect()
  }, [frame, className, rows])
}
