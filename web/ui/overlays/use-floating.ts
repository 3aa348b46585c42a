import { useEffect, useLayoutEffect, useRef } from 'react'

type Align = 'start' | 'end' | 'centre'
const margin = 8

/** Positions a visible popover inside the window, below its anchor, or above it if there is more room. */
export const positionFloating = (anchor: DOMRect, float: HTMLElement, align: Align, gap = 4): void => {
  const below = window.innerHeight - anchor.bottom - gap - margin
  const above = anchor.top - gap - margin
  float.style.maxHeight = ''
  const naturalHeight = float.offsetHeight
  const up = naturalHeight > below && above > below
  const height = Math.min(naturalHeight, Math.max(up ? above : below, 96))
  if (height < naturalHeight) float.style.maxHeight = `${height}px`
  const width = float.offsetWidth
  const left = { start: anchor.left, end: anchor.right - width, centre: anchor.left + (anchor.width - width) / 2 }[align]
  float.style.left = `${Math.max(margin, Math.min(left, window.innerWidth - margin - width))}px`
  float.style.top = `${up ? anchor.top - gap - height : anchor.bottom + gap}px`
}

type Floating = {
  open: boolean
  onClose: (giveFocusBack: boolean) => void
  align?: Align
  matchWidth?: boolean
  /** The anchor, if it is not rendered by the caller. */
  beside?: HTMLElement
}

/**
 * A native popover next to its anchor, in the top layer: not clipped by frames, above open dialogs. Closes when the pointer or
 * the focus goes elsewhere, and on Escape, which then does not close an enclosing dialog.
 */
export const useFloating = <Anchor extends HTMLElement, Float extends HTMLElement>({
  open,
  onClose,
  align = 'start',
  matchWidth,
  beside,
}: Floating) => {
  const anchor = useRef<Anchor>(null)
  const float = useRef<Float>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  useLayoutEffect(() => {
    const box = float.current
    const anchorNow = (): HTMLElement | null => beside ?? anchor.current
    if (!open || !box || !anchorNow()) return
    const updatePosition = () => {
      const rect = anchorNow()?.getBoundingClientRect()
      if (!rect) return
      if (matchWidth) box.style.minWidth = `${rect.width}px`
      positionFloating(rect, box, align)
    }
    const outside = (event: Event) => {
      const target = event.target as Node
      // A dialog that was opened from here would go with it.
      const dialog = target instanceof Element ? target.closest('dialog') : null
      if (dialog && !dialog.contains(anchorNow())) return
      if (!box.contains(target) && !anchorNow()?.contains(target)) close.current(false)
    }
    const escape = (event: KeyboardEvent) => {
      // A dialog that was opened from within closes first.
      if (event.key !== 'Escape' || box.querySelector('dialog[open]')) return
      event.preventDefault()
      event.stopPropagation()
      close.current(true)
    }
    box.showPopover?.()
    updatePosition()
    const watch = new ResizeObserver(updatePosition)
    watch.observe(box)
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('resize', updatePosition, { signal })
    window.addEventListener('scroll', (event) => event.target !== box && updatePosition(), { signal, capture: true })
    document.addEventListener('pointerdown', outside, { signal, capture: true })
    document.addEventListener('focusin', outside, { signal })
    document.addEventListener('keydown', escape, { signal, capture: true })
    return () => {
      listening.abort()
      watch.disconnect()
    }
  }, [open, align, matchWidth, beside])

  return { anchor, float }
}
