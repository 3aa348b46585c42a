import type { ConversationOutcome } from '@gya/domain/features/conversations/conversations.model.ts'
import { useRef, useState } from 'react'
import { keptDrafts } from '../../lib/forms/kept-drafts.ts'
import { type ConversationDraft, isDirty, withOutcome } from './conversation-draft.ts'

/**
 * Drafts by party. What was typed on the call card is still there after another group of Today was marked, on the full card, after
 * a reload, and after the next sign-in when the session expired.
 */
const drafts = keptDrafts<ConversationDraft>('conversations')

type SetDraft = (change: (before: ConversationDraft) => ConversationDraft) => void

/** `name`: null for a form that keeps its draft to itself. `outcome`: a new choice, which replaces that of the draft. */
export function useStoredDraft(
  name: string | null,
  first: ConversationDraft,
  outcome: ConversationOutcome | undefined,
): [ConversationDraft, SetDraft] {
  const [draft, setDraft] = useState(() => {
    const kept = name === null ? undefined : drafts.get(name)
    return kept === undefined ? first : outcome === undefined ? kept : withOutcome(kept, outcome)
  })
  const current = useRef(draft)
  // Stored at once, not when React renders: after logging another form of the party may take the place of this one.
  const set: SetDraft = (change) => {
    current.current = change(current.current)
    if (name !== null) drafts.set(name, isDirty(current.current) ? current.current : undefined)
    setDraft(current.current)
  }
  return [draft, set]
}
