import { addDays, type DateOnly } from '@gya/domain/common/dates.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Person } from './company.ts'
import type { Home } from './homes.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Action, ScheduledAction } from './simulated-property.ts'

/** Who and what the story of one property is about. */
export type Scenario = {
  present: CurrentTime
  random: SeededRandom
  propertyId: string
  home: Home
  owner: Person
  buyer: Person
  /** Who buys first, where a sale falls off. */
  firstBuyer: Person
  /** The users who sell the property and who see its sale through. */
  negotiator: string
  progressor: string
  /** The properties of one chain that the company sells itself, this one among them, from the onward purchase to the buyer's end. */
  linked: readonly LinkedSale[]
  /** Neighbours in a chain have the same: so they have the same chain. */
  chainSeed: string
}

/** A property of a chain, and who buys it. */
export type LinkedSale = Pick<Scenario, 'propertyId' | 'home' | 'buyer'>

export const daysAgo = ({ present }: Scenario, ago: number): DateOnly => addDays(present.today, -ago)

/** Something that the negotiator does so many days ago, at some time of the working day unless it is said when. */
export const byNegotiator = (
  cast: Scenario,
  ago: number,
  does: Action,
  minute = cast.random.int(9 * 60 + 5, 17 * 60 + 20),
): ScheduledAction => ({
  on: daysAgo(cast, ago),
  minute,
  by: cast.negotiator,
  action: does,
})

/** The same of the progressor. */
export const byProgressor = (cast: Scenario, ago: number, does: Action, minute?: number): ScheduledAction => ({
  ...byNegotiator(cast, ago, does, minute),
  by: cast.progressor,
})
