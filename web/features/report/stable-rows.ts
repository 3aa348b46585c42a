import { type RefObject, useMemo, useRef, useState } from 'react'

/** Length of the longest part of a sequence that is already ascending. */
const longestAscending = (values: readonly number[]): number => {
  const ends: number[] = []
  for (const value of values) {
    const at = ends.findIndex((end) => end >= value)
    if (at < 0) ends.push(value)
    else ends[at] = value
  }
  return ends.length
}

/** Number of rows that would move, appear or disappear if the new order were applied. */
export function countMoves(shown: readonly string[], sorted: readonly string[]): number {
  const places = new Map(sorted.map((id, place) => [id, place]))
  const common = shown.flatMap((id) => places.get(id) ?? [])
  const moved = common.length - longestAscending(common)
  return moved + (shown.length - common.length) + (sorted.length - common.length)
}

type LastRows<Row> = { key: string; release: number; rows: readonly Row[] }

/**
 * "A row does not jump or leave while one works: order and filters are applied again on reload, sort or 'Sort again'." While somebody works
 * in the table, new responses update its rows in place. `key` changes with sort, filters and page. `loaded`: the rows of the page, folded
 * or not; a row that an edit folds shows the saved values.
 */
export function useStableRows<Row extends { _id: string }>(
  rows: readonly Row[] | undefined,
  key: string,
  isWorking: RefObject<() => boolean>,
  loaded: readonly Row[] | undefined = rows,
) {
  const [release, setRelease] = useState(0)
  const last = useRef<LastRows<Row> | null>(null)
  const shown = useMemo(() => {
    if (rows === undefined) return undefined
    const before = last.current
    if (before?.key !== key || before.release !== release || !isWorking.current()) {
      last.current = { key, release, rows }
      return rows
    }
    const fresh = new Map((loaded ?? rows).map((row) => [row._id, row]))
    // A row that left the page keeps its last values.
    last.current = { key, release, rows: before.rows.map((row) => fresh.get(row._id) ?? row) }
    return last.current.rows
  }, [rows, loaded, key, release, isWorking, last])
  const moves = useMemo(
    () => (shown === undefined || rows === undefined || shown === rows ? 0 : countMoves(shown.map(idOf), rows.map(idOf))),
    [shown, rows],
  )
  return { rows: shown, moves, sortAgain: () => setRelease((count) => count + 1) }
}

const idOf = ({ _id }: { _id: string }): string => _id
