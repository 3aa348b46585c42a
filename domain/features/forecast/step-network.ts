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
import { daysCounted, type EntryShares } from './entry-shares.ts'
import { type Pace, paceOf } from './pace.ts'
import { curveOf, type StepTable } from './step-curve.ts'
import { timeOfTrack } from './track-time.ts'

/**
 * When a sale is ready to exchange, and when it exchanges if it holds: the steps of each track in sequence, tracks in parallel, mixed
 * over five paces. All days are counted days. [forecast §5](docs/design/forecast.md#5).
 */

/** A step that applies. `overtaken`: a later step of its track is complete. `days` of a done step: how many it took; null if its dates are unknown or out of order. */
export type StepStatus =
  | { status: 'done'; days: number | null }
  /** For how many full days, and whether it is blocked. */
  | { status: 'running'; days: number; blocked: boolean; overtaken?: boolean }
  | { status: 'toCome'; overtaken?: boolean }

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
  /** How reliably steps are recorded. */
  entries: EntryShares
}

export const legal = [
  stepKeys.DraftContractsIssued,
  stepKeys.SearchesAppliedFor,
  stepKeys.SearchesBack,
  stepKeys.EnquiriesRaised,
  stepKeys.EnquiriesAnswered,
] as const
export const financial = [
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

/** What the entries of a step say: how likely it is never recorded, and not done although a later step is. */
const entryOf = (key: StepKey, { overtaken }: { overtaken?: boolean }, { entries }: ForecastTables) => ({
  missing: entries.missing(key),
  late: overtaken === true ? entries.late(key) : 1,
})

/** The day on which the steps of a track are done, after `reached`. */
function trackAtPace(
  reached: ReachedOn,
  keys: readonly StepKey[],
  sale: SaleStanding,
  tables: ForecastTables,
  at: PaceAndHorizon,
): ReachedOn {
  const open = keys.flatMap((key) => {
    const standing = sale.steps.get(key)
    return standing === undefined || standing.status === 'done' ? [] : [{ key, standing, table: tables.table(key) }]
  })
  const { enteredAfter } = tables.entries
  let result = reached
  for (let index = 0; index < open.length; ) {
    const { key, standing, table } = open[index] as (typeof open)[number]
    if (standing.status === 'toCome') result = addDuration(result, durationToCome(table, at))
    else if (result !== null || standing.blocked || (entryOf(key, standing, tables).missing === 0 && enteredAfter.length === 1))
      result = laterOf(result, remainingTime(tableOf(table, standing, tables), standing.days, at))
    else {
      const last = open.findIndex(({ standing: { status } }, other) => other > index && status === 'running')
      const run = open.slice(index, last === -1 ? open.length : last)
      const steps = run.map((one) => ({ curve: curveOf(one.table, at.k), ...entryOf(one.key, one.standing, tables) }))
      result = timeOfTrack(steps, { run: Math.min(standing.days, horizonDays), theta: at.theta, days: at.days, enteredAfter })
      index += run.length
      continue
    }
    index++
  }
  return result
}

const isOneOf = (keys: readonly StepKey[], key: StepKey): boolean => keys.includes(key)

const hasNoMortgageEntry = ({ steps }: SaleStanding): boolean =>
  financial.every((key) => {
    const standing = steps.get(key)
    return standing === undefined || standing.status === 'toCome' || (standing.status === 'running' && !standing.blocked)
  })

/**
 * The chance that a sale without any mortgage entry is bought with cash although it is not marked: the longer its first mortgage step runs,
 * the more likely.
 */
function chanceOfCash(sale: SaleStanding, tables: ForecastTables, { k, theta }: PaceAndHorizon): number {
  const key = financial.find((one) => sale.steps.has(one))
  const first = key === undefined ? undefined : sale.steps.get(key)
  const { withoutMortgage } = tables.entries
  if (key === undefined || first === undefined || withoutMortgage === 0 || !hasNoMortgageEntry(sale)) return 0
  const days = first.status === 'running' ? first.days : 0
  const running = Math.exp(-theta * curveOf(tables.table(key), k).hazardAt(days - 1))
  const missing = tables.entries.missing(key)
  return withoutMortgage / (withoutMortgage + (1 - withoutMortgage) * (running + missing * (1 - running)))
}

/** The day on which a sale is ready, at one pace. */
function readyAtPace(sale: SaleStanding, tables: ForecastTables, at: PaceAndHorizon): ReachedOn {
  const track = (reached: ReachedOn, keys: readonly StepKey[]): ReachedOn => trackAtPace(reached, keys, sale, tables, at)
  const memo = stepKeys.MemoOfSaleSent
  const mortgage = track(null, [memo, ...financial])
  const cash = chanceOfCash(sale, tables, at)
  const paid = mortgage === null || cash === 0 ? mortgage : mixed(track(null, [memo]) ?? certainlyToday(at.days), mortgage, cash)
  let tracks = laterOf(track(null, [memo, ...legal]), paid)
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

/** The first with chance `share`, otherwise the other. */
const mixed = (one: Distribution, other: Distribution, share: number): Distribution =>
  one.map((chance, day) => share * chance + (1 - share) * (other[day] as number))

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
  // The mortgage of a sale that was probably bought with cash is not expected.
  const withMortgage = 1 - chanceOfCash(sale, tables, { k: tables.k, theta: 1, days: 0 })
  const count = (
    table: StepTable,
    standing: { status: string; days?: number | null },
    { days = standing.days, weight = 1 }: { days?: number | null | undefined; weight?: number } = {},
  ): void => {
    if (typeof days !== 'number') return
    const finished = standing.status === 'done'
    if (finished) done++
    const ofStep = curveOf(table, tables.k).expectedUntil(exposureDays({ finished, days }))
    expected += weight * Math.min(ofStep, mostExpectedOfStep)
  }
  for (const key of stepsToReady) {
    const standing = sale.steps.get(key)
    if (standing === undefined) continue
    const table = tables.table(key)
    // A step that was probably done without an entry says nothing about the pace since.
    const isOpen = standing.status === 'running' && !standing.blocked
    const days = isOpen ? daysCounted(table.rates, standing.days, entryOf(key, standing, tables)) : undefined
    count(table, standing, { days, weight: isOneOf(financial, key) ? withMortgage : 1 })
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
  const waitsForLink = !links.every(isReadyToday)
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

/** Certainly. */
export const isReadyToday = (ready: Float64Array): boolean => (ready[0] as number) >= 1 - 1e-12

function productOf(chances: readonly Float64Array[], days: number): Float64Array {
  const result = new Float64Array(days).fill(1)
  for (const one of chances) for (let day = 0; day < days; day++) result[day] = (result[day] as number) * (one[day] as number)
  return result
}
