import { askConsent } from './offer-actions.ts'
import { byNegotiator, type Scenario } from './scenario.ts'
import {
  type ForSale,
  forSaleScenario,
  preForSaleScenario,
  type SaleStage,
  type Sold,
  soldScenario,
  type Withdrawn,
  withdrawnScenario,
} from './scenarios.ts'
import { showcaseScenario } from './showcase-property.ts'
import type { ScheduledAction } from './simulated-property.ts'

/** All actions of one property, future ones included. */
type PropertyPlan = (scenario: Scenario) => ScheduledAction[]

const many = <T>(count: number, plot: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => plot(index))

const onSale = (index: number) => (scenario: Scenario) => {
  const { random } = scenario
  const fresh = Math.floor(1 + (index * 53) / 70)
  const usual: ForSale = {
    launchedAgo: fresh,
    viewingsDone: Math.min(27, Math.max(14, fresh - 29)),
    contract: fresh > 34 && index % 3 === 0 ? 'soon' : 'later',
    again: 'no',
    onNotice: index % 18 === 9,
  }
  if (index % 12 === 4)
    return forSaleScenario(scenario, {
      ...usual,
      launchedAgo: random.int(62, 110),
      viewingsDone: 24,
      contract: index > 40 ? 'past' : 'soon',
      again: 'relaunched',
    })
  if (index % 12 === 10)
    return [
      ...forSaleScenario(scenario, { ...usual, launchedAgo: random.int(80, 115), viewingsDone: 22, again: 'fell-off' }),
      byNegotiator(scenario, 1, askConsent(4, 5), 17 * 60),
    ]
  if (index % 12 === 5) return forSaleScenario(scenario, { ...usual, launchedAgo: 28 + random.int(1, 19), viewingsDone: null })
  if (index % 12 === 11)
    return forSaleScenario(scenario, { ...usual, launchedAgo: 22 + 31 + random.int(1, 19), viewingsDone: 22, contract: 'past' })
  return forSaleScenario(scenario, usual)
}

/** Steps at which sales are stuck, in turn: mostly searches, enquiries and lenders. */
const sticking = [33, 28, 35, 31, 29, 22, 27, 34, 36, 26, 23, 32, 24] as const

const sales = 74

const stageOf = (index: number, random: Scenario['random']): SaleStage => {
  if (index % 4 === 1) {
    const key = sticking[Math.floor(index / 4) % sticking.length] ?? 33
    return { at: 'stuck', key, overdueBy: index % 16 === 13 ? -random.int(0, 4) : random.int(1, 19), blocked: index % 8 === 5 }
  }
  if (index % 12 === 7) return { at: 'awaiting-report', since: random.int(1, 12) }
  return { at: 'share-of-the-way', share: (index + 0.5) / sales }
}

const twists: Record<number, Sold['twist']> = { 3: 'fell-off', 6: 'amended' }
/** Sales in one chain, from the buyer's end to the onward purchase; their chain has the same state. */
const soldChains: readonly (readonly number[])[] = [
  [8, 10],
  [14, 16],
  [26, 28],
  [38, 40],
  [50, 52],
  [62, 64, 66],
]

const chainOfSale = (index: number, random: Scenario['random']): number => {
  const chain = soldChains.findIndex((sold) => sold.includes(index))
  if (chain >= 0) return chain % 2 === 0 ? 2 : 1
  return index === lively.onward ? 2 : random.pick([0, 0, 0, 1, 1, 2, 2, 2, 3])
}

const underOffer = (index: number) => (scenario: Scenario) =>
  soldScenario(scenario, {
    stage: stageOf(index, scenario.random),
    chain: chainOfSale(index, scenario.random),
    twist: index === 20 || index === 44 ? 'restored' : (twists[index % 12] ?? 'none'),
    onNotice: index === 22 || index === 34,
  })

const pastSale = (stage: SaleStage, twist: Sold['twist']) => (scenario: Scenario) =>
  soldScenario(scenario, { stage, chain: scenario.random.pick([0, 0, 1, 1]), twist, onNotice: false })

const endings: Withdrawn['after'][] = ['marketing', 'notice', 'marketing', 'fall-off', 'marketing', 'taking-on', 'notice']

const lively = { seller: 0, onward: 46 }
const beforeSales = 1 + 20 + 70

/** The 240 scenarios; the first is the showcase property. */
export const propertyPlans: readonly PropertyPlan[] = [
  showcaseScenario,
  ...many(20, (index) => (scenario: Scenario) => preForSaleScenario(scenario, index % 4 === 3)),
  ...many(70, onSale),
  ...many(sales, underOffer),
  ...many(20, (index) => pastSale({ at: 'exchanged', share: (index + 0.5) / 20 }, 'none')),
  ...many(40, (index) => pastSale({ at: 'completed', ago: 2 * index }, index % 13 === 6 ? 'fell-off' : 'none')),
  ...many(
    15,
    (index) => (scenario: Scenario) =>
      withdrawnScenario(scenario, { withdrawnAgo: 3 + 8 * index, after: endings[index % endings.length] ?? 'marketing' }),
  ),
]

/** Indexes of the properties of each chain within the company: the owner of one buys the next. */
export const linkedPropertyPlans: readonly (readonly number[])[] = [
  [lively.seller, beforeSales + lively.onward],
  ...soldChains.map((sold) => sold.map((index) => beforeSales + index)),
]
