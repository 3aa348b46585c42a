import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { undoHours } from '@gya/domain/features/undo/undo.rules.ts'
import type { QueryClient } from '@tanstack/react-query'
import { type ApiError, callApi } from '../api/call-api.ts'
import { isOutcomeUnknown, reportFailure } from '../api/report-failure.ts'
import { type Undoable, undoStack } from './undo-stack.ts'

let last: Promise<unknown> = Promise.resolve()

/** Undo and redo run one after the other, in the order of the keys. */
function inTurn(work: () => Promise<void>): Promise<void> {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}

/**
 * Undoes the newest change of what is on the screen, after pending saves have completed. Of another screen's it first says what it would
 * undo: a key must not take back what nobody sees.
 */
export async function undoLast(queries: QueryClient): Promise<void> {
  await inTurn(undoNewest)
  await queries.invalidateQueries()
}

async function undoNewest(): Promise<void> {
  await undoStack.settled()
  const change = undoStack.pop()
  if (!change && undoStack.ask()) return
  if (!change) return undoStack.announce(`Nothing to undo. What is changed in this tab can be undone for ${undoHours} hours.`)
  change.onUndo?.()
  await undo(change, {})
}

/** Undoes the change that the message is about. */
export async function undoShown(change: Undoable, queries: QueryClient): Promise<void> {
  await inTurn(async () => {
    await undoStack.settled()
    if (!undoStack.take(change.undoId)) return
    change.onUndo?.()
    await undo(change, {})
  })
  await queries.invalidateQueries()
}

/** Undoes a change chosen from a list; it may be of another tab. */
export async function undoChosen(change: Undoable, queries: QueryClient): Promise<void> {
  await inTurn(() => undo(undoStack.take(change.undoId) ?? change, {}))
  await queries.invalidateQueries()
}

/** Idempotency-Key of undoing a change: the same for each retry. */
export const undoKey = (undoId: string, { rest = false }: { rest?: boolean } = {}): string =>
  `undo-${undoId}${rest ? '-rest' : ''}`

async function undo(change: Undoable, body: { rest?: boolean }): Promise<void> {
  const { companyId, undoId } = change
  const idempotencyKey = undoKey(undoId, body)
  const undoing = callApi(undoChange, { params: { companyId, undoId }, body, idempotencyKey })
  try {
    const { description } = await undoStack.track(undoing)
    undoStack.undone(change, description)
  } catch (refusal) {
    reportFailure(refusal, (failure) => {
      // The change can still be undone; if it was undone already, the key returns that response.
      if (isOutcomeUnknown(failure)) undoStack.push(change)
      undoStack.refuse(`Not undone. ${failure.message}`, hasRest(failure) ? { rest: change } : {})
    })
  }
}

/** Whether there is anything left that was not sent. */
const hasRest = ({ code, details }: ApiError): boolean => code === 'MAIL_ALREADY_SENT' && details.rest !== undefined

/** "With `{ rest: true }` ('Undo the rest') all else is." [day §10](docs/design/day.md#10). */
export async function undoRest(change: Undoable, queries: QueryClient): Promise<void> {
  await inTurn(() => undo(change, { rest: true }))
  await queries.invalidateQueries()
}

/** Redoes the change of what is on the screen that was undone last. */
export async function redoLast(queries: QueryClient): Promise<void> {
  await inTurn(async () => {
    await undoStack.settled()
    const change = undoStack.popRedo()
    if (!change?.redo) return undoStack.announce('There is nothing to make again on this screen.')
    const redone = await undoStack.track(change.redo())
    if (redone) undoStack.pushRedone(redone)
  })
  await queries.invalidateQueries()
}
