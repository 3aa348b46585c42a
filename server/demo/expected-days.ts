import { addDays, type DateOnly } from '@gya/domain/common/dates.ts'
import {
  type ExpectedInput,
  expectedChanges,
  expectedFactsOf,
  whyNotSetExpected,
} from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import { phaseOf } from '@gya/domain/features/timeline/phase.ts'
import { expectedEvents } from '../features/expected-dates/save-expected.ts'
import { expectedColumns } from '../features/properties/write/properties.repository.ts'
import { byProgressor, daysAgo, type Scenario } from './scenario.ts'
import { seededRandom } from './seeded-random.ts'
import type { Action, ScheduledAction, SimulatedProperty } from './simulated-property.ts'
import { nextWorkday, workday } from './workdays.ts'

/** The stored expected dates of a property. */
export const expectedDatesOf = ({ property }: SimulatedProperty) => ({
  expectedExchange: property.expected_exchange ?? null,
  expectedCompletion: property.expected_completion ?? null,
  mortgageOfferExpires: property.mortgage_offer_expires ?? null,
  shareExpected: property.share_expected ?? false,
})

/** Like `PATCH …/expected`. Does nothing if the rules refuse it, such as after exchange. */
export const expectDays =
  (input: ExpectedInput, reason = ''): Action =>
  (simulated, { today }) => {
    const { property, offers, timeline } = simulated
    const facts = expectedFactsOf({
      ...expectedDatesOf(simulated),
      phase: phaseOf({ active: property.active ?? true, hasAcceptedOffer: offers.some(({ state }) => state === 'A'), timeline }),
      offers,
      completionDate: property.completion_date ?? null,
    })
    if (whyNotSetExpected(facts, input, today)) return []
    const changes = expectedChanges(facts, input)
    Object.assign(property, expectedColumns(Object.fromEntries(changes.map(({ field, to }) => [field, to]))))
    return expectedEvents(simulated, changes, { reason })
  }

const reasons = [
  'Searches took longer than the council quoted.',
  'Enquiries came back late from the buyer’s solicitor.',
  'The lender asked for more papers.',
  'The link above is not ready.',
]

type Days = { acceptedAgo: number; exchange: number; approved: number | undefined; cashBuy: boolean }

/**
 * The expected days of a sale, in days after acceptance: most are set in the first week, a third are moved later once, some twice, and one
 * sale in five has none. For stuck sales, the days pass without a change.
 */
export function expectedDayActions(scenario: Scenario, { acceptedAgo, exchange, approved, cashBuy }: Days): ScheduledAction[] {
  // A random sequence of its own, so that the rest of the demo stays unchanged.
  const random = seededRandom(`expected ${scenario.propertyId}`)
  if (random.chance(0.2)) return []
  const dayAfter = (offset: number): DateOnly => nextWorkday(daysAgo(scenario, acceptedAgo - Math.round(offset)))
  const at = (offset: number, action: Action, minute: number) =>
    byProgressor(scenario, acceptedAgo - Math.round(offset), action, minute)
  const [first, second, last] = [exchange * 0.75, exchange * 0.9, exchange + 3]
  const gap = random.pick([7, 7, 14])
  const isMoved = random.chance(0.4)
  return [
    at(random.int(2, 6), expectDays({ expectedExchange: dayAfter(first), expectedCompletion: dayAfter(first + gap) }), 16 * 60),
    ...(isMoved ? [at(first * 0.7, expectDays({ expectedExchange: dayAfter(second) }, random.pick(reasons)), 16 * 60 + 10)] : []),
    ...(isMoved && random.chance(0.4)
      ? [at(second * 0.9, expectDays({ expectedExchange: dayAfter(last) }, random.pick(reasons)), 16 * 60 + 20)]
      : []),
    ...(random.chance(0.3) ? [at(first * 0.5, expectDays({ shareExpected: true }), 16 * 60 + 30)] : []),
    // Mortgage offers last six months; some were made long before the sale.
    ...(approved === undefined || cashBuy
      ? []
      : [
          at(
            approved,
            expectDays({ mortgageOfferExpires: workday(addDays(dayAfter(approved), random.pick([180, 180, 90, 40]))) }),
            17 * 60 + 10,
          ),
        ]),
  ]
}
