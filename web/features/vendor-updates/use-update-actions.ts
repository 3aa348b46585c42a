import type { Wire } from '@gya/domain/endpoint.ts'
import { listUpdates, saveUpdate, sendUpdate, skipUpdate } from '@gya/domain/features/vendor-updates/vendor-updates.contract.ts'
import type { UpdateSkipReason } from '@gya/domain/features/vendor-updates/vendor-updates.model.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, callApi } from '../../lib/api/call-api.ts'
import { newIdempotencyKey } from '../../lib/forms/use-save.tsx'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import { editedTexts, fellOffUnder } from './edited-texts.ts'

type UpdateList = Wire<typeof listUpdates, 'response'>
export type Update = UpdateList['data'][number]
/** Undefined: refused. */
type SavedVersion = number | null | undefined
type Answer = { undoId: string; description: string }

const paramsOf = (companyId: string, { propertyId }: Update) => ({ companyId, propertyId })

/** The version of the draft that the text belongs to, as a body has it. */
const versionOf = (version: number | null) => (version === null ? {} : { version })

/** Saves under way, by property: leaving the text saves it, and Send pressed in the same moment waits for that. */
const saving = new Map<string, Promise<SavedVersion>>()

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

  const showSaved = (saved: Update): void => {
    queries.setQueriesData<UpdateList>({ queryKey: [listUpdates.path] }, (list) => {
      return list && { ...list, data: list.data.map((one) => (one.propertyId === saved.propertyId ? saved : one)) }
    })
  }

  async function save(update: Update, text: string, version = update.draft.version): Promise<SavedVersion> {
    const { propertyId } = update
    try {
      const body = { text, ...versionOf(version) }
      const saved = (await mutateAsync(() => callApi(saveUpdate, { params: paramsOf(companyId, update), body }))) as Update
      // Before the list is read again, so that Send has the version that is stored.
      showSaved(saved)
      if (editedTexts.get(propertyId)?.text === text || text === '') editedTexts.clear(propertyId)
      // Typed on meanwhile: the next save has it.
      else editedTexts.accept(propertyId, { version: saved.draft.version })
      return saved.draft.version
    } catch (refusal) {
      refused(update, refusal)
      editedTexts.accept(propertyId, { version: 'latest' })
      return undefined
    }
  }

  /** Runs what saves a letter after the save of it that is under way, with the version that this leaves. */
  function inTurn(
    { propertyId, draft }: Update,
    run: (version: number | null, isFirst: boolean) => Promise<SavedVersion>,
  ): Promise<SavedVersion> {
    const before = saving.get(propertyId)
    const start = async () => {
      const version = before ? await before : draft.version
      return version === undefined ? undefined : run(version, before === undefined)
    }
    const saved = start().finally(() => {
      if (saving.get(propertyId) === saved) saving.delete(propertyId)
    })
    saving.set(propertyId, saved)
    return saved
  }

  /** Stores what was typed; returns the version the letter has then. */
  const saveTyped = (update: Update): Promise<SavedVersion> =>
    inTurn(update, async (version, isFirst) => {
      const { propertyId, draft } = update
      const typed = editedTexts.get(propertyId)
      if (!typed) return version
      if (isFirst && typed.text === draft.text) {
        editedTexts.clear(propertyId)
        return version
      }
      return save(update, typed.text, typed.version === 'latest' ? version : typed.version)
    })

  async function end(update: Update, run: () => Promise<Answer | undefined>): Promise<void> {
    const { propertyId } = update
    hide(propertyId)
    try {
      const answer = await undoStack.track(mutateAsync(run) as Promise<Answer | undefined>)
      if (!answer) show(propertyId)
      else {
        editedTexts.clear(propertyId)
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
    /** What was typed, when the text is left. About a sale that fell off meanwhile it waits for `keepWords`. */
    store: async (update: Update): Promise<void> => {
      const typed = editedTexts.get(update.propertyId)
      if (!typed || fellOffUnder(typed, update.phase)) return
      await saveTyped(update)
      await queries.invalidateQueries()
    },
    /** "It stays as it is": the words were read again after the sale fell off. */
    keepWords: async (update: Update): Promise<void> => {
      const { propertyId, phase, draft } = update
      if (!editedTexts.get(propertyId)) editedTexts.type(update, draft.text)
      editedTexts.accept(propertyId, { phase })
      await inTurn(update, (version) => save(update, editedTexts.get(propertyId)?.text ?? draft.text, version))
      await queries.invalidateQueries()
    },
    /** Lets the draft follow the record again. */
    startAgain: async (update: Update): Promise<void> => {
      editedTexts.clear(update.propertyId)
      if (update.draft.edited) await inTurn(update, (version) => save(update, '', version))
      await queries.invalidateQueries()
    },
    send: (update: Update): Promise<void> =>
      end(update, async () => {
        const text = editedTexts.get(update.propertyId)?.text ?? update.draft.text
        const version = await saveTyped(update)
        if (version === undefined) return undefined
        const body = { text, ...versionOf(version) }
        return callApi(sendUpdate, { params: paramsOf(companyId, update), body, idempotencyKey: newIdempotencyKey() })
      }),
    skip: (update: Update, reason: UpdateSkipReason): Promise<void> =>
      end(update, async () => {
        // Leaving the text to skip saves it.
        const version = await inTurn(update, (latest) => Promise.resolve(latest))
        if (version === undefined) return undefined
        const body = { reason, ...versionOf(version) }
        return callApi(skipUpdate, { params: paramsOf(companyId, update), body, idempotencyKey: newIdempotencyKey() })
      }),
  }
}
