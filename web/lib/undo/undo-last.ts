import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError, callApi } from '../api/call-api.ts'
import { undoStack } from './undo-stack.ts'

/** Undoes the newest change of this tab, once saves under way have been answered. */
export async function undoLast(queries: QueryClient): Promise<void> {
  await undoStack.settled()
  const change = undoStack.pop()
  if (!change) return undoStack.tell('There is nothing to undo in this tab.')
  const { companyId, undoId } = change
  change.onUndo?.()
  const undoing = callApi(undoChange, { params: { companyId, undoId }, body: {} })
  try {
    const { description } = await undoStack.track(undoing)
    undoStack.undone(change, description)
  } catch (refusal) {
    if (!(refusal instanceof ApiError)) throw refusal
    // Nothing was sent: the change can still be undone.
    if (refusal.code === 'OFFLINE') undoStack.push(change)
    undoStack.refuse(`Not undone. ${refusal.message}`)
  }
  await queries.invalidateQueries()
}

/** Makes the change anew that was undone last. */
export async function redoLast(): Promise<void> {
  await undoStack.settled()
  const change = undoStack.popRedo()
  if (!change?.redo) return
  const redone = await undoStack.track(change.redo())
  if (redone) undoStack.pushRedone(redone)
}
