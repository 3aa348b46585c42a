import { useEffect } from 'react'
import { propertyOnScreen } from './recent-places.ts'

type Sale = { propertyId: string; branchId: string; line1: string }

let marked: Sale | null = null

/** The sale of the marked row of a list, for the palette and quick add. */
export function useMarkedSale(sale: Sale | null): void {
  const { propertyId, branchId, line1 } = sale ?? {}
  useEffect(() => {
    marked = propertyId && branchId && line1 !== undefined ? { propertyId, branchId, line1 } : null
    return () => {
      marked = null
    }
  }, [propertyId, branchId, line1])
}

/** The property whose page is open, else that of the marked row. */
export const saleOnScreen = (): Sale | null => propertyOnScreen() ?? marked
