import { medianOf } from '../../common/median.ts'
import { stepKeys } from '../timeline/step-definitions.ts'
import { type Baseline, baseline, baselineTimes } from './baseline.ts'
import { dayOfChance, horizonDays } from './distributions.ts'
import { allRecorded } from './entry-shares.ts'
import type { SaleHistory } from './learning.ts'
import { unknownPaceSpread } from './pace.ts'
import { exchangeChances, financial, type SaleStanding, type StepStatus, stepsToReady } from './step-network.ts'

/**
 * Published times, multiplied by how long the company's sales took from agreement to exchange compared with published times. Steps that are
 * not recorded, as in many files, are then as quick or slow as the company's sales as a whole. Decision 86.
 */

type Kind = Pick<SaleHistory, 'leasehold' | 'inChain'> & { cash: boolean }

const strength = 10
const [shortest, longest] = [0.4, 2]
const published = new Map<string, number>()

/** Half of such sales exchange within so many days by published times. */
function publishedDays({ leasehold, inChain, cash }: Kind): number {
  const id = `${leasehold} ${inChain} ${cash}`
  const known = published.get(id)
  if (known !== undefined) return known
  const isLeft = (key: number): boolean => !cash || !(financial as readonly number[]).includes(key)
  const steps = new Map(
    [...stepsToReady, stepKeys.Exchanged].filter(isLeft).map((key): [typeof key, StepStatus] => [key, { status: 'toCome' }]),
  )
  const standing: SaleStanding = { steps, surveys: [] }
  const tables = {
    k: unknownPaceSpread,
    blocked: 1,
    table: (key: (typeof stepsToReady)[number]) => ({ rates: baseline.step(key, leasehold === true), factor: 1 }),
    survey: { rates: baseline.survey, factor: 1 },
    exchangeAlone: { rates: baseline.exchangeAlone, factor: 1 },
    exchangeInChain: { rates: baseline.exchangeInChain, factor: 1 },
    entries: allRecorded,
  }
  const days = dayOfChance(exchangeChances(standing, tables, { links: [], inChain }), 0.5) ?? horizonDays
  published.set(id, days)
  return days
}

export function baselineOfCompany(sales: readonly SaleHistory[]): Baseline {
  const ratios = sales.flatMap(({ outcome, days, leasehold, inChain, entries }) =>
    outcome === 'exchanged'
      ? [days / publishedDays({ leasehold, inChain, cash: !entries?.some(({ key }) => key === 'mortgage') })]
      : [],
  )
  const ratio = Math.min(longest, Math.max(shortest, medianOf(ratios) ?? 1))
  return ratios.length === 0 ? baseline : baselineTimes(ratio ** (ratios.length / (ratios.length + strength)))
}
