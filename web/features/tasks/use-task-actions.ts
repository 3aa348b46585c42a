import type { Wire } from '@gya/domain/endpoint.ts'
import { cancelTask, completeTask, type listTasks, reopenTask } from '@gya/domain/features/tasks/tasks.contract.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { callApi } from '../../lib/api/call-api.ts'
import { newIdempotencyKey } from '../../lib/api/new-idempotency-key.ts'
import { isOutcomeUnknown, reportFailure } from '../../lib/api/report-failure.ts'
import { undoStack } from '../../lib/undo/undo-stack.ts'

export type WireTask = Wire<typeof listTasks, 'response'>['data'][number]

const calls = { done: completeTask, reopen: reopenTask, cancel: cancelTask }

/** Makes a saved change of tasks undoable, and shows a message about it. */
export function offerUndo(companyId: string, { undoId, description }: { undoId: string | null; description: string }): void {
  if (undoId === null) undoStack.announce(description)
  else undoStack.push({ companyId, undoId, description })
}

/** Done, Reopen and Cancel of a task; `busy` is the task that is being saved. */
export function useTaskActions(companyId: string) {
  const [busy, setBusy] = useState<string | null>(null)
  const saving = useRef(false)
  const queries = useQueryClient()
  const act = useCallback(
    (action: keyof typeof calls, task: WireTask): Promise<void> => {
      const input = { params: { companyId, taskId: task._id }, idempotencyKey: newIdempotencyKey() }
      const attempt = async (): Promise<void> => {
        if (saving.current) return
        saving.current = true
        setBusy(task._id)
        try {
          offerUndo(companyId, await undoStack.track(callApi(calls[action], input)))
        } catch (refusal) {
          reportFailure(refusal, (failure) => {
            const retry = isOutcomeUnknown(failure) ? () => void attempt() : undefined
            undoStack.refuse(`${task.title}: ${failure.message}`, { retry })
          })
        } finally {
          saving.current = false
          setBusy(null)
        }
        await queries.invalidateQueries()
      }
      return attempt()
    },
    [companyId, queries],
  )
  return { act, busy }
}
