import type { DateOnly } from '../../common/dates.ts'
import type { VendorExpected } from '../expected-dates/vendor-expected.ts'
import { type SpokenFacts, standingClaim, stepClaims } from '../sale-now/claims.ts'
import { agreedMove, isOpenStep, type SaleNow } from '../sale-now/sale-now.ts'
import { stepSentence as claimSentence, clauseOf, dayInWords, dayWithYear, standingSentence } from '../sale-now/sentences.ts'
import { stepClausesOf } from '../sale-now/step-clauses.ts'
import { preOfferSteps } from '../sale-now/vendor-step-texts.ts'
import { isDelayed } from '../timeline/most-urgent-step.ts'
import { isForSalePhase, type Phase } from '../timeline/phase.ts'
import { isApplicable } from '../timeline/predecessors-of.ts'
import { byDisplayOrder, findStep, type StepKey, stepKeys, type Track } from '../timeline/step-definitions.ts'
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
 * "The draft is made of the record since the last update sent (or the acceptance), by templates of sentences per event, in the
 * vendor's words: what was done; conversations shown to the vendor; shared expected days; what is in hand and what it waits
 * for; what comes next. Steps taken back within the time leave no sentence. … Never fees, notes, names of the other side,
 * other offers' details." [day §7](docs/design/day.md#7).
 */

/** Events of the record since a moment. */
export type Happened = {
  /** Oldest first. */
  stepChanges: readonly StepChange[]
  /** Texts of conversations that were shown to the vendor, oldest first. */
  shown: readonly string[]
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

/** Whether a vendor update mentions the step. Steps before an offer are mentioned only until there is one. */
const isTold = ({ key }: { key: StepKey }, isSold: boolean): boolean =>
  notifiedSteps.includes(key) && !(isSold && preOfferSteps.includes(key))

/** What may be said of a step that is open, without its lateness; empty for a step that the sale has passed. */
function openSentence({ key }: Step, { spoken, sale }: UpdateFacts): string {
  const claim = stepClaims(spoken, sale).find(({ step }) => step === key)
  return claim ? claimSentence(claim.is === 'late' ? claim.meanwhile : claim) : ''
}

/** Returns the sentence about a changed step, or an empty text. */
function stepSentence(step: Step, { from }: StepChange, facts: UpdateFacts): string {
  const { today, sale } = facts
  const texts = stepClausesOf(step.key)
  if (!texts) return ''
  if (step.state === 'C') return `${texts.done}: done on ${dayInWords(step.completedOn ?? today, today)}.`
  const isOpen = isOpenStep(sale, step)
  const reopened = from === 'C' ? `${texts.done}: open again.` : ''
  const booked = isOpen && step.survey ? `${texts.done}: booked for ${dayInWords(step.survey.date, today)}.` : ''
  return [reopened, booked, booked ? '' : openSentence(step, facts)].filter(Boolean).join(' ')
}

const count = (number: number, one: string): string => `${number === 0 ? 'no' : number} ${one}${number === 1 ? '' : 's'}`

/** "For sale likewise with viewings and offers counted." */
function marketSentence({ viewings, offers }: Happened, { since, today }: Pick<UpdateFacts, 'since' | 'today'>): string {
  if (viewings + offers === 0) return ''
  const parts = [...(viewings > 0 ? [count(viewings, 'viewing')] : []), ...(offers > 0 ? [count(offers, 'offer')] : [])]
  const verb = (viewings > 0 ? viewings : offers) === 1 ? 'has' : 'have'
  return `There ${verb} been ${parts.join(' and ')} since ${dayInWords(since, today)}.`
}

/**
 * Returns one sentence per event: the end or restoration of the sale, completed steps, then started or stopped steps, texts shown to the
 * vendor, the market.
 */
export function happenedSentences(facts: UpdateFacts): string[] {
  const { timeline, phase, shown } = facts
  const isSold = !isForSalePhase(phase)
  const { turns, net } = saleNews(facts.stepChanges)
  const changed = [...net.values()].flatMap((change) => {
    const step = findStep(timeline, change.key)
    return step && isTold(step, isSold) ? [{ step, change }] : []
  })
  const doneDay = ({ step }: { step: Step }): string => (step.state === 'C' ? (step.completedOn ?? '') : '9999')
  const steps = changed
    .toSorted((a, b) => doneDay(a).localeCompare(doneDay(b)) || byDisplayOrder(a.step, b.step))
    .map(({ step, change }) => stepSentence(step, change, facts))
  return [...vendorMessages(turns), ...steps, ...shown, isSold ? '' : marketSentence(facts, facts)].filter(Boolean)
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

/** Returns what a step in progress is waiting for. */
function awaited({ timeline, today, spoken }: UpdateFacts, step: Step): Awaited[] {
  const clause = clauseOf({ is: 'waiting-for', step: step.key, isNamed: spoken.solicitors.vendor })
  if (!clause) return []
  if (isSurveyType(step.key)) {
    const date = step.survey?.date
    if (!date) return [{ what: clause, detail: '' }]
    const isToCome = date > today
    return [
      {
        what: `${isToCome ? '' : 'the report of '}${clause} ${isToCome ? 'on' : 'of'} ${dayInWords(date, today)}`,
        detail: '',
      },
    ]
  }
  const known = knownSince[step.key]
  const on = known && findStep(timeline, known.step)?.completedOn
  return [{ what: clause, detail: known && on ? `, ${known.words} ${dayInWords(on, today)}` : '' }]
}

/** "We are waiting for the searches, which the buyer's solicitor applied for on 16 October, and for the draft contract." */
function waitingSentence(items: readonly Awaited[]): string {
  if (items.length === 0) return ''
  const words = items.map(({ what, detail }, index) => {
    if (index === 0) return `${what}${detail}`
    const isLast = index === items.length - 1
    const comma = items[index - 1]?.detail || !isLast || items.length > 2 ? ',' : ''
    return `${comma} ${isLast ? 'and ' : ''}for ${what}${detail}`
  })
  return `We are waiting for ${words.join('')}.`
}

const trackOrder: readonly Track[] = ['PS', 'L', 'F', 'S', 'C']

/** Sentences about steps in progress that are not mentioned as events. */
function inHand(facts: UpdateFacts): string[] {
  const { timeline, stepChanges, sale } = facts
  const changed = saleNews(stepChanges).net
  const open = timeline.filter(
    (step) =>
      isApplicable(step) &&
      isOpenStep(sale, step) &&
      isTold(step, true) &&
      step.key !== stepKeys.SaleAgreed &&
      !changed.has(step.key) &&
      // The completion date has its own sentence.
      !(step.key === stepKeys.Completed && agreedMove(sale) !== null),
  )
  // Legal steps first, as in the vendor portal.
  open.sort((a, b) => trackOrder.indexOf(a.type) - trackOrder.indexOf(b.type) || byDisplayOrder(a, b))
  const delayed = open.filter(isDelayed).map((step) => openSentence(step, facts))
  const passed = stepClaims(facts.spoken, sale).filter((claim) => claim.is === 'survey-passed')
  const waiting = open
    .filter((one) => !isDelayed(one) && !passed.some(({ step }) => step === one.key))
    .flatMap((step) => awaited(facts, step))
  return [...delayed, ...passed.map(claimSentence), waitingSentence(waiting)].filter(Boolean)
}

/** "We are working towards exchange around 28 November 2025" and the like for completion. */
function daysAhead({ expected, sale, spoken }: UpdateFacts): string[] {
  const standing = standingClaim(spoken, sale)
  const planned = agreedMove(sale)
  return [
    expected?.exchange ? `We are working towards exchange around ${dayWithYear(expected.exchange)}.` : '',
    expected?.completion ? `We are working towards completion around ${dayWithYear(expected.completion)}.` : '',
    standing && sale.standing !== 'none' ? standingSentence(standing, 'vendor') : '',
    sale.standing === 'agreed' && planned ? `Completion is planned for ${dayWithYear(planned)}.` : '',
  ].filter(Boolean)
}

function nextSentence({ spoken, sale }: UpdateFacts): string {
  const { next } = vendorPortalSale(spoken, sale)
  const words = next && clauseOf({ is: 'next', step: next.key, isNamed: spoken.solicitors.vendor })
  return words ? `Next: ${words}.` : ''
}

function draftForSale(facts: UpdateFacts, happened: readonly string[]): string[] {
  const { since, today, bookedViewings } = facts
  return [
    ...happened,
    facts.viewings + facts.offers === 0 ? `There have been no viewings and no offers since ${dayInWords(since, today)}.` : '',
    bookedViewings > 0 ? `${bookedViewings === 1 ? '1 viewing is' : `${bookedViewings} viewings are`} booked.` : '',
    'We are looking for an offer that you are happy to accept.',
  ]
}

/**
 * Returns the generated text of an update. "Nothing happened: 'Nothing has moved since 29 October. We are waiting for the
 * searches, which the buyer's solicitor applied for on 16 October.'"
 */
export function draftUpdate(facts: UpdateFacts): string {
  const happened = happenedSentences(facts)
  const { since, today } = facts
  const sentences = isForSalePhase(facts.phase)
    ? draftForSale(facts, happened)
    : happened.length === 0
      ? [`Nothing has moved since ${dayInWords(since, today)}.`, ...inHand(facts), ...daysAhead(facts)]
      : [...happened, ...inHand(facts), ...daysAhead(facts), nextSentence(facts)]
  return [...new Set(sentences)].filter(Boolean).join(' ')
}
