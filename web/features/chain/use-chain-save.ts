import { saveChain, saveChainOfAll } from '@gya/domain/features/chain/chain.contract.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSave } from '../../platform/use-save.tsx'
import { chainSaved, chainSavedForAll } from './chain.messages.ts'
import { errorsByLink, type Link, outOfScopeProperties, toChainItems } from './chain-edit.ts'
import type { ChainProperty, PropertyParams } from './chain-types.ts'
import type { ChainEdit } from './use-chain-edit.ts'

type Issues = readonly { path: string; message: string }[]
const noIssues: Issues = []
/** Saving for every linked property, and whether those that were dropped lose their chains; null: this property alone. */
export type UpdateAll = { resetDeletedPropertyChains: boolean } | null

const contractIssues = (body: object): Issues => {
  const read = saveChain.body.safeParse(body)
  if (read.success) return noIssues
  return read.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })).toReversed()
}

/**
 * Saves the chain of this property or of all linked ones. What the contract refuses is not sent. A save that was refused
 * only because something else of the property changed meanwhile goes on by itself with the version that is read then.
 */
export function useChainSave(
  params: PropertyParams,
  edit: ChainEdit,
  forAll: UpdateAll,
  onSaved: (answer: ChainProperty) => void,
) {
  const alone = useSave(saveChain, chainSaved)
  const all = useSave(saveChainOfAll, chainSavedForAll(outOfScopeProperties(edit.links)))
  const [typing, setTyping] = useState<Issues>(noIssues)
  const [sent, setSent] = useState(edit.links)
  const saving = all.pending || all.error ? all : alone
  const tried = useRef<number | null>(null)

  const send = async (links: readonly Link[], version: number) => {
    const items = toChainItems(links)
    const issues = contractIssues({ items, version })
    setTyping(issues)
    setSent(links)
    if (issues.length > 0 || alone.pending || all.pending) return
    alone.reset()
    all.reset()
    tried.current = version
    const answer = forAll
      ? await all.save({ params, body: { items, version, ...forAll } })
      : await alone.save({ params, body: { items, version } })
    if (answer) onSaved(answer)
  }

  const { error } = saving
  const latest = useRef({ send, edit })
  useEffect(() => {
    latest.current = { send, edit }
  })
  useEffect(() => {
    if (error?.code !== 'STALE_VERSION' || tried.current === null || edit.version === tried.current) return
    void latest.current.send(latest.current.edit.links, edit.version)
  }, [error, edit.version])

  const issues = typing.length > 0 ? typing : (error?.issues ?? noIssues)
  return {
    save: () => void send(edit.links, edit.version),
    /** Somebody else's newer chain is overwritten: the reader chose so. */
    saveOver: (version: number) => void send(edit.links, version),
    pending: alone.pending || all.pending,
    waiting: alone.waiting || all.waiting,
    error,
    refusals: errorsByLink(issues, sent, edit.links),
    /** The links that the last try was refused for: another list with every try. */
    refused: useMemo(() => [...errorsByLink(issues, sent, sent).keys()], [issues, sent]),
    /** Refusals of the chain as a whole. */
    general: issues.filter(({ path }) => !/^items\.\d/.test(path)).map(({ message }) => message),
    reset: () => {
      setTyping(noIssues)
      alone.reset()
      all.reset()
    },
    overlays: { alone: alone.overlay, all: all.overlay },
  }
}
