import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { ChainItem, ChainItemInput } from '@gya/domain/features/chain/chain.model.ts'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../http/access/caller.ts'
import { branchScopeOf, toChain } from '../properties/read/property-chain.ts'
import { authorOf, saveProperties } from '../properties/write/save-properties.ts'
import { findChains, findLinkedProperties, findPropertyVersions, type LinkColumns, replaceChain } from './chain.repository.ts'
import { editableContent, isSameChain } from './save-chain.ts'
import { type ChainPart, chainPart, listStoredLinks } from './undo-chain.ts'

type Context = { db: Db; caller: Caller; today: string }
type SavedChain = {
  ids: PropertyIds
  items: readonly ChainItemInput[]
  /** Properties removed from the chain, whose own chains are emptied. */
  reset: readonly string[]
}

/** What saving one chain for all does to a linked property. */
export type LinkedChainChange = {
  propertyId: string
  line1: string
  version: number
  /** Number of links before. */
  before: number
  isReset: boolean
  /** Links that are removed or overwritten, by address. */
  removed: string[]
}

/** Names of people are not copied into the record. */
const nameOf = ({ propertyName }: ChainItem): string => propertyName || 'A link without an address'

/** The links of a chain that the new one does not contain as they are. */
function removedLinks(before: readonly ChainItem[], items: readonly ChainItemInput[]): string[] {
  const kept = new Set(items.map(editableContent))
  return before.filter((item) => !kept.has(editableContent(item))).map(nameOf)
}

/**
 * The changes of "chainall writes the same chain to every linked property of the company in one transaction."
 * [domain, Chain](docs/design/domain.md#chain). Leaves out deleted properties and those out of the caller's scope. The chain of a removed
 * property is emptied only if it still links to the saved one: it may be part of another chain by now.
 */
export async function planLinkedChains(
  { db, caller, today }: Context,
  { ids, items, reset }: SavedChain,
): Promise<LinkedChainChange[]> {
  const { companyId, propertyId } = ids
  const linked = items.flatMap(({ propertyRef }) => (propertyRef && propertyRef !== propertyId ? [propertyRef] : []))
  const linkedIds = [...linked, ...reset].toSorted()
  const properties = await findLinkedProperties(db, companyId, linkedIds)
  const chains = await findChains(db, companyId, linkedIds)
  const versions = await findPropertyVersions(db, companyId, linkedIds)
  const isInScope = branchScopeOf(caller)
  return linkedIds.flatMap((id) => {
    const property = properties.get(id)
    if (!property || property.deleted || !isInScope(property.branch_id)) return []
    const before = toChain({ chain_items: chains.get(id) ?? [], shown_in: [] }, today, caller).items
    const isReset = reset.includes(id)
    if (isReset && !before.some(({ propertyRef }) => propertyRef?._id === propertyId)) return []
    const after = isReset ? [] : items
    if (isSameChain(before, after)) return []
    const change = { propertyId: id, line1: property.line1, version: versions.get(id) ?? 0, before: before.length, isReset }
    return [{ ...change, removed: removedLinks(before, after) }]
  })
}

/** Throws STALE_VERSION for a property that was changed after the preview. */
function refuseChanged(changes: readonly LinkedChainChange[], versions: Readonly<Record<string, number>>): void {
  const changed = changes.find(({ propertyId, version }) => versions[propertyId] !== version)
  if (changed)
    throw new DomainError('STALE_VERSION', {
      message: `The chain of ${changed.line1} has been changed since. Look at what would be replaced there, and save again.`,
      details: { linked: changed.propertyId },
    })
}

type SaveContext = Context & { now: string; newId(): string }
type Save = SavedChain & {
  /** First address line of the property whose chain was saved; the events of the others name it. */
  savedAt: string
  links: readonly LinkColumns[]
  versions: Readonly<Record<string, number>> | undefined
}

/** Saves the chain for the linked properties. The record of each names the links that went; returns what undoes it. */
export async function saveLinkedChains(context: SaveContext, { savedAt, links, versions, ...saved }: Save): Promise<ChainPart[]> {
  const { db } = context
  const { companyId } = saved.ids
  const changes = await planLinkedChains(context, saved)
  if (versions) refuseChanged(changes, versions)
  const parts: ChainPart[] = []
  const ids = changes.map(({ propertyId }) => propertyId)
  const { result } = await saveProperties('work', authorOf(context, companyId), { ids }, async () => {
    for (const { propertyId, isReset } of changes) {
      const ofLinked = { companyId, propertyId }
      const stored = await listStoredLinks(db, ofLinked)
      await replaceChain(db, ofLinked, isReset ? [] : links)
      parts.push(chainPart(propertyId, stored, await listStoredLinks(db, ofLinked)))
    }
    const saves = changes.map(({ propertyId, before, isReset, removed }) => {
      const data = { before, links: isReset ? 0 : links.length, savedAt, ...(removed.length > 0 ? { removed } : {}) }
      return { propertyId, events: [{ kind: 'chain-saved' as const, data }] }
    })
    return { changes: saves, result: parts }
  })
  return result
}
