import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import type { Rates } from './bands.ts'
import { type Baseline, baseline } from './baseline.ts'
import type { SaleTraits } from './learning.ts'

/** The groups of sales by which the times of steps are learned. [forecast §4](docs/design/forecast.md#4). */

export type Group = 'all' | 'leasehold' | 'freehold' | 'chain' | 'alone'
/** "33 leasehold", "survey all". */
export const tableId = (key: StepKey | 'survey', group: Group): string => `${key} ${group}`
/** The step of a `tableId`. */
export const stepOfTable = (id: string): StepKey | 'survey' => {
  const [step = ''] = id.split(' ')
  return step === 'survey' ? step : Number(step)
}
/** "falls chain": by days since the sale was agreed. */
export const fallsId = (inChain: boolean): string => (inChain ? 'falls chain' : 'falls alone')

export const legalSteps: ReadonlySet<StepKey | 'survey'> = new Set([31, 32, 33, 34, 35])
/** "Legal steps freehold | leasehold (unknown → company); step 24 no chain | in a chain; others company only." */
export function groupOf(key: StepKey | 'survey', sale: Pick<SaleTraits, 'leasehold' | 'inChain'>): Group {
  if (key === stepKeys.Exchanged) return sale.inChain ? 'chain' : 'alone'
  if (!legalSteps.has(key) || sale.leasehold === null) return 'all'
  return sale.leasehold ? 'leasehold' : 'freehold'
}

/** Published times of a step; the parent of the company's rates, which are the parent of a group's. */
export function baselineOf(key: StepKey | 'survey', group: Group, times: Baseline = baseline): Rates {
  if (key === 'survey') return times.survey
  if (key === stepKeys.Exchanged) return group === 'chain' ? times.exchangeInChain : times.exchangeAlone
  return times.step(key, group === 'leasehold')
}

export type RatesOf = (key: StepKey | 'survey', sale: SaleTraits) => Rates
export const ratesIn = (rates: ReadonlyMap<string, Rates>, key: StepKey | 'survey', sale: SaleTraits): Rates =>
  rates.get(tableId(key, groupOf(key, sale))) ?? baselineOf(key, 'all')
