import { addDays, type DateOnly, daysBetween } from '@gya/domain/common/dates.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { chainLinks } from './chains.ts'
import { chooseContacts } from './company.ts'
import { chooseLender } from './demo-lenders.ts'
import { expectDays } from './expected-days.ts'
import { instructionActions, launchActions } from './marketing.ts'
import { changeOffer, makeOffer, performFallOff, sendMemo } from './offer-actions.ts'
import { type PastSale, workedDay } from './plan-past-sale.ts'
import { assignProgressor, saveSteps, setChain, setFields, withdraw } from './property-actions.ts'
import { acceptedTerms } from './sale.ts'
import { byNegotiator, byProgressor, type Scenario } from './scenario.ts'
import { seededRandom } from './seeded-random.ts'
import type { ScheduledAction } from './simulated-property.ts'
import { workday } from './workdays.ts'

const reasons: readonly (readonly [note: string, reason: string | null])[] = [
  ['The survey found damp and they did not want to go on.', 'Survey'],
  ['Their mortgage was refused.', 'Mortgage refused'],
  ['Their own sale fell through; they cannot proceed.', 'Own sale fell through'],
  ['Found a house nearer to the school.', 'Found another property'],
  ['Valued at less than the price; no agreement.', 'Down-valuation'],
  ['The sellers decided to stay.', 'Changed their mind (seller)'],
  ['Lost patience with the searches.', 'Too slow'],
  ['Gave no reason.', null],
]

/** "Twelve weeks after the acceptance, three weeks on whenever it has passed." */
function typedDays(
  scenario: Scenario,
  { acceptedOn, exchangedOn, fellOn }: PastSale,
  agoOf: (day: DateOnly) => number,
): ScheduledAction[] {
  const end = fellOn ?? exchangedOn
  const typed: ScheduledAction[] = []
  let [on, day] = [addDays(acceptedOn, 3), addDays(acceptedOn, 84)]
  while (on < end) {
    typed.push(byProgressor(scenario, agoOf(on), expectDays({ expectedExchange: workday(day) }), 16 * 60))
    ;[on, day] = [addDays(day, 1), addDays(day, 22)]
  }
  return typed
}

/** All actions of a past sale, from take-on to completion or withdrawal. */
export function pastSaleActions(scenario: Scenario, sale: PastSale): ScheduledAction[] {
  const { random, present } = scenario
  const agoOf = (day: DateOnly): number => daysBetween(day, present.today)
  const accepted = agoOf(sale.acceptedOn)
  const bid = acceptedTerms(scenario.buyer, scenario.home.price, sale.cash, random)
  const end = sale.fellOn ?? addDays(sale.exchangedOn, 1)
  const contacts = { vendorSolicitor: sale.vendorFirm.name, buyerSolicitor: sale.buyerFirm.name }
  const entered = sale.steps.filter(({ enteredOn }) => enteredOn < end)
  const steps = entered
    .filter(({ key }) => key !== stepKeys.Exchanged)
    .map(({ key, doneOn, enteredOn }) =>
      byProgressor(
        scenario,
        agoOf(enteredOn),
        key === stepKeys.MemoOfSaleSent ? sendMemo : saveSteps([{ key, state: 'C', completedOn: doneOn }]),
      ),
    )
  return [
    ...instructionActions(scenario, accepted + 40, 20),
    ...launchActions(scenario, accepted + 34),
    byNegotiator(scenario, accepted + 2, makeOffer(bid)),
    byNegotiator(scenario, accepted, changeOffer(bid.name, { state: 'A' }), 11 * 60),
    byNegotiator(scenario, accepted, assignProgressor(scenario), 11 * 60 + 10),
    byNegotiator(
      scenario,
      accepted,
      chooseContacts(present, ['vendorSolicitor', 'buyerSolicitor', ...(sale.cash ? [] : (['buyerBroker'] as const))], contacts),
      11 * 60 + 20,
    ),
    byProgressor(scenario, accepted - 2, setFields('management-info-saved', { chain: sale.inChain ? 1 : 0 })),
    ...(sale.lender ? [byProgressor(scenario, accepted - 3, chooseLender(sale.lender.name))] : []),
    byProgressor(scenario, accepted - 4, saveSteps([{ key: stepKeys.NotHavingSurvey, state: 'C' }])),
    ...typedDays(scenario, sale, agoOf),
    ...(sale.chainDrawnOn === null
      ? []
      : [byProgressor(scenario, agoOf(sale.chainDrawnOn), setChain(chainLinks(scenario, 'complete', false)))]),
    ...steps,
    ...(sale.fellOn === null ? exchangeActions(scenario, sale, agoOf) : fallActions(scenario, agoOf(sale.fellOn))),
  ]
}

function exchangeActions(
  scenario: Scenario,
  { exchangedOn, chainDrawnOn }: PastSale,
  agoOf: (day: DateOnly) => number,
): ScheduledAction[] {
  // Sales of one chain complete on one day.
  const random = chainDrawnOn === null ? scenario.random : seededRandom(`completion ${scenario.chainSeed}`)
  const completionDate = workedDay(addDays(exchangedOn, random.pick([7, 7, 10, 14, 14, 21])))
  return [
    ...(chainDrawnOn === null
      ? []
      : [byProgressor(scenario, agoOf(exchangedOn), setChain(chainLinks(scenario, 'exchanged', false)), 16 * 60 + 30)]),
    byProgressor(scenario, agoOf(exchangedOn), saveSteps([], { completionDate }), 9 * 60),
    byProgressor(
      scenario,
      agoOf(exchangedOn),
      saveSteps([{ key: stepKeys.Exchanged, state: 'C', completedOn: exchangedOn }]),
      17 * 60,
    ),
    byProgressor(
      scenario,
      agoOf(completionDate),
      saveSteps([{ key: stepKeys.Completed, state: 'C', completedOn: completionDate }]),
      14 * 60,
    ),
    byProgressor(scenario, agoOf(addDays(completionDate, 3)), saveSteps([], { invoiceSent: true })),
  ]
}

function fallActions(scenario: Scenario, fellAgo: number): ScheduledAction[] {
  const [note, reason] = scenario.random.pick(reasons)
  return [
    byProgressor(scenario, fellAgo, performFallOff(note, reason), 15 * 60),
    byNegotiator(scenario, fellAgo - 2, withdraw, 17 * 60 + 30),
  ]
}
