import { type RefObject, useEffect } from 'react'

/** Marks the rows of a class with `data-seen` once each has come into view, so that they can draw the eye then. */
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
