import type { ChainItemInput } from '@gya/domain/features/chain/chain.model.ts'
import type { Db } from '../../db/connect.ts'
import type { Caller } from '../../http/caller.ts'
import { rebuildProjections, recordChange } from '../properties/change-property.ts'
import { findChains, findLinkedProperties, type LinkColumns, replaceChain } from './chain.repository.ts'
import { branchScopeOf, toChain } from './chain-of.ts'
import { isSameChain } from './links-of.ts'

type SaveContext = { db: Db; caller: Caller; now: string; today: string; newId(): string }
type SavedChain = {
  own: { companyId: string; propertyId: string }
  /** The first line of the address of the property that the chain was saved at: the record of the others names it. */
  savedAt: string
  settled: readonly ChainItemInput[]
  links: readonly LinkColumns[]
  /** The properties that the chain no longer links and whose own chains are to be emptied. */
  reset: readonly string[]
}

/**
 * "chainall writes the same chain to every linked property of the company in one transaction." Domain decisions, "Chain".
 * Those that are deleted or that the caller may not edit are left alone. A property that was taken out of the chain has
 * its own emptied only while that still shows the one it was taken out of: it may stand in another chain by now.
 */
export async function saveLinkedChains(making: SaveContext, { own, savedAt, settled, links, reset }: SavedChain): Promise<void> {
  const { db, caller, now, today, newId } = making
  const { companyId, propertyId } = own
  const linked = links.flatMap(({ property_ref }) => (property_ref && property_ref !== propertyId ? [property_ref] : []))
  const ids = [...linked, ...reset].toSorted()
  const [properties, chains] = [await findLinkedProperties(db, companyId, ids), await findChains(db, companyId, ids)]
  const reaches = branchScopeOf(caller)
  for (const id of ids) {
    const property = properties.get(id)
    if (!property || property.deleted || !reaches(property.branch_id)) continue
    const before = toChain({ chain_items: chains.get(id) ?? [], shown_in: [] }, today, caller).items
    const isReset = reset.includes(id)
    if (isReset && !before.some(({ propertyRef }) => propertyRef?._id === propertyId)) continue
    if (isSameChain(before, isReset ? [] : settled)) continue
    const place = { companyId, propertyId: id }
    await replaceChain(db, place, isReset ? [] : links)
    const data = { before: before.length, links: isReset ? 0 : links.length, savedAt }
    await recordChange(db, place, { events: [{ kind: 'chain-saved', data }], userId: caller.userId, now, newId })
    await rebuildProjections(db, place, today)
  }
}
