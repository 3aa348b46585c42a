import type { StepKey } from '../../timeline/step-definitions.ts'
import type { SaleHistory, StepRow } from '../learning.ts'
import type { LinkFacts } from '../link-standing.ts'
import type { RiskSpan, SaleRisk } from '../sale-risk.ts'
import type { SaleStanding, StepStatus, SurveyStatus } from '../step-network.ts'
import type { SimulatedSale } from './simulated-company.ts'

/** The facts that a simulated company has on a day. */

/** The kinds of facts that the forecast uses, to measure the effect of each. */
export type Known = {
  /** `running`: only of steps that are still delayed. */
  delays: 'all' | 'running' | 'none'
  surveys: boolean
  reasons: boolean
  partners: boolean
}
export const knowsAll: Known = { delays: 'all', surveys: true, reasons: true, partners: true }

/** The day on which the sale ended or was interrupted, at most `day`. */
const endOf = ({ fallsOn, away }: SimulatedSale, day: number): number =>
  Math.min(day, fallsOn, away && away.from < day && day <= away.until ? away.from : day)

export const isOpen = ({ agreedOn, exchangedOn, fallsOn, away }: SimulatedSale, day: number): boolean =>
  agreedOn < day && Math.min(exchangedOn, fallsOn) >= day && !(away && away.from < day && day <= away.until)

/** The history of a sale as known at the end of the day before `day`. */
export function historyAt(sale: SimulatedSale, day: number, counted: Int32Array, known = knowsAll): SaleHistory | null {
  if (sale.agreedOn >= day) return null
  const end = endOf(sale, day)
  const between = (from: number, until: number): number => (counted[until] as number) - (counted[from] as number)
  const steps: StepRow[] = []
  for (const { key, startedOn, finishedOn, enteredOn } of sale.steps) {
    if (!isStarted(sale, key, day)) continue
    const finished = enteredOn < day && finishedOn <= end
    const days = between(startedOn, finished ? finishedOn : end)
    if (days < 0) continue
    const blocked =
      known.delays === 'none' || (known.delays === 'running' && finished)
        ? []
        : sale.delays.flatMap((delay) => {
            if (delay.key !== key || delay.from >= end) return []
            const isOver = delay.until < Math.min(end, finishedOn)
            if (known.delays === 'running' && isOver) return []
            const until = isOver ? between(startedOn, delay.until) : days + Number(finished)
            return [{ from: between(startedOn, delay.from), until }]
          })
    steps.push({ key, finished, days, blocked })
  }
  if (known.surveys)
    for (const { on, reportOn } of sale.surveys)
      if (on < end) steps.push({ key: 'survey', finished: reportOn <= end, days: between(on, Math.min(reportOn, end)) })
  const exchanged = sale.exchangedOn < day && sale.exchangedOn < sale.fallsOn
  const fell = !exchanged && end < day
  return {
    ...sale.traits,
    steps,
    outcome: exchanged ? 'exchanged' : fell ? 'fell' : 'open',
    days: between(sale.agreedOn, exchanged ? sale.exchangedOn : end),
    ...(known.reasons ? { risks: riskSpans(sale, exchanged ? sale.exchangedOn : end, fell, between) } : {}),
  }
}

function riskSpans(
  { risks, agreedOn }: SimulatedSale,
  end: number,
  hasFallen: boolean,
  between: (from: number, until: number) => number,
): RiskSpan[] {
  return risks.flatMap(({ risk, from, until }) => {
    if (from >= end) return []
    const fell = hasFallen && until > end
    return [{ risk, from: between(agreedOn, from), until: between(agreedOn, Math.min(until, end)) + Number(fell), fell }]
  })
}

/** Reasons that hold at the start of `day`. */
export const risksAt = ({ risks }: SimulatedSale, day: number): { risk: SaleRisk }[] =>
  risks.filter(({ from, until }) => from < day && day <= until)

/** True if the previous step has been entered as complete. */
function isStarted(sale: SimulatedSale, key: StepKey, day: number): boolean {
  const done = (step: StepKey): boolean => sale.steps.some((one) => one.key === step && one.enteredOn < day)
  if (key === 30) return true
  if (key === 31 || key === 26) return done(30)
  if (key === 22) return done(35) && (sale.cash || done(29))
  if (key === 23) return done(22)
  if (key === 24) return done(23)
  return done(key - 1)
}

export function standingAt(sale: SimulatedSale, day: number, counted: Int32Array, known = knowsAll): SaleStanding {
  const steps = new Map<StepKey, StepStatus>()
  for (const { key, startedOn, finishedOn, enteredOn } of sale.steps) {
    const between = (until: number): number => Math.max(0, (counted[until] as number) - (counted[startedOn] as number))
    if (!isStarted(sale, key, day)) steps.set(key, { status: 'toCome' })
    else if (enteredOn < day) steps.set(key, { status: 'done', days: between(finishedOn) })
    else steps.set(key, { status: 'running', days: between(day), blocked: known.delays !== 'none' && isDelayed(sale, key, day) })
  }
  return { steps, surveys: known.surveys ? surveysAt(sale, day, counted) : [] }
}

/** A step that is done but not entered yet still counts as delayed. */
const isDelayed = ({ delays, steps }: SimulatedSale, key: StepKey, day: number): boolean =>
  delays.some((delay) => {
    const isDone = steps.some((step) => step.key === key && step.finishedOn === delay.until)
    return delay.key === key && delay.from < day && (isDone || day <= delay.until)
  })

const surveysAt = ({ surveys }: SimulatedSale, day: number, counted: Int32Array): SurveyStatus[] =>
  surveys.flatMap(({ bookedOn, on, reportOn }): SurveyStatus[] => {
    const between = (from: number, until: number): number => (counted[until] as number) - (counted[from] as number)
    if (bookedOn >= day) return []
    if (reportOn < day) return [{ status: 'done', days: between(on, reportOn) }]
    return on > day ? [{ status: 'booked', inDays: between(day, on) }] : [{ status: 'awaited', days: between(on, day) }]
  })

export function linksAt(sale: SimulatedSale, day: number, counted: Int32Array): LinkFacts[] {
  return sale.links
    .filter(({ addedOn }) => addedOn < day)
    .map(({ addedOn, cash, silent, ticks }) => {
      const ago = (other: number): number => (counted[day] as number) - (counted[other] as number)
      const seen = silent ? [] : ticks.filter(({ seenOn }) => seenOn < day)
      return {
        addedDaysAgo: ago(addedOn),
        cash,
        ticked: new Map(seen.map(({ key, seenOn }) => [key, ago(seenOn)])),
        changedDaysAgo: ago(Math.max(addedOn, ...seen.map(({ seenOn }) => seenOn))),
      }
    })
}
