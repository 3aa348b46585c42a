import { addDays } from '@gya/domain/common/dates.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { PlannedSale } from './past-sales.ts'
import type { PastSale } from './plan-past-sale.ts'
import { inOneChain } from './scenario.ts'

/**
 * "Chains 60 % (a sixth within the company)." [forecast §12](docs/design/forecast.md#12), "Demo". Of this many sales in a chain, some share
 * a chain.
 */
const salesPerLinkedChain = 5
/** Numbers of sales in a shared chain, used in turn. */
const salesOfChain = [2, 2, 3] as const

/**
 * Combines some of the exchanged sales into shared chains: the owner of one buys the next, and all exchange on the day on which the last
 * one can.
 */
export function linkPastSales(planned: readonly PlannedSale[]): PlannedSale[] {
  const inChain = planned.filter(({ sale }) => sale.inChain && sale.fellOn === null)
  const linked = new Map<PlannedSale, PlannedSale>()
  for (let from = 0, chain = 0; from + salesPerLinkedChain <= inChain.length; from += salesPerLinkedChain, chain++) {
    const group = inChain.slice(from, from + (salesOfChain[chain % salesOfChain.length] ?? 2))
    const scenarios = inOneChain(group.map(({ scenario }) => scenario))
    const lastAccepted = latest(group.map(({ sale }) => sale.acceptedOn))
    const exchangedOn = latest(group.map(({ sale }) => sale.exchangedOn))
    group.forEach((one, at) => {
      const scenario = scenarios[at] ?? one.scenario
      linked.set(one, { ...one, scenario, sale: exchangingOn(one.sale, exchangedOn, addDays(lastAccepted, 4)) })
    })
  }
  return planned.map((one) => linked.get(one) ?? one)
}

const latest = (days: readonly string[]): string => days.toSorted().at(-1) ?? ''

const exchangingOn = (sale: PastSale, exchangedOn: string, chainDrawnOn: string): PastSale => ({
  ...sale,
  chainDrawnOn,
  exchangedOn,
  steps: sale.steps.map((step) =>
    step.key === stepKeys.Exchanged ? { ...step, doneOn: exchangedOn, enteredOn: exchangedOn } : step,
  ),
})
