import { isSalePhase } from '@gya/domain/features/timeline/phase.ts'
import type { VendorUpdate } from '@gya/domain/features/vendor-updates/vendor-updates.contract.ts'
import { useSyncExternalStore } from 'react'
import { keptDrafts } from '../../lib/forms/kept-drafts.ts'

/**
 * The typed text with the state on which it is based: the phase of the sale and the version of the draft, `latest` if the version no longer
 * matters.
 */
type Typed = { text: string; phase: VendorUpdate['phase']; version: number | null | 'latest' }

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

const put = (propertyId: string, typed: Typed | undefined): void => {
  texts.set(propertyId, typed)
  for (const listen of listeners) listen()
}

export const editedTexts = {
  get: (propertyId: string): Typed | undefined => texts.get(propertyId),
  /** The text that a person types over a letter. The first change determines the state on which it is based. */
  type: ({ propertyId, phase, draft }: Pick<VendorUpdate, 'propertyId' | 'phase' | 'draft'>, text: string): void => {
    const before = texts.get(propertyId)
    put(propertyId, before ? { ...before, text } : { text, phase, version: draft.version })
  },
  /** The user was told about the changes, so the text may be saved over them. */
  accept: (propertyId: string, changed: Partial<Omit<Typed, 'text'>>): void => {
    const before = texts.get(propertyId)
    if (before) put(propertyId, { ...before, ...changed })
  },
  /** Saved, sent or discarded. */
  clear: (propertyId: string): void => put(propertyId, undefined),
}

/** Undefined: the server's text is unchanged. */
export const useEditedText = (propertyId: string): Typed | undefined =>
  useSyncExternalStore(subscribe, () => editedTexts.get(propertyId))

/** The typed text is about a sale that has fallen off since. */
export const fellOffUnder = (typed: Typed | undefined, phase: VendorUpdate['phase']): boolean =>
  typed !== undefined && isSalePhase(typed.phase) && !isSalePhase(phase)
