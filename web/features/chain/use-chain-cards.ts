import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { linkName, newLinkId, whyNotLink as whyNot } from './chain-edit.ts'
import type { ChainProperty } from './chain-types.ts'
import type { ChainEdit } from './use-chain-edit.ts'

/** Which cards are open. What a save answers has other ids for the new links: they stay open by their position. */
export function useOpenCards(edit: ChainEdit) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    (id: string) =>
      setOpen((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]))),
    [],
  )
  return {
    open,
    toggle,
    show: useCallback((ids: Iterable<string>) => setOpen((before) => new Set([...before, ...ids])), []),
    carryOver: (property: ChainProperty) =>
      setOpen(new Set(property.chain.items.filter((_, at) => open.has(edit.links[at]?._id ?? '')).map(({ _id }) => _id))),
  }
}

/** Adding, moving and linking, as the cards ask for it; the same functions at every drawing, so that fifty cards stay quick. */
export function useCardActions(edit: ChainEdit, show: (ids: Iterable<string>) => void) {
  const [fresh, setFresh] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const latest = useRef(edit)
  useEffect(() => {
    latest.current = edit
  })
  const onAdd = useCallback(
    (beside: string, where: 'above' | 'below') => {
      const id = newLinkId(latest.current.links, Date.now())
      latest.current.act({ kind: 'add', id, beside, where })
      show([id])
      setFresh(id)
    },
    [show],
  )
  const onMove = useCallback((id: string, to: 'above' | 'below') => {
    const focused = document.activeElement
    flushSync(() => latest.current.act({ kind: 'move', id, to }))
    // A card that moves in the page loses the focus: it is given back, and the card stays in sight.
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus()
    const at = latest.current.links.findIndex(({ _id }) => _id === id)
    const link = latest.current.links[at]
    if (link) setSaid(`${linkName(link)} is now position ${at + 1} of ${latest.current.links.length}`)
  }, [])
  const whyNotLink = useCallback((propertyId: string) => whyNot(propertyId, latest.current.links), [])
  return { fresh, said, onAdd, onMove, whyNotLink }
}
