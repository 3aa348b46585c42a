import { stepKeys } from '@gya/domain/features/timeline/steps.ts'
import type { SurveyData } from '@gya/domain/features/timeline/timeline.model.ts'
import { addNote, askPrice, relaunch, restartMarketing, saveSteps, setChain, setFields, takeOn, viewing } from './actions.ts'
import { workday } from './calendar.ts'
import { chainLinks } from './chains.ts'
import { chooseContacts, newPerson, type Person } from './company.ts'
import type { Home } from './homes.ts'
import { addressOn } from './homes.ts'
import { changeOffer, makeOffer, performFallOff, sendMemo, type Terms } from './offer-actions.ts'
import { byNegotiator, byProgressor, daysAgo, type Scenario } from './scenario.ts'
import { seededRandom } from './seeded-random.ts'
import type { Action, ScheduledAction } from './simulated-property.ts'
import { type Street, streets } from './streets.ts'

/**
 * The hand-written scenario, so that every screen has content: two prices, a fall-off, six offers, a relaunch, overdue and
 * delayed steps, a survey awaiting its report, a chain with an own link, an action today. It belongs to the demo's vendor.
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
  (life, moment) =>
    saveSteps([{ key, state: 'C', completedOn: workday(moment.today) }])(life, moment)

function marketed(cast: Scenario): ScheduledAction[] {
  const visitors =
    'Winifred Ashgrove|Cosmo Applegarth|Isolde Merrivale|Barnaby Fallowfield|Leopold Starling|Octavia Nightjar|Leopold Starling'
  return [
    byNegotiator(cast, 156, takeOn, 600),
    byNegotiator(
      cast,
      156,
      setFields('management-info-saved', {
        agency_fee_type: 0,
        agency_fee_percent: 1250,
        c_term: 24,
        c_signed: daysAgo(cast, 156),
      }),
      620,
    ),
    byNegotiator(cast, 156, askPrice(395_000, 3), 625),
    byNegotiator(cast, 149, setFields('management-info-saved', { listed: daysAgo(cast, 149) }), 555),
    byNegotiator(cast, 149, setFields('property-edited', { board_status: 1 }), 560),
    byNegotiator(cast, 149, saveSteps([{ key: stepKeys.PropertyLaunched, state: 'C' }]), 565),
    ...[146, 142, 139, 133, 128].map((ago, index) =>
      byNegotiator(
        cast,
        ago,
        viewing(visitors.split('|')[index] ?? '', daysAgo(cast, ago), '14:30', 'Thought it a fair price. Has others to see.'),
        920,
      ),
    ),
    byNegotiator(cast, 123, done(stepKeys.Viewings)),
    byNegotiator(cast, 92, askPrice(385_000, 3)),
    byNegotiator(cast, 92, relaunch('At the new price, with photographs of the garden in flower.'), 10 * 60 + 30),
    byNegotiator(cast, 92, restartMarketing, 10 * 60 + 40),
    ...[74, 71, 66, 63, 61, 58, 55].map((ago, index) =>
      byNegotiator(
        cast,
        ago,
        viewing(
          visitors.split('|')[index] ?? '',
          daysAgo(cast, ago),
          `1${index}:25`,
          'Very taken with the garden and the light upstairs.',
        ),
        1000,
      ),
    ),
  ]
}

function firstBuyerFallsOff(cast: Scenario): ScheduledAction[] {
  const first = bidder('Peregrine', 'Sallow', 383_000, { chain: true, notes: 'Selling in Twyford.' })
  return [
    byNegotiator(cast, 121, makeOffer(first)),
    byNegotiator(cast, 119, changeOffer(first.name, { state: 'A' }), 700),
    byProgressor(cast, 117, sendMemo),
    byProgressor(cast, 110, done(stepKeys.DraftContractsIssued)),
    byProgressor(cast, 109, done(stepKeys.MortgageAppSubmitted)),
    byProgressor(cast, 98, performFallOff('Their own sale fell through; they cannot proceed.'), 990),
    byNegotiator(cast, 98, restartMarketing, 1000),
  ]
}

function offers(cast: Scenario): ScheduledAction[] {
  const cosmo = bidder('Cosmo', 'Applegarth', 352_000)
  const isolde = bidder('Isolde', 'Merrivale', 365_000, { mip: false, isRenting: true })
  const barnaby = bidder('Barnaby', 'Fallowfield', 371_000, { cashBuy: true, depositSize: 0, mip: false, isRenting: true })
  const winifred = bidder('Winifred', 'Ashgrove', 380_000, { chain: true })
  const { name, email, mobile } = showcaseBuyer
  const notes = 'Wants to be in before the school term. Second viewing with parents.'
  const leopold = bidder('Leopold', 'Starling', 368_000, { name, email, tel: mobile, chain: true, depositSize: 5_700_000, notes })
  return [
    byNegotiator(cast, 60, makeOffer(cosmo)),
    byNegotiator(cast, 58, makeOffer(isolde)),
    byNegotiator(cast, 58, changeOffer(cosmo.name, { state: 'R' })),
    byNegotiator(cast, 56, changeOffer(isolde.name, { state: 'R' })),
    byNegotiator(cast, 55, makeOffer(barnaby)),
    byNegotiator(cast, 54, makeOffer(winifred)),
    byNegotiator(cast, 52, makeOffer(leopold)),
    byNegotiator(cast, 50, changeOffer(winifred.name, { state: 'W' })),
    byNegotiator(cast, 50, changeOffer(leopold.name, { amount: 37_400_000 }), 900),
    byNegotiator(cast, 47, changeOffer(leopold.name, { amount: 37_850_000 }), 600),
    byNegotiator(cast, 47, changeOffer(leopold.name, { state: 'A' }), 660),
  ]
}

function saleUnderWay(cast: Scenario): ScheduledAction[] {
  const survey: SurveyData = {
    date: workday(daysAgo(cast, 12)),
    contactPOC: null,
    reference: 'Keys at the branch.',
    awaitingReports: false,
  }
  return [
    byNegotiator(cast, 47, setFields('contacts-saved', { b_staff: cast.progressor }), 670),
    byNegotiator(
      cast,
      47,
      chooseContacts(cast.present, ['vendorSolicitor', 'vendorBroker', 'buyerSolicitor', 'buyerBroker']),
      675,
    ),
    byProgressor(cast, 44, sendMemo),
    byProgressor(cast, 43, setFields('management-info-saved', { chain: 2 })),
    byProgressor(cast, 43, setChain(chainLinks(cast, false, false))),
    byProgressor(cast, 38, done(stepKeys.DraftContractsIssued)),
    byProgressor(cast, 34, saveSteps([{ key: stepKeys.HomeBuyersSurvey, state: 'IP', survey }])),
    byProgressor(cast, 32, done(stepKeys.SearchesAppliedFor)),
    byProgressor(cast, 31, done(stepKeys.MortgageAppSubmitted)),
    byProgressor(cast, 18, done(stepKeys.MortgageValuationBooked)),
    byProgressor(cast, 12, saveSteps([{ key: stepKeys.HomeBuyersSurvey, state: 'IP', survey: { awaitingReports: true } }])),
    byProgressor(cast, 2, saveSteps([{ key: stepKeys.MortgageValuationCompleted, state: 'B' }])),
    byProgressor(cast, 0, saveSteps([{ key: stepKeys.EnquiriesRaised, state: 'IP' }]), 11 * 60),
  ]
}

/** Notes, some of them on the step they are about. */
const remarks = (cast: Scenario): ScheduledAction[] => [
  byNegotiator(
    cast,
    155,
    addNote(cast.negotiator, 'Hester is moving to be near her sister. Would like to be out by the autumn, but is in no hurry.'),
    590,
  ),
  byNegotiator(
    cast,
    98,
    addNote(cast.negotiator, 'Hester took the news well. Photographs of the garden are booked for the relaunch.'),
    1010,
  ),
  byProgressor(
    cast,
    43,
    addNote(cast.progressor, 'Chain spoken to from end to end. The link above ours still waits for its mortgage offer.'),
    960,
  ),
  byProgressor(
    cast,
    32,
    addNote(
      cast.progressor,
      'Searches ordered online and paid for; the council quotes 15 working days.',
      stepKeys.SearchesAppliedFor,
    ),
    965,
  ),
  byProgressor(
    cast,
    18,
    addNote(
      cast.progressor,
      'Valuer has the keys for Thursday morning.\nAsk Leopold to leave the loft hatch open.',
      stepKeys.MortgageValuationBooked,
    ),
    970,
  ),
  byProgressor(
    cast,
    5,
    addNote(
      cast.progressor,
      'Rang the lender: the valuation report is back with their surveyor for a question on the roof.',
      stepKeys.MortgageValuationCompleted,
    ),
    980,
  ),
  byProgressor(
    cast,
    2,
    addNote(
      cast.progressor,
      'Lender will not say when. Leopold’s broker is to chase them on Monday and ring back.',
      stepKeys.MortgageValuationCompleted,
    ),
    985,
  ),
]

export const showcaseScenario = (cast: Scenario): ScheduledAction[] => [
  ...marketed(cast),
  ...firstBuyerFallsOff(cast),
  ...offers(cast),
  ...saleUnderWay(cast),
  ...remarks(cast),
]
