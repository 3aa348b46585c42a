import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Fields and editors have an undo of their own. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.matches('input:not([type="checkbox"], [type="radio"])'))

/** Ctrl Z and Ctrl Shift Z (⌘ on a Mac) on every screen. The calls are loaded with the first press. */
export function useUndoKeys(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener(
      'keydown',
      (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'z') return
        if (event.defaultPrevented || isTyping(event.target)) return
        event.preventDefault()
        const isRedo = event.shiftKey
        void import('./undo-last.ts').then(({ undoLast, redoLast }) => (isRedo ? redoLast() : undoLast(queries)))
      },
      { signal: listening.signal },
    )
    return () => listening.abort()
  }, [queries])
}
