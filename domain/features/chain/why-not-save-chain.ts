/**
 * "Only the last item in the chain (the first in the display) may carry a buyer name." "The sale type label appears only on
 * the last item." Property document, sections 4 and 2. "No cycles, no property twice": a chain is a line on which every
 * property stands once, this one too.
 */
import type { ErrorCode } from '../../errors.ts'
import { maxChainLinks, type SaleType } from './chain.model.ts'

type SavedLink = { thisProperty: boolean; propertyRef: string | null; personName: string; saleType: SaleType }

/** Why the chain of a property cannot be saved, of items from the onward purchase to the buyer's end; none resets it. */
export function whyNotSaveChain(items: readonly SavedLink[], propertyId: string): ErrorCode | null {
  if (items.length === 0) return null
  if (items.length > maxChainLinks) return 'CHAIN_TOO_LONG'
  const own = items.filter(({ thisProperty }) => thisProperty)
  if (own.length !== 1 || (own[0]?.propertyRef ?? propertyId) !== propertyId) return 'CHAIN_WITHOUT_THIS_PROPERTY'
  const linked = items.flatMap(({ thisProperty, propertyRef }) => (thisProperty ? [propertyId] : (propertyRef ?? [])))
  if (new Set(linked).size !== linked.length) return 'CHAIN_PROPERTY_TWICE'
  const beforeLast = items.slice(0, -1)
  if (beforeLast.some(({ personName }) => personName !== '')) return 'CHAIN_BUYER_NOT_LAST'
  return beforeLast.some(({ saleType }) => saleType !== 'ND') ? 'CHAIN_SALE_TYPE_NOT_LAST' : null
}
