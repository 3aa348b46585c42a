import { isAgreedPhase, isExchangedPhase, isSalePhase } from '@gya/domain/features/timeline/phase.ts'
import type { VendorUpdate } from '@gya/domain/features/vendor-updates/vendor-updates.contract.ts'
import type { UpdateOvertaker } from '@gya/domain/features/vendor-updates/vendor-updates.model.ts'
import { useSyncExternalStore } from 'react'
import { keptDrafts } from '../../lib/forms/kept-drafts.ts'

/**
 * The typed text with the state on which it is based: the phase of the sale and the version of the draft, `latest` if the version no longer
 * matters.
 */
type Typed = {
  text: string
  phase: VendorUpdate['phase']
  version: number | null | 'latest'
  /** Started again from the record: the words that were there, which can be brought back. */
  isSetAside?: true
}

/**
 * Typed text that is not saved yet, by property. It is kept while other letters are open, after a reload, and after signing in again if the
 * session expired.
 */
const texts = keptDrafts<Typed>('vendor-updates')
const listeners = new Set<() => void>()

const subscribe = (listen: () => void): (() => void) => {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

const current = (typed: Typed | undefined): Typed | undefined => (typed?.isSetAside ? undefined : typed)

const put = (propertyId: string, typed: Typed | undefined): void => {
  texts.set(propertyId, typed)
  for (const listen of listeners) listen()
}

export const editedTexts = {
  get: (propertyId: string): Typed | undefined => current(texts.get(propertyId)),
  /** The text that a person types over a letter. The first change determines the state on which it is based. */
  type: ({ propertyId, phase, draft }: Pick<VendorUpdate, 'propertyId' | 'phase' | 'draft'>, text: string): void => {
    const before = editedTexts.get(propertyId)
    put(propertyId, before ? { ...before, text } : { text, phase, version: draft.version })
  },
  /** The user was told about the changes, so the text may be saved over them. */
  accept: (propertyId: string, changed: Partial<Omit<Typed, 'text'>>): void => {
    const before = editedTexts.get(propertyId)
    if (before) put(propertyId, { ...before, ...changed })
  },
  /** Takes the words away until they are brought back, or others are typed. */
  setAside: ({ propertyId, phase, draft }: Pick<VendorUpdate, 'propertyId' | 'phase' | 'draft'>, text: string): void =>
    put(propertyId, { text, phase, version: draft.version, isSetAside: true }),
  /** Saved or sent. */
  clear: (propertyId: string): void => put(propertyId, undefined),
}

/** Undefined: the server's text is unchanged. */
export const useEditedText = (propertyId: string): Typed | undefined =>
  useSyncExternalStore(subscribe, () => editedTexts.get(propertyId))

/** The words that were set aside; undefined without any. */
export const useTextSetAside = (propertyId: string): string | undefined =>
  useSyncExternalStore(subscribe, () => {
    const typed = texts.get(propertyId)
    return typed?.isSetAside ? typed.text : undefined
  })

/** What has ended the state of the sale that the typed text is about. */
export function overtakenUnder(typed: Typed | undefined, phase: VendorUpdate['phase']): UpdateOvertaker | null {
  if (typed === undefined) return null
  if (isSalePhase(typed.phase) && !isSalePhase(phase)) return 'fall-off'
  return isAgreedPhase(typed.phase) && isExchangedPhase(phase) ? 'exchanged' : null
}
