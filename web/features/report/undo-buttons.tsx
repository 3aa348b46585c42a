import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import { IconButton } from '../../ui/button.tsx'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'

const loadUndo = () => import('../../lib/undo/undo-last.ts')

/** When the report was saved last, with Undo and Redo for those who do not use Ctrl Z. */
export function UndoButtons({ savedAt }: { savedAt: string | null }) {
  const queries = useQueryClient()
  const phone = useIsPhone()
  const { undo, redo } = useSyncExternalStore(undoStack.subscribe, undoStack.get)
  if (phone || (savedAt === null && undo.length + redo.length === 0)) return null
  const last = undo.at(-1)
  return (
    <>
      {savedAt !== null && <span className="mut saved-at">Saved {savedAt}</span>}
      <IconButton
        icon={IconArrowBackUp}
        label="Undo"
        disabledReason={last ? null : 'Nothing to undo'}
        onClick={() => void loadUndo().then(({ undoLast }) => undoLast(queries))}
      />
      <IconButton
        icon={IconArrowForwardUp}
        label="Redo"
        disabledReason={redo.length > 0 ? null : 'Nothing to redo'}
        onClick={() => void loadUndo().then(({ redoLast }) => redoLast())}
      />
    </>
  )
}
