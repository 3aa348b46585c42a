import { stepKeys } from '@gya/domain/features/timeline/steps.ts'
import type { SurveyData } from '@gya/domain/features/timeline/timeline.model.ts'
import { type Cast, day, progresses, sells } from './cast.ts'
import { chainOf } from './chains.ts'
import { askPrice, relaunch, restartMarketing, saveSteps, setChain, setFields, takeOn, viewing } from './deeds.ts'
import { workday } from './demo-calendar.ts'
import { chooseContacts } from './firms.ts'
import type { Home } from './homes.ts'
import { addressOn } from './homes.ts'
import { note } from './note-deeds.ts'
import { changeOffer, makeOffer, performFallOff, sendMemo, type Terms } from './offer-deeds.ts'
import { type Person, person } from './people.ts'
import type { Deed, Happening } from './property-life.ts'
import { seeded } from './seeded.ts'
import { type Street, streets } from './streets.ts'

/**
 * The one property that is told by hand, so that every screen has something to show: two prices, a fall-off, six offers,
 * a relaunch, overdue and delayed steps, a survey that awaits its report, a chain with a link of our own, something done
 * today. It belongs to the demo's vendor.
 */
const street = streets.find(({ name }) => name === 'Rodway Road') as Street

export const livelyHome: Home = {
  address: addressOn(street, '27 Rodway Road'),
  kind: 'S',
  bedrooms: 3,
  ownership: 'freehold',
  price: 395_000,
}

const named = (first: string, last: string, email?: string): Person => person(first, last, seeded(`${first} ${last}`), email)

export const livelyOwner: Person = named('Hester', 'Vantongeren', 'vendor@demo.example')
export const livelyBuyer: Person = named('Leopold', 'Starling')

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
  (key: number): Deed =>
  (life, moment) =>
    saveSteps([{ key, state: 'C', completedOn: workday(moment.today) }])(life, moment)

function marketed(cast: Cast): Happening[] {
  const visitors =
    'Winifred Ashgrove|Cosmo Applegarth|Isolde Merrivale|Barnaby Fallowfield|Leopold Starling|Octavia Nightjar|Leopold Starling'
  return [
    sells(cast, 156, takeOn, 600),
    sells(
      cast,
      156,
      setFields('management-info-saved', { agency_fee_type: 0, agency_fee_percent: 1250, c_term: 24, c_signed: day(cast, 156) }),
      620,
    ),
    sells(cast, 156, askPrice(395_000, 3), 625),
    sells(cast, 149, setFields('management-info-saved', { listed: day(cast, 149) }), 555),
    sells(cast, 149, setFields('property-edited', { board_status: 1 }), 560),
    sells(cast, 149, saveSteps([{ key: stepKeys.PropertyLaunched, state: 'C' }]), 565),
    ...[146, 142, 139, 133, 128].map((ago, index) =>
      sells(
        cast,
        ago,
        viewing(visitors.split('|')[index] ?? '', day(cast, ago), '14:30', 'Thought it a fair price. Has others to see.'),
        920,
      ),
    ),
    sells(cast, 123, done(stepKeys.Viewings)),
    sells(cast, 92, askPrice(385_000, 3)),
    sells(cast, 92, relaunch('At the new price, with photographs of the garden in flower.'), 10 * 60 + 30),
    sells(cast, 92, restartMarketing, 10 * 60 + 40),
    ...[74, 71, 66, 63, 61, 58, 55].map((ago, index) =>
      sells(
        cast,
        ago,
        viewing(
          visitors.split('|')[index] ?? '',
          day(cast, ago),
          `1${index}:25`,
          'Very taken with the garden and the light upstairs.',
        ),
        1000,
      ),
    ),
  ]
}

function firstBuyerFallsOff(cast: Cast): Happening[] {
  const first = bidder('Peregrine', 'Sallow', 383_000, { chain: true, notes: 'Selling in Twyford.' })
  return [
    sells(cast, 121, makeOffer(first)),
    sells(cast, 119, changeOffer(first.name, { state: 'A' }), 700),
    progresses(cast, 117, sendMemo),
    progresses(cast, 110, done(stepKeys.DraftContractsIssued)),
    progresses(cast, 109, done(stepKeys.MortgageAppSubmitted)),
    progresses(cast, 98, performFallOff('Their own sale fell through; they cannot proceed.'), 990),
    sells(cast, 98, restartMarketing, 1000),
  ]
}

function offers(cast: Cast): Happening[] {
  const cosmo = bidder('Cosmo', 'Applegarth', 352_000)
  const isolde = bidder('Isolde', 'Merrivale', 365_000, { mip: false, isRenting: true })
  const barnaby = bidder('Barnaby', 'Fallowfield', 371_000, { cashBuy: true, depositSize: 0, mip: false, isRenting: true })
  const winifred = bidder('Winifred', 'Ashgrove', 380_000, { chain: true })
  const { name, email, mobile } = livelyBuyer
  const notes = 'Wants to be in before the school term. Second viewing with parents.'
  const leopold = bidder('Leopold', 'Starling', 368_000, { name, email, tel: mobile, chain: true, depositSize: 5_700_000, notes })
  return [
    sells(cast, 60, makeOffer(cosmo)),
    sells(cast, 58, makeOffer(isolde)),
    sells(cast, 58, changeOffer(cosmo.name, { state: 'R' })),
    sells(cast, 56, changeOffer(isolde.name, { state: 'R' })),
    sells(cast, 55, makeOffer(barnaby)),
    sells(cast, 54, makeOffer(winifred)),
    sells(cast, 52, makeOffer(leopold)),
    sells(cast, 50, changeOffer(winifred.name, { state: 'W' })),
    sells(cast, 50, changeOffer(leopold.name, { amount: 37_400_000 }), 900),
    sells(cast, 47, changeOffer(leopold.name, { amount: 37_850_000 }), 600),
    sells(cast, 47, changeOffer(leopold.name, { state: 'A' }), 660),
  ]
}

function saleUnderWay(cast: Cast): Happening[] {
  const survey: SurveyData = {
    date: workday(day(cast, 12)),
    contactPOC: null,
    reference: 'Keys at the branch.',
    awaitingReports: false,
  }
  return [
    sells(cast, 47, setFields('contacts-saved', { b_staff: cast.progressor }), 670),
    sells(cast, 47, chooseContacts(cast.present, ['vendorSolicitor', 'vendorBroker', 'buyerSolicitor', 'buyerBroker']), 675),
    progresses(cast, 44, sendMemo),
    progresses(cast, 43, setFields('management-info-saved', { chain: 2 })),
    progresses(cast, 43, setChain(chainOf(cast, false, false))),
    progresses(cast, 38, done(stepKeys.DraftContractsIssued)),
    progresses(cast, 34, saveSteps([{ key: stepKeys.HomeBuyersSurvey, state: 'IP', survey }])),
    progresses(cast, 32, done(stepKeys.SearchesAppliedFor)),
    progresses(cast, 31, done(stepKeys.MortgageAppSubmitted)),
    progresses(cast, 18, done(stepKeys.MortgageValuationBooked)),
    progresses(cast, 12, saveSteps([{ key: stepKeys.HomeBuyersSurvey, state: 'IP', survey: { awaitingReports: true } }])),
    progresses(cast, 2, saveSteps([{ key: stepKeys.MortgageValuationCompleted, state: 'B' }])),
    progresses(cast, 0, saveSteps([{ key: stepKeys.EnquiriesRaised, state: 'IP' }]), 11 * 60),
  ]
}

/** What people wrote down on the way, some of it on the step it is about. */
const remarks = (cast: Cast): Happening[] => [
  sells(
    cast,
    155,
    note(cast.negotiator, 'Hester is moving to be near her sister. Would like to be out by the autumn, but is in no hurry.'),
    590,
  ),
  sells(
    cast,
    98,
    note(cast.negotiator, 'Hester took the news well. Photographs of the garden are booked for the relaunch.'),
    1010,
  ),
  progresses(
    cast,
    43,
    note(cast.progressor, 'Chain spoken to from end to end. The link above ours still waits for its mortgage offer.'),
    960,
  ),
  progresses(
    cast,
    32,
    note(
      cast.progressor,
      'Searches ordered online and paid for; the council quotes 15 working days.',
      stepKeys.SearchesAppliedFor,
    ),
    965,
  ),
  progresses(
    cast,
    18,
    note(
      cast.progressor,
      'Valuer has the keys for Thursday morning.\nAsk Leopold to leave the loft hatch open.',
      stepKeys.MortgageValuationBooked,
    ),
    970,
  ),
  progresses(
    cast,
    5,
    note(
      cast.progressor,
      'Rang the lender: the valuation report is back with their surveyor for a question on the roof.',
      stepKeys.MortgageValuationCompleted,
    ),
    980,
  ),
  progresses(
    cast,
    2,
    note(
      cast.progressor,
      'Lender will not say when. Leopold’s broker is to chase them on Monday and ring back.',
      stepKeys.MortgageValuationCompleted,
    ),
    985,
  ),
]

export const livelyStory = (cast: Cast): Happening[] => [
  ...marketed(cast),
  ...firstBuyerFallsOff(cast),
  ...offers(cast),
  ...saleUnderWay(cast),
  ...remarks(cast),
]
