import { addDays, type DateOnly } from '../../common/dates.ts'
import { changeState, reasonFor } from '../timeline/changes.ts'
import { emptyStep } from '../timeline/empty-step.ts'
import { followRules } from '../timeline/rules/follow-rules.ts'
import { findStep, type StepKey, stepDefinition, stepKeys } from '../timeline/step-definitions.ts'
import { isSurveyType } from '../timeline/survey-types.ts'
import type { Step, StepState } from '../timeline/timeline.model.ts'
import { type ClosedRange, countedDaysBetween } from './counted-days.ts'
import { entriesOf, laterInTrack } from './entries-of-sale.ts'
import { startedByImplication, withKnownDays } from './known-days.ts'
import type { SaleHistory, SaleTraits, StepRow } from './learning.ts'
import type { DaysOfStep } from './pace.ts'
import { recentDays } from './recent-finishes.ts'
import type { RiskSpan, SaleRisk } from './sale-risk.ts'
import { type SaleStanding, type StepStatus, type SurveyStatus, stepsToReady } from './step-network.ts'

/** Facts of a sale from the database, for forecasting and learning. */
export type SaleFacts = {
  agreedOn: DateOnly
  /** The day since which the company has recorded it; absent: since it was agreed. */
  knownOn?: DateOnly
  /** The day of the exchange or the fall-off; null while the sale is open. */
  endedOn: DateOnly | null
  outcome: 'open' | 'exchanged' | 'fell'
  traits: SaleTraits
  steps: readonly StepFacts[]
  /** The periods in which reasons to fall through held; null: to the end. */
  risks?: readonly { risk: SaleRisk; since: DateOnly; until: DateOnly | null }[]
}

/** A step that applies; `surveyDate` on surveys only. */
export type StepFacts = {
  key: StepKey
  state: StepState
  startedOn: DateOnly | null
  completedOn: DateOnly | null
  blockedOn: DateOnly | null
  surveyDate: DateOnly | null
  /** The day after which it is overdue, of a running step. */
  warningDate?: DateOnly | null
  /** The day on which its completion was entered. Only for learning. */
  enteredOn?: DateOnly | null
  /** Periods in which it was blocked; null: still blocked. Only for learning. */
  delays?: readonly { from: DateOnly; until: DateOnly | null }[]
}

/** False only for chain status 0, "No chain". [forecast §5.3](docs/design/forecast.md#5.3). */
export const mayBeInChain = (chainStatus: number): boolean => chainStatus !== 0

const forecastSteps: readonly StepKey[] = [...stepsToReady, stepKeys.Exchanged]

/** The surveys of a sale that apply, in the order of `SaleStanding.surveys`. */
export const surveysOf = <Fact extends Pick<StepFacts, 'key' | 'state' | 'surveyDate'>>(steps: readonly Fact[]): Fact[] =>
  steps.filter(({ key, state, surveyDate }) => isSurveyType(key) && surveyDate !== null && state !== 'NA')

/** The state of a sale at the start of `today`: a step that started today has run for no full day. */
export function standingOf(
  known: readonly StepFacts[],
  today: DateOnly,
  closed: readonly ClosedRange[],
  agreedOn: DateOnly | null = null,
): SaleStanding {
  const steps = withKnownDays(known, agreedOn)
  const counted = (from: DateOnly, until: DateOnly): number => countedDaysBetween(from, until, closed)
  const byKey = new Map(steps.map((step) => [step.key, step]))
  const standings = new Map<StepKey, StepStatus>()
  const isComplete = (key: StepKey): boolean => byKey.get(key)?.state === 'C'
  const since = startedByImplication(known, agreedOn)
  for (const key of forecastSteps) {
    const step = byKey.get(key)
    if (step === undefined || step.state === 'NA') continue
    if (step.state === 'C') {
      const ago = step.completedOn === null ? {} : { ago: Math.max(0, counted(step.completedOn, today)) }
      standings.set(key, { status: 'done', days: daysTaken(step, counted), ...ago })
    } else {
      const overtaken = laterInTrack(key).some(isComplete) ? { overtaken: true } : {}
      const startedOn = step.state === 'NS' ? since(key) : step.startedOn
      if (startedOn === null) standings.set(key, { status: 'toCome', ...overtaken })
      else {
        const days = Math.max(0, counted(startedOn, today))
        standings.set(key, { status: 'running', days, blocked: step.state === 'B', ...overtaken })
      }
    }
  }
  const surveys = surveysOf(steps).flatMap(({ state, surveyDate, completedOn }): SurveyStatus[] => {
    if (surveyDate === null) return []
    if (state === 'C')
      return [
        { status: 'done', days: completedOn !== null && completedOn >= surveyDate ? counted(surveyDate, completedOn) : null },
      ]
    return surveyDate > today
      ? [{ status: 'booked', inDays: counted(today, surveyDate) }]
      : [{ status: 'awaited', days: counted(surveyDate, today) }]
  })
  return { steps: standings, surveys }
}

/** The standing if a step were completed today, with the steps that the rules of the timeline start. */
export function standingIfDone(
  known: readonly StepFacts[],
  key: StepKey,
  today: DateOnly,
  closed: readonly ClosedRange[],
  agreedOn: DateOnly | null = null,
): SaleStanding {
  const now = `${today}T12:00:00.000Z`
  const timeline = known.flatMap(toStep)
  const done = findStep(timeline, key)
  if (done === undefined) return standingOf(known, today, closed, agreedOn)
  const after = followRules(timeline, [changeState(done, 'C', today, reasonFor('requested'), now)], { today, now }).timeline
  const steps = known.map((step) => {
    const { state, startedOn, completedOn, blockedOn } = findStep(after, step.key) ?? step
    return { ...step, state, startedOn, completedOn, blockedOn }
  })
  return standingOf(steps, today, closed, agreedOn)
}

/** The fields of a step that the rules of the timeline need. */
const toStep = ({ key, state, startedOn, completedOn, blockedOn }: StepFacts): Step[] => {
  const definition = stepDefinition(key)
  return definition ? [{ ...emptyStep(definition), state, startedOn, completedOn, blockedOn }] : []
}

/** Null if the dates are missing or out of order. */
function daysTaken({ startedOn, completedOn }: StepFacts, counted: (from: DateOnly, until: DateOnly) => number): number | null {
  if (startedOn === null || completedOn === null || completedOn < startedOn) return null
  return counted(startedOn, completedOn)
}

/** The sale as learned from on `today`. Steps that are running or blocked, or ended with a fall-off, are right-censored. */
export function historyOf(sale: SaleFacts, today: DateOnly, closed: readonly ClosedRange[]): SaleHistory {
  const counted = (from: DateOnly, until: DateOnly): number => countedDaysBetween(from, until, closed)
  const end = sale.endedOn !== null && sale.endedOn < today ? sale.endedOn : today
  const known = withKnownDays(sale.steps, sale.agreedOn)
  const [recentFrom, recentUntil] = [addDays(today, -recentDays.from), addDays(today, -recentDays.until)]
  const completed = new Set(known.flatMap(({ key, state }) => (state === 'C' ? [key] : [])))
  const steps = known.flatMap((step): StepRow[] => {
    const isSurvey = isSurveyType(step.key)
    if (!isSurvey && !forecastSteps.includes(step.key)) return []
    const key = isSurvey ? 'survey' : step.key
    const startedOn = isSurvey ? step.surveyDate : step.startedOn
    if (startedOn === null || startedOn > end || step.state === 'NA' || step.state === 'NS') return []
    const finished = step.state === 'C'
    const days = finished ? daysTaken({ ...step, startedOn }, counted) : counted(startedOn, end)
    if (days === null) return []
    const overtaken = !finished && laterInTrack(step.key).some((later) => completed.has(later))
    const recent = {
      from: Math.max(0, counted(startedOn, recentFrom)),
      until: Math.max(0, counted(startedOn, recentUntil)),
    }
    return [
      {
        key,
        finished,
        days,
        ...(overtaken ? { overtaken } : {}),
        recent,
        blocked: blockedDays({ ...step, startedOn }, { finished, days, counted }),
      },
    ]
  })
  const days = Math.max(0, counted(sale.agreedOn, end))
  const risks = (sale.risks ?? []).flatMap(({ risk, since, until }): RiskSpan[] => {
    if (since > end) return []
    const heldToEnd = until === null || until > end
    const fell = heldToEnd && sale.outcome === 'fell'
    const from = Math.max(0, counted(sale.agreedOn, since))
    return [{ risk, from, until: heldToEnd ? days + Number(fell) : Math.max(0, counted(sale.agreedOn, until)), fell }]
  })
  // Steps entered with the sale, as of files, say nothing about how soon others are.
  const { knownOn = sale.agreedOn } = sale
  const enteredAfter = ({ completedOn, enteredOn }: StepFacts): number | null =>
    completedOn === null || enteredOn == null || enteredOn <= knownOn ? null : Math.max(0, counted(completedOn, enteredOn))
  const entries = sale.outcome === 'exchanged' ? entriesOf(known, enteredAfter) : []
  const knownFrom = Math.max(0, counted(sale.agreedOn, knownOn))
  return { ...sale.traits, steps, outcome: sale.outcome, days, knownFrom, risks, entries }
}

type Run = { finished: boolean; days: number; counted: (from: DateOnly, until: DateOnly) => number }

/**
 * The days on which a step was blocked, counted from its start. If it finished while blocked, the day of finishing is included; otherwise
 * blocked days would never have a finish.
 */
function blockedDays(step: StepFacts & { startedOn: DateOnly }, { finished, days, counted }: Run): DaysOfStep[] {
  const { startedOn, completedOn } = step
  const known = step.delays ?? (step.state === 'B' && step.blockedOn !== null ? [{ from: step.blockedOn, until: null }] : [])
  return known.flatMap((delay) => {
    if (delay.from < startedOn) return []
    const from = counted(startedOn, delay.from)
    const { until: marked } = delay
    const toTheEnd = marked === null || (finished && completedOn !== null && marked >= completedOn)
    const until = toTheEnd ? days + Number(finished) : Math.min(days, counted(startedOn, marked))
    return from < until ? [{ from, until }] : []
  })
}

export const stepTitle = (key: StepKey): string => stepDefinition(key)?.title ?? ''
