import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Pixels kept free between what stands on the line. */
const gaps = 24

/**
 * Whether the line has too little room for what it holds at its natural width: then its last child, the buttons, shows
 * icons. The buttons' full width is remembered from when they were last drawn in words.
 */
export function useCompact(line: RefObject<HTMLElement | null>): boolean {
  const [compact, setCompact] = useState(false)
  const inWords = useRef(0)
  useLayoutEffect(() => {
    const element = line.current
    if (!element) return
    const measure = () => {
      const buttons = element.lastElementChild as HTMLElement
      if (!compact) inWords.current = buttons.scrollWidth
      const others = [...element.children].filter((one) => one !== buttons)
      const room = element.parentElement?.clientWidth || document.documentElement.clientWidth
      const needed = others.reduce((sum, one) => sum + one.scrollWidth, inWords.current + gaps)
      setCompact(needed > room)
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const one of [element, ...element.children]) observer.observe(one)
    return () => observer.disconnect()
  }, [line, compact])
  return compact
}
