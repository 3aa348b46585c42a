import { useSyncExternalStore } from 'react'
import { keptDrafts } from '../../lib/forms/kept-drafts.ts'

/**
 * Drafts of conversations, by party. A draft of the call card is restored after selecting another group of Today, on the full card, after a
 * reload, and after signing in again when the session has expired.
 */
export const conversationDrafts = keptDrafts<object>('conversations', 20)

export const conversationDraftName = (companyId: string, partyRef: string): string => `${companyId} ${partyRef}`

export const useHasDraft = (companyId: string, partyRef: string): boolean =>
  useSyncExternalStore(
    conversationDrafts.subscribe,
    () => conversationDrafts.get(conversationDraftName(companyId, partyRef)) !== undefined,
  )
