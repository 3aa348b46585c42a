import type { VendorUpdate } from '@gya/domain/features/vendor-updates/vendor-updates.contract.ts'
import { useSyncExternalStore } from 'react'
import { keptDrafts } from '../../lib/forms/kept-drafts.ts'

/** What was typed, and what it was typed over: the phase of the sale and the version of the draft, `latest` if that no longer matters. */
type Typed = { text: string; phase: VendorUpdate['phase']; version: number | null | 'latest' }

/**
 * What was typed and is not saved yet, by property. It stays while other letters are open, after a reload, and after the next
 * sign-in when the session expired.
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
  /** What a person types over a letter; the first change decides what it was typed over. */
  type: ({ propertyId, phase, draft }: Pick<VendorUpdate, 'propertyId' | 'phase' | 'draft'>, text: string): void => {
    const before = texts.get(propertyId)
    put(propertyId, before ? { ...before, text } : { text, phase, version: draft.version })
  },
  /** The person was told what has changed under the text: it may go over that. */
  accept: (propertyId: string, changed: Partial<Omit<Typed, 'text'>>): void => {
    const before = texts.get(propertyId)
    if (before) put(propertyId, { ...before, ...changed })
  },
  /** Saved, sent or given up. */
  clear: (propertyId: string): void => put(propertyId, undefined),
}

/** Undefined: as the server has it. */
export const useEditedText = (propertyId: string): Typed | undefined =>
  useSyncExternalStore(subscribe, () => editedTexts.get(propertyId))

const isUnsold = (phase: VendorUpdate['phase']): boolean => phase !== 'sold' && phase !== 'exchanged'

/** What was typed is about a sale that has fallen off since. */
export const fellOffUnder = (typed: Typed | undefined, phase: VendorUpdate['phase']): boolean =>
  typed !== undefined && !isUnsold(typed.phase) && isUnsold(phase)
