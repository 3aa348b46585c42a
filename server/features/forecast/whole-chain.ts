import type { DateOnly } from '@gya/domain/common/dates.ts'
import { foldName } from '@gya/domain/features/imports/fold-name.ts'
import type { Db } from '../../db/pool.ts'
import { type ChainLink, linkedProperties, listOpenSales, type OpenSale } from './sale-facts.read-model.ts'

/** Longer chains of own sales are not followed. */
const mostSteps = 8

/** The open sales of the company that the chains of sales lead to, over several of them, by property. */
export async function loadLinkedSales(
  db: Db,
  companyId: string,
  sales: readonly OpenSale[],
  asAt: DateOnly,
): Promise<Map<string, OpenSale>> {
  const known = new Map(sales.map((sale) => [sale.propertyId, sale]))
  const asked = new Set(known.keys())
  let found = sales
  for (let step = 0; step < mostSteps; step++) {
    const missing = linkedProperties(found).filter((id) => !asked.has(id))
    if (missing.length === 0) break
    for (const id of missing) asked.add(id)
    found = await listOpenSales(db, companyId, missing, { asAt, deletedSince: true })
    for (const sale of found) known.set(sale.propertyId, sale)
  }
  return known
}

/**
 * A sale with the links of its whole chain: a linked sale of the company waits for its own links too. A link that both have is counted
 * once, by its property or its address; links without an address are those of the sale itself.
 */
export function withWholeChain(sale: OpenSale, linked: ReadonlyMap<string, OpenSale>): OpenSale {
  const idOf = ({ propertyRef, name }: ChainLink): string | null => propertyRef ?? (foldName(name) || null)
  const seen = new Set([sale.propertyId, foldName(sale.line1), ...sale.links.flatMap((link) => idOf(link) ?? [])])
  const further: ChainLink[] = []
  const queue = sale.links.map(({ propertyRef }) => propertyRef)
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const other = next === null ? undefined : linked.get(next)
    if (other === undefined) continue
    seen.add(foldName(other.line1))
    for (const link of other.links) {
      const id = idOf(link)
      if (id === null || seen.has(id)) continue
      seen.add(id)
      further.push({ ...link, isFurther: true })
      queue.push(link.propertyRef)
    }
  }
  return further.length === 0 ? sale : { ...sale, links: [...sale.links, ...further] }
}
