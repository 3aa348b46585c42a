import type { PartyRole } from '@gya/domain/features/property-contacts/property-contacts.rules.ts'
import { type StepKey, stepDefinition, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { chooseContacts, type Person } from './company.ts'
import { offerTerms } from './marketing.ts'
import { changeOffer, makeOffer, performFallOff, sendMemo, type Terms } from './offer-actions.ts'
import { assignProgressor, restartMarketing, saveSteps, setFields } from './property-actions.ts'
import { byNegotiator, byProgressor, daysAgo, type Scenario } from './scenario.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'
import type { Action, ScheduledAction } from './simulated-property.ts'
import { nextWorkday, workday } from './workdays.ts'

const legal = [31, 32, 33, 34, 35] as const
const financial = [26, 27, 28, 29] as const
const completing = [22, 23, 24] as const
const memo = stepKeys.MemoOfSaleSent

type Survey = { key: StepKey; booked: number; date: number; awaits: boolean; done: number }

/** The duration of a sale: days from acceptance to the completion of each step, and to completion. */
export type SalePace = { done: ReadonlyMap<StepKey, number>; surveys: readonly Survey[]; completed: number }

/** Days a step takes: mostly within its days to complete, one in twelve longer. */
const lasts = (key: StepKey, random: SeededRandom): number => {
  const usual = stepDefinition(key)?.daysToComplete ?? 14
  return Math.max(1, Math.round(usual * (random.chance(0.08) ? 1.05 + 0.3 * random.next() : 0.3 + 0.5 * random.next())))
}

const surveyKeys = [5, 5, 5, 7, 9, 10, 11, 12, 15] as const

function surveysOf(memoDone: number, random: SeededRandom): Survey[] {
  const count = random.pick([0, 0, 1, 1, 1, 1, 2])
  return [...new Set(random.pickSome(surveyKeys, count))].map((key) => {
    const booked = memoDone + random.int(3, 11)
    const date = booked + random.int(5, 14)
    const awaits = random.chance(0.6)
    return { key, booked, date, awaits, done: date + (awaits ? random.int(3, 9) : 0) }
  })
}

export function salePace(cashBuy: boolean, random: SeededRandom): SalePace {
  const done = new Map<StepKey, number>([[memo, random.int(1, 2)]])
  const from = done.get(memo) ?? 1
  const inTurn = (keys: readonly StepKey[], start: number): number =>
    keys.reduce((sum, key) => {
      const end = sum + lasts(key, random)
      done.set(key, end)
      return end
    }, start)
  const tracks = Math.max(inTurn(legal, from), cashBuy ? 0 : inTurn(financial, from))
  const surveys = surveysOf(from, random)
  if (surveys.length === 0) done.set(stepKeys.NotHavingSurvey, from + random.int(2, 11))
  const exchanged = inTurn(completing, Math.max(tracks, ...surveys.map((survey) => survey.done)))
  return { done, surveys, completed: exchanged + random.pick([7, 7, 10, 14, 14, 21, 28]) }
}

export const exchangeOffset = (pace: SalePace): number => pace.done.get(stepKeys.Exchanged) ?? 0

const tracks: readonly (readonly StepKey[])[] = [legal, financial, completing]

/** The day after acceptance on which the rules start a step. */
export function stepStart(pace: SalePace, key: StepKey): number {
  const track = tracks.find((keys) => keys.includes(key)) ?? []
  const previous = track[track.indexOf(key) - 1]
  if (previous !== undefined) return pace.done.get(previous) ?? 0
  if (key === completing[0]) return Math.max(...[35, 29].map((last) => pace.done.get(last) ?? 0))
  return pace.done.get(memo) ?? 0
}

/** The steps that do not happen if one is stuck: itself, later ones of its track, and the completing ones. */
const heldBack = (stuckAt: StepKey): StepKey[] => {
  const track = tracks.find((keys) => keys.includes(stuckAt)) ?? [stuckAt]
  return [...track.slice(track.indexOf(stuckAt)), ...(track === completing ? [] : completing)]
}

const complete =
  (key: StepKey): Action =>
  (simulated, moment) =>
    saveSteps([{ key, state: 'C', completedOn: workday(moment.today) }])(simulated, moment)

const surveyHappenings = (
  scenario: Scenario,
  ago: (offset: number) => number,
  { key, booked, date, awaits, done }: Survey,
): ScheduledAction[] => {
  const survey = {
    date: workday(daysAgo(scenario, ago(date))),
    contactPOC: null,
    reference: 'Keys at the branch.',
    awaitingReports: false,
  }
  return [
    byProgressor(scenario, ago(booked), saveSteps([{ key, state: 'IP', survey }])),
    ...(awaits
      ? [byProgressor(scenario, ago(date), saveSteps([{ key, state: 'IP', survey: { awaitingReports: true } }]), 16 * 60 + 30)]
      : []),
    byProgressor(scenario, ago(done), complete(key), 17 * 60),
  ]
}

/** Converts days after acceptance to days before today. */
export type Ago = (offset: number) => number

/** Completes the steps of a sale one by one, except `stuckAt`. */
export function progressActions(
  scenario: Scenario,
  pace: SalePace,
  ago: Ago,
  stuckAt: readonly StepKey[] = [],
): ScheduledAction[] {
  const missing = new Set(stuckAt.flatMap(heldBack))
  const steps = [...pace.done].filter(([key]) => !missing.has(key))
  const surveys = pace.surveys.map((survey) => (stuckAt.includes(survey.key) ? { ...survey, done: 10_000 } : survey))
  const moves = daysAgo(scenario, ago(pace.completed))
  const completionDate = moves <= scenario.present.today ? workday(moves) : nextWorkday(moves)
  const exchanges = steps.some(([key]) => key === stepKeys.Exchanged)
  return [
    ...steps.map(([key, offset]) => byProgressor(scenario, ago(offset), key === memo ? sendMemo : complete(key))),
    ...(stuckAt.some((key) => key === stepKeys.NotHavingSurvey)
      ? []
      : surveys.flatMap((survey) => surveyHappenings(scenario, ago, survey))),
    ...(exchanges
      ? [
          byProgressor(scenario, ago(exchangeOffset(pace)), saveSteps([], { completionDate }), 9 * 60),
          byProgressor(
            scenario,
            ago(pace.completed),
            saveSteps([{ key: stepKeys.Completed, state: 'C', completedOn: completionDate }]),
            14 * 60,
          ),
          byProgressor(scenario, ago(pace.completed + 3), saveSteps([], { invoiceSent: true })),
        ]
      : []),
  ]
}

/** The terms of the winning offer, close to the asking price. */
export function acceptedTerms(buyer: Person, ask: number, cashBuy: boolean, random: SeededRandom): Terms {
  const bid = offerTerms(buyer, ask * (0.955 + 0.05 * random.next()), random)
  return {
    ...bid,
    cashBuy,
    mip: !cashBuy,
    depositSize: cashBuy ? 0 : Math.round(bid.amount / 500_000) * 50_000,
    chain: bid.chain && !cashBuy,
  }
}

/** Both sides have a solicitor; cash buyers and one vendor in five have no broker. */
export const saleRoles = ({ propertyId }: Pick<Scenario, 'propertyId'>): PartyRole[] => {
  const random = seededRandom(`brokers ${propertyId}`)
  return [
    'vendorSolicitor',
    'buyerSolicitor',
    ...(random.chance(0.8) ? (['vendorBroker'] as const) : []),
    ...(random.chance(0.7) ? (['buyerBroker'] as const) : []),
  ]
}

/** An offer is made, often raised, and accepted; the progressor takes over, and the chain status becomes known. */
export function agreeSale(scenario: Scenario, bid: Terms, acceptedAgo: number, chain: number): ScheduledAction[] {
  const { random } = scenario
  const madeAgo = acceptedAgo + random.int(1, 4)
  const first = random.chance(0.45) ? Math.round((bid.amount * (0.965 + 0.02 * random.next())) / 50_000) * 50_000 : bid.amount
  return [
    byNegotiator(scenario, madeAgo, makeOffer({ ...bid, amount: first })),
    ...(first === bid.amount
      ? []
      : [byNegotiator(scenario, acceptedAgo, changeOffer(bid.name, { amount: bid.amount }), 10 * 60)]),
    byNegotiator(scenario, acceptedAgo, changeOffer(bid.name, { state: 'A' }), 11 * 60),
    byNegotiator(scenario, acceptedAgo, assignProgressor(scenario), 11 * 60 + 10),
    byNegotiator(scenario, acceptedAgo, chooseContacts(scenario.present, saleRoles(scenario)), 11 * 60 + 20),
    byProgressor(scenario, acceptedAgo - random.int(2, 6), setFields('management-info-saved', { chain })),
  ]
}

/** The note, and the reason of the company's list; null: not classified. */
const reasons: readonly (readonly [note: string, reason: string | null])[] = [
  ['Their own sale fell through; they cannot proceed.', 'Own sale fell through'],
  ['The survey found damp and they did not want to go on.', 'Survey'],
  ['Their mortgage was refused.', 'Mortgage refused'],
  ['Gave no reason. Stopped answering the telephone.', null],
  ['Changed jobs and is moving elsewhere.', 'Circumstances changed'],
  ['Could not agree on a reduction after the valuation.', 'Price could not be agreed'],
]

/** A sale that progresses and falls off; marketing restarts the next morning. */
export function saleThatFallsOff(scenario: Scenario, bid: Terms, acceptedAgo: number, fellAgo: number): ScheduledAction[] {
  const { random } = scenario
  const pace = salePace(bid.cashBuy, random)
  const until = acceptedAgo - fellAgo
  const never = -10_000
  return [
    ...agreeSale(scenario, bid, acceptedAgo, random.pick([2, 2, 3, 0])),
    ...progressActions(scenario, pace, (offset) => (offset < until ? acceptedAgo - offset : never)).filter(
      ({ on }) => on < daysAgo(scenario, fellAgo),
    ),
    byProgressor(scenario, fellAgo, performFallOff(...random.pick(reasons)), 15 * 60),
    byProgressor(scenario, fellAgo, setFields('management-info-saved', { chain: 3 }), 15 * 60 + 5),
    byNegotiator(scenario, fellAgo, restartMarketing, 15 * 60 + 10),
  ]
}
