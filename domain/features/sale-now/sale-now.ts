import type { DateOnly } from '../../common/dates.ts'
import { showCount } from '../../common/show-count.ts'
import { errors } from '../../error-catalogue.ts'
import { acceptedOnOf } from '../timeline/accepted-on.ts'
import { warningDateOf } from '../timeline/due.ts'
import { byUrgency, isDelayed, isOpenOn, type OpenStep, warningColour } from '../timeline/most-urgent-step.ts'
import { type Phase, phaseOf } from '../timeline/phase.ts'
import { saleContradictions } from '../timeline/rules/sale-contradictions.ts'
import { byDisplayOrder, findStep, type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import type { Step, Timeline } from '../timeline/timeline.model.ts'

/**
 * Everything that is true of a sale on a day. This is the only place that decides from a phase or the state of a step what is open, late
 * or next (decision 102).
 */

/**
 * Where a sale is. `none`: no offer is accepted. `agreed`: an offer is accepted, contracts are not exchanged. `stopped`: withdrawn with an
 * accepted offer.
 */
export type Standing = 'none' | 'agreed' | 'exchanged' | 'completed' | 'stopped'

export type SaleFacts = {
  active: boolean
  hasAcceptedOffer: boolean
  timeline: Timeline
  completionDate: DateOnly | null
  /** Until they are known, these are the days of Exchanged and Completed. */
  expectedExchange: DateOnly | null
  expectedCompletion: DateOnly | null
}

type MoveDay = {
  on: DateOnly
  /**
   * The day is over, and nobody has recorded the completion (`unconfirmed`), or contracts are not even exchanged (`missed`): such a day is
   * told to nobody but staff.
   */
  is: 'agreed' | 'unconfirmed' | 'missed' | 'past'
}

export type SaleNow = {
  phase: Phase
  standing: Standing
  /** An offer is accepted, whatever the phase. */
  isSold: boolean
  /** Steps that somebody may be asked for, in display order. */
  open: OpenStep[]
  /** Opens once its day is over. Lists store it with the open steps. */
  planned: OpenStep | null
  /** Steps in progress or blocked that the sale has passed, or that wait: neither open nor late. */
  leftOpen: StepKey[]
  /** Open steps whose day has passed, most urgent first. */
  late: OpenStep[]
  /** The most urgent open step. */
  next: OpenStep | null
  moveDay: MoveDay | null
}

/** The standing of a sale whose phase is stored. */
export const standingOf = (phase: Phase, isSold: boolean): Standing => {
  if (phase === 'completed' || phase === 'exchanged') return phase
  if (phase === 'withdrawn') return isSold ? 'stopped' : 'none'
  return isSold ? 'agreed' : 'none'
}

const isUnderWay = (step: Step): step is Step & { state: 'IP' | 'B' } => step.state === 'IP' || step.state === 'B'

/** Which steps are asked for. Of a property without an accepted offer those up to Sale agreed. */
const isAskedFor = ({ key, type }: Pick<Step, 'key' | 'type'>, phase: Phase, standing: Standing): boolean => {
  if (phase === 'withdrawn') return false
  if (standing === 'none') return type === 'PS' && key !== stepKeys.MemoOfSaleSent
  return standing === 'agreed' || (standing === 'exchanged' && key === stepKeys.Completed)
}

function moveDayOf({ timeline, completionDate }: SaleFacts, standing: Standing, today: DateOnly): MoveDay | null {
  if (standing === 'completed') {
    const on = findStep(timeline, stepKeys.Completed)?.completedOn ?? completionDate
    return on === null ? null : { on, is: 'past' }
  }
  if (completionDate === null) return null
  if (standing !== 'agreed' && standing !== 'exchanged') return null
  const over = standing === 'exchanged' ? 'unconfirmed' : 'missed'
  return { on: completionDate, is: completionDate >= today ? 'agreed' : over }
}

/** The day of a step under way. The expected day, while one is set, is the day of Exchanged and of Completed. */
function dayOf(
  step: Step,
  { timeline, completionDate, expectedExchange, expectedCompletion }: SaleFacts,
): Pick<OpenStep, 'date' | 'isExpected'> {
  const expected = {
    [stepKeys.Exchanged]: expectedExchange,
    [stepKeys.Completed]: completionDate === null ? expectedCompletion : null,
  }[step.key]
  return expected ? { date: expected, isExpected: true } : { date: warningDateOf(timeline, step, completionDate) }
}

/** Completed is missed once the agreed day of a sale that is not exchanged is over, although the step has not started. */
function completionOfAgreed({ timeline, completionDate }: SaleFacts, standing: Standing): OpenStep | null {
  const step = findStep(timeline, stepKeys.Completed)
  if (standing !== 'agreed' || completionDate === null || step?.state !== 'NS') return null
  return { key: step.key, state: 'IP', date: completionDate, awaitingReports: false, updatedOn: null, isPlanned: true }
}

export function saleNow(facts: SaleFacts, today: DateOnly): SaleNow {
  const { timeline, hasAcceptedOffer } = facts
  const phase = phaseOf(facts)
  const standing = standingOf(phase, hasAcceptedOffer)
  const underWay = timeline.filter(isUnderWay).toSorted(byDisplayOrder)
  const openNow: OpenStep[] = underWay
    .filter((step) => isAskedFor(step, phase, standing))
    .map((step) => ({
      key: step.key,
      state: step.state,
      ...dayOf(step, facts),
      awaitingReports: step.survey?.awaitingReports ?? false,
      ...(isDelayed(step) && { delayedOn: step.blockedOn }),
      updatedOn: step.updatedOn,
    }))
  const planned = completionOfAgreed(facts, standing)
  const open = planned && isOpenOn(planned, today) ? [...openNow, planned] : openNow
  const byUrgencyNow = open.toSorted(byUrgency(today))
  return {
    phase,
    standing,
    isSold: hasAcceptedOffer,
    open,
    planned,
    leftOpen: underWay.filter((step) => !isAskedFor(step, phase, standing)).map(({ key }) => key),
    late: byUrgencyNow.filter((step) => warningColour(step, today) !== null),
    next: byUrgencyNow[0] ?? null,
    moveDay: moveDayOf(facts, standing, today),
  }
}

/** The same from a property as the API returns it. */
export const saleFactsOf = (
  {
    active,
    offers,
    completionDate,
    expectedExchange,
    expectedCompletion,
  }: Omit<SaleFacts, 'hasAcceptedOffer' | 'timeline'> & { offers: readonly { state: string }[] },
  timeline: Timeline,
): SaleFacts => ({
  active,
  hasAcceptedOffer: offers.some(({ state }) => state === 'A'),
  timeline,
  completionDate,
  expectedExchange,
  expectedCompletion,
})

/** The steps that lists store: the open ones, and the one that opens without a save. */
export const storedSteps = ({ open, planned }: Pick<SaleNow, 'open' | 'planned'>): OpenStep[] =>
  planned === null || open.includes(planned) ? open : [...open, planned]

/** Whether a step is done, or can still be asked for. The others the sale has passed, or they wait. */
export const isStepShown = (
  step: Pick<Step, 'key' | 'type'> & { state: string | null },
  { phase, standing }: Pick<SaleNow, 'phase' | 'standing'>,
): boolean => step.state === 'C' || isAskedFor(step, phase, standing)

/** Whether somebody may be asked for a step that is under way. */
export const isOpenStep = ({ open }: Pick<SaleNow, 'open'>, step: Pick<Step, 'key'>): boolean =>
  open.some(({ key, isPlanned }) => key === step.key && !isPlanned)

/** Whether the sale has passed the step, or is paused: its changes are kept, and are no news to anybody. */
export const isPassed = ({ phase, standing }: Pick<SaleNow, 'phase' | 'standing'>, key: StepKey): boolean =>
  phase === 'withdrawn' ||
  ((standing === 'exchanged' || standing === 'completed') && key !== stepKeys.Exchanged && key !== stepKeys.Completed)

/** The day of an open step that may be told of the step. */
export const toldDayOf = ({ open }: Pick<SaleNow, 'open'>, key: StepKey): DateOnly | null =>
  open.find((one) => one.key === key && !one.isPlanned && !one.isExpected)?.date ?? null

/** The agreed day of completion that may be told: one to come. */
export const agreedMove = ({ moveDay }: Pick<SaleNow, 'moveDay'>): DateOnly | null =>
  moveDay?.is === 'agreed' ? moveDay.on : null

/** Why a sale should be tidied, besides contradictions. */
export function tidyNotes({ standing, leftOpen }: Pick<SaleNow, 'standing' | 'leftOpen'>): string[] {
  if (standing === 'stopped') return ['Withdrawn with an agreed sale']
  if (standing !== 'completed' || leftOpen.length === 0) return []
  return [`Completed with ${showCount(leftOpen.length, 'step')} left open`]
}

/** Why the filter "To tidy" lists the sale: what is left open, and contradictions. */
export const tidyWords = (
  property: { completionDate: DateOnly | null; offers: readonly { state: string; acceptedOn: DateOnly | null }[] },
  timeline: Timeline,
  sale: SaleNow,
  today: DateOnly,
): string[] => [
  ...tidyNotes(sale),
  ...saleContradictions(
    timeline,
    { completionDate: property.completionDate, acceptedOn: acceptedOnOf(property.offers) },
    today,
  ).map((code) => errors[code][1]),
]

const leftOpenWords: Record<Standing, string> = {
  none: 'Waits: no offer accepted',
  agreed: '',
  exchanged: 'Left open at exchange',
  completed: 'Left open at completion',
  stopped: 'Waits: withdrawn',
}

/** Why a step that is under way is neither open nor late; empty for other steps. */
export const leftOpenNote = ({ leftOpen, phase, standing }: SaleNow, key: StepKey): string => {
  if (!leftOpen.includes(key)) return ''
  return phase === 'withdrawn' ? leftOpenWords.stopped : leftOpenWords[standing]
}
