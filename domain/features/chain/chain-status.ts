/**
 * The chain status of a property, `mi.chain`, in one set of words for header, card and memorandum, and what the links of
 * its chain say of it: the screen proposes that with one click, a person decides.
 */
export type ChainStatus = 0 | 1 | 2 | 3

export const chainStatusWords: Record<ChainStatus, string> = { 0: 'No chain', 1: 'Complete', 2: 'Incomplete', 3: 'Unknown' }

/** How a link stands: green, red, or nobody can tell. */
export type LinkStanding = 'complete' | 'incomplete' | 'unknown'

/**
 * One red link makes the chain incomplete, a chain of this sale alone is none, and one of which every other link is known
 * and moves is complete. Null where the links do not tell.
 */
export function statusOfLinks(links: readonly { thisProperty: boolean; standing: LinkStanding }[]): ChainStatus | null {
  if (links.length === 0) return null
  const others = links.filter(({ thisProperty }) => !thisProperty)
  if (others.length === 0) return 0
  if (others.some(({ standing }) => standing === 'incomplete')) return 2
  return others.every(({ standing }) => standing === 'complete') ? 1 : null
}
