import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'

/** The element of a row in the list. */
export const rowElement = (frame: HTMLElement | null, id: string | null): HTMLElement | null =>
  id === null ? null : (frame?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? null)

/**
 * Moves the focus with the mark while the list has the focus, also after the focused row was removed. Scrolls the row into view below
 * the sticky column headings. The returned function focuses the list if nothing else has the focus.
 */
export function useRovingRow(frame: RefObject<HTMLElement | null>, marked: string | null): () => void {
  const hadFocus = useRef(false)
  useEffect(() => {
    const follow = ({ target }: Event) => {
      hadFocus.current = target instanceof Node && Boolean(frame.current?.contains(target))
    }
    document.addEventListener('focusin', follow)
    document.addEventListener('pointerdown', follow)
    return () => {
      document.removeEventListener('focusin', follow)
      document.removeEventListener('pointerdown', follow)
    }
  }, [frame])
  useLayoutEffect(() => {
    const row = rowElement(frame.current, marked)
    const { activeElement } = document
    if (!row || !hadFocus.current || row.contains(activeElement)) return
    // After the focused row was removed, the body has the focus.
    if (activeElement !== document.body && !frame.current?.contains(activeElement)) return
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' })
  })
  return useCallback(() => {
    hadFocus.current = true
  }, [])
}

/** Focuses the list when the page opens, on the row marked last, so that its keys work immediately. */
export function useFocusOnFirstRow(box: RefObject<HTMLDivElement | null>, id: string | undefined, enabled: boolean): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || !enabled || id === undefined) return
    isDone.current = true
    const { activeElement } = document
    if (activeElement !== document.body && activeElement?.id !== 'content') return
    const row = rowElement(box.current, id)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }, [box, id, enabled])
}
