import type { ConversationOutcome } from '@gya/domain/features/conversations/conversations.model.ts'
import { useRef, useState } from 'react'
import { saveDraft, takeDraft } from '../../lib/forms/drafts.ts'
import { onSessionEnd } from '../../lib/session/session-end.ts'
import { type ConversationDraft, isDirty, withOutcome } from './conversation-draft.ts'

/**
 * Drafts by party. What was typed on the call card is still there after another group of Today was marked, on the full card, and
 * after the next sign-in when the session expired.
 */
let drafts: Map<string, ConversationDraft> | undefined

const form = 'conversations'

/** Not on import: the drafts of another user are removed from the tab after the modules have been loaded. */
const storedDrafts = (): Map<string, ConversationDraft> => {
  drafts ??= new Map(Object.entries((takeDraft(form) ?? {}) as Record<string, ConversationDraft>))
  return drafts
}

onSessionEnd(() => {
  if (drafts && drafts.size > 0) saveDraft(form, Object.fromEntries(drafts))
})

type SetDraft = (change: (before: ConversationDraft) => ConversationDraft) => void

/** `name`: null for a form that keeps its draft to itself. `outcome`: chosen anew, replaces that of the draft. */
export function useStoredDraft(
  name: string | null,
  first: ConversationDraft,
  outcome: ConversationOutcome | undefined,
): [ConversationDraft, SetDraft] {
  const [draft, setDraft] = useState(() => {
    const kept = name === null ? undefined : storedDrafts().get(name)
    return kept === undefined ? first : outcome === undefined ? kept : withOutcome(kept, outcome)
  })
  const current = useRef(draft)
  // Stored at once, not when React renders: after logging another form of the party may take the place of this one.
  const set: SetDraft = (change) => {
    current.current = change(current.current)
    if (name !== null && isDirty(current.current)) storedDrafts().set(name, current.current)
    else if (name !== null) storedDrafts().delete(name)
    setDraft(current.current)
  }
  return [draft, set]
}
