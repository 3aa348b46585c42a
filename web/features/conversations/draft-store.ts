import type { ConversationOutcome } from '@gya/domain/features/conversations/conversations.model.ts'
import { useEffect, useState } from 'react'
import { type ConversationDraft, type Start, withOutcome } from './conversation-draft.ts'

/**
 * Drafts by party. What was typed on the call card is still there after another group of Today was marked, and on the full
 * card.
 */
const drafts = new Map<string, ConversationDraft>()

/** What the card of a party was about when its full card was opened from it, by the names of their drafts. */
const openedCards = new Map<string, Start>()

export const draftName = (companyId: string, partyRef: string): string => `${companyId} ${partyRef}`

/** The full card, opened next, is about what the card was about. */
export const keepStart = (companyId: string, partyRef: string, start: Start | undefined): void => {
  if (start) openedCards.set(draftName(companyId, partyRef), start)
}

/** What the card was about from which this full card was opened; undefined once `done` was called, or after a reload. */
export function useKeptStart(companyId: string, partyRef: string) {
  const name = draftName(companyId, partyRef)
  const [start, setStart] = useState(() => openedCards.get(name))
  useEffect(() => void openedCards.delete(name), [name])
  return { start, done: () => setStart(undefined) }
}

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
