import type { Wire } from '@gya/domain/endpoint.ts'
import { listUpdates, saveUpdate, sendUpdate, skipUpdate } from '@gya/domain/features/vendor-updates/vendor-updates.contract.ts'
import type { UpdateSkipReason } from '@gya/domain/features/vendor-updates/vendor-updates.model.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, callApi } from '../../lib/api/call-api.ts'
import { newIdempotencyKey } from '../../lib/api/new-idempotency-key.ts'
import { isOutcomeUnknown, reportFailure } from '../../lib/api/report-failure.ts'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import { editedTexts, overtakenUnder } from './edited-texts.ts'

type UpdateList = Wire<typeof listUpdates, 'response'>
export type Update = UpdateList['data'][number]
/** Undefined if refused. */
type SavedVersion = number | null | undefined
type Answer = { undoId: string; description: string }

const paramsOf = (companyId: string, { propertyId }: Update) => ({ companyId, propertyId })

/** The version of the draft that the text is based on, as in a request body. */
const versionOf = (version: number | null) => (version === null ? {} : { version })

/** Running saves, by property: leaving the text saves it, and Send pressed at the same moment waits for that save. */
const saving = new Map<string, Promise<SavedVersion>>()

/**
 * Saves, sends and skips. A sent or skipped row is removed optimistically; the response shows the message with Undo, a refusal restores the
 * row.
 */
export function useUpdateActions(companyId: string) {
  const queries = useQueryClient()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  // A mutation, because live updates are paused while one is pending.
  const { mutateAsync } = useMutation<unknown, ApiError, () => Promise<unknown>>({
    networkMode: 'always',
    mutationFn: (send) => send(),
  })
  const hide = (id: string) => setHidden((before) => new Set([...before, id]))
  const show = (id: string) => setHidden((before) => new Set([...before].filter((one) => one !== id)))

  const refused = (update: Update, refusal: unknown, retry?: () => void): void =>
    reportFailure(refusal, (failure) =>
      undoStack.refuse(`${update.address.line1}: ${failure.issues[0]?.message ?? failure.message}`, {
        retry: isOutcomeUnknown(failure) ? retry : undefined,
      }),
    )

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
      // Before the list is read again, so that Send uses the stored version.
      showSaved(saved)
      if (editedTexts.get(propertyId)?.text === text) editedTexts.clear(propertyId)
      // The text has changed meanwhile; the next save includes it.
      else editedTexts.accept(propertyId, { version: saved.draft.version })
      return saved.draft.version
    } catch (refusal) {
      refused(update, refusal)
      editedTexts.accept(propertyId, { version: 'latest' })
      return undefined
    }
  }

  /** Runs a request about a letter after its pending save, with the resulting version. */
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

  /** Stores the typed text; returns the resulting version of the letter. */
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
      refused(update, refusal, () => void end(update, run))
    }
    await queries.invalidateQueries()
  }

  return {
    hidden,
    /** Saves the typed text on blur. If its sale fell off meanwhile, it waits for `keepWords`. */
    store: async (update: Update): Promise<void> => {
      const typed = editedTexts.get(update.propertyId)
      if (!typed || overtakenUnder(typed, update.phase)) return
      await saveTyped(update)
      await queries.invalidateQueries()
    },
    /** "It stays as it is": the user has checked the text after the sale fell off. */
    keepWords: async (update: Update): Promise<void> => {
      const { propertyId, phase, draft } = update
      if (!editedTexts.get(propertyId)) editedTexts.type(update, draft.text)
      editedTexts.accept(propertyId, { phase })
      await inTurn(update, (version) => save(update, editedTexts.get(propertyId)?.text ?? draft.text, version))
      await queries.invalidateQueries()
    },
    /** Sets the edited draft aside, so that it is generated from the record again. */
    startAgain: async (update: Update): Promise<void> => {
      editedTexts.setAside(update, editedTexts.get(update.propertyId)?.text ?? update.draft.text)
      if (update.draft.edited) await inTurn(update, (version) => save(update, '', version))
      await queries.invalidateQueries()
    },
    send: (update: Update): Promise<void> => {
      const idempotencyKey = newIdempotencyKey()
      return end(update, async () => {
        const text = editedTexts.get(update.propertyId)?.text ?? update.draft.text
        const version = await saveTyped(update)
        if (version === undefined) return undefined
        const body = { text, ...versionOf(version) }
        return callApi(sendUpdate, { params: paramsOf(companyId, update), body, idempotencyKey })
      })
    },
    skip: (update: Update, reason: UpdateSkipReason): Promise<void> => {
      const idempotencyKey = newIdempotencyKey()
      return end(update, async () => {
        // Leaving the text to skip the vendor saves it.
        const version = await inTurn(update, (latest) => Promise.resolve(latest))
        if (version === undefined) return undefined
        const body = { reason, ...versionOf(version) }
        return callApi(skipUpdate, { params: paramsOf(companyId, update), body, idempotencyKey })
      })
    },
  }
}
