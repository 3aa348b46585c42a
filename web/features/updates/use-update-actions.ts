import type { Wire } from '@gya/domain/endpoint.ts'
import {
  type listUpdates,
  saveUpdate,
  sendUpdate,
  skipUpdate,
} from '@gya/domain/features/vendor-updates/vendor-updates.contract.ts'
import type { UpdateSkipReason } from '@gya/domain/features/vendor-updates/vendor-updates.model.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, callApi } from '../../lib/api/call-api.ts'
import { newIdempotencyKey } from '../../lib/forms/use-save.tsx'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import { editedTexts } from './edited-texts.ts'

export type Update = Wire<typeof listUpdates, 'response'>['data'][number]
type Answer = { undoId: string; description: string }

const paramsOf = (companyId: string, { propertyId }: Update) => ({ companyId, propertyId })

/** The version of the draft that the text belongs to, as a body has it. */
const versionOf = (version: number | null) => (version === null ? {} : { version })

/**
 * Saves, sends and skips. A row that was sent or skipped leaves at once; the server's answer brings the message with Undo, a
 * refusal brings the row back.
 */
export function useUpdateActions(companyId: string) {
  const queries = useQueryClient()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  // A mutation, because live updates wait while one is under way.
  const { mutateAsync } = useMutation<unknown, ApiError, () => Promise<unknown>>({
    networkMode: 'always',
    mutationFn: (send) => send(),
  })
  const hide = (id: string) => setHidden((before) => new Set([...before, id]))
  const show = (id: string) => setHidden((before) => new Set([...before].filter((one) => one !== id)))

  const refused = (update: Update, refusal: unknown): void => {
    if (!(refusal instanceof ApiError)) throw refusal
    undoStack.refuse(`${update.address.line1}: ${refusal.issues[0]?.message ?? refusal.message}`)
  }

  /** Stores what was typed; returns the version it has then, or undefined if it was refused. */
  async function save(update: Update, text: string, version = update.draft.version): Promise<number | null | undefined> {
    try {
      const body = { text, ...versionOf(version) }
      const saved = (await mutateAsync(() => callApi(saveUpdate, { params: paramsOf(companyId, update), body }))) as Update
      // Typed on meanwhile: the next save has it.
      if (editedTexts.get(update.propertyId) === text || text === '') editedTexts.set(update.propertyId, null)
      return saved.draft.version
    } catch (refusal) {
      refused(update, refusal)
      return undefined
    }
  }

  async function end(update: Update, run: () => Promise<Answer | undefined>): Promise<void> {
    const { propertyId } = update
    hide(propertyId)
    try {
      const answer = await undoStack.track(mutateAsync(run) as Promise<Answer | undefined>)
      if (!answer) show(propertyId)
      else {
        editedTexts.set(propertyId, null)
        undoStack.push({ companyId, ...answer, onUndo: () => show(propertyId) })
      }
    } catch (refusal) {
      show(propertyId)
      refused(update, refusal)
    }
    await queries.invalidateQueries()
  }

  return {
    hidden,
    /** What was typed, when the text is left. */
    store: async (update: Update): Promise<void> => {
      const text = editedTexts.get(update.propertyId)
      if (text === undefined) return
      if (text === update.draft.text) return editedTexts.set(update.propertyId, null)
      await save(update, text)
      await queries.invalidateQueries()
    },
    /** Lets the draft follow the record again. */
    startAgain: async (update: Update): Promise<void> => {
      editedTexts.set(update.propertyId, null)
      if (update.draft.edited) await save(update, '')
      await queries.invalidateQueries()
    },
    send: (update: Update): Promise<void> =>
      end(update, async () => {
        const typed = editedTexts.get(update.propertyId)
        const isChanged = typed !== undefined && typed !== update.draft.text
        const version = isChanged ? await save(update, typed) : update.draft.version
        if (version === undefined) return undefined
        const body = { text: isChanged ? typed : update.draft.text, ...versionOf(version) }
        return callApi(sendUpdate, { params: paramsOf(companyId, update), body, idempotencyKey: newIdempotencyKey() })
      }),
    skip: (update: Update, reason: UpdateSkipReason): Promise<void> =>
      end(update, () =>
        callApi(skipUpdate, {
          params: paramsOf(companyId, update),
          body: { reason, ...versionOf(update.draft.version) },
          idempotencyKey: newIdempotencyKey(),
        }),
      ),
  }
}
