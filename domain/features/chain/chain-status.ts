/**
 * The chain status of a property, `mi.chain`, in one set of words for header, card and memorandum, and what the links of
 * its chain and the accepted offer say of it: the screen proposes that with one click, a person decides.
 */
export type ChainStatus = 0 | 1 | 2 | 3

export const chainStatusLabels: Record<ChainStatus, string> = { 0: 'No chain', 1: 'Complete', 2: 'Incomplete', 3: 'Unknown' }

/** How a link stands: green, red, or nobody can tell. */
export type LinkState = 'complete' | 'incomplete' | 'unknown'

/**
 * One red link makes the chain incomplete, a chain of this sale alone is none, and one of which every other link is known
 * and moves is complete. Null where the links do not tell.
 */
export function chainStatusFromLinks(links: readonly { thisProperty: boolean; standing: LinkState }[]): ChainStatus | null {
  if (links.length === 0) return null
  const others = links.filter(({ thisProperty }) => !thisProperty)
  if (others.length === 0) return 0
  if (others.some(({ standing }) => standing === 'incomplete')) return 2
  return others.every(({ standing }) => standing === 'complete') ? 1 : null
}

type ChainFacts = {
  status: ChainStatus
  links: Parameters<typeof chainStatusFromLinks>[0]
  /** What the accepted offer says of its buyer; null while no offer is accepted. */
  buyerInChain: boolean | null
}

/** A status that says more than the present one, and what it is taken from; null where nothing speaks against the present one. */
export function proposeChainStatus({
  status,
  links,
  buyerInChain,
}: ChainFacts): { status: ChainStatus; from: 'links' | 'offer' } | null {
  const ofLinks = chainStatusFromLinks(links)
  const hasOthers = links.some(({ thisProperty }) => !thisProperty)
  const of = (proposed: ChainStatus | null, from: 'links' | 'offer') =>
    proposed === null || proposed === status ? null : { status: proposed, from }
  if (hasOthers) return of(ofLinks ?? (status === 0 ? 2 : null), 'links')
  if (status !== 3 && status !== 0) return null
  if (buyerInChain) return of(2, 'offer')
  return ofLinks === 0 ? of(0, 'links') : of(buyerInChain === false ? 0 : null, 'offer')
}
