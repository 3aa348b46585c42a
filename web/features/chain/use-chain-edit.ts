import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { previewChainOfAll, saveChain, saveChainOfAll } from '@gya/domain/features/chain/chain.contract.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { saveDraft, takeDraft } from '../../lib/forms/drafts.ts'
import { useSave } from '../../lib/forms/use-save.tsx'
import { onSessionEnd } from '../../lib/session/session-end.ts'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import { chainPreviewed, chainSaved, chainSavedForAll } from './chain.messages.ts'
import {
  type ChainAction,
  type ChainChange,
  type ChainProperty,
  chainChanges,
  chainReducer,
  errorsByLink,
  type Link,
  linkName,
  newLinkId,
  outOfScopeProperties,
  whyNotLink as reasonNotToLink,
  refreshLinkedProperties,
  toChainItems,
} from './chain-edit.ts'

/** The saved chain that the edit is based on, and the edited one. */
type EditState = { saved: readonly Link[]; version: number; links: readonly Link[] }

const initialState = ({ chain, version }: ChainProperty): EditState => ({ saved: chain.items, version, links: chain.items })

/** Equal request bodies; ignores data that linked properties provide. */
const isSameChain = (one: readonly Link[], other: readonly Link[]): boolean =>
  JSON.stringify(toChainItems(one)) === JSON.stringify(toChainItems(other))

/**
 * Reconciles the edit with a newer response. Without edits the response wins. With edits the base version stays, unless
 * the chain itself is unchanged. Data of linked properties is always refreshed.
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
  /** The version that the edit is based on, for the server's conflict check. */
  version: number
  changes: readonly ChainChange[]
  dirty: boolean
  /** Whether the edit was restored from a draft of an ended session. */
  isDraft: boolean
  act: (action: ChainAction) => void
  /** Replaces the edit by a response. */
  show: (property: ChainProperty) => void
}

/** The edit state of a property's chain. */
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

/** The open cards. A save assigns new ids to new links, so `carryOver` keeps them open by position. */
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

/** The callbacks of the cards, with stable identity: fifty memoized cards must not rerender on each keystroke. */
export function useCardActions(edit: ChainEdit, show: (ids: Iterable<string>) => void) {
  const [addedId, setAddedId] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const latest = useRef(edit)
  useEffect(() => {
    latest.current = edit
  })
  const onAdd = useCallback(
    (beside: string, where: 'above' | 'below') => {
      const id = newLinkId(latest.current.links, Date.now())
      latest.current.act({ kind: 'add', id, beside, where })
      show([id])
      setAddedId(id)
    },
    [show],
  )
  const onMove = useCallback((id: string, to: 'above' | 'below') => {
    const focusedElement = document.activeElement
    flushSync(() => latest.current.act({ kind: 'move', id, to }))
    // Moving a DOM node drops its focus; restoring it also scrolls the card into view.
    if (focusedElement instanceof HTMLElement && focusedElement.isConnected) focusedElement.focus()
    const at = latest.current.links.findIndex(({ _id }) => _id === id)
    const link = latest.current.links[at]
    if (link) setAnnouncement(`${linkName(link)} is now position ${at + 1} of ${latest.current.links.length}`)
  }, [])
  const whyNotLink = useCallback((propertyId: string) => reasonNotToLink(propertyId, latest.current.links), [])
  return { addedId, announcement, onAdd, onMove, whyNotLink }
}

type Body = { items: ReturnType<typeof toChainItems>; version: number }
type Versions = Readonly<Record<string, number>>
/** Chains of linked properties that a save would replace, and the save that waits for the answer. */
export type ReplacedChains = {
  chains: readonly { _id: string; line1: string; removed: readonly string[] }[]
  save: () => void
}

type Issues = readonly { path: string; message: string }[]
const noIssues: Issues = []
/** Options of "update all linked properties"; null saves this property alone. */
export type UpdateAll = { resetDeletedPropertyChains: boolean } | null

const contractIssues = (body: object): Issues => {
  const read = saveChain.body.safeParse(body)
  if (read.success) return noIssues
  return read.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })).toReversed()
}

/**
 * Saves the chain of this property or of all linked ones; validates by the contract first. After STALE_VERSION it retries
 * once a refetch shows that only other parts of the property changed.
 */
export function useChainSave(
  params: PropertyParams,
  edit: ChainEdit,
  updateAll: UpdateAll,
  onSaved: (answer: ChainProperty) => void,
) {
  const alone = useSave(saveChain, chainSaved)
  const all = useSave(saveChainOfAll, chainSavedForAll(outOfScopeProperties(edit.links)))
  const preview = useSave(previewChainOfAll, chainPreviewed)
  const [replaced, setReplaced] = useState<ReplacedChains | null>(null)
  const [clientIssues, setClientIssues] = useState<Issues>(noIssues)
  const [sent, setSent] = useState(edit.links)
  const saving = preview.error ? preview : all.pending || all.error ? all : alone
  const sentVersion = useRef<number | null>(null)
  const isPending = alone.pending || all.pending || preview.pending
  const reset = () => {
    alone.reset()
    all.reset()
    preview.reset()
  }

  /** Shows which links of other properties will go, if any, before it saves for all. */
  const saveForAll = async (body: Body, resetDropped: NonNullable<UpdateAll>) => {
    const shown = await preview.save({ params, body: { items: body.items, ...resetDropped } })
    if (!shown) return
    const versions: Versions = Object.fromEntries(shown.properties.map(({ _id, version }) => [_id, version]))
    const save = async () => {
      setReplaced(null)
      const answer = await all.save({ params, body: { ...body, ...resetDropped, versions } })
      if (!answer) return
      const { undoId, address } = answer
      const description = `Chain saved for all linked properties: ${address.line1}`
      if (undoId) undoStack.push({ companyId: params.companyId, undoId, description })
      onSaved(answer)
    }
    const chains = shown.properties.filter(({ removed }) => removed.length > 0)
    if (chains.length === 0) return save()
    setReplaced({ chains, save: () => void save() })
  }

  const send = async (links: readonly Link[], version: number) => {
    const items = toChainItems(links)
    const issues = contractIssues({ items, version })
    setClientIssues(issues)
    setSent(links)
    if (issues.length > 0 || isPending) return
    reset()
    sentVersion.current = version
    if (updateAll) return saveForAll({ items, version }, updateAll)
    const answer = await alone.save({ params, body: { items, version } })
    if (answer) onSaved(answer)
  }

  const { error } = saving
  const latest = useRef({ send, edit })
  useEffect(() => {
    latest.current = { send, edit }
  })
  useEffect(() => {
    if (error?.code !== 'STALE_VERSION' || sentVersion.current === null || edit.version === sentVersion.current) return
    void latest.current.send(latest.current.edit.links, edit.version)
  }, [error, edit.version])

  const issues = clientIssues.length > 0 ? clientIssues : (error?.issues ?? noIssues)
  return {
    save: () => void send(edit.links, edit.version),
    /** Overwrites a newer saved chain. */
    saveOver: (version: number) => void send(edit.links, version),
    pending: isPending,
    replaced,
    /** Saves nothing. */
    keepReplaced: () => setReplaced(null),
    waiting: alone.waiting || all.waiting,
    error,
    refusals: errorsByLink(issues, sent, edit.links),
    /** Ids of the links with errors; a new array after each attempt. */
    refused: useMemo(() => [...errorsByLink(issues, sent, sent).keys()], [issues, sent]),
    /** Errors of the chain as a whole. */
    general: issues.filter(({ path }) => !/^items\.\d/.test(path)).map(({ message }) => message),
    reset: () => {
      setClientIssues(noIssues)
      reset()
    },
    overlays: { alone: alone.overlay, all: all.overlay },
  }
}
