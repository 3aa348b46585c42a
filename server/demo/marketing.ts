import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { type Person, randomPerson } from './company.ts'
import { changeOffer, makeOffer, type Terms } from './offer-actions.ts'
import { askPrice, relaunch, restartMarketing, saveSteps, setFields, takeOn, viewing } from './property-actions.ts'
import { byNegotiator, daysAgo, type Scenario } from './scenario.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Action, ScheduledAction } from './simulated-property.ts'

/** Mostly a percentage of the price, in thousandths of a percent, sometimes a fixed fee. */
const feeTerms = (random: SeededRandom) =>
  random.chance(0.12)
    ? { agency_fee_type: 1, agency_fee: random.int(10, 18) * 25_000 }
    : { agency_fee_type: 0, agency_fee_percent: 1000 + 50 * random.int(0, 15) }

/** Take-on and contract for a number of weeks, with the launch price. */
export function instructionActions(scenario: Scenario, ago: number, termWeeks: number): ScheduledAction[] {
  const { random, home } = scenario
  return [
    byNegotiator(scenario, ago, takeOn, random.int(9 * 60, 11 * 60)),
    byNegotiator(
      scenario,
      ago,
      setFields('management-info-saved', { ...feeTerms(random), c_term: termWeeks, c_signed: daysAgo(scenario, ago) }),
      11 * 60 + 15,
    ),
    byNegotiator(scenario, ago, askPrice(home.price, random.pick([3, 3, 3, 3, 0, 1, 2])), 11 * 60 + 20),
  ]
}

export const launchActions = (scenario: Scenario, ago: number): ScheduledAction[] => [
  byNegotiator(scenario, ago, setFields('management-info-saved', { listed: daysAgo(scenario, ago) }), 9 * 60 + 30),
  byNegotiator(scenario, ago, setFields('property-edited', { board_status: scenario.random.chance(0.85) ? 1 : 0 }), 9 * 60 + 32),
  byNegotiator(scenario, ago, saveSteps([{ key: stepKeys.PropertyLaunched, state: 'C' }]), 9 * 60 + 35),
]

const feedback = [
  'Liked the garden, found the second bedroom small. Wants to see it again with her mother.',
  'Loved the kitchen. Will talk to the lender and ring back.',
  'Not for them: too near the railway.',
  'Second viewing. Measured for a piano.',
  'Likes it, but has to sell first. Valuation of their own home booked.',
  'Found it dark; prefers something higher up the hill.',
  'Very keen. Asked about the boiler and the age of the roof.',
  'Investor, thought the price full for the rent.',
  'Would like to move before the school term.',
  'Asked whether the loft may be converted.',
  'Parking is the worry. Thinking about it over the weekend.',
  'Best they have seen this month. Expect an offer.',
  'Did not turn up. Rang to print sorry, rebooked.',
  'Liked the street, not the bathroom.',
  'Came with a builder to look at the back wall.',
]

/** A viewing, with feedback once it is over. */
function viewingOn(scenario: Scenario, ago: number): ScheduledAction {
  const { random } = scenario
  const minute = 10 * 60 + 5 * random.int(0, 90)
  const at = `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`
  const { name } = randomPerson(random)
  const text = random.pick(feedback)
  const seen: Action = (simulated, moment) => viewing(name, moment.today, at, ago > 0 ? text : '')(simulated, moment)
  return byNegotiator(scenario, ago, seen, Math.min(minute + 40, 17 * 60 + 50))
}

/** Viewings in the coming days. */
export const bookedViewings = (scenario: Scenario, count: number): ScheduledAction[] =>
  Array.from({ length: count }, () => {
    const { random } = scenario
    const at = `${random.int(10, 17)}:${random.pick(['00', '05', '15', '20', '30', '45', '50'])}`
    return byNegotiator(
      scenario,
      random.int(0, 2),
      viewing(randomPerson(random).name, daysAgo(scenario, -random.int(1, 6)), at, ''),
    )
  })

const toFiveHundred = (pounds: number): number => Math.round(pounds / 500) * 500

/** The terms of an offer; amounts in pence. */
export function offerTerms({ name, email, mobile }: Person, pounds: number, random: SeededRandom): Terms {
  const cashBuy = random.chance(0.22)
  const chain = !cashBuy && random.chance(0.5)
  return {
    name,
    email,
    tel: mobile,
    amount: toFiveHundred(pounds) * 100,
    cashBuy,
    depositSize: cashBuy ? 0 : toFiveHundred(pounds * (0.08 + 0.2 * random.next())) * 100,
    mip: !cashBuy && random.chance(0.75),
    chain,
    isRenting: !chain && random.chance(0.5),
    notes: random.chance(0.4)
      ? random.pick([
          'Can move quickly.',
          'Would like the curtains and the shed.',
          'Flexible on dates.',
          'Wants an answer this week.',
        ])
      : '',
  }
}

/** An offer that was rejected or withdrawn within days. */
function failedOffer(scenario: Scenario, ago: number, ask: number): ScheduledAction[] {
  const { random } = scenario
  const bid = offerTerms(randomPerson(random), ask * (0.87 + 0.09 * random.next()), random)
  const answer = changeOffer(bid.name, { state: random.chance(0.75) ? 'R' : 'W' })
  return [byNegotiator(scenario, ago, makeOffer(bid)), byNegotiator(scenario, ago - random.int(1, 3), answer)]
}

/** A recent offer that is still pending. */
export const addPendingOffer = (scenario: Scenario, ago: number, ask: number): ScheduledAction =>
  byNegotiator(
    scenario,
    ago,
    makeOffer(offerTerms(randomPerson(scenario.random), ask * (0.94 + 0.06 * scenario.random.next()), scenario.random)),
  )

export type MarketingPeriod = {
  fromAgo: number
  /** The last day: that of a sale, of a withdrawal, or today. */
  toAgo: number
  /** Initial price in whole pounds. */
  ask: number
  /** After how many days the step Viewings is completed; null if it is not. */
  viewingsDone: number | null
}

/** Viewings, failed offers, and a price reduction if it takes long. Returns the final price. */
export function marketingPeriod(
  scenario: Scenario,
  { fromAgo, toAgo, ask, viewingsDone }: MarketingPeriod,
): { actions: ScheduledAction[]; ask: number } {
  const { random } = scenario
  const days = fromAgo - toAgo
  const someDay = (from: number) => fromAgo - Math.min(days, from + Math.floor((days - from) * random.next() ** 1.3))
  const viewings =
    days < 2
      ? []
      : Array.from({ length: Math.min(14, 1 + Math.round(days * (0.12 + 0.14 * random.next()))) }, () =>
          viewingOn(scenario, someDay(1)),
        )
  const reduced = days > 24 && random.chance(0.5) ? Math.round((ask * (0.955 + 0.025 * random.next())) / 2500) * 2500 : null
  const reducedAgo = fromAgo - random.int(18, Math.max(18, Math.min(days - 3, 45)))
  const failed =
    days < 10
      ? []
      : Array.from({ length: random.pick([0, 0, 1, 1, 2, 3]) }, () =>
          failedOffer(scenario, Math.max(someDay(5), toAgo + 4), reduced ?? ask),
        )
  return {
    ask: reduced ?? ask,
    actions: [
      ...viewings,
      ...failed.flat(),
      ...(reduced ? [byNegotiator(scenario, reducedAgo, askPrice(reduced, 3))] : []),
      ...(viewingsDone !== null && viewingsDone < days
        ? [byNegotiator(scenario, fromAgo - viewingsDone, saveSteps([{ key: stepKeys.Viewings, state: 'C' }]))]
        : []),
    ],
  }
}

/** A relaunch, which restarts the marketing step. */
export const relaunchActions = (scenario: Scenario, ago: number, notes: string): ScheduledAction[] => [
  byNegotiator(scenario, ago, relaunch(notes), 10 * 60),
  byNegotiator(scenario, ago, restartMarketing, 10 * 60 + 5),
]
