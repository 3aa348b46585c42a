import { medianOf } from '../../common/median.ts'
import {
  type FallOffParty,
  type FallOffPhase,
  fallOffPartyLabels,
  fallOffPhaseLabels,
  notClassified,
} from '../fall-offs/fall-off-reasons.ts'

/**
 * Why sales fell through. [forecast §7](docs/design/forecast.md#7): "by reason, party, phase: count, share, fees lost, median days since
 * agreed".
 */

/** "Under 10: counts only, no shares." */
const fewestForShares = 10

export type FallenSale = {
  /** Null: not classified. */
  reason: string | null
  party: FallOffParty | null
  phase: FallOffPhase | null
  /** Expected fee in pence when it fell off; null: unknown. */
  fee: number | null
  /** Days since its offer was accepted; null: unknown. */
  days: number | null
}

export type FallGroup = { name: string; count: number; share: number | null; fees: number; medianDays: number | null }

function groupsOf(falls: readonly FallenSale[], nameOf: (fall: FallenSale) => string): FallGroup[] {
  return [...Map.groupBy(falls, nameOf)]
    .map(([name, group]) => ({
      name,
      count: group.length,
      share: falls.length < fewestForShares ? null : group.length / falls.length,
      fees: group.reduce((sum, { fee }) => sum + (fee ?? 0), 0),
      medianDays: medianOf(group.flatMap(({ days }) => days ?? [])),
    }))
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'en-GB'))
}

/** Most frequent first. `rate`: falls ÷ (falls + exchanges), null under 10 falls. */
export const analyseFallOffs = (falls: readonly FallenSale[], exchanges: number) => ({
  falls: falls.length,
  exchanges,
  rate: falls.length < fewestForShares ? null : falls.length / (falls.length + exchanges),
  fees: falls.reduce((sum, { fee }) => sum + (fee ?? 0), 0),
  reasons: groupsOf(falls, ({ reason }) => reason ?? notClassified),
  parties: groupsOf(falls, ({ party }) => (party === null ? notClassified : fallOffPartyLabels[party])),
  phases: groupsOf(falls, ({ phase }) => (phase === null ? 'Not known' : fallOffPhaseLabels[phase])),
})
