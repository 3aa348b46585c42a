import type { Endpoint } from '@gya/domain/endpoint.ts'
import { type CallInput, callApi } from '../api/call-api.ts'
import { newIdempotencyKey } from '../api/new-idempotency-key.ts'
import { reportFailure } from '../api/report-failure.ts'
import { type Undoable, undoStack } from './undo-stack.ts'

type Answer = { undoId: string; description: string }

/** A change that Ctrl Shift Z makes again, by its call with what was entered: a call that was logged comes back with its note. */
export const repeatable = <E extends Endpoint>(call: E, input: CallInput<E>, change: Undoable): Undoable => ({
  ...change,
  redo: async () => {
    try {
      const again = { ...input, idempotencyKey: newIdempotencyKey() }
      const { undoId, description } = (await callApi(call, again)) as Answer
      const logged = change.logged && { ...change.logged, replaces: undoId }
      return repeatable(call, input, { companyId: change.companyId, undoId, description, logged })
    } catch (refusal) {
      reportFailure(refusal, ({ message }) => undoStack.refuse(`Not made again. ${message}`))
      return null
    }
  },
})
