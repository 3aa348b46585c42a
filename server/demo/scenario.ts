import { addDays, type DateOnly } from '@gya/domain/common/dates.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Person } from './company.ts'
import type { Home } from './homes.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Action, ScheduledAction } from './simulated-property.ts'

/** The people and data of one property's scenario. */
export type Scenario = {
  present: CurrentTime
  random: SeededRandom
  propertyId: string
  home: Home
  owner: Person
  buyer: Person
  /** The buyer of a sale that falls off. */
  firstBuyer: Person
  /** User ids of the agent and the progressor. */
  negotiator: string
  progressor: string
  progressorName: string
  /** The company's properties in this chain, this one included, from the onward purchase to the buyer's end. */
  linked: readonly LinkedSale[]
  /** The same for all properties of a chain, so that they generate the same chain. */
  chainSeed: string
}

/** A property of a chain and its buyer. */
export type LinkedSale = Pick<Scenario, 'propertyId' | 'home' | 'buyer'>

/** The scenarios of a chain, from the buyer's end to the onward purchase: the owner of each is the buyer of the next. */
export function inOneChain<C extends Scenario>(group: readonly C[]): C[] {
  const sold = group.map((scenario, at) => ({ ...scenario, buyer: group[at - 1]?.owner ?? scenario.buyer }))
  const linked = sold.toReversed()
  return sold.map((scenario) => ({ ...scenario, linked, chainSeed: group[0]?.chainSeed ?? scenario.chainSeed }))
}

export const daysAgo = ({ present }: Scenario, ago: number): DateOnly => addDays(present.today, -ago)

/** An action of the negotiator `ago` days ago, at a random time of the working day by default. */
export const byNegotiator = (
  scenario: Scenario,
  ago: number,
  action: Action,
  minute = scenario.random.int(9 * 60 + 5, 17 * 60 + 20),
): ScheduledAction => ({
  on: daysAgo(scenario, ago),
  minute,
  by: scenario.negotiator,
  action,
})

/** The same for the progressor. */
export const byProgressor = (scenario: Scenario, ago: number, action: Action, minute?: number): ScheduledAction => ({
  ...byNegotiator(scenario, ago, action, minute),
  by: scenario.progressor,
})
