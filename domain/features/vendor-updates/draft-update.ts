import { addDays, type DateOnly, daysBetween } from '../../common/dates.ts'
import { aroundDay, dayAhead, dayInWords, daysAhead, dayToCome, joinWords } from '../../common/day-in-words.ts'
import { type Pence, showPounds, toPounds } from '../../common/money.ts'
import { countInWords } from '../../common/show-count.ts'
import type { ExpectedFacts } from '../expected-dates/expected-dates.rules.ts'
import type { VendorExpected } from '../expected-dates/vendor-expected.ts'
import { isOwnStep, lastChaseOf, type SpokenFacts, type StepClaim, standingClaim, stepClaims } from '../sale-now/claims.ts'
import { agreedMove, isOpenStep, type SaleNow } from '../sale-now/sale-now.ts'
import {
  againSentence,
  capitalized,
  clauseOf,
  fallOffSentence,
  hasGoneOn,
  heldUpSentence,
  isWhyTold,
  standingSentence,
  startedInLetter,
  stepSentence,
  viewingsInWords,
} from '../sale-now/sentences.ts'
import { stepClausesOf } from '../sale-now/step-clauses.ts'
import { preOfferSteps } from '../sale-now/vendor-step-texts.ts'
import { isAssumedDue, recordedCompletion } from '../timeline/assumed-days.ts'
import { isDelayed } from '../timeline/most-urgent-step.ts'
import { isForSalePhase, type Phase } from '../timeline/phase.ts'
import {
  closingSteps,
  isApplicable,
  lastPreSaleStep,
  opensCompleting,
  opensSaleTrack,
  previousInTrack,
} from '../timeline/predecessors-of.ts'
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
import {
  noCompletion,
  noDay,
  type ToldDay,
  toldAskingPrice,
  toldCompletion,
  toldDay,
  toldPrice,
  toldViewingDays,
  toldVisitDay,
  toldWaitingOffers,
} from './told-before.ts'

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
  /** The completion date before it was first changed; absent or null if it was not, or there was none. */
  completionBefore?: DateOnly | null
  /** The accepted offer's changed amount. */
  newPrice?: { amount: Pence; before: Pence; on: DateOnly } | null
  /** The asking price, if it was changed. */
  newAskingPrice?: { amount: Pence; before: Pence } | null
  relaunchedOn?: DateOnly | null
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
  /** What the progressor knows of these days, for prompts. */
  days?: Pick<ExpectedFacts, 'expectedExchange' | 'mortgageOfferExpires'> & Partial<Pick<ExpectedFacts, 'expectedCompletion'>>
  /** A leasehold whose management pack is not marked as sent. */
  needsPack?: boolean
  /** The address of a sale of the chain that fell through and is not sold again. */
  fallenInChain?: string | null
  /** The days of viewings to come, later today included. */
  bookedViewings: readonly DateOnly[]
  /** Offers that nobody has accepted or refused, whenever they came in. */
  waitingOffers?: number
  /** Of these, those that came in since the last letter, and earlier ones whose amount was raised since. */
  newWaitingOffers?: number
  raisedOffers?: number
  askingPrice?: Pence | null
  /** The letters sent before, newest first. */
  sentBefore?: readonly string[]
}

/** Whether a letter mentions the step. Steps before an offer are mentioned only until there is one, no step but the exchange after it. */
const isTold = (key: StepKey, { phase, sale, timeline }: UpdateFacts): boolean =>
  (notifiedSteps.includes(key) || key === stepKeys.NotHavingSurvey) &&
  (isForSalePhase(phase) || !preOfferSteps.includes(key)) &&
  // What the record contradicts is not told: enquiries that are not raised were not answered.
  (key !== stepKeys.EnquiriesAnswered || !isStillOpen(timeline, stepKeys.EnquiriesRaised)) &&
  (sale.standing !== 'exchanged' || key === stepKeys.Exchanged)

type ChangedStep = { step: Step; from: string | null }

const changedSteps = (facts: UpdateFacts): ChangedStep[] => {
  const { current, net } = saleNews(facts.stepChanges)
  // A survey whose day or report was entered stays in progress.
  const surveys = current.filter(({ key, from, to }) => isSurveyType(key) && from === 'IP' && to === 'IP' && !net.has(key))
  return [...net.values(), ...new Map(surveys.map((one) => [one.key, one])).values()].flatMap(({ key, from }) => {
    const step = findStep(facts.timeline, key)
    return step && isTold(key, facts) ? [{ step, from }] : []
  })
}

/** Steps of which the vendor was told that they are done, and that are not. */
const reopened = (facts: UpdateFacts): ChangedStep[] =>
  facts.sale.standing === 'agreed'
    ? changedSteps(facts).filter(({ step, from }) => from === 'C' && !isComplete(facts.timeline, step.key))
    : []

/** The claims with what is new since the last letter: contacts, and the reasons that no earlier letter has carried. */
const claimsOf = (facts: UpdateFacts): StepClaim[] => {
  const { spoken, sale, since, shown } = facts
  return stepClaims(spoken, sale).map((claim) => {
    if (claim.is === 'late' && claim.step === stepKeys.DraftContractsIssued && asksForForms(facts))
      return { ...claim, chased: false }
    if (claim.is !== 'held-up') return claim
    const chasedOn = spoken.chases?.find(({ step }) => step === claim.step)?.on ?? ''
    return {
      ...claim,
      chased: claim.chased && chasedOn > since && !(claim.step === stepKeys.DraftContractsIssued && asksForForms(facts)),
      reasons: isWhyTold(claim.step) ? claim.reasons.filter((text) => shown.includes(text)) : [],
    }
  })
}

const claimOf = (facts: UpdateFacts, { key }: Pick<Step, 'key'>): StepClaim | undefined =>
  claimsOf(facts).find(({ step }) => step === key)

type Visit = { visit: string; day: string }

/** Surveys whose day the vendor was told, and that were taken away. */
const cancelledVisits = ({ stepChanges, timeline, sale, sentBefore = [] }: UpdateFacts): Visit[] =>
  [...saleNews(stepChanges).net.values()].flatMap(({ key, from }) => {
    const step = findStep(timeline, key)
    const stands = step !== undefined && (isOpenStep(sale, step) || isComplete(timeline, key))
    if (!isSurveyType(key) || from !== 'IP' || stands) return []
    const visit = stepClausesOf(key)?.waitingFor ?? ''
    const day = sentBefore.map((letter) => toldVisitDay(capitalized(visit), letter)).find(Boolean)
    return day === undefined ? [] : [{ visit, day }]
  })

/** Visits of today and tomorrow that this letter tells: too late for an appointment by letter. */
const visitsAtOnce = (facts: UpdateFacts): Visit[] =>
  changedSteps(facts).flatMap(({ step }) => {
    const { key, survey } = step
    if (!survey || survey.date < facts.today || survey.date > addDays(facts.today, 1) || !isOpenStep(facts.sale, step)) return []
    return [{ visit: stepClausesOf(key)?.waitingFor ?? '', day: survey.date === facts.today ? 'today' : 'tomorrow' }]
  })

/** The step as news: open again, going on, booked, or started by a person. Empty for what a rule started: it is waited for. */
function startedSentence({ step, from }: ChangedStep, facts: UpdateFacts): string {
  const claim = claimOf(facts, step)
  if (!claim) return ''
  if (from === 'C' && claim.is !== 'held-up') return againSentence(step.key, facts.spoken.solicitors.vendor)
  const current = claim.is === 'late' ? claim.meanwhile : claim
  if (current.is !== 'under-way') return ''
  if (step.survey) {
    const visit = capitalized(stepClausesOf(step.key)?.waitingFor ?? '')
    const day = dayAhead(step.survey.date, facts.today)
    const told = toldVisitDay(visit, facts.sentBefore?.[0])
    if (step.survey.date === facts.today) return `${visit} is today.`
    return `${visit} ${told !== undefined && told !== day ? 'has moved to' : 'is booked for'} ${day}.`
  }
  return from === 'B' && !isOwnStep(step.key) ? hasGoneOn(step.key) : startedInLetter(current)
}

/** What a completed step says of those before it. */
const impliedBy: Partial<Record<StepKey, readonly StepKey[]>> = {
  [stepKeys.MortgageApproved]: [
    stepKeys.MortgageAppSubmitted,
    stepKeys.MortgageValuationBooked,
    stepKeys.MortgageValuationCompleted,
  ],
  [stepKeys.MortgageValuationCompleted]: [stepKeys.MortgageValuationBooked],
  [stepKeys.SearchesBack]: [stepKeys.SearchesAppliedFor],
  [stepKeys.EnquiriesAnswered]: [stepKeys.EnquiriesRaised],
  [stepKeys.DocumentsAndDepositsReceived]: [stepKeys.ReportedToBuyer],
}

/** Whether an earlier letter said that the survey took place: what is news now is its report. */
const isVisitTold = (key: StepKey, letters: readonly string[] = []): boolean => {
  const done = stepClausesOf(key)?.done.toLowerCase() ?? ''
  return isSurveyType(key) && done !== '' && letters.some((letter) => letter.toLowerCase().includes(done))
}

const maxClauses = 3

/** "The searches came back on 1 November and the enquiries were answered on 4 November." A survey took place on its own day. */
function doneSentences(steps: readonly ChangedStep[], { stepChanges, today, timeline, sentBefore }: UpdateFacts): string[] {
  const done = steps.flatMap(({ step }) => {
    const { done: clause, isDayless: isSaidAlone = false } = stepClausesOf(step.key) ?? {}
    const isDone = isComplete(timeline, step.key) || step.survey?.awaitingReports === true
    if (isDone && step.survey?.awaitingReports !== true && isVisitTold(step.key, sentBefore))
      return [
        { key: step.key, clause: `the report of ${stepClausesOf(step.key)?.waitingFor ?? ''} is in`, isDayless: true, on: '' },
      ]
    const on = step.survey && step.survey.date <= today ? step.survey.date : step.completedOn
    const isDayless = isSaidAlone || (on === step.completedOn && recordedCompletion(step) === null)
    return isDone && clause && on ? [{ key: step.key, clause, isDayless, on }] : []
  })
  const another = saleNews(stepChanges).turns.length > 0
  const clauses = done
    .filter(({ key }) => !done.some((later) => impliedBy[later.key]?.includes(key)))
    .toSorted((a, b) => a.on.localeCompare(b.on))
    .map(({ key, clause, isDayless, on }, index, all) => {
      const words = another && key === stepKeys.SaleAgreed ? clause.replace(' an ', ' another ') : clause
      const next = (index + 1) % maxClauses === 0 ? undefined : all[index + 1]
      // "The draft contract was issued and the searches were applied for on 4 November."
      const isShared = next !== undefined && !next.isDayless && next.on === on
      return isDayless || isShared ? words : `${words} on ${dayInWords(on, today)}`
    })
  return Array.from(
    { length: Math.ceil(clauses.length / maxClauses) },
    (_, index) => `${capitalized(joinWords(clauses.slice(index * maxClauses, (index + 1) * maxClauses)))}.`,
  )
}

/** The acceptance and the memorandum, the buyer's mortgage and survey, then the legal work. */
const groups: readonly (readonly Track[])[] = [['PS'], ['F', 'S'], ['L', 'C']]

/** "since then": since the sale fell through, of which the letter tells. */
const sinceWords = (facts: UpdateFacts): string =>
  turnSentences(facts).length > 0 ? 'since then' : `since ${dayInWords(facts.since, facts.today)}`

/** "For sale likewise with viewings and offers counted." */
function marketSentence(facts: UpdateFacts): string {
  const { viewings, offers } = facts
  if (viewings + offers === 0 || !isForSalePhase(facts.phase)) return ''
  const counted =
    viewings === 0
      ? `There ${offers === 1 ? 'has' : 'have'} been ${countInWords(offers, 'offer')}`
      : `${viewingsInWords(viewings)}${offers > 0 ? ` and ${countInWords(offers, 'offer')}` : ''}`
  return `${counted} ${sinceWords(facts)}.`
}

/** Every offer is passed on: those that wait are named until they are answered. */
function waitingOffersSentence(facts: UpdateFacts): string {
  const { waitingOffers = 0, newWaitingOffers = 0, raisedOffers = 0, sentBefore } = facts
  const wasTold = toldWaitingOffers(sentBefore)
  if (waitingOffers === 0) return wasTold ? 'No offer is waiting for your answer now.' : ''
  const verb = waitingOffers === 1 ? 'is' : 'are'
  const wait = (which: string, still = ''): string =>
    `${capitalized(countInWords(waitingOffers, `${which}offer`))} ${verb} ${still}waiting for your answer.`
  if (isToldOfferGone(facts)) return `The offer that was waiting is no longer open. ${wait('new ')}`
  const which = waitingOffers === 1 ? 'It has' : raisedOffers === 1 ? 'One of them has' : 'Some of them have'
  const raised = raisedOffers > 0 ? ` ${which} been raised.` : ''
  return `${wait('', wasTold && newWaitingOffers === 0 ? 'still ' : '')}${raised}`
}

/** Whether an offer that waited in the last letter was answered or withdrawn: all that wait came in since. */
const isToldOfferGone = ({ waitingOffers = 0, newWaitingOffers = 0, sentBefore }: UpdateFacts): boolean =>
  toldWaitingOffers(sentBefore) && newWaitingOffers === waitingOffers

const poundsOf = (amount: Pence): string => showPounds(toPounds(amount))

/** The asking price that the last letter told, and the one of today, if they differ. */
function otherAskingPrice({ askingPrice = null, sentBefore }: UpdateFacts): { told: string; now: string } | null {
  const told = toldAskingPrice(sentBefore)
  const now = askingPrice === null ? null : poundsOf(askingPrice)
  return told !== null && now !== null && told !== now ? { told, now } : null
}

/** A new asking price, or one that was told and taken back, and a relaunch. */
function marketingSentences(facts: UpdateFacts): string[] {
  const { newAskingPrice, relaunchedOn, today } = facts
  const other = otherAskingPrice(facts)
  const corrected = other ? `Your property is offered at ${other.now}, not at ${other.told}.` : ''
  return [
    newAskingPrice
      ? `Your property is now offered at ${poundsOf(newAskingPrice.amount)} (before: ${poundsOf(newAskingPrice.before)}).`
      : corrected,
    relaunchedOn ? `Your property was relaunched on ${dayInWords(relaunchedOn, today)}.` : '',
  ]
}

/** The end or restoration of the sale, and the exchange. */
function turnSentences(facts: UpdateFacts): string[] {
  const exchange = changedSteps(facts).filter(
    ({ step }) => step.key === stepKeys.Exchanged && isComplete(facts.timeline, step.key),
  )
  const exchanged = doneSentences(exchange, facts).map((sentence) => `${sentence.slice(0, -1)}, so the sale is binding.`)
  const turns = vendorMessages(saleNews(facts.stepChanges).turns)
  const isOnMarket = turns.includes(fallOffSentence) && isForSalePhase(facts.phase)
  return [...turns, ...(isOnMarket ? ['Your property is on the market again.'] : []), ...exchanged]
}

const bySurveyDay = ({ step: a }: ChangedStep, { step: b }: ChangedStep): number =>
  (a.survey?.date ?? '').localeCompare(b.survey?.date ?? '') || byDisplayOrder(a, b)

/** Changed steps in their groups, and the price. */
function eventSentences(facts: UpdateFacts): string[] {
  const { timeline, newPrice, today } = facts
  const changed = changedSteps(facts).filter(({ step }) => step.key !== stepKeys.Exchanged || !isComplete(timeline, step.key))
  const steps = groups.flatMap((tracks) => {
    const group = changed.filter(({ step }) => tracks.includes(step.type)).toSorted(bySurveyDay)
    const started = group.map((one) => startedSentence(one, facts))
    const isVisited = group.some(({ step }, index) => started[index] && step.survey && step.survey.date > addDays(today, 1))
    return [...doneSentences(group, facts), ...started, isVisited ? 'We will agree access with you.' : '']
  })
  const price = newPrice
    ? `You agreed a new price of ${poundsOf(newPrice.amount)} on ${dayInWords(newPrice.on, today)} (before: ${poundsOf(newPrice.before)}).`
    : ''
  const cancelled = cancelledVisits(facts).map(({ visit, day }) => `${capitalized(visit)} on ${day} will not take place.`)
  return [...steps, ...cancelled, price].filter(Boolean)
}

/** Returns the sentences about what has happened: changes, the market, texts shown to the vendor. */
export const happenedSentences = (facts: UpdateFacts): string[] => {
  // What only differs from the last letter did not happen since the draft.
  const marketing = marketingSentences({ ...facts, sentBefore: [] })
  const waiting = facts.offers > 0 ? waitingOffersSentence(facts) : ''
  const market = isForSalePhase(facts.phase) ? [...marketing, marketSentence(facts), waiting] : []
  const days = facts.hasNewDays ? [moveSentence(facts), ...expectedSentences(facts)] : []
  return [...turnSentences(facts), ...eventSentences(facts), ...market, ...facts.shown, ...days].filter(Boolean)
}

/** "Friday 14 November", "Friday 14 November instead of 7 November" */
const moveDayWords = ({ completionBefore, today }: UpdateFacts, on: DateOnly): string =>
  `${dayAhead(on, today)}${completionBefore && completionBefore !== on ? ` instead of ${dayToCome(completionBefore, today)}` : ''}`

/** "Completion is on Friday 14 November.", once exchanged. */
function moveSentence(facts: UpdateFacts): string {
  const { spoken, sale, completionBefore, today } = facts
  if (sale.standing !== 'exchanged') return ''
  const planned = agreedMove(sale)
  const now = completionBefore && completionBefore !== planned ? 'now ' : ''
  if (planned === addDays(today, 1)) return `Completion is ${now}tomorrow, ${moveDayWords(facts, planned)}.`
  if (planned) return planned === today ? 'Completion is today.' : `Completion is ${now}on ${moveDayWords(facts, planned)}.`
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
}

type Awaited = { what: string; detail: string }

/** Returns what a step in progress is waiting for. `told`: steps whose day the letter has said. */
function awaited({ timeline, today, spoken }: UpdateFacts, step: Step, told: readonly StepKey[]): Awaited[] {
  const clause = clauseOf({ is: 'waiting-for', step: step.key, isNamed: spoken.solicitors.vendor })
  if (!clause) return []
  if (isSurveyType(step.key)) {
    const { date = today, awaitingReports = false } = step.survey ?? {}
    return [{ what: awaitingReports ? `the report of ${clause}` : `${clause} on ${dayAhead(date, today)}`, detail: '' }]
  }
  const known = knownSince[step.key]
  const before = known && !told.includes(known.step) ? findStep(timeline, known.step) : undefined
  const on = before && recordedCompletion(before)
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

/** A sentence, the steps that it waits for, and the texts shown to the vendor that it contains. */
type InHand = { text: string; waitsFor: readonly StepKey[]; reasons: readonly string[] }

/** Sentences about steps that are open and not told as news: *now* what is waited for since the last letter, *still* the rest. */
function inHand(facts: UpdateFacts, changed: readonly ChangedStep[]): InHand[] {
  const { timeline, sale } = facts
  const changeOf = (step: Step) => changed.find((one) => one.step === step)
  const open = timeline.filter((step) => {
    const change = changeOf(step)
    const isSaid = change && change.from !== 'B' && startedSentence(change, facts)
    return (
      isApplicable(step) &&
      isOpenStep(sale, step) &&
      isTold(step.key, facts) &&
      step.key !== stepKeys.SaleAgreed &&
      step.key !== stepKeys.NotHavingSurvey &&
      !isSaid &&
      // The completion date has its own sentence.
      !(step.key === stepKeys.Completed && agreedMove(sale) !== null)
    )
  })
  open.sort((a, b) => trackOrder.indexOf(a.type) - trackOrder.indexOf(b.type) || byDisplayOrder(a, b))
  const claims = open.flatMap((step) => ({ step, isNews: (changeOf(step)?.from ?? 'B') !== 'B', claim: claimOf(facts, step) }))
  // Whether a survey whose day is over took place is the progressor's to find out.
  const isApart = (one: (typeof claims)[number]) => one.claim?.is === 'held-up' || isOwnStep(one.step.key)
  const told = changed.map(({ step }) => step.key)
  const waits = claims
    .filter((one) => !isApart(one) && one.claim?.is !== 'survey-passed')
    .flatMap(({ step, isNews }) => awaited(facts, step, told).map((wait) => ({ ...wait, isNews, key: step.key })))
    // What the last letter waited for does not disappear from this one.
    .filter(({ what }, index) => index < maxWaits || facts.sentBefore?.[0]?.includes(what))
  const said = new Set<string>()
  return [
    ...claims.filter(isApart).map(({ step, claim, isNews }): InHand => {
      if (claim?.is !== 'held-up') return { text: claim ? stepSentence(claim) : '', waitsFor: [step.key], reasons: [] }
      const reasons = claim.reasons.filter((text) => !said.has(text) && said.add(text))
      // The day of a survey that is held up no longer holds.
      const [wait] = isSurveyType(step.key) ? [] : awaited(facts, step, told)
      const what = wait ? `${wait.what}${wait.detail}` : clauseOf({ ...claim, is: 'waiting-for' })
      const text = heldUpSentence({ ...claim, reasons }, what, isNews)
      const isAgain = changeOf(step)?.from === 'C'
      return { text: isAgain ? text.replace('We are waiting ', 'We are waiting again ') : text, waitsFor: [], reasons }
    }),
    ...[true, false].map((isNews): InHand => {
      const some = waits.filter((wait) => wait.isNews === isNews)
      const text = some.length > 0 ? `We are ${isNews ? 'now' : 'still'} waiting ${joinAwaited(some)}.` : ''
      return { text, waitsFor: some.map(({ key }) => key), reasons: [] }
    }),
  ].filter(({ text }) => text !== '')
}

/** The day of an exchange that the vendor was told, if it was taken away or is no longer shared. A day that has passed is asked about. */
function lostExchangeDay({ expected, days, hasNewDays, sale, today, sentBefore }: UpdateFacts): string | null {
  const on = days?.expectedExchange ?? null
  const isLost = hasNewDays && !expected?.exchange && sale.standing === 'agreed' && agreedMove(sale) === null
  return isLost && (on === null || on >= today) ? toldDay('exchange', sentBefore) : null
}

/** The agreed day of completion that the vendor was told, and that is not replaced by another one. */
const lostCompletionDay = ({ sale, sentBefore }: UpdateFacts): string | null =>
  (sale.standing === 'agreed' || sale.standing === 'exchanged') && sale.moveDay === null ? toldCompletion(sentBefore) : null

/** Whether an expected day of today differs from the one that the vendor was told last, whenever it was changed. */
const hasToldOtherDay = ({ expected, today, sentBefore }: UpdateFacts): boolean =>
  (['exchange', 'completion'] as const).some((what) => {
    const told = toldDay(what, sentBefore)
    return told !== null && Boolean(expected?.[what]) && aroundDay(expected?.[what] ?? '', today) !== `around ${told}`
  })

/** "We are now working towards exchange around 11 December instead of 27 November and completion around 8 January." */
function expectedSentences(facts: UpdateFacts): string[] {
  const { days, hasNewDays, sale, today, sentBefore } = facts
  const expected = isExchangeTooNear(facts) ? null : facts.expected
  const planned = sale.standing === 'agreed' ? agreedMove(sale) : null
  const lost = lostCompletionDay(facts)
  const instead = (what: ToldDay, words: string): string => {
    const before = toldDay(what, sentBefore)
    return before !== null && !words.startsWith(`around ${before}`) ? ` instead of ${before}` : ''
  }
  const towards = (['exchange', 'completion'] as const).flatMap((what) => {
    if (!expected?.[what]) return []
    const words = aroundDay(expected[what], today)
    return [{ what, words: words + instead(what, words) }]
  })
  const [exchange, completion] = towards
  const said =
    completion !== undefined && exchange?.words === completion.words
      ? [`exchange and completion on one day, ${exchange.words}`]
      : towards.map(({ what, words }) => `${what} ${words}`)
  return [
    ...(lostExchangeDay(facts) !== null && !days?.expectedExchange ? [noDay] : []),
    ...(lost !== null ? [noCompletion(lost)] : []),
    ...(said.length > 0
      ? [`We are ${(hasNewDays || hasToldOtherDay(facts)) && !planned ? 'now ' : ''}working towards ${joinWords(said)}.`]
      : []),
    ...(planned ? [`Completion is planned for ${planned === today ? 'today' : moveDayWords(facts, planned)}.`] : []),
  ]
}

/** The steps directly before a step, as far as they are not complete. */
function openBefore(timeline: Timeline, step: Step): Step[] {
  const before = opensCompleting(timeline, step)
    ? closingSteps(timeline)
    : [opensSaleTrack(timeline, step) ? lastPreSaleStep(timeline) : previousInTrack(timeline, step)]
  return before.flatMap((one) => (one && one.state !== 'C' ? [one] : []))
}

/** "Then …" is said only directly after the sentence that waits for everything it follows. */
function nextSentence({ spoken, sale, timeline }: UpdateFacts, said: readonly StepKey[]): string {
  const next = findStep(timeline, vendorPortalSale(spoken, sale).next?.key ?? 0)
  const before = next ? openBefore(timeline, next) : []
  if (!next || before.length === 0 || !before.every(({ key }) => said.includes(key))) return ''
  const words = clauseOf({ is: 'next', step: next.key, isNamed: spoken.solicitors.vendor })
  return words ? `Then ${words}.` : ''
}

const isFirstOfSale = (facts: UpdateFacts): boolean =>
  changedSteps(facts).some(
    ({ step }) => step.state === 'C' && (step.key === stepKeys.SaleAgreed || step.key === stepKeys.MemoOfSaleSent),
  )

/** Whether the letter asks for what only the vendor can send: nobody else is chased for it. Of a sale that fell through, it was sent. */
const asksForForms = (facts: UpdateFacts): boolean =>
  facts.spoken.fellOffOn === null &&
  facts.spoken.solicitors.vendor &&
  isFirstOfSale(facts) &&
  !isComplete(facts.timeline, stepKeys.DraftContractsIssued)

/** What only the vendor can do before the draft contract can go out, in the first letter of a sale. */
function requestSentence(facts: UpdateFacts): string {
  const { spoken, timeline } = facts
  const isMemoHeldUp = claimOf(facts, { key: stepKeys.MemoOfSaleSent })?.is === 'held-up'
  if (!isFirstOfSale(facts) || isMemoHeldUp || isComplete(timeline, stepKeys.DraftContractsIssued)) return ''
  if (asksForForms(facts))
    return 'If your solicitor has sent you forms, please return them as soon as you can: the draft contract cannot go out without them.'
  // The memorandum's own sentence asks while it waits for that.
  const isUnknown = !spoken.solicitors.vendor && isComplete(timeline, stepKeys.MemoOfSaleSent)
  return isUnknown ? 'Please tell us who your solicitor is.' : ''
}

/** "Two viewings are booked, today and on 7 November." */
function bookedSentence({ bookedViewings, today }: UpdateFacts): string {
  const { length } = bookedViewings
  if (length === 0) return ''
  const later = bookedViewings.filter((day) => day !== today)
  const days = [later.length < length ? 'today' : '', later.length > 0 ? `on ${daysAhead(later, today)}` : ''].filter(Boolean)
  return `${capitalized(countInWords(length, 'viewing'))} ${length === 1 ? 'is' : 'are'} booked, ${days.join(' and ')}.`
}

/** The days of viewings to come that the last letter told, and on which none is booked now. */
function lostViewings({ bookedViewings, today, sentBefore }: UpdateFacts): string[] {
  const booked = bookedViewings.map((day) => dayToCome(day, today))
  const ahead = Array.from({ length: 90 }, (_, days) => dayToCome(addDays(today, days + 1), today))
  return toldViewingDays(sentBefore).filter((day) => ahead.includes(day) && !booked.includes(day))
}

function draftForSale(facts: UpdateFacts): string[] {
  const { since, today } = facts
  const turns = turnSentences(facts)
  const nothing = turns.length === 0 ? `There have been no viewings and no offers since ${dayInWords(since, today)}.` : ''
  return [
    ...turns,
    ...eventSentences(facts),
    ...marketingSentences(facts),
    marketSentence(facts) || nothing,
    waitingOffersSentence(facts),
    ...facts.shown,
    ...lostViewings(facts).map((day) => `The viewing on ${day} will not take place.`),
    bookedSentence(facts),
  ]
}

const maxSentencesOfOneParagraph = 3

/** Whether anything was recorded since the last letter, but for contacts that were not shown to the vendor. */
function hasNews(facts: UpdateFacts): boolean {
  const { hasNewDays, shown, spoken, sale, since, today } = facts
  const isMovingToday = sale.standing === 'exchanged' && agreedMove(sale) === today
  const hasPassed = stepClaims(spoken, sale).some((claim) => claim.is === 'survey-passed' && claim.on >= since)
  const events = [...turnSentences(facts), ...eventSentences(facts), ...changedSteps(facts), ...shown]
  const isOtherDay = hasToldOtherDay(facts) || lostCompletionDay(facts) !== null
  return hasNewDays || isOtherDay || hasPassed || isMovingToday || events.length > 0
}

/** The letter; paragraphs are separated by an empty line. */
function letterOf(facts: UpdateFacts): string {
  if (isForSalePhase(facts.phase)) return [...new Set(draftForSale(facts))].filter(Boolean).join(' ')
  const { since, today, sale, shown } = facts
  const changed = changedSteps(facts)
  const waits = inHand(facts, changed)
  // What was shown of a step that is held up stands beside it.
  const reasons = waits.flatMap((one) => one.reasons)
  const before = [
    ...(hasNews(facts) || facts.fallenInChain
      ? turnSentences(facts)
      : [`Nothing has changed since ${dayInWords(since, today)}.`]),
    moveSentence(facts),
    ...eventSentences(facts),
    ...shown.filter((text) => !reasons.includes(text)),
  ].filter(Boolean)
  const lastTold = changed.filter((one) => startedSentence(one, facts) !== '' && startedSentence(one, facts) === before.at(-1))
  const lastSaid = waits.at(-1)?.waitsFor ?? lastTold.map(({ step }) => step.key)
  const ahead = [
    ...waits.map(({ text }) => text),
    changed.length > 0 && sale.standing === 'agreed' ? nextSentence(facts, lastSaid) : '',
    sale.standing === 'agreed' ? requestSentence(facts) : '',
    ...expectedSentences(facts),
  ].filter(Boolean)
  const isShort = before.length + ahead.length <= maxSentencesOfOneParagraph || ahead.length === 0 || before.length === 0
  return isShort ? [...before, ...ahead].join(' ') : `${before.join(' ')}\n\n${ahead.join(' ')}`
}

/** Why there is no letter: the record is behind, or it would say for the third time that a step is held up, and nothing new. */
function whyNoLetter(facts: UpdateFacts): string | null {
  const { sale, spoken, today, sentBefore = [] } = facts
  const on = sale.moveDay && dayAhead(sale.moveDay.on, today)
  if (sale.moveDay?.is === 'unconfirmed')
    return `Completion was planned for ${on}, and nobody has recorded it. Ring the solicitors, then complete the sale or set the new day.`
  if (sale.moveDay?.is === 'missed')
    return `Completion was planned for ${on}, and contracts are not recorded as exchanged. Record the exchange, or change the completion date.`
  if (reopened(facts).some(({ step }) => step.key === stepKeys.Exchanged))
    return 'The vendor was told that contracts were exchanged, and the record says they are not. Ring first, check the completion date, then write what has happened.'
  const heldUp = claimsOf(facts).filter(({ is, step }) => is === 'held-up' && isTold(step, facts) && isWhyTold(step))
  const isNamed = spoken.solicitors.vendor
  const isSaidIn = (letter: string) =>
    letter.includes('held up') && heldUp.every(({ step }) => letter.includes(clauseOf({ is: 'waiting-for', step, isNamed })))
  const isRepeated = heldUp.length > 0 && !hasNews(facts) && sentBefore.length > 1 && sentBefore.slice(0, 2).every(isSaidIn)
  return isRepeated
    ? 'It would say for the third time that this is held up, and nothing new. Ring the vendor, and skip with "Spoke instead"; or write what is being done.'
    : null
}

/** Days before the expected exchange from which what must precede it is asked for. */
const exchangeIsNear = 7
const beforeExchange: readonly StepKey[] = [
  stepKeys.SearchesBack,
  stepKeys.EnquiriesAnswered,
  stepKeys.MortgageApproved,
  stepKeys.ReportedToBuyer,
  stepKeys.DocumentsAndDepositsReceived,
]

/** Where the record contradicts what the letter would let the vendor expect. */
function promptsOfAgreed(facts: UpdateFacts): string[] {
  if (facts.sale.standing === 'exchanged') return [mortgagePrompt(facts), movingPrompt(facts)].filter(Boolean)
  if (facts.sale.standing !== 'agreed') return []
  const { waitingOffers = 0, bookedViewings, today, needsPack, stepChanges } = facts
  const isCashEnded = stepChanges.some(({ because }) => because === 'cash-buy-ended')
  const fallen = facts.fallenInChain
  return [
    exchangePrompt(facts),
    holidayPrompt(facts),
    mortgagePrompt(facts),
    isCashEnded ? 'The buyer no longer pays cash: ring first.' : '',
    needsPack ? 'The management pack is not marked as sent: ask whether it is ordered and paid for.' : '',
    waitingOffers > 0 ? 'An offer is waiting for an answer: it must be passed on. The letter does not say it.' : '',
    bookedViewings.length > 0
      ? `Viewings are still booked, on ${daysAhead(bookedViewings, today)}: say whether they take place.`
      : '',
    fallen ? `${fallen}, a sale of this chain, fell through. Decide what to tell the vendor; the letter does not say it.` : '',
  ].filter(Boolean)
}

/** Days within which an exchange that is not prepared cannot take place: no letter names such a day. */
const exchangeIsTooNear = 3

const openBeforeExchange = (timeline: Timeline): StepKey[] => beforeExchange.filter((key) => isStillOpen(timeline, key))

const isExchangeTooNear = ({ sale, days, timeline, today }: UpdateFacts): boolean =>
  sale.standing === 'agreed' &&
  agreedMove(sale) === null &&
  Boolean(days?.expectedExchange) &&
  daysBetween(today, days?.expectedExchange ?? today) <= exchangeIsTooNear &&
  openBeforeExchange(timeline).length > 0

const isStillOpen = (timeline: Timeline, key: StepKey): boolean => {
  const step = findStep(timeline, key)
  return step !== undefined && isApplicable(step) && !isComplete(timeline, key)
}

function exchangePrompt(facts: UpdateFacts): string {
  const { sale, days, timeline, today } = facts
  const on = days?.expectedExchange
  if (!on) {
    const isReady = isComplete(timeline, stepKeys.DocumentsAndDepositsReceived) && agreedMove(sale) === null
    return isReady
      ? 'The contract is signed and the deposit is there, and no day is agreed: ask what the exchange waits for.'
      : ''
  }
  if (on < today)
    return `Exchange was expected on ${dayInWords(on, today)}: agree a new day, or say why there is none.${agreedMove(sale) === null ? ' The letter names no day until then.' : ''}`
  const open = openBeforeExchange(timeline)
  if (open.length === 0)
    return on === today ? 'Exchange is expected today: ask whether contracts have been exchanged before you write.' : ''
  const names = (keys: readonly StepKey[]): string => joinWords(keys.map((key) => stepClausesOf(key)?.name ?? ''))
  if (daysBetween(today, on) <= exchangeIsNear)
    return `Exchange is expected on ${dayInWords(on, today)}, and this is not done: ${names(open)}. Check the day.${isExchangeTooNear(facts) ? ' The letter names none until then.' : ''}`
  const later = sale.open.filter(({ key, date }) => beforeExchange.includes(key) && date !== null && date >= on)
  return later.length === 0
    ? ''
    : `Exchange is expected on ${dayInWords(on, today)}, and this is due that day or later: ${names(later.map(({ key }) => key))}. Check the day.`
}

/** What a vendor asks on the last days. */
function movingPrompt({ sale, today }: UpdateFacts): string {
  const on = agreedMove(sale)
  return on !== null && daysBetween(today, on) <= 1
    ? `Completion is ${on === today ? 'today' : 'tomorrow'}: ring about keys and meters.`
    : ''
}

/** Of a weekend or bank holiday, the letter says the next working day. */
function holidayPrompt({ expected, days, today }: UpdateFacts): string {
  const [on, said] = [days?.expectedExchange, expected?.exchange]
  return on && said && on !== said
    ? `${dayInWords(on, today)} is not a working day, and the letter says ${dayInWords(said, today)}: correct the day.`
    : ''
}

/** Of a day that the vendor was told and that is another one now. */
function movedPrompt(facts: UpdateFacts): string {
  const { sale, completionBefore, today, sentBefore } = facts
  const move = agreedMove(sale)
  if (sale.standing === 'exchanged' && completionBefore && move && completionBefore !== move)
    return `The completion day of an exchanged sale has moved from ${dayToCome(completionBefore, today)}: ring first.`
  const toldMove = toldCompletion(sentBefore)
  if (lostCompletionDay(facts) !== null)
    return `The vendor was told completion on ${toldMove}, and there is no day now: ring first, and say why.`
  if (sale.standing === 'agreed' && move && toldMove !== null && dayAhead(move, today) !== toldMove)
    return `The vendor was told completion on ${toldMove}: ring first, and say why it has moved.`
  const lost = lostExchangeDay(facts)
  if (lost !== null) {
    const now = facts.days?.expectedExchange ? 'the day is no longer shared' : 'there is no day now'
    return `The vendor was told exchange around ${lost}, and ${now}: ring first, and say why.`
  }
  const said = expectedSentences(facts).join(' ')
  const moved = (['exchange', 'completion'] as const).find((what) => said.includes(` instead of ${toldDay(what, sentBefore)}`))
  return moved && isAheadOfMove(facts)
    ? `The vendor was told ${moved} around ${toldDay(moved, sentBefore)}: ring first, and say why the day has moved.`
    : ''
}

const isAheadOfMove = ({ sale }: UpdateFacts): boolean => sale.standing === 'agreed' || sale.standing === 'exchanged'

/** Of a purchase with a mortgage, whose offer must last until the money is drawn. */
function mortgagePrompt(facts: UpdateFacts): string {
  const { days, timeline, today, sale } = facts
  const { expectedExchange: exchange = null, mortgageOfferExpires: expires = null } = days ?? {}
  const completion = agreedMove(sale) ?? days?.expectedCompletion ?? null
  const mortgage = findStep(timeline, stepKeys.MortgageApproved)
  const isReopened = reopened(facts).some(({ step }) => step.key === stepKeys.MortgageApproved)
  if (expires === null || !mortgage || !isApplicable(mortgage) || isReopened) return ''
  if (expires < today) return `The mortgage offer ended on ${dayInWords(expires, today)}. Find out whether it has been extended.`
  const ends = `The mortgage offer ends on ${dayInWords(expires, today)}, before`
  if (exchange !== null && exchange > expires && sale.standing === 'agreed')
    return `${ends} the expected exchange on ${dayInWords(exchange, today)}.`
  return completion !== null && completion > expires ? `${ends} completion on ${dayInWords(completion, today)}.` : ''
}

/** What the progressor has to find out or to add before a letter goes out. `edited`: the text in place of the generated one. */
export function letterPrompts(facts: UpdateFacts, edited: string | null = null): string[] {
  const { spoken, sale, shown, since, today } = facts
  const whyNot = whyNoLetter(facts)
  const hasFallen = turnSentences(facts).includes(fallOffSentence)
  const ofSale = hasFallen ? ['The sale fell through: ring first, and say why as far as you may.'] : promptsOfAgreed(facts)
  const ofSteps = stepClaims(spoken, sale).flatMap((claim) => {
    const clauses = stepClausesOf(claim.step)
    if (claim.is === 'survey-passed')
      return `${capitalized(clauses?.waitingFor ?? '')} was booked for ${dayInWords(claim.on, today)}. Find out whether it took place, then complete it, mark its report as awaited or enter the new day; the letter leaves it out.`
    if (claim.is !== 'held-up' || !clauses || whyNot !== null || claim.reasons.some((text) => shown.includes(text))) return []
    return claim.reasons.length > 0
      ? `${clauses.name}: still delayed. Last told on ${dayInWords(since, today)}: ring, and say what has become of it.`
      : `${clauses.name}: delayed. Say why, and what is being done: here, or when you log a call about it and show it to the vendor.`
  })
  const ofMove = [movedPrompt(facts), ...correctionPrompts(facts), unsaidExchange(facts, edited)]
  return [...(whyNot === null ? [] : [whyNot]), ...ofSale, ...ofMove, latePrompt(facts), ...ofSteps].filter(Boolean)
}

/** Of what the vendor was told and is not so, and of a visit that needs somebody to ring. */
function correctionPrompts(facts: UpdateFacts): string[] {
  const steps = reopened(facts).filter(({ step }) => step.key !== stepKeys.Exchanged)
  const price = facts.newPrice ? poundsOf(facts.newPrice.amount) : null
  const told = toldPrice(facts.sentBefore)
  return [
    price !== null && told !== null && told !== price
      ? `The vendor was told a price of ${told}, and it is ${price}: ring first.`
      : '',
    ...marketPrompts(facts),
    ...steps.map(({ step }) => {
      const now = isApplicable(step) ? 'this is open again' : 'this no longer applies'
      return `The vendor was told that ${stepClausesOf(step.key)?.done ?? step.title}, and ${now}: ring first, and say why.`
    }),
    ...cancelledVisits(facts).map(({ visit, day }) => `The vendor was told of ${visit} on ${day}: ring first.`),
    ...visitsAtOnce(facts).map(({ visit, day }) => `${capitalized(visit)} is ${day}: ring, and agree access.`),
  ]
}

/** For sale: what became of an offer, and what people said who came. */
function marketPrompts(facts: UpdateFacts): string[] {
  const { phase, viewings, shown } = facts
  if (!isForSalePhase(phase)) return []
  const price = otherAskingPrice(facts)
  return [
    isToldOfferGone(facts) ? 'The vendor was told of an offer that waits: say what became of it.' : '',
    price ? `The vendor was told an asking price of ${price.told}, and it is ${price.now}: ring first.` : '',
    ...lostViewings(facts).map((day) => `The vendor was told of a viewing on ${day}: ring first.`),
    viewings > 0 && shown.length === 0 ? 'Say what the viewers thought.' : '',
  ]
}

/** Steps that are late and that nobody has asked about, however they were started: a vendor who reads that we wait for them rings. */
function latePrompt(facts: UpdateFacts): string {
  const { sale, spoken, timeline } = facts
  if (sale.standing !== 'agreed') return ''
  const isAssumed = (key: StepKey, date: DateOnly | null): boolean => {
    const step = findStep(timeline, key)
    return step !== undefined && isAssumedDue(step, date)
  }
  const late = sale.late.filter(
    ({ key, state, date, awaitingReports }) =>
      !isDelayed({ state }) &&
      !awaitingReports &&
      !isOwnStep(key) &&
      !isSurveyType(key) &&
      key !== stepKeys.NotHavingSurvey &&
      key !== stepKeys.Completed &&
      lastChaseOf(spoken, key) === null &&
      isTold(key, facts) &&
      !isAssumed(key, date),
  )
  const names = late.map(({ key }) => stepClausesOf(key)?.name ?? '')
  return late.length === 0
    ? ''
    : `Late, and no call or e-mail about ${late.length === 1 ? 'it' : 'them'} in the last fortnight: ${joinWords(names)}. Ask before you write.`
}

/** An edited text of an exchanged sale that says neither that contracts were exchanged nor when the vendor moves. */
function unsaidExchange({ sale, today }: UpdateFacts, edited: string | null): string {
  if (sale.standing !== 'exchanged' || edited === null || /exchang|complet/i.test(edited)) return ''
  const move = agreedMove(sale)
  return `Contracts were exchanged${move ? `, and completion is on ${dayAhead(move, today)}` : ''}: the text says neither.`
}

/** Returns the generated letter, empty if there is none: `letterPrompts` says why. */
export const draftUpdate = (facts: UpdateFacts): string => (whyNoLetter(facts) === null ? letterOf(facts) : '')
