import { addDays, type DateOnly } from '../../common/dates.ts'
import { isAssumedDue } from '../timeline/assumed-days.ts'
import type { OpenStep } from '../timeline/most-urgent-step.ts'
import { isActivePhase } from '../timeline/phase.ts'
import { findStep, isComplete, type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import { isSurveyType } from '../timeline/survey-types.ts'
import type { Step, Timeline } from '../timeline/timeline.model.ts'
import type { SaleNow } from './sale-now.ts'

/**
 * What may be said of a sale. Vendor portal, party page, e-mails and drafts say nothing else of its course; `sentences.ts` words it. A
 * claim is proved by a fact that somebody recorded: a step, a day, a viewing, an offer, a contact.
 */

/** Days after a fall-off during which the vendor is told of it. */
const fallOffToldDays = 90

/** How the sale stands. */
export type StandingClaim =
  | { is: 'preparing' | 'on-market' | 'fell-through' | 'withdrawn' | 'paused' | 'exchanged' | 'completed' }
  | { is: 'counted'; viewings: number }
  | { is: 'today' }
  | { is: 'planned' | 'ended'; on: DateOnly }

/** An open step. */
export type StepClaim =
  /** A person set it in progress or dated it. `isNamed`: whoever does it is entered, of the memorandum both solicitors. */
  | { is: 'under-way'; step: StepKey; isNamed: boolean }
  /** A rule or an import started it: nobody recorded that it began. `unknown`: who is not entered, of the memorandum. */
  | { is: 'waiting-for'; step: StepKey; unknown?: 'vendor' | 'buyer' | 'both' }
  /**
   * Whoever marked it as delayed did not say that it had begun. `chased`: a contact about it is recorded since then, in the last fortnight;
   * `reasons`: the texts about it that were shown to the vendor since the week before, oldest first.
   */
  | { is: 'held-up'; step: StepKey; isNamed: boolean; chased: boolean; reasons: readonly string[] }
  | { is: 'late'; step: StepKey; meanwhile: StepClaim; chased: boolean }
  | { is: 'report-awaited'; step: StepKey }
  /** A survey whose day is over. */
  | { is: 'survey-passed'; step: StepKey; on: DateOnly }

/** Facts beyond the timeline that claims are made of. */
export type SpokenFacts = {
  timeline: Timeline
  /** Since the last launch, relaunch or fall-off, up to today. */
  viewings: number
  /** The day of the last fall-off that was not restored. */
  fellOffOn: DateOnly | null
  solicitors: { vendor: boolean; buyer: boolean }
  /** Calls and messages about a step, each with its day. Without them nobody is told that a step is chased. */
  chases?: readonly Chase[]
  today: DateOnly
}

/** `on`: the last day on which the agency rang or wrote about it. `said`: the texts about it that were shown to the vendor, oldest first. */
export type Chase = { step: StepKey; on: DateOnly | null; said?: readonly { text: string; on: DateOnly }[] }

/** Whether a text shown to the vendor says that something of theirs is missing: it is not chased elsewhere then. */
const asksVendor = (text: string): boolean =>
  /\byour?\b[^.]*\b(?:forms?|questionnaires?|signatures?|signed|paperwork|identification|id)\b/i.test(text)

/** Days after a contact during which a step is being chased. */
const chasedDays = 14

/** The last day of a contact about a step, if it is recent enough for the step to be chased. */
export const lastChaseOf = ({ chases = [], today }: SpokenFacts, key: StepKey): DateOnly | null =>
  chases.find(({ step, on }) => step === key && on !== null && on > addDays(today, -chasedDays))?.on ?? null

/** People ring first, and mark the step as delayed some days later. */
const saidBeforeDays = 7

const unknownOf = ({ vendor, buyer }: SpokenFacts['solicitors']): { unknown?: 'vendor' | 'buyer' | 'both' } =>
  vendor && buyer ? {} : { unknown: vendor ? 'buyer' : buyer ? 'vendor' : 'both' }

function marketClaim({ timeline, viewings, fellOffOn, today }: SpokenFacts, { phase }: SaleNow): StandingClaim {
  if (!isActivePhase(phase)) return { is: 'withdrawn' }
  if (!isComplete(timeline, stepKeys.PropertyLaunched)) return { is: 'preparing' }
  if (viewings > 0) return { is: 'counted', viewings }
  return fellOffOn !== null && addDays(fellOffOn, fallOffToldDays) >= today ? { is: 'fell-through' } : { is: 'on-market' }
}

/** How the sale stands; null while it is agreed: then its steps say it. */
export function standingClaim(facts: SpokenFacts, sale: SaleNow): StandingClaim | null {
  const { standing, moveDay } = sale
  if (standing === 'none') return marketClaim(facts, sale)
  if (standing === 'stopped') return { is: 'paused' }
  if (standing === 'completed') return moveDay ? { is: 'ended', on: moveDay.on } : { is: 'completed' }
  if (standing === 'agreed') return null
  if (!moveDay || moveDay.is === 'unconfirmed') return { is: 'exchanged' }
  return moveDay.on === facts.today ? { is: 'today' } : { is: 'planned', on: moveDay.on }
}

/** Steps that the agency itself does: they are never said to be late or chased. */
const ownSteps: readonly StepKey[] = [
  stepKeys.TakeOn,
  stepKeys.PropertyLaunched,
  stepKeys.Viewings,
  stepKeys.SaleAgreed,
  stepKeys.MemoOfSaleSent,
]

export const isOwnStep = (key: StepKey): boolean => ownSteps.includes(key)

const bySolicitor: Partial<Record<StepKey, keyof SpokenFacts['solicitors']>> = {
  [stepKeys.DraftContractsIssued]: 'vendor',
  [stepKeys.EnquiriesAnswered]: 'vendor',
  [stepKeys.SearchesAppliedFor]: 'buyer',
  [stepKeys.EnquiriesRaised]: 'buyer',
  [stepKeys.ReportedToBuyer]: 'buyer',
}

/** Whether everybody who does the step is entered. */
function isNamed(key: StepKey, { vendor, buyer }: SpokenFacts['solicitors']): boolean {
  if (key === stepKeys.MemoOfSaleSent) return vendor && buyer
  const side = bySolicitor[key]
  return side === undefined || { vendor, buyer }[side]
}

/** Who was entered when a step was started, its change alone does not tell. */
const nobodyNamed: SpokenFacts['solicitors'] = { vendor: false, buyer: false }

/** Of a step that was started. */
export const startedClaim = (key: StepKey, isByRule: boolean, solicitors = nobodyNamed): StepClaim =>
  isByRule ? { is: 'waiting-for', step: key } : { is: 'under-way', step: key, isNamed: isNamed(key, solicitors) }

function claimOfOpen(open: OpenStep, step: Step, facts: SpokenFacts, isAgreed: boolean): StepClaim {
  const { key } = step
  if (open.awaitingReports) return { is: 'report-awaited', step: key }
  const isPast = open.date !== null && !open.isExpected && open.date < facts.today
  if (isSurveyType(key) && open.date !== null && isPast && open.state === 'IP')
    return { is: 'survey-passed', step: key, on: open.date }
  const isOwn = isOwnStep(key)
  const chasedOn = lastChaseOf(facts, key)
  const { said = [] } = facts.chases?.find((chase) => chase.step === key) ?? {}
  const isChased = (since: DateOnly | null) => isAgreed && !isOwn && chasedOn !== null && since !== null && chasedOn >= since
  if (open.state === 'B') {
    const { blockedOn } = step
    const reasons = said
      .filter(({ on }) => blockedOn !== null && on >= addDays(blockedOn, -saidBeforeDays))
      .map(({ text }) => text)
    return {
      is: 'held-up',
      step: key,
      isNamed: isNamed(key, facts.solicitors),
      chased: isChased(blockedOn) && !reasons.some(asksVendor),
      reasons,
    }
  }
  const meanwhile = startedClaim(key, step.wasAutoSetToInProgress, facts.solicitors)
  if (meanwhile.is === 'waiting-for')
    return key === stepKeys.MemoOfSaleSent ? { ...meanwhile, ...unknownOf(facts.solicitors) } : meanwhile
  if (isPast && isAgreed && !isOwn && !isAssumedDue(step, open.date) && meanwhile.is === 'under-way' && meanwhile.isNamed)
    return { is: 'late', step: key, meanwhile, chased: isChased(open.date) }
  return meanwhile
}

/** What may be said of each open step; the move of an exchanged sale is said by its standing. */
export const stepClaims = (facts: SpokenFacts, { open, standing }: SaleNow): StepClaim[] =>
  standing === 'exchanged'
    ? []
    : open.flatMap((one) => {
        const step = one.isPlanned ? undefined : findStep(facts.timeline, one.key)
        return step ? [claimOfOpen(one, step, facts, standing === 'agreed')] : []
      })
