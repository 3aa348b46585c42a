import type { Wire } from '@gya/domain/endpoint.ts'
import { logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ApiError, callApi } from '../../lib/api/call-api.ts'
import { isOutcomeUnknown, reportFailure } from '../../lib/api/report-failure.ts'
import { useIdempotencyKey } from '../../lib/forms/use-save.tsx'
import { repeatable } from '../../lib/undo/repeatable.ts'
import { undoKey } from '../../lib/undo/undo-last.ts'
import { type NewConversation, undoStack } from '../../lib/undo/undo-stack.ts'

type Body = Wire<typeof logConversation, 'body'>
type Keyed = { body: Body; idempotencyKey: string | undefined; entered: Omit<NewConversation, 'replaces'> }
type Answer = Wire<typeof logConversation, 'response'>

/** Logs a conversation and shows a message with Undo. `replaces`: `undoId` of a conversation that is undone first. */
export function useLogConversation(companyId: string, replaces?: string) {
  const queries = useQueryClient()
  const key = useIdempotencyKey(logConversation)
  const replaced = useRef(replaces)
  const { mutateAsync, isPending, error, reset } = useMutation<Answer, ApiError, Keyed>({
    networkMode: 'always',
    mutationFn: async ({ body, idempotencyKey }) => {
      if (replaced.current !== undefined) {
        const undoId = replaced.current
        await callApi(undoChange, { params: { companyId, undoId }, body: {}, idempotencyKey: undoKey(undoId) })
        undoStack.take(undoId)
        replaced.current = undefined
      }
      const params = { companyId }
      return undoStack.track(callApi(logConversation, { params, body, idempotencyKey }))
    },
    onSuccess: ({ undoId, description }, { body, entered }) => {
      key.renew()
      const change = { companyId, undoId, description, logged: { ...entered, replaces: undoId } }
      undoStack.push(repeatable(logConversation, { params: { companyId }, body }, change))
    },
    onSettled: () => void queries.invalidateQueries(),
  })
  return {
    pending: isPending,
    error,
    reset: () => {
      key.renew()
      reset()
    },
    /**
     * Resolves to whether it was logged. `entered`: the form that adds a note to it. `who`: whom a message with *Try again* names if that is
     * unknown: the form may leave with its row.
     */
    log: (body: Body, entered: Keyed['entered'], onLogged: () => void, who: string | null): Promise<boolean> => {
      const idempotencyKey = key.of({ params: { companyId } })
      const attempt = async (isRepeat: boolean): Promise<boolean> => {
        try {
          await mutateAsync({ body, idempotencyKey, entered })
          onLogged()
          return true
        } catch (refusal) {
          reportFailure(refusal, (failure) => {
            if (failure.code === 'IDEMPOTENCY_KEY_REUSED') key.renew()
            const retry = isOutcomeUnknown(failure) ? () => void attempt(true) : undefined
            if (who !== null && (retry || isRepeat)) undoStack.refuse(`${who}: ${failure.message}`, { retry })
          })
          return false
        }
      }
      return attempt(false)
    },
  }
}
