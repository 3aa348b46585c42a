import type { ConversationOutcome } from '@gya/domain/features/conversations/conversations.model.ts'
import { useRef, useState } from 'react'
import { conversationDrafts } from '../common/conversation-drafts.ts'
import { type ConversationDraft, isDirty, withOutcome } from './conversation-draft.ts'

type SetDraft = (change: (before: ConversationDraft) => ConversationDraft) => void

/** `name`: `null` for a form that does not share its draft. `outcome`: a new choice that replaces that of the draft. */
export function useStoredDraft(
  name: string | null,
  first: ConversationDraft,
  outcome: ConversationOutcome | undefined,
): [ConversationDraft, SetDraft] {
  const [draft, setDraft] = useState(() => {
    const kept = name === null ? undefined : (conversationDrafts.get(name) as ConversationDraft | undefined)
    return kept === undefined ? first : outcome === undefined ? kept : withOutcome(kept, outcome)
  })
  const current = useRef(draft)
  // Stored immediately and not on render, because after logging another form of the party may replace this one.
  const set: SetDraft = (change) => {
    current.current = change(current.current)
    if (name !== null) conversationDrafts.set(name, isDirty(current.current) ? current.current : undefined)
    setDraft(current.current)
  }
  return [draft, set]
}
