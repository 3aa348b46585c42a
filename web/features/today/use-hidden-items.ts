import { useCallback, useMemo, useRef, useState } from 'react'

/**
 * Action items that the user has just settled, which are hidden optimistically. An item stays hidden until a list arrives that was
 * requested after the response to its save.
 */
export function useHiddenItems(listAnsweredAt: number) {
  const [items, setItems] = useState<ReadonlyMap<string, number>>(new Map())
  const latest = useRef(listAnsweredAt)
  latest.current = listAnsweredAt
  const change = useCallback((apply: (next: Map<string, number>) => void) => {
    setItems((before) => {
      const next = new Map([...before].filter(([, until]) => until >= latest.current))
      apply(next)
      return next
    })
  }, [])
  return {
    hidden: useMemo(
      () => new Set([...items].filter(([, until]) => until >= listAnsweredAt).map(([id]) => id)),
      [items, listAnsweredAt],
    ),
    hide: useCallback(
      (ids: readonly string[]) => change((next) => ids.forEach((id) => next.set(id, Number.POSITIVE_INFINITY))),
      [change],
    ),
    /** Called after the response to the save: the next list decides. */
    release: useCallback(
      (ids: readonly string[], at: number) => change((next) => ids.forEach((id) => next.set(id, at))),
      [change],
    ),
    show: useCallback((ids: readonly string[]) => change((next) => ids.forEach((id) => next.delete(id))), [change]),
  }
}
