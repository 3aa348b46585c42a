import { useCallback, useEffect, useMemo, useState } from 'react'
import { saveDraft, takeDraft } from '../../platform/drafts.ts'
import { onSessionEnd } from '../../platform/session-end.ts'
import {
  type ChainAction,
  type ChainChange,
  chainChanges,
  chainReducer,
  type Link,
  refreshLinkedProperties,
  toChainItems,
} from './chain-edit.ts'
import type { ChainProperty } from './chain-types.ts'

/** What the editing began with, and what is on screen. */
type EditState = { saved: readonly Link[]; version: number; links: readonly Link[] }

const initialState = ({ chain, version }: ChainProperty): EditState => ({ saved: chain.items, version, links: chain.items })

/** The same to a save: what the linked properties do meanwhile is no change of the chain. */
const isSameChain = (one: readonly Link[], other: readonly Link[]): boolean =>
  JSON.stringify(toChainItems(one)) === JSON.stringify(toChainItems(other))

/**
 * A newer reading is taken over while nothing is typed; what is typed keeps the version it began with, unless the chain is
 * the same. What is now known of the properties behind the links is shown in either case.
 */
export function reconcileReading(state: EditState, property: ChainProperty): EditState {
  const { chain, version } = property
  if (isSameChain(state.saved, state.links)) return initialState(property)
  const links = refreshLinkedProperties(state.links, chain.items)
  return isSameChain(state.saved, chain.items) ? { saved: chain.items, version, links } : { ...state, links }
}

export type ChainEdit = {
  links: readonly Link[]
  saved: readonly Link[]
  /** The version that the editing began with: a newer save of somebody else is refused, not overwritten. */
  version: number
  changes: readonly ChainChange[]
  dirty: boolean
  /** True when it begins with what was typed before a session ended. */
  isDraft: boolean
  act: (action: ChainAction) => void
  /** Shows what a save answered or a reading said, without what was typed. */
  show: (property: ChainProperty) => void
}

/** The editing of one property's chain. */
export function useChainEdit(property: ChainProperty): ChainEdit {
  const draftName = `chain-${property._id}`
  const [draft, setDraft] = useState(() => takeDraft<EditState>(draftName))
  const [state, setState] = useState<EditState>(() => reconcileReading({ ...initialState(property), ...draft }, property))
  const [read, setRead] = useState(property)
  if (read !== property) {
    setRead(property)
    setState(reconcileReading(state, property))
  }
  const changes = useMemo(() => chainChanges(state.saved, state.links), [state])
  const dirty = changes.length > 0
  useEffect(() => onSessionEnd(() => dirty && saveDraft(draftName, state)), [draftName, dirty, state])
  return {
    links: state.links,
    saved: state.saved,
    version: state.version,
    changes,
    dirty,
    isDraft: draft !== null && dirty,
    act: useCallback((action) => setState((now) => ({ ...now, links: chainReducer(now.links, action) })), []),
    show: (newer) => {
      setDraft(null)
      setState(initialState(newer))
    },
  }
}
