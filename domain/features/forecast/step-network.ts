import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import { daysLived } from './bands.ts'
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
 * When a sale is ready to exchange, and when it exchanges if it holds: its steps in order, track beside track, mixed over
 * five paces. Forecast design, section 5. All days are counted days.
 */

/** A step that applies. `days` of a done step: how many it took, null where its dates are out of order or unknown. */
export type StepStatus =
  | { status: 'done'; days: number | null }
  /** Since how many full days, and whether it is blocked. */
  | { status: 'running'; days: number; blocked: boolean }
  | { status: 'toCome' }

/** A booked survey: in how many days; or since how many days its report is awaited; or how long that took. */
export type SurveyStatus =
  | { status: 'booked'; inDays: number }
  | { status: 'awaited'; days: number }
  | { status: 'done'; days: number | null }

/** Where a sale stands. Steps that do not apply are missing. */
export type SaleStanding = { steps: ReadonlyMap<StepKey, StepStatus>; surveys: readonly SurveyStatus[] }

/**
 * What a forecast computes with. `table` answers for the 13 steps; `survey` is the time from a survey’s date to its report.
 * `blocked` multiplies the rates of a blocked step. `exchangeOfChain`: the table of step 24 that holds the waiting for a chain.
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

/** Steps up to *ready*, in the order in which ties are decided: legal, financial, completing. */
export const stepsToReady: readonly StepKey[] = [stepKeys.MemoOfSaleSent, ...legal, ...financial, ...completing]

/** At which pace, and for how many days, a forecast is worked out. */
type Reckoning = { theta: number; k: number; days: number }

/** "A step to come: P(D = d) = S(d − 1) − S(d)." */
const durationToCome = (table: StepTable, at: Reckoning): Distribution => remainingTime(table, 0, at)

/** "A running step that started a days ago: P(R = r) = [S(a + r − 1) − S(a + r)] / S(a − 1)." */
function remainingTime(table: StepTable, run: number, { theta, k, days }: Reckoning): Distribution {
  const curve = curveOf(table, k)
  const lived = curve.hazardAt(run - 1)
  const result = new Float64Array(days)
  let before = 1
  for (let day = 0; day < days; day++) {
    const longer = Math.exp(-theta * (curve.hazardAt(run + day) - lived))
    result[day] = before - longer
    before = longer
  }
  return result
}

/** `null` stands for "certainly today", so that finished steps cost nothing. */
type Reached = Distribution | null

/** A duration that begins when something is reached. */
const addDuration = (reached: Reached, duration: Distribution): Distribution =>
  reached === null ? duration : after(reached, duration)
/** When both are reached. */
const laterOf = (one: Reached, other: Reached): Reached => (one === null ? other : other === null ? one : later(one, other))

/** The day on which a sale is ready, at one pace. */
function readyAtPace(sale: SaleStanding, tables: ForecastTables, at: Reckoning): Reached {
  const step = (reached: Reached, key: StepKey): Reached => {
    const standing = sale.steps.get(key)
    if (standing === undefined || standing.status === 'done') return reached
    const table = tables.table(key)
    if (standing.status === 'toCome') return addDuration(reached, durationToCome(table, at))
    return laterOf(reached, remainingTime(tableOf(table, standing, tables), standing.days, at))
  }
  const track = (reached: Reached, keys: readonly StepKey[]): Reached => keys.reduce(step, reached)

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

/** "Blocked days (all steps)": their factor multiplies the rate’s H. */
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

/** "O done steps where E were expected", of all steps but 24, without the factor of blocked days. */
export function paceOfSale(sale: SaleStanding, tables: ForecastTables, values: 3 | 5 = 5): Pace {
  let done = 0
  let expected = 0
  const count = (table: StepTable, standing: { status: string; days?: number | null }): void => {
    if (typeof standing.days !== 'number') return
    const finished = standing.status === 'done'
    if (finished) done++
    expected += curveOf(table, tables.k).expectedUntil(daysLived({ finished, days: standing.days }))
  }
  for (const key of stepsToReady) {
    const standing = sale.steps.get(key)
    if (standing !== undefined) count(tables.table(key), standing)
  }
  for (const survey of sale.surveys) count(tables.survey, survey)
  return paceOf(tables.k, done, expected, values)
}

/** Chance that the sale is ready to exchange by each day. A link of a chain needs no more. */
export function readyChances(sale: SaleStanding, tables: ForecastTables, values: 3 | 5 = 5): Float64Array {
  const { values: paces } = paceOfSale(sale, tables, values)
  return meanOf(
    paces.map((theta) =>
      cumulative(readyAtPace(sale, tables, { theta, k: tables.k, days: horizonDays }) ?? certainlyToday(horizonDays)),
    ),
  )
}

/**
 * Chance that the sale exchanged by each day, if it holds. `links`: chances that the known links are ready.
 *
 * "Exchange = max(own ready, ready of every known link) + step 24 by the no-chain table; with no known link of a chain that
 * exists or may exist, by the chain table, which holds the waiting." `days`: how many of them are asked for.
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
      // Where a link is not ready, contracts cannot be exchanged: the step begins again when it is.
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
