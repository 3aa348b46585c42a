import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import { exposureDays } from './bands.ts'
import {
  after,
  certainlyToday,
  cumulative,
  type Distribution,
  fromCumulative,
  horizonDays,
  later,
  meanOf,
} from './distributions.ts'
import { type Pace, paceOf } from './pace.ts'
import { curveOf, type StepTable } from './step-curve.ts'

/**
 * When a sale is ready to exchange, and when it exchanges if it holds: the steps of each track in sequence, tracks in parallel, mixed
 * over five paces. All days are counted days. Forecast design, section 5.
 */

/** A step that applies. `days` of a done step: how many it took; null if its dates are unknown or out of order. */
export type StepStatus =
  | { status: 'done'; days: number | null }
  /** For how many full days, and whether it is blocked. */
  | { status: 'running'; days: number; blocked: boolean }
  | { status: 'toCome' }

/** A survey: booked in so many days, its report awaited for so many, or received after so many. */
export type SurveyStatus =
  | { status: 'booked'; inDays: number }
  | { status: 'awaited'; days: number }
  | { status: 'done'; days: number | null }

/** The state of a sale. Steps that do not apply are missing. */
export type SaleStanding = { steps: ReadonlyMap<StepKey, StepStatus>; surveys: readonly SurveyStatus[] }

/**
 * The tables of a forecast. `table`: of the steps up to ready; `survey`: from a survey's date to its report. `blocked` multiplies the
 * rates of a blocked step. `exchangeInChain`: step 24 including the wait for a chain.
 */
export type ForecastTables = {
  k: number
  blocked: number
  table: (key: StepKey) => StepTable
  survey: StepTable
  exchangeAlone: StepTable
  exchangeInChain: StepTable
}

const legal = [
  stepKeys.DraftContractsIssued,
  stepKeys.SearchesAppliedFor,
  stepKeys.SearchesBack,
  stepKeys.EnquiriesRaised,
  stepKeys.EnquiriesAnswered,
] as const
const financial = [
  stepKeys.MortgageAppSubmitted,
  stepKeys.MortgageValuationBooked,
  stepKeys.MortgageValuationCompleted,
  stepKeys.MortgageApproved,
] as const
const completing = [stepKeys.ReportedToBuyer, stepKeys.DocumentsAndDepositsReceived] as const

/** Steps up to *ready* to exchange. */
export const stepsToReady: readonly StepKey[] = [stepKeys.MemoOfSaleSent, ...legal, ...financial, ...completing]

/** The pace, and the number of days to calculate. */
type PaceAndHorizon = { theta: number; k: number; days: number }

/** Duration of a step to come: P(D = d) = S(d − 1) − S(d). */
const durationToCome = (table: StepTable, at: PaceAndHorizon): Distribution => remainingTime(table, 0, at)

/** Remaining time of a step that started a days ago: P(R = r) = [S(a + r − 1) − S(a + r)] / S(a − 1). */
function remainingTime(table: StepTable, run: number, { theta, k, days }: PaceAndHorizon): Distribution {
  const curve = curveOf(table, k)
  const hazardSoFar = curve.hazardAt(run - 1)
  const result = new Float64Array(days)
  let before = 1
  for (let day = 0; day < days; day++) {
    const longer = Math.exp(-theta * (curve.hazardAt(run + day) - hazardSoFar))
    result[day] = before - longer
    before = longer
  }
  return result
}

/** Null: certainly today, so that finished steps need no convolution. */
type ReachedOn = Distribution | null

/** A duration that starts when something is reached. */
const addDuration = (reached: ReachedOn, duration: Distribution): Distribution =>
  reached === null ? duration : after(reached, duration)
/** The day by which both are reached. */
const laterOf = (one: ReachedOn, other: ReachedOn): ReachedOn => (one === null ? other : other === null ? one : later(one, other))

/** The day on which a sale is ready, at one pace. */
function readyAtPace(sale: SaleStanding, tables: ForecastTables, at: PaceAndHorizon): ReachedOn {
  const step = (reached: ReachedOn, key: StepKey): ReachedOn => {
    const standing = sale.steps.get(key)
    if (standing === undefined || standing.status === 'done') return reached
    const table = tables.table(key)
    if (standing.status === 'toCome') return addDuration(reached, durationToCome(table, at))
    return laterOf(reached, remainingTime(tableOf(table, standing, tables), standing.days, at))
  }
  const track = (reached: ReachedOn, keys: readonly StepKey[]): ReachedOn => keys.reduce(step, reached)

  const memo = step(null, stepKeys.MemoOfSaleSent)
  let tracks = laterOf(track(memo, legal), track(memo, financial))
  for (const survey of sale.surveys) {
    if (survey.status === 'done') continue
    const report =
      survey.status === 'awaited'
        ? remainingTime(tables.survey, survey.days, at)
        : shifted(durationToCome(tables.survey, at), survey.inDays)
    tracks = laterOf(tracks, report)
  }
  return track(tracks, completing)
}

const blockedTables = new WeakMap<StepTable, StepTable>()

/** The table with the factor for blocked days. */
function tableOf(table: StepTable, { blocked }: { blocked: boolean }, tables: ForecastTables): StepTable {
  if (!blocked) return table
  const factor = table.factor * tables.blocked
  const known = blockedTables.get(table)
  if (known?.factor === factor) return known
  const made = { rates: table.rates, factor }
  blockedTables.set(table, made)
  return made
}

function shifted(duration: Distribution, days: number): Distribution {
  const result = new Float64Array(duration.length)
  if (days < result.length) result.set(duration.subarray(0, result.length - days), days)
  return result
}

/**
 * Upper limit of the expected finishes of one step. A step that has run much longer without an entry indicates that nobody records it, as
 * in a sale imported without its steps, and not that the sale is slow: a step of one day would have 36 expected finishes after 45 days.
 */
export const mostExpectedOfStep = 5

/** The pace from all steps but 24. Blocked days have no factor here: otherwise a delay would count as haste. */
export function paceOfSale(sale: SaleStanding, tables: ForecastTables, values: 3 | 5 = 5): Pace {
  let done = 0
  let expected = 0
  const count = (table: StepTable, standing: { status: string; days?: number | null }): void => {
    if (typeof standing.days !== 'number') return
    const finished = standing.status === 'done'
    if (finished) done++
    const ofStep = curveOf(table, tables.k).expectedUntil(exposureDays({ finished, days: standing.days }))
    expected += Math.min(ofStep, mostExpectedOfStep)
  }
  for (const key of stepsToReady) {
    const standing = sale.steps.get(key)
    if (standing !== undefined) count(tables.table(key), standing)
  }
  for (const survey of sale.surveys) count(tables.survey, survey)
  return paceOf(tables.k, done, expected, values)
}

/** Chance that the sale is ready to exchange by each day. A link of a chain contributes only this. */
export function readyChances(sale: SaleStanding, tables: ForecastTables, values: 3 | 5 = 5): Float64Array {
  const { values: paces } = paceOfSale(sale, tables, values)
  return meanOf(
    paces.map((theta) =>
      cumulative(readyAtPace(sale, tables, { theta, k: tables.k, days: horizonDays }) ?? certainlyToday(horizonDays)),
    ),
  )
}

/**
 * Chance that the sale has exchanged by each day, if it holds. `links`: chances that the known links are ready. `days`: number of days
 * to calculate.
 *
 * Exchange is the latest of the sale and its known links being ready, plus step 24 by the table without a chain. If the sale may be in
 * a chain but no link is known, step 24 is by the table of chains, which includes the wait.
 */
export function exchangeChances(
  sale: SaleStanding,
  tables: ForecastTables,
  { links, inChain, days = horizonDays }: { links: readonly Float64Array[]; inChain: boolean; days?: number },
): Float64Array {
  const exchanged = sale.steps.get(stepKeys.Exchanged)
  const table = links.length === 0 && inChain ? tables.exchangeInChain : tables.exchangeAlone
  const chain = links.length === 0 ? null : fromCumulative(productOf(links, days))
  const waitsForLink = links.some((link) => (link[0] as number) < 1 - 1e-12)
  const { values: paces } = paceOfSale(sale, tables)
  return meanOf(
    paces.map((theta) => {
      const at = { theta, k: tables.k, days }
      const ready = laterOf(readyAtPace(sale, tables, at), chain)
      if (exchanged === undefined || exchanged.status === 'done') return cumulative(ready ?? certainlyToday(days))
      // Contracts cannot be exchanged until all links are ready, so the step then starts again.
      if (exchanged.status === 'toCome' || waitsForLink) return cumulative(addDuration(ready, durationToCome(table, at)))
      return cumulative(
        laterOf(ready, remainingTime(tableOf(table, exchanged, tables), exchanged.days, at)) ?? certainlyToday(days),
      )
    }),
  )
}

function productOf(chances: readonly Float64Array[], days: number): Float64Array {
  const result = new Float64Array(days).fill(1)
  for (const one of chances) for (let day = 0; day < days; day++) result[day] = (result[day] as number) * (one[day] as number)
  return result
}
