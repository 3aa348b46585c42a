import { useEffect, useState } from 'react'
import type { Start } from './conversation-draft.ts'

/** Initial state of full cards, by company and party: the sales and items that the call card had. */
const openedCards = new Map<string, Start>()

const nameOf = (companyId: string, partyRef: string): string => `${companyId} ${partyRef}`

/** Stores the state of a call card for the full card that is opened next. */
export const storeCardHandover = (companyId: string, partyRef: string, start: Start | undefined): void => {
  if (start) openedCards.set(nameOf(companyId, partyRef), start)
}

/** Returns the state of the call card from which this full card was opened. `undefined` after `done` was called, or after a reload. */
export function useCardHandover(companyId: string, partyRef: string) {
  const name = nameOf(companyId, partyRef)
  const [start, setStart] = useState(() => openedCards.get(name))
  useEffect(() => void openedCards.delete(name), [name])
  return { start, done: () => setStart(undefined) }
}
