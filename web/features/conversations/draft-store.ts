import type { ConversationOutcome } from '@gya/domain/features/conversations/conversations.model.ts'
import { useState } from 'react'
import { type ConversationDraft, withOutcome } from './conversation-draft.ts'

/**
 * Drafts by party. What was typed on the call card is still there after another group of Today was marked, and on the full
 * card.
 */
const drafts = new Map<string, ConversationDraft>()

type SetDraft = (change: (before: ConversationDraft) => ConversationDraft) => void

/** `name`: null for a form that keeps its draft to itself. `outcome`: chosen anew, replaces that of the draft. */
export function useStoredDraft(
  name: string | null,
  first: ConversationDraft,
  outcome: ConversationOutcome | undefined,
): [ConversationDraft, SetDraft] {
  const [draft, setDraft] = useState(() => {
    const kept = name === null ? undefined : drafts.get(name)
    return kept === undefined ? first : outcome === undefined ? kept : withOutcome(kept, outcome)
  })
  const set: SetDraft = (change) =>
    setDraft((before) => {
      const after = change(before)
      if (name !== null) drafts.set(name, after)
      return after
    })
  return [draft, set]
}
