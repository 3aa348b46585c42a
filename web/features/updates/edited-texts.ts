import { useSyncExternalStore } from 'react'
import { saveDraft, takeDraft } from '../../lib/forms/drafts.ts'
import { onSessionEnd } from '../../lib/session/session-end.ts'

/**
 * What was typed and is not saved yet, by property. It stays while other letters are open, and after the next sign-in when the
 * session expired.
 */
let texts: Map<string, string> | undefined
const listeners = new Set<() => void>()
const form = 'vendor-updates'

/** Not on import: the drafts of another user are removed from the tab after the modules have been loaded. */
const stored = (): Map<string, string> => {
  texts ??= new Map(Object.entries((takeDraft(form) ?? {}) as Record<string, string>))
  return texts
}

onSessionEnd(() => {
  if (texts && texts.size > 0) saveDraft(form, Object.fromEntries(texts))
})

const subscribe = (listen: () => void): (() => void) => {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

export const editedTexts = {
  get: (propertyId: string): string | undefined => stored().get(propertyId),
  /** `null`: saved, sent or given up. */
  set: (propertyId: string, text: string | null): void => {
    if (text === null) stored().delete(propertyId)
    else stored().set(propertyId, text)
    for (const listen of listeners) listen()
  },
}

/** Undefined: as the server has it. */
export const useEditedText = (propertyId: string): string | undefined =>
  useSyncExternalStore(subscribe, () => editedTexts.get(propertyId))
