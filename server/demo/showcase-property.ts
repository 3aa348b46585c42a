import { addDays } from '@gya/domain/common/dates.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { SurveyData } from '@gya/domain/features/timeline/timeline.model.ts'
import { chainLinks } from './chains.ts'
import { chooseContacts, newPerson, type Person } from './company.ts'
import { expectDays } from './expected-days.ts'
import { addressOn, type Home } from './homes.ts'
import { changeOffer, makeOffer, performFallOff, sendMemo, type Terms } from './offer-actions.ts'
import {
  addNote,
  askPrice,
  assignProgressor,
  changeNote,
  relaunch,
  removeNote,
  restartMarketing,
  saveSteps,
  setChain,
  setFields,
  takeOn,
  viewing,
} from './property-actions.ts'
import { byNegotiator, byProgressor, daysAgo, type Scenario } from './scenario.ts'
import { seededRandom } from './seeded-random.ts'
import type { Action, ScheduledAction } from './simulated-property.ts'
import { type Street, streets } from './streets.ts'
import { branchDay, nextWorkday, workday } from './workdays.ts'

/**
 * The hand-written scenario that gives every screen content: two prices, a fall-off, six offers, a relaunch, overdue and delayed steps, a
 * survey awaiting its report, a chain with a linked property of the company, and an action today. It belongs to the demo's vendor.
 */
const street = streets.find(({ name }) => name === 'Rodway Road') as Street

export const showcaseHome: Home = {
  address: addressOn(street, '27 Rodway Road'),
  kind: 'S',
  bedrooms: 3,
  ownership: 'freehold',
  price: 395_000,
}

const named = (first: string, last: string, email?: string): Person =>
  newPerson(first, last, seededRandom(`${first} ${last}`), email)

export const showcaseOwner: Person = named('Hester', 'Vantongeren', 'vendor@demo.example')
export const showcaseBuyer: Person = named('Leopold', 'Starling')

const bidder = (first: string, last: string, pounds: number, more: Partial<Terms> = {}): Terms => {
  const { name, email, mobile } = named(first, last)
  const terms = {
    name,
    email,
    tel: mobile,
    amount: pounds * 100,
    depositSize: 4_000_000,
    cashBuy: false,
    mip: true,
    chain: false,
    isRenting: false,
  }
  return { ...terms, notes: '', ...more }
}

const done =
  (key: number): Action =>
  (simulated, moment) =>
    saveSteps([{ key, state: 'C', completedOn: workday(moment.today) }])(simulated, moment)

const dayIn = ({ present }: Scenario, days: number): string => nextWorkday(addDays(present.today, days))

/** Days without an entry before the visits to the relaunched property. [trust §9](docs/design/trust.md#9): "one with a 23-day gap". */
export const silentDays = 23

/** Days since the relaunch. Branches are closed on Sundays, which must not shorten the gap at either end. */
const relaunchedAgo = (scenario: Scenario): number =>
  [92, 93, 94].find((ago) =>
    [ago, ago - silentDays].every((days) => branchDay(daysAgo(scenario, days), scenario.present) === daysAgo(scenario, days)),
  ) ?? 92

function marketed(scenario: Scenario): ScheduledAction[] {
  const relaunched = relaunchedAgo(scenario)
  const visitors =
    'Winifred Ashgrove|Cosmo Applegarth|Isolde Merrivale|Barnaby Fallowfield|Leopold Starling|Octavia Nightjar|Leopold Starling'
  return [
    byNegotiator(scenario, 156, takeOn, 600),
    byNegotiator(
      scenario,
      156,
      setFields('management-info-saved', {
        agency_fee_type: 0,
        agency_fee_percent: 1250,
        c_term: 24,
        c_signed: daysAgo(scenario, 156),
      }),
      620,
    ),
    byNegotiator(scenario, 156, askPrice(395_000, 3), 625),
    byNegotiator(scenario, 149, setFields('management-info-saved', { listed: daysAgo(scenario, 149) }), 555),
    byNegotiator(scenario, 149, setFields('property-edited', { board_status: 1 }), 560),
    byNegotiator(scenario, 149, saveSteps([{ key: stepKeys.PropertyLaunched, state: 'C' }]), 565),
    ...[146, 142, 139, 133, 128].map((ago, index) =>
      byNegotiator(
        scenario,
        ago,
        viewing(visitors.split('|')[index] ?? '', daysAgo(scenario, ago), '14:30', 'Thought it a fair price. Has others to see.'),
        920,
      ),
    ),
    byNegotiator(scenario, 123, done(stepKeys.Viewings)),
    byNegotiator(scenario, relaunched, askPrice(385_000, 3)),
    byNegotiator(scenario, relaunched, relaunch('At the new price, with photographs of the garden in flower.'), 10 * 60 + 30),
    byNegotiator(scenario, relaunched, restartMarketing, 10 * 60 + 40),
    ...[relaunched - silentDays, 68, 66, 63, 61, 58, 55].map((ago, index) =>
      byNegotiator(
        scenario,
        ago,
        viewing(
          visitors.split('|')[index] ?? '',
          daysAgo(scenario, ago),
          `1${index}:25`,
          'Very taken with the garden and the light upstairs.',
        ),
        1000,
      ),
    ),
  ]
}

function firstBuyerFallsOff(scenario: Scenario): ScheduledAction[] {
  const first = bidder('Peregrine', 'Sallow', 383_000, { chain: true, notes: 'Selling in Twyford.' })
  return [
    byNegotiator(scenario, 121, makeOffer(first)),
    byNegotiator(scenario, 119, changeOffer(first.name, { state: 'A' }), 700),
    byProgressor(scenario, 117, sendMemo),
    byProgressor(scenario, 110, done(stepKeys.DraftContractsIssued)),
    byProgressor(scenario, 109, done(stepKeys.MortgageAppSubmitted)),
    byProgressor(scenario, 98, performFallOff('Their own sale fell through; they cannot proceed.', 'Own sale fell through'), 990),
    byNegotiator(scenario, 98, restartMarketing, 1000),
  ]
}

function offers(scenario: Scenario): ScheduledAction[] {
  const cosmo = bidder('Cosmo', 'Applegarth', 352_000)
  const isolde = bidder('Isolde', 'Merrivale', 365_000, { mip: false, isRenting: true })
  const barnaby = bidder('Barnaby', 'Fallowfield', 371_000, { cashBuy: true, depositSize: 0, mip: false, isRenting: true })
  const winifred = bidder('Winifred', 'Ashgrove', 380_000, { chain: true })
  const { name, email, mobile } = showcaseBuyer
  const notes = 'Wants to be in before the school term. Second viewing with parents.'
  const leopold = bidder('Leopold', 'Starling', 368_000, { name, email, tel: mobile, chain: true, depositSize: 5_700_000, notes })
  return [
    byNegotiator(scenario, 60, makeOffer(cosmo)),
    byNegotiator(scenario, 58, makeOffer(isolde)),
    byNegotiator(scenario, 58, changeOffer(cosmo.name, { state: 'R' })),
    byNegotiator(scenario, 56, changeOffer(isolde.name, { state: 'R' })),
    byNegotiator(scenario, 55, makeOffer(barnaby)),
    byNegotiator(scenario, 54, makeOffer(winifred)),
    byNegotiator(scenario, 52, makeOffer(leopold)),
    byNegotiator(scenario, 50, changeOffer(winifred.name, { state: 'W' })),
    byNegotiator(scenario, 50, changeOffer(leopold.name, { amount: 37_400_000 }), 900),
    byNegotiator(scenario, 47, changeOffer(leopold.name, { amount: 37_850_000 }), 600),
    byNegotiator(scenario, 47, changeOffer(leopold.name, { state: 'A' }), 660),
  ]
}

function saleUnderWay(scenario: Scenario): ScheduledAction[] {
  const survey: SurveyData = {
    date: workday(daysAgo(scenario, 12)),
    contactPOC: null,
    reference: 'Keys at the branch.',
    awaitingReports: false,
  }
  return [
    byNegotiator(scenario, 47, assignProgressor(scenario), 670),
    byNegotiator(
      scenario,
      47,
      chooseContacts(scenario.present, ['vendorSolicitor', 'vendorBroker', 'buyerSolicitor', 'buyerBroker']),
      675,
    ),
    byProgressor(scenario, 44, sendMemo),
    byProgressor(scenario, 43, setFields('management-info-saved', { chain: 2 })),
    // The other links have progressed further, so that a step of this sale decides the forecast.
    byProgressor(scenario, 43, setChain(chainLinks(scenario, 'complete', false))),
    byProgressor(
      scenario,
      42,
      expectDays({ expectedExchange: dayIn(scenario, 5), expectedCompletion: dayIn(scenario, 12), shareExpected: true }),
    ),
    byProgressor(scenario, 38, done(stepKeys.DraftContractsIssued)),
    byProgressor(scenario, 25, expectDays({ expectedExchange: dayIn(scenario, 16) }, 'Searches take longer than quoted.')),
    byProgressor(scenario, 3, expectDays({ expectedExchange: dayIn(scenario, 23) }, 'The valuation is still with the lender.')),
    byProgressor(scenario, 34, saveSteps([{ key: stepKeys.HomeBuyersSurvey, state: 'IP', survey }])),
    byProgressor(scenario, 32, done(stepKeys.SearchesAppliedFor)),
    byProgressor(scenario, 31, done(stepKeys.MortgageAppSubmitted)),
    byProgressor(scenario, 18, done(stepKeys.MortgageValuationBooked)),
    byProgressor(scenario, 12, saveSteps([{ key: stepKeys.HomeBuyersSurvey, state: 'IP', survey: { awaitingReports: true } }])),
    byProgressor(scenario, 2, saveSteps([{ key: stepKeys.MortgageValuationCompleted, state: 'B' }])),
    byProgressor(scenario, 0, saveSteps([{ key: stepKeys.EnquiriesRaised, state: 'IP' }]), 11 * 60),
  ]
}

const heardOfGazumping = 'Leopold’s wife has seen another house in Caversham.'
const heardMore = 'Leopold’s wife has seen another house in Caversham; he says they stay with ours.'

/** Notes, some of them on the step they are about; one was changed and deleted. */
const remarks = (scenario: Scenario): ScheduledAction[] => [
  byNegotiator(
    scenario,
    155,
    addNote(
      scenario.negotiator,
      'Hester is moving to be near her sister. Would like to be out by the autumn, but is in no hurry.',
    ),
    590,
  ),
  byNegotiator(
    scenario,
    98,
    addNote(scenario.negotiator, 'Hester took the news well. Photographs of the garden are booked for the relaunch.'),
    1010,
  ),
  byProgressor(
    scenario,
    43,
    addNote(scenario.progressor, 'Chain spoken to from end to end. The link above ours still waits for its mortgage offer.'),
    960,
  ),
  byProgressor(scenario, 38, addNote(scenario.progressor, heardOfGazumping), 940),
  byProgressor(scenario, 37, changeNote(scenario.progressor, heardOfGazumping, heardMore), 700),
  byProgressor(scenario, 34, removeNote(heardMore), 640),
  byProgressor(
    scenario,
    32,
    addNote(
      scenario.progressor,
      'Searches ordered online and paid for; the council quotes 15 working days.',
      stepKeys.SearchesAppliedFor,
    ),
    965,
  ),
  byProgressor(
    scenario,
    18,
    addNote(
      scenario.progressor,
      'Valuer has the keys for Thursday morning.\nAsk Leopold to leave the loft hatch open.',
      stepKeys.MortgageValuationBooked,
    ),
    970,
  ),
  byProgressor(
    scenario,
    5,
    addNote(
      scenario.progressor,
      'Rang the lender: the valuation report is back with their surveyor for a question on the roof.',
      stepKeys.MortgageValuationCompleted,
    ),
    980,
  ),
  byProgressor(
    scenario,
    2,
    addNote(
      scenario.progressor,
      'Lender will not print when. Leopold’s broker is to chase them on Monday and ring back.',
      stepKeys.MortgageValuationCompleted,
    ),
    985,
  ),
]

export const showcaseScenario = (scenario: Scenario): ScheduledAction[] => [
  ...marketed(scenario),
  ...firstBuyerFallsOff(scenario),
  ...offers(scenario),
  ...saleUnderWay(scenario),
  ...remarks(scenario),
]
