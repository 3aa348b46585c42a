import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import { stepsDirectlyBefore } from '../timeline/steps-directly-before.ts'
import { exposureDays, type Rates } from './bands.ts'
import { after, type Distribution, fromCumulative, horizonDays, meanOf } from './distributions.ts'
import { allRecorded, daysCounted, type EntryShares, type NoEntry } from './entry-shares.ts'
import { type Pace, paceOf } from './pace.ts'
import { afterStep, laterOf as laterOfBoth, mayBePast, type Reached, reachedAgo, reachedBy, reachedIn } from './reached.ts'
import { curveOf, type StepTable } from './step-curve.ts'

/**
 * When a sale is ready to exchange, and when it exchanges if it holds: the steps of each track in sequence, tracks in parallel, mixed
 * over five paces. All days are counted days. [forecast §5](docs/design/forecast.md#5).
 */

/**
 * A step that applies. `overtaken`: a later step of its track is complete. `days` of a done step: how many it took; null if its dates are
 * unknown or out of order; `ago`: since it was done; absent: unknown.
 */
export type StepStatus =
  | { status: 'done'; days: number | null; ago?: number }
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

/** Null: certainly, so that finished steps need no convolution. */
type ReachedOn = Reached | null

/** A step that starts when something is reached. `recorded`: never done without an entry. */
function addStep(reached: ReachedOn, table: StepTable, at: PaceAndHorizon, entry = recorded): ReachedOn {
  if (reached !== null && mayBePast(reached))
    return afterStep(reached, { curve: curveOf(table, at.k), theta: at.theta, ...entry })
  const duration = durationToCome(table, at)
  return reachedIn(reached === null ? duration : after(reached.future, duration))
}
const recorded = { missing: 0, late: 1, enteredAfter: allRecorded.enteredAfter }
/** The day by which both are reached. */
const laterOf = (one: ReachedOn, other: ReachedOn): ReachedOn =>
  one === null ? other : other === null ? one : laterOfBoth(one, other)

const stepAfter: ReadonlyMap<StepKey, StepKey> = new Map(
  [...stepsDirectlyBefore].toReversed().flatMap(([key, tracks]) => tracks.flatMap(([before]) => (before ? [[before, key]] : []))),
)

/** What the entries of a step say, if it has none. `ratesOf`: of the step after it. */
export function noEntryOf(
  key: StepKey,
  { overtaken }: { overtaken?: boolean },
  { missing, late }: EntryShares,
  ratesOf: (key: StepKey) => Rates,
): NoEntry {
  const next = stepAfter.get(key) ?? stepKeys.Exchanged
  return overtaken === true
    ? { missing: missing(key), late: late(key), after: null }
    : { missing: missing(key), late: 1, after: { rates: ratesOf(next), missing: missing(next) } }
}

const noEntry = (key: StepKey, standing: { overtaken?: boolean }, tables: ForecastTables): NoEntry =>
  noEntryOf(key, standing, tables.entries, (next) =>
    next === stepKeys.Exchanged ? tables.exchangeInChain.rates : tables.table(next).rates,
  )

/** The day on which the steps of a track are done, after `reached`. */
function trackAtPace(
  reached: ReachedOn,
  keys: readonly StepKey[],
  sale: SaleStanding,
  tables: ForecastTables,
  at: PaceAndHorizon,
): ReachedOn {
  const { enteredAfter } = tables.entries
  return keys.reduce((result, key): ReachedOn => {
    const standing = sale.steps.get(key)
    if (standing === undefined || standing.status === 'done') return result
    const table = tables.table(key)
    const entry = { ...noEntry(key, standing, tables), enteredAfter }
    if (standing.status === 'toCome') return addStep(result, table, at, entry)
    const isRecorded = standing.blocked || (entry.missing === 0 && enteredAfter.length === 1)
    const done = isRecorded
      ? reachedIn(remainingTime(tableOf(table, standing, tables), standing.days, at))
      : addStep(reachedAgo(Math.min(standing.days, horizonDays), at.days), table, at, entry)
    return laterOf(result, done)
  }, reached)
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
  const paid = mortgage === null || cash === 0 ? mortgage : mixed(track(null, [memo]) ?? reachedAgo(0, at.days), mortgage, cash)
  const prepared = track(null, [memo, ...legal])
  let tracks = laterOf(prepared, paid)
  // Completing began when both tracks were done.
  if (tracks !== null && mayBePast(tracks) && (prepared === null || paid === null))
    tracks = laterOf(tracks, lastDone(sale, prepared === null ? legal : financial, at))
  for (const survey of sale.surveys) {
    if (survey.status === 'done') continue
    const report =
      survey.status === 'awaited'
        ? remainingTime(tables.survey, survey.days, at)
        : shifted(durationToCome(tables.survey, at), survey.inDays)
    tracks = laterOf(tracks, reachedIn(report))
  }
  return track(tracks, completing)
}

/** When the last step of a finished track was done; null without a step that applies. */
function lastDone({ steps }: SaleStanding, keys: readonly StepKey[], { days }: PaceAndHorizon): ReachedOn {
  const last = keys.flatMap((key) => steps.get(key) ?? []).at(-1)
  return last?.status === 'done' ? reachedAgo(Math.min(last.ago ?? 0, horizonDays), days) : null
}

const mix = (one: Float64Array, other: Float64Array, share: number): Float64Array =>
  new Float64Array(Math.max(one.length, other.length)).map((_, at) => share * (one[at] ?? 0) + (1 - share) * (other[at] ?? 0))
/** The first with chance `share`, otherwise the other. */
const mixed = (one: Reached, other: Reached, share: number): Reached => ({
  past: mix(one.past, other.past, share),
  future: mix(one.future, other.future, share),
})

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
    const days = isOpen ? daysCounted(table.rates, standing.days, noEntry(key, standing, tables)) : undefined
    count(table, standing, { days, weight: isOneOf(financial, key) ? withMortgage : 1 })
  }
  for (const survey of sale.surveys) count(tables.survey, survey)
  return paceOf(tables.k, done, expected, values)
}

/** Chance that the sale is ready to exchange by each day. A link of a chain contributes only this. */
export function readyChances(sale: SaleStanding, tables: ForecastTables, values: 3 | 5 = 5): Float64Array {
  const { values: paces } = paceOfSale(sale, tables, values)
  return meanOf(paces.map((theta) => byDay(readyAtPace(sale, tables, { theta, k: tables.k, days: horizonDays }), horizonDays)))
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
  const chain = links.length === 0 ? null : reachedIn(fromCumulative(productOf(links, days)))
  const waitsForLink = !links.every(isReadyToday)
  const { values: paces } = paceOfSale(sale, tables)
  return meanOf(
    paces.map((theta) => {
      const at = { theta, k: tables.k, days }
      const ready = laterOf(readyAtPace(sale, tables, at), chain)
      if (exchanged === undefined || exchanged.status === 'done') return byDay(ready, days)
      // Contracts cannot be exchanged until all links are ready, so the step then starts again.
      if (exchanged.status === 'toCome' || waitsForLink) return byDay(addStep(ready, table, at), days)
      return byDay(laterOf(ready, reachedIn(remainingTime(tableOf(table, exchanged, tables), exchanged.days, at))), days)
    }),
  )
}

/** The chance that something is reached by each day. */
const byDay = (reached: ReachedOn, days: number): Float64Array =>
  reached === null ? new Float64Array(days).fill(1) : reachedBy(reached)

/** Certainly. */
export const isReadyToday = (ready: Float64Array): boolean => (ready[0] as number) >= 1 - 1e-12

function productOf(chances: readonly Float64Array[], days: number): Float64Array {
  const result = new Float64Array(days).fill(1)
  for (const one of chances) for (let day = 0; day < days; day++) result[day] = (result[day] as number) * (one[day] as number)
  return result
}
