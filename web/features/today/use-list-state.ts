import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { canCloseRow, rowsOf, type TodayGroup, type TodayRow } from './today-rows.ts'

const without = <Value>(set: ReadonlySet<Value>, value: Value): Set<Value> => new Set([...set].filter((one) => one !== value))

/** The last marked row of the last list, restored when returning from a property or a call. */
let left: { list: string; row: string; index: number } | null = null

/** The marked row, the closed groups and the selected rows. `name` identifies the list. */
export function useListState(groups: readonly TodayGroup[], name: string) {
  const [back] = useState(() => (left?.list === name ? left : null))
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [mark, setMark] = useState<string | null>(back?.row ?? null)
  const position = useRef(back?.index ?? 0)
  const rows = useMemo(() => rowsOf(groups, closed), [groups, closed])
  // If the marked row was removed, the row at its place is marked.
  const at = rows.findIndex(({ id }) => id === mark)
  const first = Math.max(
    rows.findIndex(({ item }) => item !== null),
    0,
  )
  const index = at >= 0 ? at : mark === null ? first : Math.min(position.current, rows.length - 1)
  if (rows.length > 0) position.current = Math.max(index, 0)
  const marked: TodayRow | undefined = rows[index]
  const row = marked?.id
  useEffect(() => {
    if (row !== undefined) left = { list: name, row, index }
  }, [name, row, index])
  return {
    rows,
    index,
    marked,
    mark: setMark,
    /** Selected rows that are still listed. */
    selected: useMemo(() => new Set(rows.filter(({ id }) => selected.has(id)).map(({ id }) => id)), [rows, selected]),
    select: useCallback(
      (id: string, isSelected: boolean) => setSelected((before) => (isSelected ? new Set([...before, id]) : without(before, id))),
      [],
    ),
    clearSelection: useCallback(() => setSelected(new Set()), []),
    setOpen: useCallback(
      (id: string, open: boolean) => setClosed((before) => (open ? without(before, id) : new Set([...before, id]))),
      [],
    ),
    toggle: useCallback(
      (id: string) => setClosed((before) => (before.has(id) ? without(before, id) : new Set([...before, id]))),
      [],
    ),
  }
}
export type ListState = ReturnType<typeof useListState>

/** `→`: opens a closed group or enters an open one. `undefined`: moves to the buttons of the row. */
export const enterOf = ({ rows, index, marked }: ListState): { open: string } | { mark: string } | undefined => {
  if (!marked || marked.item !== null) return undefined
  if (canCloseRow(marked) && !marked.open) return { open: marked.id }
  const next = rows[index + 1]
  return next?.parent === marked.id ? { mark: next.id } : undefined
}

/** `←`: closes an open group, or moves to the heading of a row. */
export const leaveOf = ({ marked }: ListState): { close: string } | { mark: string } | undefined => {
  if (!marked) return undefined
  if (marked.item === null) return canCloseRow(marked) && marked.open ? { close: marked.id } : undefined
  return marked.parent === null ? undefined : { mark: marked.parent }
}
