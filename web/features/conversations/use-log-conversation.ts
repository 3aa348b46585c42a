import type { Wire } from '@gya/domain/endpoint.ts'
import { logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ApiError, callApi } from '../../lib/api/call-api.ts'
import { useIdempotencyKey } from '../../lib/forms/use-save.tsx'
import { undoKey } from '../../lib/undo/undo-last.ts'
import { undoStack } from '../../lib/undo/undo-stack.ts'

type Body = Wire<typeof logConversation, 'body'>
type Answer = Wire<typeof logConversation, 'response'>

/** Logs a conversation and shows a message with Undo. `replaces`: `undoId` of a conversation that is undone first. */
export function useLogConversation(companyId: string, replaces?: string) {
  const queries = useQueryClient()
  const key = useIdempotencyKey(logConversation)
  const replaced = useRef(replaces)
  const { mutateAsync, isPending, error, reset } = useMutation<Answer, ApiError, Body>({
    networkMode: 'always',
    mutationFn: async (body) => {
      if (replaced.current !== undefined) {
        const undoId = replaced.current
        await callApi(undoChange, { params: { companyId, undoId }, body: {}, idempotencyKey: undoKey(undoId) })
        if (undoStack.get().undo.at(-1)?.undoId === replaced.current) undoStack.pop()
        replaced.current = undefined
      }
      const params = { companyId }
      return undoStack.track(callApi(logConversation, { params, body, idempotencyKey: key.of({ params }) }))
    },
    onSuccess: ({ undoId, description }) => {
      key.renew()
      undoStack.push({ companyId, undoId, description })
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
    /** Resolves to whether it was logged; otherwise see `error`. */
    log: (body: Body): Promise<boolean> =>
      mutateAsync(body).then(
        () => true,
        () => false,
      ),
  }
}
