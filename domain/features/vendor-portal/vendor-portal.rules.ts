import { addDays, type DateOnly, type Instant } from '../../common/dates.ts'
import { isOwnStep, type SpokenFacts, type StepClaim, standingClaim, startedClaim, stepClaims } from '../sale-now/claims.ts'
import { isStepShown, type SaleNow, toldDayOf } from '../sale-now/sale-now.ts'
import {
  againSentence,
  capitalized,
  fallOffSentence,
  hasGoneOn,
  type MarketChange,
  marketSentence,
  standingSentence,
  stepSentence,
} from '../sale-now/sentences.ts'
import { stepClausesOf } from '../sale-now/step-clauses.ts'
import { preOfferSteps, vendorStepName, vendorTrackTitles } from '../sale-now/vendor-step-texts.ts'
import { isAssumedDue, recordedCompletion } from '../timeline/assumed-days.ts'
import { reasonsOfRules } from '../timeline/changes.ts'
import { isApplicable } from '../timeline/predecessors-of.ts'
import {
  findStep,
  isComplete,
  type StepKey,
  stepDefinition,
  stepDefinitions,
  stepKeys,
  stepsOfTrack,
  type Track,
} from '../timeline/step-definitions.ts'
import type { Step, Timeline } from '../timeline/timeline.model.ts'

/**
 * "The vendor's view: a vendor who signs in sees their property's progress in plain words (what is done, what is
 * happening, what is next, who to call) …. They see nothing that is not theirs: no fees, no notes, no other party's
 * details." Titles, descriptions and survey notes of steps are the agency's and not shown.
 *
 * With an accepted offer the portal shows the sale, before that the steps up to an offer.
 */

/** `now` open, `late` overdue or held up, `waiting` for a survey report, `next` not started. */
export const vendorStepStates = ['done', 'now', 'late', 'waiting', 'next'] as const
export type VendorStepState = (typeof vendorStepStates)[number]

/** `on` is the completion date, or the expected date. */
export type VendorPortalStep = { key: StepKey; name: string; state: VendorStepState; on: DateOnly | null }
export type VendorPortalTrack = { track: Track; title: string; done: number; steps: VendorPortalStep[] }
export type VendorPortalSale = {
  /** How the sale stands; null while it is agreed. */
  standing: string | null
  done: number
  total: number
  tracks: VendorPortalTrack[]
  /** Open steps, late ones first, each with an explanation. */
  now: (VendorPortalStep & { sentence: string })[]
  next: VendorPortalStep | null
}

const trackOrder: readonly Track[] = ['PS', 'L', 'F', 'S', 'C']

/** Finding a buyer has no day for the vendor, because that target is internal to the agency. */
const hasNoDay = (key: StepKey): boolean => preOfferSteps.includes(key) || key === stepKeys.SaleAgreed

const stateOfClaim: Record<StepClaim['is'], VendorStepState> = {
  'report-awaited': 'waiting',
  'survey-passed': 'waiting',
  'held-up': 'late',
  late: 'late',
  'under-way': 'now',
  'waiting-for': 'now',
}

const stateOf = (step: Step, claim: StepClaim | undefined): VendorStepState => {
  if (step.state === 'C') return 'done'
  return claim ? stateOfClaim[claim.is] : 'next'
}

/** The day of a step; one that an import only assumed is not told. */
function dayOf(step: Step, timeline: Timeline, sale: SaleNow): DateOnly | null {
  if (step.state === 'C') {
    // A property that was taken over is entered after its launch: that day is not the day of the agreement with the vendor.
    const launchedOn = findStep(timeline, stepKeys.PropertyLaunched)?.completedOn
    const isEntered = step.key === stepKeys.TakeOn && launchedOn && step.completedOn && step.completedOn > launchedOn
    return isEntered ? null : recordedCompletion(step)
  }
  const date = hasNoDay(step.key) ? null : toldDayOf(sale, step.key)
  return isAssumedDue(step, date) ? null : date
}

const rank: Record<VendorStepState, number> = { late: 0, waiting: 1, now: 2, done: 3, next: 4 }

/** Applicable steps; without an accepted offer only those up to an offer. */
function shownSteps(timeline: Timeline, sale: SaleNow): Step[] {
  const notHavingSurvey = isComplete(timeline, stepKeys.NotHavingSurvey)
  return trackOrder.flatMap((track) =>
    stepsOfTrack(timeline, track).filter((step) => {
      if (!isApplicable(step) || !isStepShown(step, sale)) return false
      if (sale.standing === 'none') return track === 'PS' && step.key !== stepKeys.MemoOfSaleSent
      // Shown only once the buyer has decided against a survey.
      if (step.key === stepKeys.NotHavingSurvey) return notHavingSurvey
      return !preOfferSteps.includes(step.key)
    }),
  )
}

/** The sentence about a standing of the sale, and its steps. While the sale is agreed its steps say how it stands. */
export function vendorPortalSale(facts: SpokenFacts, sale: SaleNow): VendorPortalSale {
  const standing = standingClaim(facts, sale)
  const claims = new Map(stepClaims(facts, sale).map((claim) => [claim.step, claim]))
  const shown = shownSteps(facts.timeline, sale).map((step) => {
    const own = {
      key: step.key,
      name: vendorStepName(step.key),
      state: stateOf(step, claims.get(step.key)),
      on: dayOf(step, facts.timeline, sale),
    }
    return { step, own }
  })
  const tracks = trackOrder.flatMap((track) => {
    const steps = shown.filter(({ step }) => step.type === track).map(({ own }) => own)
    return steps.length === 0
      ? []
      : [{ track, title: vendorTrackTitles[track], done: steps.filter(({ state }) => state === 'done').length, steps }]
  })
  return {
    standing: standing && standingSentence(standing, 'vendor'),
    done: shown.filter(({ own }) => own.state === 'done').length,
    total: shown.length,
    tracks,
    now: shown
      .flatMap(({ own }) => {
        const claim = claims.get(own.key)
        const sentence = claim ? stepSentence(claim) : ''
        return sentence === '' || (standing && preOfferSteps.includes(own.key)) ? [] : [{ ...own, sentence }]
      })
      .toSorted((a, b) => rank[a.state] - rank[b.state]),
    next: shown.find(({ own }) => own.state === 'next')?.own ?? null,
  }
}

/**
 * "… and messages when a step is saved (by e-mail too if their preferences say so)." The vendor's view, and "Feedback to
 * the vendor: saving a step writes a property event that the vendor's app reads" ([domain, Timeline](docs/design/domain.md#timeline)).
 * Messages are derived from events only, so e-mail and portal always say the same.
 */

const vendorMessageDays = 90

export const vendorMessagesSince = (today: DateOnly): DateOnly => addDays(today, -vendorMessageDays)

/** States that cause a message, in message order. */
export const notifiedStates = ['C', 'B', 'IP'] as const

/** Steps that cause a message. Not having a survey does not: the buyer decides on it. */
export const notifiedSteps: readonly StepKey[] = stepDefinitions
  .map(({ key }) => key)
  .filter((key) => key !== stepKeys.NotHavingSurvey)

/** `because`: the kind of its reason. */
export type StepChange = { key: StepKey; from: string | null; to: string | null; because?: string | null; at?: Instant }

/**
 * Message about a changed step, or null if it is not for the vendor: "The searches came back.", "We are waiting again for the searches." It
 * does not know who is entered, and says of a step that a rule started only what is waited for.
 */
export function stepMessage({ key, from, to, because }: StepChange): string | null {
  const clauses = stepClausesOf(key, false)
  if (!clauses || !notifiedSteps.includes(key)) return null
  if (to === 'C') return clauses.done ? capitalized(`${clauses.done}.`) : `${clauses.name}: done.`
  if (to === 'B')
    return stepSentence({ is: 'held-up', step: key, isNamed: false, chased: false, reasons: [] }) || `${clauses.name}: delayed.`
  if (to !== 'IP') return null
  const isByRule = reasonsOfRules.some((kind) => kind === because)
  const turned = from === 'C' ? againSentence(key, false) : from === 'B' && !isOwnStep(key) ? hasGoneOn(key) : ''
  const sentence = turned || stepSentence(startedClaim(key, isByRule))
  return sentence || (isByRule ? null : `${clauses.name}: in progress.`)
}

const stateRank = ({ to }: Pick<StepChange, 'to'>): number => notifiedStates.findIndex((state) => state === to)

/** Texts for a fall-off and a restore, shown instead of the step changes that these cause. They do not mention the buyer. */
const turnTexts = {
  'fall-off': fallOffSentence,
  'sale-restored': 'The sale that had fallen through is going ahead after all, with the same buyer.',
} as const

/** Reasons of changes that ended or restored a sale. */
export const saleTurns = Object.keys(turnTexts) as (keyof typeof turnTexts)[]

const turnOf = ({ because }: StepChange) => saleTurns.find((turn) => turn === because)

/** Sentences for one save, completed steps first; empty if nothing concerns the vendor. */
export const vendorMessages = (changes: readonly StepChange[]): string[] => [
  ...saleTurns.filter((turn) => changes.some((change) => turnOf(change) === turn)).map((turn) => turnTexts[turn]),
  ...changes
    .filter((change) => turnOf(change) === undefined)
    .toSorted((a, b) => stateRank(a) - stateRank(b))
    .flatMap((change) => stepMessage(change) ?? []),
]

/**
 * For each step, the state before the first and after the last change. Steps without a net change are left out: undone changes, and
 * corrected dates.
 */
export function netChanges<C extends StepChange>(changes: readonly C[]): Map<StepKey, C> {
  const net = new Map<StepKey, C>()
  for (const change of changes) {
    const first = net.get(change.key)
    net.set(change.key, first ? { ...change, from: first.from } : change)
  }
  for (const [key, { from, to }] of net) if (from === to) net.delete(key)
  return net
}

/** `turns`: changes by the end or the restoration of the sale. `current`, `net`: changes of the current sale, all and by what they come to. */
type SaleNews<C extends StepChange> = { turns: C[]; current: readonly C[]; net: Map<StepKey, C> }

/** Whether the first of two changes may have reached the vendor before the second. */
const isToldBetween = (first: StepChange, last: StepChange): boolean =>
  first.at !== undefined && last.at !== undefined && Date.parse(last.at) - Date.parse(first.at) > vendorNewsDelaySeconds * 1000

/**
 * The changes without each fall-off that was restored, or restore that was undone, with every step as it was before: these are not news,
 * unless the vendor was told the first; then the second is. What was changed before, between and after them stays.
 */
function withoutRevertedTurns<C extends StepChange>(changes: readonly C[]): readonly C[] {
  for (const [first, change] of changes.entries()) {
    const turn = turnOf(change)
    if (turn === undefined) continue
    const last = changes.findLastIndex((other, index) => {
      const otherTurn = index > first ? turnOf(other) : undefined
      return otherTurn !== undefined && otherTurn !== turn && netChanges(changes.slice(first, index + 1)).size === 0
    })
    const end = changes[last]
    if (end === undefined) continue
    const news = isToldBetween(change, end) ? [end] : []
    return withoutRevertedTurns([...changes.slice(0, first), ...news, ...changes.slice(last + 1)])
  }
  return changes
}

/** The news of several saves, oldest first. Changes before a fall-off or restore belong to another sale. */
export function saleNews<C extends StepChange>(all: readonly C[]): SaleNews<C> {
  const changes = withoutRevertedTurns(all)
  const [first, last] = [changes.find(turnOf), changes.findLast(turnOf)]
  const current = changes.slice(changes.findLastIndex(turnOf) + 1)
  return {
    turns: [
      ...(first && turnOf(first) === 'fall-off' ? [first] : []),
      ...(last && turnOf(last) === 'sale-restored' ? [last] : []),
    ],
    current,
    net: netChanges(current),
  }
}

/** The last withdrawal or return to the market, unless it only reverts an earlier one, with the sale where it was. */
const netMarketChange = <M extends MarketChange>(changes: readonly M[]): M[] => {
  const [first, last] = [changes[0], changes.at(-1)]
  if (!first || !last) return []
  const hasMoved = first.isExchanged !== last.isExchanged || first.isCompleted !== last.isCompleted
  return first.is === last.is || hasMoved ? [last] : []
}

/** Where the sale is since these changes, or null if they leave it where it was. */
function movedTo(changes: readonly StepChange[], market: readonly MarketChange[]): Pick<SaleNow, 'phase' | 'standing'> | null {
  const last = (key: StepKey) => changes.findLast((change) => change.key === key)
  if (market.at(-1)?.is === 'withdrawn') return { phase: 'withdrawn', standing: 'stopped' }
  if (last(stepKeys.Exchanged)?.to === 'C') return { phase: 'exchanged', standing: 'exchanged' }
  const agreed = last(stepKeys.SaleAgreed)
  return agreed && agreed.to !== 'C' ? { phase: 'forSale', standing: 'none' } : null
}

/** What the vendor is told of several saves: not of steps that these left open, such as at exchange. */
function toldOf<C extends StepChange, M extends MarketChange>(changes: readonly C[], market: readonly M[]) {
  const { turns, net } = saleNews(changes)
  const sale = movedTo(changes, market)
  const isLeftOpen = ({ key, to }: C) => {
    const type = stepDefinition(key)?.type
    return sale !== null && type !== undefined && !isStepShown({ key, type, state: to }, sale)
  }
  return { turns, steps: [...net.values()].filter((change) => !isLeftOpen(change)), market: netMarketChange(market) }
}

/** Sentences for several saves. */
export function vendorNews(changes: readonly StepChange[], market: readonly MarketChange[] = []): string[] {
  const told = toldOf(changes, market)
  const accepted = stepMessage({ key: stepKeys.SaleAgreed, from: null, to: 'C' })
  return [
    ...told.market.map(marketSentence),
    ...vendorMessages(told.turns),
    ...vendorMessages(told.steps).map((line) =>
      told.turns.length > 0 && line === accepted ? 'You accepted another offer.' : line,
    ),
  ]
}

/** "Slips do not reach vendors: step news to vendors also wait 2 minutes." [day §4](docs/design/day.md#4). */
export const vendorNewsDelaySeconds = 120

/** The changes of one save of a property: step changes, or a withdrawal or return. */
type VendorSave = { at: Instant; steps: readonly StepChange[]; market: readonly MarketChange[] }

/**
 * The sentences of each save with news, oldest first. As in the e-mail, saves within two minutes of the first are told together: each
 * sentence at the save that made it so.
 */
export function vendorNewsBySave<S extends VendorSave>(saves: readonly S[]): (S & { lines: string[] })[] {
  const start = saves.findIndex(({ steps, market }) => market.length > 0 || vendorMessages(steps).length > 0)
  const first = saves[start]
  if (!first) return []
  const until = Date.parse(first.at) + vendorNewsDelaySeconds * 1000
  const rest = saves.slice(start)
  const together = rest.filter(({ at }) => Date.parse(at) <= until)
  const told = toldOf(
    together.flatMap((save) => save.steps.map((step) => ({ ...step, save }))),
    together.flatMap((save) => save.market.map((change) => ({ ...change, save }))),
  )
  const news = together.map((save) => ({
    ...save,
    lines: [
      ...told.market.filter((change) => change.save === save).map(marketSentence),
      ...vendorMessages([...told.turns, ...told.steps].filter((change) => change.save === save)),
    ],
  }))
  return [...news.filter(({ lines }) => lines.length > 0), ...vendorNewsBySave(rest.slice(together.length))]
}
