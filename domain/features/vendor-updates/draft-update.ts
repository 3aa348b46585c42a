import { addDays, type DateOnly, daysBetween } from '../../common/dates.ts'
import { aroundDay, dayAhead, dayInWords, daysAhead, joinWords } from '../../common/day-in-words.ts'
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
  viewings: number
  offers: number
  /** Of these offers, those that nobody has accepted or refused. */
  waitingOffers?: number
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
  days?: Pick<ExpectedFacts, 'expectedExchange' | 'mortgageOfferExpires'>
  /** The address of a sale of the chain that fell through and is not sold again. */
  fallenInChain?: string | null
  /** The days of viewings to come. */
  bookedViewings: readonly DateOnly[]
  /** The letters sent before, newest first. */
  sentBefore?: readonly string[]
}

/** Whether a letter mentions the step. Steps before an offer are mentioned only until there is one, no step but the exchange after it. */
const isTold = (key: StepKey, { phase, sale }: UpdateFacts): boolean =>
  (notifiedSteps.includes(key) || key === stepKeys.NotHavingSurvey) &&
  (isForSalePhase(phase) || !preOfferSteps.includes(key)) &&
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

/** The day of a visit that a letter told, in its words. */
const toldVisitDay = (visit: string, letter = ''): string | undefined =>
  ['is booked for', 'has moved to'].map((verb) => letter.split(`${visit} ${verb} `)[1]?.split('.')[0]).find(Boolean)

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

const maxClauses = 3

/** "The searches came back on 1 November and the enquiries were answered on 4 November." A survey took place on its own day. */
function doneSentences(steps: readonly ChangedStep[], { stepChanges, today, timeline }: UpdateFacts): string[] {
  const done = steps.flatMap(({ step }) => {
    const { done: clause, isDayless: isSaidAlone = false } = stepClausesOf(step.key) ?? {}
    const isDone = isComplete(timeline, step.key) || step.survey?.awaitingReports === true
    const on = step.survey && step.survey.date <= today ? step.survey.date : step.completedOn
    const isDayless = isSaidAlone || (on === step.completedOn && recordedCompletion(step) === null)
    return isDone && clause && on ? [{ key: step.key, clause, isDayless, on }] : []
  })
  const another = saleNews(stepChanges).turns.length > 0
  const clauses = done
    .filter(({ key }) => !done.some((later) => impliedBy[later.key]?.includes(key)))
    .toSorted((a, b) => a.on.localeCompare(b.on))
    .map(({ key, clause, isDayless, on }) => {
      const words = another && key === stepKeys.SaleAgreed ? clause.replace(' an ', ' another ') : clause
      return isDayless ? words : `${words} on ${dayInWords(on, today)}`
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
  const waiting = facts.waitingOffers ?? 0
  const isAsked =
    waiting > 0 ? ` ${capitalized(countInWords(waiting, 'offer'))} ${waiting === 1 ? 'is' : 'are'} waiting for your answer.` : ''
  return `${counted} ${sinceWords(facts)}.${isAsked}`
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
    ? `You agreed a new price of ${showPounds(toPounds(newPrice.amount))} on ${dayInWords(newPrice.on, today)} (before: ${showPounds(toPounds(newPrice.before))}).`
    : ''
  const cancelled = cancelledVisits(facts).map(({ visit, day }) => `${capitalized(visit)} on ${day} will not take place.`)
  return [...steps, ...cancelled, price].filter(Boolean)
}

/** Returns the sentences about what has happened: changes, the market, texts shown to the vendor. */
export const happenedSentences = (facts: UpdateFacts): string[] =>
  [...turnSentences(facts), ...eventSentences(facts), marketSentence(facts), ...facts.shown].filter(Boolean)

/** "Friday 14 November", "Friday 14 November instead of 7 November" */
const moveDayWords = ({ completionBefore, today }: UpdateFacts, on: DateOnly): string =>
  `${dayAhead(on, today)}${completionBefore && completionBefore !== on ? ` instead of ${dayInWords(completionBefore, today)}` : ''}`

/** "Completion is on Friday 14 November.", once exchanged. */
function moveSentence(facts: UpdateFacts): string {
  const { spoken, sale, completionBefore, today } = facts
  if (sale.standing !== 'exchanged') return ''
  const planned = agreedMove(sale)
  const now = completionBefore && completionBefore !== planned ? 'now ' : ''
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

const daysInLetters = {
  exchange: /exchange (?:around|on) (\d+ \w+)/,
  completion: /completion (?:around|on) (\d+ \w+)/,
} as const
const oneDayInLetters = /on one day, around (\d+ \w+)/

const noDay = 'We can no longer name a day for the exchange; we will tell you as soon as there is one.'

/** The expected day that the vendor was told last, in the letter's words; a letter that names none leaves it as it was. */
function toldDay(what: keyof typeof daysInLetters, letters: readonly string[] = []): string | null {
  for (const letter of letters) {
    if (letter.includes(noDay)) return null
    const day = (daysInLetters[what].exec(letter) ?? oneDayInLetters.exec(letter))?.[1]
    if (day !== undefined) return day
  }
  return null
}

/** The day of an exchange that the vendor was told, if it was taken away or is no longer shared. A day that has passed is asked about. */
function lostExchangeDay({ expected, days, hasNewDays, sale, today, sentBefore }: UpdateFacts): string | null {
  const on = days?.expectedExchange ?? null
  const isLost = hasNewDays && !expected?.exchange && sale.standing === 'agreed' && agreedMove(sale) === null
  return isLost && (on === null || on >= today) ? toldDay('exchange', sentBefore) : null
}

/** "We are now working towards exchange around 11 December instead of 27 November and completion around 8 January." */
function expectedSentences(facts: UpdateFacts): string[] {
  const { expected, days, hasNewDays, sale, today, sentBefore } = facts
  const planned = sale.standing === 'agreed' ? agreedMove(sale) : null
  const instead = (what: keyof typeof daysInLetters, words: string): string => {
    const before = hasNewDays ? toldDay(what, sentBefore) : null
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
    ...(said.length > 0 ? [`We are ${hasNewDays && !planned ? 'now ' : ''}working towards ${joinWords(said)}.`] : []),
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

function draftForSale(facts: UpdateFacts): string[] {
  const { bookedViewings, since, today } = facts
  const turns = turnSentences(facts)
  const nothing = turns.length === 0 ? `There have been no viewings and no offers since ${dayInWords(since, today)}.` : ''
  const { length } = bookedViewings
  return [
    ...turns,
    ...eventSentences(facts),
    marketSentence(facts) || nothing,
    ...facts.shown,
    length > 0
      ? `${capitalized(countInWords(length, 'viewing'))} ${length === 1 ? 'is' : 'are'} booked, on ${daysAhead(bookedViewings, today)}.`
      : '',
  ]
}

const maxSentencesOfOneParagraph = 3

/** Whether anything was recorded since the last letter, but for contacts that were not shown to the vendor. */
function hasNews(facts: UpdateFacts): boolean {
  const { hasNewDays, shown, spoken, sale, since, today } = facts
  const isMovingToday = sale.standing === 'exchanged' && agreedMove(sale) === today
  const hasPassed = stepClaims(spoken, sale).some((claim) => claim.is === 'survey-passed' && claim.on >= since)
  const events = [...turnSentences(facts), ...eventSentences(facts), ...changedSteps(facts), ...shown]
  return hasNewDays || hasPassed || isMovingToday || events.length > 0
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
  if (facts.sale.standing !== 'agreed') return []
  const fallen = facts.fallenInChain
  return [
    exchangePrompt(facts),
    holidayPrompt(facts),
    mortgagePrompt(facts),
    fallen ? `${fallen}, a sale of this chain, fell through. Decide what to tell the vendor; the letter does not say it.` : '',
  ].filter(Boolean)
}

const isStillOpen = (timeline: Timeline, key: StepKey): boolean => {
  const step = findStep(timeline, key)
  return step !== undefined && isApplicable(step) && !isComplete(timeline, key)
}

function exchangePrompt({ sale, days, timeline, today }: UpdateFacts): string {
  const on = days?.expectedExchange
  if (!on) {
    const isReady = isComplete(timeline, stepKeys.DocumentsAndDepositsReceived) && agreedMove(sale) === null
    return isReady
      ? 'The contract is signed and the deposit is there, and no day is agreed: ask what the exchange waits for.'
      : ''
  }
  if (on < today)
    return `Exchange was expected on ${dayInWords(on, today)}: agree a new day, or say why there is none.${agreedMove(sale) === null ? ' The letter names no day until then.' : ''}`
  const open = beforeExchange.filter((key) => isStillOpen(timeline, key))
  if (open.length === 0)
    return on === today ? 'Exchange is expected today: ask whether contracts have been exchanged before you write.' : ''
  const names = (keys: readonly StepKey[]): string => joinWords(keys.map((key) => stepClausesOf(key)?.name ?? ''))
  if (daysBetween(today, on) <= exchangeIsNear)
    return `Exchange is expected on ${dayInWords(on, today)}, and this is not done: ${names(open)}. Check the day.`
  const later = sale.open.filter(({ key, date }) => beforeExchange.includes(key) && date !== null && date >= on)
  return later.length === 0
    ? ''
    : `Exchange is expected on ${dayInWords(on, today)}, and this is due that day or later: ${names(later.map(({ key }) => key))}. Check the day.`
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
    return `The completion day of an exchanged sale has moved from ${dayInWords(completionBefore, today)}: ring first.`
  const lost = lostExchangeDay(facts)
  if (lost !== null) {
    const now = facts.days?.expectedExchange ? 'the day is no longer shared' : 'there is no day now'
    return `The vendor was told exchange around ${lost}, and ${now}: ring first, and say why.`
  }
  const before = sale.standing === 'agreed' ? toldDay('exchange', sentBefore) : null
  return before !== null && expectedSentences(facts).some((sentence) => sentence.includes(`instead of ${before}`))
    ? `The vendor was told exchange around ${before}: ring first, and say why the day has moved.`
    : ''
}

/** Of a purchase with a mortgage, whose offer must last until the exchange. */
function mortgagePrompt(facts: UpdateFacts): string {
  const { days, timeline, today } = facts
  const { expectedExchange: exchange = null, mortgageOfferExpires: expires = null } = days ?? {}
  const mortgage = findStep(timeline, stepKeys.MortgageApproved)
  const isReopened = reopened(facts).some(({ step }) => step.key === stepKeys.MortgageApproved)
  if (expires === null || !mortgage || !isApplicable(mortgage) || isReopened) return ''
  if (expires < today) return `The mortgage offer ended on ${dayInWords(expires, today)}. Find out whether it has been extended.`
  return exchange !== null && exchange > expires
    ? `The mortgage offer ends on ${dayInWords(expires, today)}, before the expected exchange on ${dayInWords(exchange, today)}.`
    : ''
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
  return [
    ...steps.map(({ step }) => {
      const now = isApplicable(step) ? 'this is open again' : 'this no longer applies'
      return `The vendor was told that ${stepClausesOf(step.key)?.done ?? step.title}, and ${now}: ring first, and say why.`
    }),
    ...cancelledVisits(facts).map(({ visit, day }) => `The vendor was told of ${visit} on ${day}: ring first.`),
    ...visitsAtOnce(facts).map(({ visit, day }) => `${capitalized(visit)} is ${day}: ring, and agree access.`),
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
