import type { DateOnly } from '../../common/dates.ts'
import type { VendorExpected } from '../expected-dates/vendor-expected.ts'
import { isOwnStep, type SpokenFacts, type StepClaim, standingClaim, stepClaims } from '../sale-now/claims.ts'
import { agreedMove, isOpenStep, type SaleNow } from '../sale-now/sale-now.ts'
import { clauseOf, dayInWords, dayWithYear, letterSentence, standingSentence } from '../sale-now/sentences.ts'
import { stepClausesOf } from '../sale-now/step-clauses.ts'
import { preOfferSteps } from '../sale-now/vendor-step-texts.ts'
import { isForSalePhase, type Phase } from '../timeline/phase.ts'
import { isApplicable } from '../timeline/predecessors-of.ts'
import { byDisplayOrder, findStep, isComplete, type StepKey, stepKeys, type Track } from '../timeline/step-definitions.ts'
import { isSurveyType } from '../timeline/survey-types.ts'
import type { Step, Timeline } from '../timeline/timeline.model.ts'
import {
  notifiedSteps,
  type StepChange,
  saleNews,
  vendorMessages,
  vendorPortalSale,
} from '../vendor-portal/vendor-portal.rules.ts'

/**
 * Letters to vendors, of the record since the last one sent (or the acceptance): at most two paragraphs, what has happened, and what we wait
 * for and what comes next. [seat §8](docs/design/seat.md#8). This file orders and joins claims; `sale-now` words them. Never fees, notes,
 * names of the other side, details of other offers.
 */

/** Events of the record since a moment. */
export type Happened = {
  /** Oldest first. */
  stepChanges: readonly StepChange[]
  /** Texts of conversations that were shown to the vendor, oldest first. */
  shown: readonly string[]
  /** The completion date or an expected day was set, shared or taken away. */
  hasNewDays: boolean
  viewings: number
  offers: number
}

export type UpdateFacts = Happened & {
  /** Day of the last update, or of the acceptance or the launch. */
  since: DateOnly
  today: DateOnly
  phase: Phase
  sale: SaleNow
  spoken: SpokenFacts
  timeline: Timeline
  /** Expected days that are shared with the vendor. */
  expected: VendorExpected | null
  bookedViewings: number
}

/** Whether a letter mentions the step. Steps before an offer are mentioned only until there is one, no step but the exchange after it. */
const isTold = (key: StepKey, { phase, sale }: UpdateFacts): boolean =>
  notifiedSteps.includes(key) &&
  (isForSalePhase(phase) || !preOfferSteps.includes(key)) &&
  (sale.standing !== 'exchanged' || key === stepKeys.Exchanged)

type ChangedStep = { step: Step; from: string | null }

const changedSteps = (facts: UpdateFacts): ChangedStep[] =>
  [...saleNews(facts.stepChanges).net.values()].flatMap(({ key, from }) => {
    const step = findStep(facts.timeline, key)
    return step && isTold(key, facts) ? [{ step, from }] : []
  })

const claimOf = ({ spoken, sale }: UpdateFacts, { key }: Step): StepClaim | undefined =>
  stepClaims(spoken, sale).find(({ step }) => step === key)

/** The step as news: open again, booked, or started by a person. Empty for what a rule started: it is waited for. */
function startedSentence({ step, from }: ChangedStep, facts: UpdateFacts): string {
  const claim = claimOf(facts, step)
  if (!claim) return ''
  const name = stepClausesOf(step.key)?.name ?? ''
  if (from === 'C') return `${name}: this is open again.`
  const current = claim.is === 'late' ? claim.meanwhile : claim
  if (current.is !== 'under-way') return ''
  return step.survey
    ? `The ${name.charAt(0).toLowerCase()}${name.slice(1)} is booked for ${dayInWords(step.survey.date, facts.today)}.`
    : letterSentence(current, true)
}

/** What a completed step says of those before it. */
const impliedBy: Partial<Record<StepKey, readonly StepKey[]>> = {
  [stepKeys.MortgageApproved]: [
    stepKeys.MortgageAppSubmitted,
    stepKeys.MortgageValuationBooked,
    stepKeys.MortgageValuationCompleted,
  ],
  [stepKeys.SearchesBack]: [stepKeys.SearchesAppliedFor],
  [stepKeys.EnquiriesAnswered]: [stepKeys.EnquiriesRaised],
  [stepKeys.DocumentsAndDepositsReceived]: [stepKeys.ReportedToBuyer],
}

const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const capitalized = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`

const maxClauses = 3

/** "The searches came back on 1 November and the enquiries were answered on 4 November." */
function doneSentences(steps: readonly ChangedStep[], { today, timeline }: UpdateFacts): string[] {
  const done = steps.flatMap(({ step }) => {
    const clause = isComplete(timeline, step.key) && stepClausesOf(step.key)?.done
    return clause && step.completedOn ? [{ key: step.key, clause, on: step.completedOn }] : []
  })
  const clauses = done
    .filter(({ key }) => !done.some((later) => impliedBy[later.key]?.includes(key)))
    .toSorted((a, b) => a.on.localeCompare(b.on))
    .map(({ clause, on }) => `${clause} on ${dayInWords(on, today)}`)
  return Array.from(
    { length: Math.ceil(clauses.length / maxClauses) },
    (_, index) => `${capitalized(joinWords(clauses.slice(index * maxClauses, (index + 1) * maxClauses)))}.`,
  )
}

/** The buyer's mortgage and survey, then the legal work. */
const groups: readonly (readonly Track[])[] = [
  ['F', 'S'],
  ['PS', 'L', 'C'],
]

const count = (number: number, one: string): string => `${number === 0 ? 'no' : number} ${one}${number === 1 ? '' : 's'}`

/** "For sale likewise with viewings and offers counted." */
function marketSentence({ viewings, offers, since, today }: UpdateFacts): string {
  if (viewings + offers === 0) return ''
  const parts = [...(viewings > 0 ? [count(viewings, 'viewing')] : []), ...(offers > 0 ? [count(offers, 'offer')] : [])]
  const verb = (viewings > 0 ? viewings : offers) === 1 ? 'has' : 'have'
  return `There ${verb} been ${parts.join(' and ')} since ${dayInWords(since, today)}.`
}

/** The end or restoration of the sale, and the exchange. */
function turnSentences(facts: UpdateFacts): string[] {
  const exchange = changedSteps(facts).filter(
    ({ step }) => step.key === stepKeys.Exchanged && isComplete(facts.timeline, step.key),
  )
  const exchanged = doneSentences(exchange, facts).map((sentence) => `${sentence.slice(0, -1)}, so the sale is binding.`)
  return [...vendorMessages(saleNews(facts.stepChanges).turns), ...exchanged]
}

/** Changed steps in their groups, texts shown to the vendor, the market. */
function eventSentences(facts: UpdateFacts): string[] {
  const { phase, shown, timeline } = facts
  const changed = changedSteps(facts).filter(({ step }) => step.key !== stepKeys.Exchanged || !isComplete(timeline, step.key))
  const steps = groups.flatMap((tracks) => {
    const group = changed.filter(({ step }) => tracks.includes(step.type)).toSorted((a, b) => byDisplayOrder(a.step, b.step))
    return [...doneSentences(group, facts), ...group.map((one) => startedSentence(one, facts))]
  })
  return [...steps, ...shown, isForSalePhase(phase) ? marketSentence(facts) : ''].filter(Boolean)
}

/** Returns the sentences about what has happened. */
export const happenedSentences = (facts: UpdateFacts): string[] => [...turnSentences(facts), ...eventSentences(facts)]

/** "Completion is on 14 November 2025.", once exchanged. */
function moveSentence(facts: UpdateFacts): string {
  const { spoken, sale } = facts
  if (sale.standing !== 'exchanged') return ''
  const planned = agreedMove(sale)
  if (planned) return `Completion is on ${dayWithYear(planned)}.`
  const standing = standingClaim(spoken, sale)
  return !standing || (standing.is === 'exchanged' && turnSentences(facts).length > 0) ? '' : standingSentence(standing, 'vendor')
}

/**
 * Further facts about a step that is waited for: the previous step, and the text for its day. "The searches, which the
 * buyer's solicitor applied for on 16 October."
 */
const knownSince: Partial<Record<StepKey, { step: StepKey; words: string }>> = {
  [stepKeys.SearchesBack]: { step: stepKeys.SearchesAppliedFor, words: 'which the buyer’s solicitor applied for on' },
  [stepKeys.EnquiriesAnswered]: { step: stepKeys.EnquiriesRaised, words: 'which were raised on' },
  [stepKeys.MortgageValuationCompleted]: { step: stepKeys.MortgageValuationBooked, words: 'which was booked on' },
}

type Awaited = { what: string; detail: string }

/** Returns what a step in progress is waiting for. `told`: steps whose day the letter has said. */
function awaited({ timeline, today, spoken }: UpdateFacts, step: Step, told: readonly StepKey[]): Awaited[] {
  const clause = clauseOf({ is: 'waiting-for', step: step.key, isNamed: spoken.solicitors.vendor })
  if (!clause) return []
  if (isSurveyType(step.key)) {
    const date = step.survey?.date
    if (!date) return [{ what: clause, detail: '' }]
    const isToCome = date >= today
    return [
      {
        what: `${isToCome ? '' : 'the report of '}${clause} ${isToCome ? 'on' : 'of'} ${dayInWords(date, today)}`,
        detail: '',
      },
    ]
  }
  const known = knownSince[step.key]
  const on = known && !told.includes(known.step) && findStep(timeline, known.step)?.completedOn
  return [{ what: clause, detail: known && on ? `, ${known.words} ${dayInWords(on, today)}` : '' }]
}

/** "for the searches, which the buyer's solicitor applied for on 16 October; and for the draft contract" */
function joinAwaited(items: readonly Awaited[]): string {
  const hasDetail = items.some(({ detail }) => detail)
  const words = items.map(({ what, detail }) => `for ${what}${detail}`)
  return hasDetail && words.length > 1 ? `${words.slice(0, -1).join('; ')}; and ${words.at(-1)}` : joinWords(words)
}

const trackOrder: readonly Track[] = ['PS', 'L', 'F', 'S', 'C']
const maxWaits = 3

/** Sentences about steps that are open and not told as news. */
function inHand(facts: UpdateFacts, changed: readonly ChangedStep[], word: 'still' | 'now'): string[] {
  const { timeline, sale } = facts
  const open = timeline.filter(
    (step) =>
      isApplicable(step) &&
      isOpenStep(sale, step) &&
      isTold(step.key, facts) &&
      step.key !== stepKeys.SaleAgreed &&
      !changed.some((one) => one.step === step && one.from !== 'C' && startedSentence(one, facts)) &&
      // The completion date has its own sentence.
      !(step.key === stepKeys.Completed && agreedMove(sale) !== null),
  )
  open.sort((a, b) => trackOrder.indexOf(a.type) - trackOrder.indexOf(b.type) || byDisplayOrder(a, b))
  const claims = open.flatMap((step) => ({ step, claim: claimOf(facts, step) }))
  const spoken = claims.filter(({ claim }) => claim?.is === 'held-up' || claim?.is === 'survey-passed')
  const others = claims.filter((one) => !spoken.includes(one))
  const own = others.filter(({ step }) => isOwnStep(step.key))
  const told = changed.map(({ step }) => step.key)
  const waits = others.filter((one) => !own.includes(one)).flatMap(({ step }) => awaited(facts, step, told))
  return [
    ...spoken.map(({ claim }) => claim && letterSentence(claim, false)),
    ...own.map(({ claim }) => claim && letterSentence(claim, false)),
    waits.length > 0 && `We are ${word} waiting ${joinAwaited(waits.slice(0, maxWaits))}.`,
  ].filter((sentence) => typeof sentence === 'string')
}

/** "We are working towards exchange around 28 November 2025 and completion around 12 December 2025." */
function daysAhead({ expected, sale }: UpdateFacts): string[] {
  const planned = sale.standing === 'agreed' ? agreedMove(sale) : null
  const towards = (['exchange', 'completion'] as const).flatMap((what) =>
    expected?.[what] ? [`${what} around ${dayWithYear(expected[what])}`] : [],
  )
  return [
    ...(towards.length > 0 ? [`We are working towards ${joinWords(towards)}.`] : []),
    ...(planned ? [`Completion is planned for ${dayWithYear(planned)}.`] : []),
  ]
}

function nextSentence({ spoken, sale }: UpdateFacts): string {
  const { next } = vendorPortalSale(spoken, sale)
  const words = next && clauseOf({ is: 'next', step: next.key, isNamed: spoken.solicitors.vendor })
  return words ? `Then ${words}.` : ''
}

function draftForSale(facts: UpdateFacts): string[] {
  const { since, today, viewings, offers, bookedViewings } = facts
  return [
    ...happenedSentences(facts),
    viewings + offers === 0 ? `There have been no viewings and no offers since ${dayInWords(since, today)}.` : '',
    bookedViewings > 0 ? `${bookedViewings === 1 ? '1 viewing is' : `${bookedViewings} viewings are`} booked.` : '',
  ]
}

const maxSentencesOfOneParagraph = 3

/** Returns the generated letter; paragraphs are separated by an empty line. */
export function draftUpdate(facts: UpdateFacts): string {
  if (isForSalePhase(facts.phase)) return [...new Set(draftForSale(facts))].filter(Boolean).join(' ')
  const { since, today } = facts
  const [turns, events, changed] = [turnSentences(facts), eventSentences(facts), changedSteps(facts)]
  const isNews = facts.hasNewDays || turns.length + events.length + changed.length > 0
  const before = [
    ...(isNews ? turns : [`Nothing has changed since ${dayInWords(since, today)}.`]),
    moveSentence(facts),
    ...events,
  ].filter(Boolean)
  const ahead = [
    ...inHand(facts, changed, isNews ? 'now' : 'still'),
    ...daysAhead(facts),
    changed.length > 0 && facts.sale.standing === 'agreed' ? nextSentence(facts) : '',
  ].filter(Boolean)
  const isShort = before.length + ahead.length <= maxSentencesOfOneParagraph || ahead.length === 0
  return isShort ? [...before, ...ahead].join(' ') : `${before.join(' ')}\n\n${ahead.join(' ')}`
}
