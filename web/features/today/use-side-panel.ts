import { useRef, useState } from 'react'
import { hasUnsavedEdits } from '../../lib/forms/unsaved-edits.ts'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import type { TodayItem } from './today-rows.ts'

/** The side panel follows the marked row while that is about a property; on the head of a group it stays as it is. */
export function useSidePanel(item: TodayItem | null | undefined) {
  const [isOpen, setOpen] = useState(false)
  const last = useRef<{ branchId: string; propertyId: string; address: string } | null>(null)
  if (item) {
    const { branchId, propertyId, address } = item
    last.current = branchId && propertyId ? { branchId, propertyId, address: address?.line1 ?? '' } : null
  }
  const shown = isOpen ? last.current : null
  /** Whether it is closed now: not while its timeline has unsaved changes. */
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
