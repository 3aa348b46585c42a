import { useRef, useState } from 'react'
import { hasUnsavedEdits } from '../../lib/forms/unsaved-edits.ts'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import type { TodayItem } from './today-rows.ts'

/** The side panel follows the marked row if it is about a property. On the heading of a group it does not change. */
export function useSidePanel(item: TodayItem | null | undefined) {
  const [isOpen, setOpen] = useState(false)
  const last = useRef<{ branchId: string; propertyId: string; address: string } | null>(null)
  if (item) {
    const { branchId, propertyId, address } = item
    last.current = branchId && propertyId ? { branchId, propertyId, address: address?.line1 ?? '' } : null
  }
  const shown = isOpen ? last.current : null
  /** Closes the panel unless its timeline has unsaved changes. Returns whether it is closed. */
  const close = (): boolean => {
    if (shown && hasUnsavedEdits()) {
      undoStack.announce('There are unsaved changes. Save or discard them before you close the panel.')
      return false
    }
    setOpen(false)
    return true
  }
  return { shown, close, hide: () => setOpen(false), toggle: () => (isOpen ? close() : setOpen(true)) }
}
