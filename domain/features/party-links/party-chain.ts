import { capitalize } from '../../common/capitalize.ts'
import type { ChainItem, Checklist } from '../chain/chain.model.ts'
import type { ChainStatus } from '../chain/chain-status.ts'
import type { LinkParty } from './party-links.model.ts'

/**
 * "Chain position without names: ‘Link 2 of 4 · buyer's end ready · next above: searches back · top: no onward purchase’, and of outside
 * links only ‘known / not known’." [connect §6.4](docs/design/connect.md#6.4).
 */
export type ChainLine = { title: string; words: string; state: 'ready' | 'waiting' | 'own' | 'end' }

type Item = Pick<ChainItem, 'thisProperty' | 'saleType' | 'timeline' | 'propertyName'> & {
  propertyRef: { deleted: boolean } | null
  /** `null`: not entered. */
  agent: unknown
}

const stages: readonly (readonly [keyof Checklist, string])[] = [
  ['contractSigned', 'contracts signed'],
  ['enquiriesAnswered', 'enquiries answered'],
  ['enquiriesRaised', 'enquiries raised'],
  ['searchesBack', 'searches back'],
  ['searchesApplied', 'searches applied for'],
  ['draftContracts', 'draft contracts issued'],
  ['mosSent', 'memorandum sent'],
]

function linkWords({ propertyRef, propertyName, agent, timeline }: Item): string {
  if (!propertyRef || propertyRef.deleted) {
    const isKnown = propertyRef === null && (propertyName !== '' || agent !== null)
    return isKnown ? 'Known' : 'Not known'
  }
  const furthest = stages.find(([step]) => timeline[step] === true)?.[1]
  const parts = [...(timeline.mortgageOffer === 'Yes' ? ['mortgage offer is in'] : []), ...(furthest ? [furthest] : [])]
  return parts.length === 0 ? 'Just begun' : capitalize(parts.join(', '))
}

const isReady = ({ propertyRef, timeline }: Item): boolean =>
  propertyRef?.deleted === false && timeline.enquiriesAnswered && timeline.mortgageOffer !== 'No'

const clients: Record<LinkParty, string> = {
  'buyer-conveyancer': 'Your client, ',
  'vendor-conveyancer': 'The buyer, ',
  buyer: 'You, ',
}

/** `buyerInChain`: what the accepted offer says; null without one. Saved links outweigh the status "No chain". */
type ChainFacts = { status: ChainStatus; buyerInChain: boolean | null }

function buyersEnd(first: Item | undefined, { status, buyerInChain }: ChainFacts, party: LinkParty): ChainLine {
  const hasNoChain = status === 0 && !buyerInChain
  const isReadyEnd = hasNoChain || (first !== undefined && first.saleType !== 'ND')
  // Links further down the chain have other clients.
  const who = first?.thisProperty === false ? '' : clients[party]
  const words = isReadyEnd ? `${who}nothing to sell` : 'Not known'
  return { title: 'Buyer’s end', words: capitalize(words), state: isReadyEnd ? 'ready' : 'waiting' }
}

const topWords: Record<ChainStatus, string> = { 0: 'No onward purchase', 1: 'Complete', 2: 'Not complete', 3: 'Not known' }

/** `items` run from the onward purchase to the buyer's end. The returned lines begin with the buyer's end. */
export function chainLines(items: readonly Item[], facts: ChainFacts, party: LinkParty): ChainLine[] {
  const status = facts.status === 0 && items.some(({ thisProperty }) => !thisProperty) ? 3 : facts.status
  const shown = items.toReversed()
  const own = Math.max(
    0,
    shown.findIndex(({ thisProperty }) => thisProperty),
  )
  const total = Math.max(1, shown.length)
  const toLine = (item: Item, at: number): ChainLine => ({
    title: at === own + 1 ? 'Next link' : `Link ${at + 1}`,
    words: linkWords(item),
    state: isReady(item) ? 'ready' : 'waiting',
  })
  return [
    buyersEnd(shown[0], { ...facts, status }, party),
    ...shown.slice(0, own).map(toLine),
    { title: 'This sale', words: `Link ${own + 1} of ${total}`, state: 'own' },
    ...shown.slice(own + 1).map((item, at) => toLine(item, own + 1 + at)),
    { title: 'End of the chain', words: topWords[status], state: 'end' },
  ]
}
