import { useEffect, useState } from 'react'
import type { Start } from './conversation-draft.ts'

/** What the card of a party was about when its full card was opened from it, by company and party. */
const openedCards = new Map<string, Start>()

const nameOf = (companyId: string, partyRef: string): string => `${companyId} ${partyRef}`

/** The full card, opened next, is about what the card was about. */
export const keepStart = (companyId: string, partyRef: string, start: Start | undefined): void => {
  if (start) openedCards.set(nameOf(companyId, partyRef), start)
}

/** What the card was about from which this full card was opened; undefined once `done` was called, or after a reload. */
export function useKeptStart(companyId: string, partyRef: string) {
  const name = nameOf(companyId, partyRef)
  const [start, setStart] = useState(() => openedCards.get(name))
  useEffect(() => void openedCards.delete(name), [name])
  return { start, done: () => setStart(undefined) }
}
