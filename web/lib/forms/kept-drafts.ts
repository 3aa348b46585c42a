import { saveDraft, takeDraft } from './drafts.ts'

/**
 * Drafts of one form by name, stored in the tab with every change, so that they survive an expired session and a reload before the field
 * loses the focus. Removed on logout and for another user.
 */
export type KeptDrafts<Value> = {
  get: (name: string) => Value | undefined
  /** Undefined: saved, sent or discarded. */
  set: (name: string, value: Value | undefined) => void
  /** For `useSyncExternalStore`. */
  subscribe: (listen: () => void) => () => void
}

/** `most`: the oldest draft above this number is removed. */
export function keptDrafts<Value>(form: string, most = Number.POSITIVE_INFINITY): KeptDrafts<Value> {
  const listeners = new Set<() => void>()
  let drafts: Map<string, Value> | undefined
  const keep = (kept: Map<string, Value>): void => {
    if (kept.size > 0) saveDraft(form, Object.fromEntries(kept))
    else takeDraft(form)
  }
  /** Not on import: the drafts of another user are removed from the tab after the modules were loaded. */
  const read = (): Map<string, Value> => {
    if (drafts) return drafts
    drafts = new Map(Object.entries((takeDraft(form) ?? {}) as Record<string, Value>))
    keep(drafts)
    return drafts
  }
  return {
    get: (name) => read().get(name),
    set: (name, value) => {
      const kept = read()
      kept.delete(name)
      if (value !== undefined) kept.set(name, value)
      const [oldest] = kept.keys()
      if (kept.size > most && oldest !== undefined) kept.delete(oldest)
      keep(kept)
      for (const listen of listeners) listen()
    },
    subscribe: (listen) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
  }
}
