import { saveDraft, takeDraft } from './drafts.ts'

/**
 * Drafts of one form by name, kept in the tab with every change: "drafts over an expired session", and over a reload before the
 * field loses the focus. A logout and another user remove them.
 */
export type KeptDrafts<Value> = {
  get: (name: string) => Value | undefined
  /** Undefined: saved, sent or given up. */
  set: (name: string, value: Value | undefined) => void
}

export function keptDrafts<Value>(form: string): KeptDrafts<Value> {
  let drafts: Map<string, Value> | undefined
  const keep = (kept: Map<string, Value>): void => {
    if (kept.size > 0) saveDraft(form, Object.fromEntries(kept))
    else takeDraft(form)
  }
  /** Not on import: the drafts of another user are removed from the tab after the modules have been loaded. */
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
      if (value === undefined) kept.delete(name)
      else kept.set(name, value)
      keep(kept)
    },
  }
}
