import { useEffect, useRef } from 'react'
import { propertyOnScreen } from './recent-places.ts'

type Sale = { propertyId: string; branchId: string; line1: string }

let findMarked: (() => Sale | null) | null = null

/** The sale of the marked row of a list, for the palette and quick add. `find` is called when they open. */
export function useMarkedSale(find: () => Sale | null): void {
  const latest = useRef(find)
  latest.current = find
  useEffect(() => {
    const findLatest = () => latest.current()
    findMarked = findLatest
    return () => {
      if (findMarked === findLatest) findMarked = null
    }
  }, [])
}

type Row = { _id: string; address: { line1: string } }

/** The row of a table of properties that has the focus, otherwise the one that is open in the side panel. */
export function useSaleOfRow<One extends Row>(
  rows: readonly One[] | undefined,
  branchOf: (row: One) => string,
  open?: One,
): void {
  useMarkedSale(() => {
    const focused = document.activeElement?.closest<HTMLElement>('tr[data-row]')?.dataset.row
    const row = rows?.find(({ _id }) => _id === focused) ?? open
    return row ? { propertyId: row._id, branchId: branchOf(row), line1: row.address.line1 } : null
  })
}

/** The property whose page is open, otherwise that of the marked row. */
export const saleOnScreen = (): Sale | null => propertyOnScreen() ?? findMarked?.() ?? null
