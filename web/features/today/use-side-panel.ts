import { useState } from 'react'
import { hasUnsavedEdits } from '../../lib/forms/unsaved-edits.ts'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import type { TodayItem } from './today-rows.ts'

/** The side panel follows the marked row: it is there while that is about a property. */
export function useSidePanel(item: TodayItem | null | undefined) {
  const [isOpen, setOpen] = useState(false)
  const { branchId, propertyId } = item ?? {}
  const shown = isOpen && branchId && propertyId ? { branchId, propertyId, address: item?.address?.line1 ?? '' } : null
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
