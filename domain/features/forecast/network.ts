import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import type { Rates } from './bands.ts'
import { after, cumulative, type Distribution, fromCumulative, horizonDays, later, meanOf, today } from './distributions.ts'
import { conditionalHazardAt, expectedFinishes, type Pace, paceOf } from './pace.ts'

/**
 * When a sale is ready to exchange, and when it exchanges if it holds: its steps in order, track beside track, mixed over
 * five paces. Forecast design, section 5. All days are counted days.
 */

/** A step that applies. `days` of a done step: how many it took, null where its dates are out of order or unknown. */
export type StepStanding =
  | { stand: 'done'; days: number | null }
  /** Since how many full days, and whether it is blocked. */
  | { stand: 'running'; days: number; blocked: boolean }
  | { stand: 'toCome' }

/** A booked survey: in how many days; or since how many days its report is awaited; or how long that took. */
export type SurveyStanding =
  | { stand: 'booked'; inDays: number }
  | { stand: 'awaited'; days: number }
  | { stand: 'done'; days: number | null }

/** Where a sale stands. Steps that do not apply are missing. */
export type SaleStanding = { steps: ReadonlyMap<StepKey, StepStanding>; surveys: readonly SurveyStanding[] }

/** What is known of a step: its rates, and the factor of branch and firm. */
export type StepTable = { rates: Rates; factor: number }

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

/** "A step to come: P(D = d) = S(d − 1) − S(d)." */
function durationToCome({ rates, factor }: StepTable, theta: number, k: number): Distribution {
  const result = new Float64Array(horizonDays)
  let before = 1
  for (let day = 0; day < horizonDays; day++) {
    const longer = Math.exp(-theta * conditionalHazardAt(rates, day, factor, k))
    result[day] = before - longer
    before = longer
  }
  return result
}

/** "A running step that started a days ago: P(R = r) = [S(a + r − 1) − S(a + r)] / S(a − 1)." */
function remainingTime({ rates, factor }: StepTable, days: number, theta: number, k: number): Distribution {
  const lived = conditionalHazardAt(rates, days - 1, factor, k)
  const result = new Float64Array(horizonDays)
  let before = 1
  for (let day = 0; day < horizonDays; day++) {
    const longer = Math.exp(-theta * (conditionalHazardAt(rates, days + day, factor, k) - lived))
    result[day] = before - longer
    before = longer
  }
  return result
}

/** `null` stands for "certainly today", so that finished steps cost nothing. */
type Reached = Distribution | null

const then = (reached: Reached, duration: Distribution): Distribution => (reached === null ? duration : after(reached, duration))
const both = (one: Reached, other: Reached): Reached => (one === null ? other : other === null ? one : later(one, other))

/** The day on which a sale is ready, at one pace. */
function readyAtPace(sale: SaleStanding, tables: ForecastTables, theta: number): Reached {
  const step = (reached: Reached, key: StepKey): Reached => {
    const standing = sale.steps.get(key)
    if (standing === undefined || standing.stand === 'done') return reached
    const table = tables.table(key)
    if (standing.stand === 'toCome') return then(reached, durationToCome(table, theta, tables.k))
    const factor = standing.blocked ? table.factor * tables.blocked : table.factor
    return both(reached, remainingTime({ rates: table.rates, factor }, standing.days, theta, tables.k))
  }
  const track = (reached: Reached, keys: readonly StepKey[]): Reached => keys.reduce(step, reached)

  const memo = step(null, stepKeys.MemoOfSaleSent)
  let tracks = both(track(memo, legal), track(memo, financial))
  for (const survey of sale.surveys) {
    if (survey.stand === 'done') continue
    const report =
      survey.stand === 'awaited'
        ? remainingTime(tables.survey, survey.days, theta, tables.k)
        : shifted(durationToCome(tables.survey, theta, tables.k), survey.inDays)
    tracks = both(tracks, report)
  }
  return track(tracks, completing)
}

function shifted(duration: Distribution, days: number): Distribution {
  const result = new Float64Array(horizonDays)
  if (days < horizonDays) result.set(duration.subarray(0, horizonDays - days), days)
  return result
}

/** "O done steps where E were expected", of all steps but 24, without the factor of blocked days. */
export function paceOfSale(sale: SaleStanding, tables: ForecastTables, values: 3 | 5 = 5): Pace {
  let done = 0
  let expected = 0
  const count = ({ rates, factor }: StepTable, standing: { stand: string; days?: number | null }): void => {
    if (typeof standing.days !== 'number') return
    if (standing.stand === 'done') done++
    expected += expectedFinishes(rates, standing.stand === 'done' ? standing.days + 1 : standing.days, factor, tables.k)
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
  return meanOf(paces.map((theta) => cumulative(readyAtPace(sale, tables, theta) ?? today())))
}

/**
 * Chance that the sale exchanged by each day, if it holds. `links`: chances that the known links are ready.
 *
 * "Exchange = max(own ready, ready of every known link) + step 24 by the no-chain table; with no known link of a chain that
 * exists or may exist, by the chain table, which holds the waiting."
 */
export function exchangeChances(
  sale: SaleStanding,
  tables: ForecastTables,
  links: readonly Float64Array[],
  inChain: boolean,
): Float64Array {
  const exchanged = sale.steps.get(stepKeys.Exchanged)
  const table = links.length === 0 && inChain ? tables.exchangeInChain : tables.exchangeAlone
  const chain = links.length === 0 ? null : fromCumulative(productOf(links))
  const waitsForLink = links.some((link) => (link[0] as number) < 1 - 1e-12)
  const { values: paces } = paceOfSale(sale, tables)
  return meanOf(
    paces.map((theta) => {
      const ready = both(readyAtPace(sale, tables, theta), chain)
      if (exchanged === undefined || exchanged.stand === 'done') return cumulative(ready ?? today())
      // Where a link is not ready, contracts cannot be exchanged: the step begins again when it is.
      if (exchanged.stand === 'toCome' || waitsForLink) return cumulative(then(ready, durationToCome(table, theta, tables.k)))
      const factor = exchanged.blocked ? table.factor * tables.blocked : table.factor
      return cumulative(both(ready, remainingTime({ rates: table.rates, factor }, exchanged.days, theta, tables.k)) ?? today())
    }),
  )
}

function productOf(chances: readonly Float64Array[]): Float64Array {
  const result = new Float64Array(horizonDays).fill(1)
  for (const one of chances)
    for (let day = 0; day < horizonDays; day++) result[day] = (result[day] as number) * (one[day] as number)
  return result
}
