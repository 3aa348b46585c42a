import { type StepKey, stepDefinition, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { chainLinks } from './chains.ts'
import { expectedDayActions } from './expected-days.ts'
import {
  addPendingOffer,
  bookedViewings,
  instructionActions,
  launchActions,
  marketingPeriod,
  relaunchActions,
} from './marketing.ts'
import { changeOffer, performFallOff, restoreLastSale, type Terms } from './offer-actions.ts'
import { giveNotice, saveSteps, setChain, setFields, withdraw } from './property-actions.ts'
import {
  type Ago,
  acceptedTerms,
  agreeSale,
  exchangeOffset,
  progressActions,
  type SalePace,
  salePace,
  saleThatFallsOff,
  stepStart,
} from './sale.ts'
import { byNegotiator, byProgressor, type Scenario } from './scenario.ts'
import type { ScheduledAction } from './simulated-property.ts'

const usualDays = (key: StepKey): number => stepDefinition(key)?.daysToComplete ?? 14

/** Taken on but not launched: within the week allowed, or some days late. */
export function preForSaleScenario(scenario: Scenario, late: boolean): ScheduledAction[] {
  const { random } = scenario
  const ago = late ? usualDays(stepKeys.PropertyLaunched) + random.int(1, 14) : random.int(0, 6)
  const pack = byNegotiator(scenario, ago - 1, setFields('property-edited', { board_status: 1 }))
  return [...instructionActions(scenario, ago, random.pick([12, 16, 20])), ...(random.chance(0.4) ? [pack] : [])]
}

/** Contract term in weeks: ending soon, ended, or with months left. */
const term = (scenario: Scenario, takenOnAgo: number, ending: 'soon' | 'past' | 'later'): number => {
  if (ending === 'soon') return Math.ceil(takenOnAgo / 7) + scenario.random.int(0, 1)
  if (ending === 'past') return Math.max(4, Math.floor(takenOnAgo / 7) - 1)
  return Math.max(scenario.random.pick([12, 14, 16, 20]), Math.ceil(takenOnAgo / 7) + 3)
}

export type ForSale = {
  launchedAgo: number
  viewingsDone: number | null
  contract: 'soon' | 'past' | 'later'
  again: 'no' | 'relaunched' | 'fell-off'
  onNotice: boolean
}

/** On the market, perhaps for the second time. */
export function forSaleScenario(
  scenario: Scenario,
  { launchedAgo, viewingsDone, contract, again, onNotice }: ForSale,
): ScheduledAction[] {
  const { random } = scenario
  const takenOnAgo = launchedAgo + random.int(1, 6)
  const restartAgo = again === 'no' ? 0 : random.int(4, 24)
  const soldAgo = again === 'fell-off' ? restartAgo + random.int(10, 38) : restartAgo
  const first = marketingPeriod(scenario, { fromAgo: launchedAgo, toAgo: soldAgo, ask: scenario.home.price, viewingsDone })
  const second = marketingPeriod(scenario, { fromAgo: restartAgo, toAgo: 0, ask: first.ask, viewingsDone: null })
  return [
    ...instructionActions(scenario, takenOnAgo, term(scenario, takenOnAgo, contract)),
    ...launchActions(scenario, launchedAgo),
    ...first.actions,
    ...(again === 'fell-off' ? firstSale(scenario, first.ask, soldAgo, restartAgo) : []),
    ...(again === 'relaunched'
      ? relaunchActions(scenario, restartAgo, 'New photographs in the spring light, and a Saturday open house.')
      : []),
    ...(again === 'no' ? [] : second.actions),
    ...bookedViewings(scenario, random.pick([0, 0, 1, 1, 2])),
    ...(random.chance(0.28) && launchedAgo > 7 && !onNotice ? [addPendingOffer(scenario, random.int(0, 6), second.ask)] : []),
    ...(onNotice ? [byNegotiator(scenario, random.int(1, 11), giveNotice(14))] : []),
  ]
}

/** Everything before the sale: take-on, launch, marketing, and perhaps a fall-off. */
function upToSale(scenario: Scenario, acceptedAgo: number, fallsOff: boolean): { actions: ScheduledAction[]; ask: number } {
  const { random } = scenario
  const fellAgo = acceptedAgo + random.int(9, 24)
  const firstAgo = fallsOff ? fellAgo + random.int(12, 38) : acceptedAgo
  const launchedAgo = firstAgo + random.int(9, 44)
  const takenOnAgo = launchedAgo + random.int(1, 6)
  const first = marketingPeriod(scenario, {
    fromAgo: launchedAgo,
    toAgo: firstAgo,
    ask: scenario.home.price,
    viewingsDone: random.int(14, 26),
  })
  const actions = [
    ...instructionActions(scenario, takenOnAgo, random.pick([12, 16, 20, 26])),
    ...launchActions(scenario, launchedAgo),
    ...first.actions,
  ]
  if (!fallsOff) return { actions, ask: first.ask }
  const again = marketingPeriod(scenario, { fromAgo: fellAgo, toAgo: acceptedAgo, ask: first.ask, viewingsDone: null })
  return { ask: again.ask, actions: [...actions, ...firstSale(scenario, first.ask, firstAgo, fellAgo), ...again.actions] }
}

const firstSale = (scenario: Scenario, ask: number, acceptedAgo: number, fellAgo: number): ScheduledAction[] =>
  saleThatFallsOff(
    scenario,
    acceptedTerms(scenario.firstBuyer, ask, scenario.random.chance(0.2), scenario.random),
    acceptedAgo,
    fellAgo,
  )

/** The stage that the sale has reached today. */
export type SaleStage =
  | { at: 'share-of-the-way'; share: number }
  | { at: 'stuck'; key: StepKey; overdueBy: number; blocked: boolean }
  | { at: 'awaiting-report'; since: number }
  | { at: 'exchanged'; share: number }
  | { at: 'completed'; ago: number }

export type Sold = { stage: SaleStage; chain: number; twist: 'none' | 'fell-off' | 'restored' | 'amended'; onNotice: boolean }

/** A pace with which the sale can be at this stage. */
function paceFor(stage: SaleStage, cash: boolean, random: Scenario['random']): SalePace {
  const pace = salePace(cash, random)
  if (stage.at === 'awaiting-report' && !pace.surveys.some((survey) => survey.awaits)) return paceFor(stage, cash, random)
  if (stage.at !== 'stuck' || stage.key !== stepKeys.NotHavingSurvey) return pace
  return { ...pace, surveys: [] }
}

/** Days since acceptance, so that the sale is at this stage. */
function acceptedAgoOf(stage: SaleStage, pace: SalePace): number {
  const exchanged = exchangeOffset(pace)
  switch (stage.at) {
    case 'share-of-the-way':
      return Math.floor(stage.share * exchanged)
    case 'stuck':
      return stepStart(pace, stage.key) + usualDays(stage.key) + stage.overdueBy
    case 'awaiting-report':
      return (pace.surveys.find((survey) => survey.awaits)?.date ?? 0) + stage.since
    case 'exchanged':
      return exchanged + Math.floor(stage.share * (pace.completed - exchanged))
    case 'completed':
      return pace.completed + stage.ago
  }
}

const stuckSteps = (stage: SaleStage, pace: SalePace): StepKey[] => {
  if (stage.at === 'stuck') return [stage.key]
  return stage.at === 'awaiting-report' ? pace.surveys.filter((survey) => survey.awaits).map((survey) => survey.key) : []
}

const amendment = (scenario: Scenario, bid: Terms, ago: number): ScheduledAction =>
  byProgressor(
    scenario,
    ago,
    changeOffer(bid.name, {
      amendAmount: bid.amount - scenario.random.int(2, 10) * 50_000,
      amendReason: 'Agreed after the valuation came in lower.',
    }),
  )

/** A sale at some stage before completion. */
export function soldScenario(scenario: Scenario, { stage, chain, twist, onNotice }: Sold): ScheduledAction[] {
  const { random } = scenario
  const isFinancial = stage.at === 'stuck' && stepDefinition(stage.key)?.type === 'F'
  const cash = !isFinancial && scenario.linked.length === 1 && random.chance(0.24)
  const pace = paceFor(stage, cash, random)
  const daysSinceAcceptance = acceptedAgoOf(stage, pace)
  const pause = twist === 'restored' ? random.int(4, 9) : 0
  const fell = Math.floor(daysSinceAcceptance * 0.6)
  const acceptedAgo = daysSinceAcceptance + pause
  const ago: Ago = (offset) => acceptedAgo - offset - (offset < fell ? 0 : pause)
  const before = upToSale(scenario, acceptedAgo, twist === 'fell-off')
  const bid = acceptedTerms(scenario.buyer, before.ask, cash, random)
  return [
    ...before.actions,
    ...agreeSale(scenario, bid, acceptedAgo, chain),
    ...progressActions(scenario, pace, ago, stuckSteps(stage, pace)),
    ...expectedDayActions(scenario, {
      acceptedAgo,
      exchange: exchangeOffset(pace),
      approved: pace.done.get(stepKeys.MortgageApproved),
      cashBuy: bid.cashBuy,
    }),
    ...(chain === 1 || chain === 2
      ? [byProgressor(scenario, acceptedAgo - 4, setChain(chainLinks(scenario, chain === 1 ? 'complete' : 'incomplete', cash)))]
      : []),
    ...(stage.at === 'stuck' && stage.blocked ? [blocked(scenario, stage.key, ago(stepStart(pace, stage.key)))] : []),
    ...(twist === 'amended' ? [amendment(scenario, bid, Math.floor(daysSinceAcceptance / 2))] : []),
    ...(twist === 'restored' ? restored(scenario, acceptedAgo - fell, pause) : []),
    ...(onNotice ? [byNegotiator(scenario, random.int(1, 9), giveNotice(14))] : []),
  ]
}

/** A step is delayed some time between its start and now. */
const blocked = (scenario: Scenario, key: StepKey, startedAgo: number): ScheduledAction =>
  byProgressor(scenario, Math.floor(startedAgo * (0.2 + 0.5 * scenario.random.next())), saveSteps([{ key, state: 'B' }]), 16 * 60)

/** The buyer withdraws, changes their mind within days, and the sale is restored. */
const restored = (scenario: Scenario, fellAgo: number, pause: number): ScheduledAction[] => [
  byProgressor(
    scenario,
    fellAgo,
    performFallOff('Lost their nerve over the mortgage rate.', 'Changed their mind (buyer)'),
    8 * 60 + 30,
  ),
  byProgressor(scenario, fellAgo - pause, restoreLastSale, 8 * 60 + 30),
]

export type Withdrawn = { withdrawnAgo: number; after: 'taking-on' | 'marketing' | 'notice' | 'fall-off' }

/** Withdrawn: before launch, after weeks without an offer, at the end of a notice, or after a fall-off. */
export function withdrawnScenario(scenario: Scenario, { withdrawnAgo, after }: Withdrawn): ScheduledAction[] {
  const { random } = scenario
  const end = byNegotiator(scenario, withdrawnAgo, withdraw, 17 * 60 + 30)
  if (after === 'taking-on') return [...instructionActions(scenario, withdrawnAgo + random.int(3, 6), 12), end]
  const launchedAgo = withdrawnAgo + random.int(34, 70)
  const fellAgo = withdrawnAgo + random.int(3, 9)
  const soldAgo = fellAgo + random.int(10, 20)
  const spell = marketingPeriod(scenario, {
    fromAgo: launchedAgo,
    toAgo: after === 'fall-off' ? soldAgo : withdrawnAgo,
    ask: scenario.home.price,
    viewingsDone: random.int(18, 27),
  })
  return [
    ...instructionActions(scenario, launchedAgo + random.int(1, 6), 12),
    ...launchActions(scenario, launchedAgo),
    ...spell.actions,
    ...(after === 'notice' ? [byNegotiator(scenario, withdrawnAgo + 14, giveNotice(14))] : []),
    ...(after === 'fall-off' ? firstSale(scenario, spell.ask, soldAgo, fellAgo) : []),
    end,
  ]
}
