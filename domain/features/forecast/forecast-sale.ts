import { type StepKey, stepDefinition, stepKeys } from '../timeline/step-definitions.ts'
import { dayFinishedBy } from './bands.ts'
import { dayOfChance, fromCumulative, horizonDays } from './distributions.ts'
import { chanceOfFalling, competingChances, type FallRates, fallHazard, type SaleChances } from './falling-through.ts'
import type { Pace } from './pace.ts'
import {
  exchangeChances,
  type ForecastTables,
  paceOfSale,
  type SaleStanding,
  type SurveyStatus,
  stepsToReady,
} from './step-network.ts'

/**
 * The forecast of one sale. All days are counted days from today. [forecast §5](docs/design/forecast.md#5) and
 * [forecast §6](docs/design/forecast.md#6).
 */

/**
 * A known link of the chain: chance that it is ready by each day. `isReadyFirst`: a sale of the company that is ready before this
 * one. It may be decided by this one, and so does not decide this one.
 */
export type KnownLink = { id: string; ready: Float64Array; isReadyFirst?: boolean }

/** A sale of the company with the chance that it is ready by each day. */
export type ReadySale = { id: string; ready: Float64Array }

/**
 * Whether a sale is ready before another: by its median day, then by its mean, then by id. A total order, so that sales of one chain
 * cannot name each other as what decides.
 */
export function isReadyBefore(one: ReadySale, other: ReadySale): boolean {
  const median = ({ ready }: ReadySale): number => dayOfChance(ready, 0.5) ?? horizonDays
  const mean = ({ ready }: ReadySale): number => ready.reduce((days, chance) => days + 1 - chance, 0)
  const difference = median(one) - median(other) || mean(one) - mean(other)
  return difference < 0 || (difference === 0 && one.id < other.id)
}

export type SaleToForecast = {
  standing: SaleStanding
  /** The standing if a step were completed today, with the steps that this starts. */
  ifDone: (key: StepKey) => SaleStanding
  tables: ForecastTables
  links: readonly KnownLink[]
  /** The sale is or may be in a chain. If no link is known, the table of step 24 includes the wait. */
  inChain: boolean
  daysSinceAgreed: number
  falls: FallRates
  /** The largest factor of the reasons that hold today, 1 without one. */
  reasonFactor: number
}

/**
 * The step or link that would bring `halfBy` forward most if it were done, or ready, today; `daysSooner` is 0 if only several steps
 * together would.
 */
export type Decides =
  | { kind: 'step'; key: StepKey; daysSooner: number }
  | { kind: 'survey'; index: number; daysSooner: number }
  | { kind: 'link'; id: string; daysSooner: number }
  /** No running step or link delays the exchange: the last step to come. */
  | { kind: 'none'; key: StepKey | null; daysSooner: 0 }

export type SaleForecast = {
  /** Null: later than a year. */
  halfBy: number | null
  by80: number | null
  fallsThrough: number
  pace: Pace
  chances: SaleChances
  /** If the sale holds. */
  exchangeBy: Float64Array
}

export function forecastSale(sale: SaleToForecast): SaleForecast {
  const exchangeBy = exchangeChances(sale.standing, sale.tables, {
    links: sale.links.map(({ ready }) => ready),
    inChain: sale.inChain,
  })
  const chances = competingChances(fromCumulative(exchangeBy), fallHazard(sale.falls, sale.daysSinceAgreed, sale.reasonFactor))
  return {
    halfBy: dayOfChance(exchangeBy, 0.5),
    by80: dayOfChance(exchangeBy, 0.8),
    fallsThrough: chanceOfFalling(chances),
    pace: paceOfSale(sale.standing, sale.tables),
    chances,
    exchangeBy,
  }
}

/** The same with another factor of the reasons. The dates, if the sale holds, do not depend on it. */
export function withReasonFactor(sale: SaleToForecast, forecast: SaleForecast, reasonFactor: number): SaleForecast {
  const hazard = fallHazard(sale.falls, sale.daysSinceAgreed, reasonFactor)
  const chances = competingChances(fromCumulative(forecast.exchangeBy), hazard)
  return { ...forecast, chances, fallsThrough: chanceOfFalling(chances) }
}

/** The order in which ties are decided; links come first, surveys before the completing steps. */
const tieOrder: readonly StepKey[] = [31, 32, 33, 34, 35, 26, 27, 28, 29, 30, 22, 23, 24]
const lastSteps: readonly StepKey[] = [...stepsToReady, stepKeys.Exchanged]

const readyToday = new Float64Array(horizonDays).fill(1)

export function whatDecides(sale: SaleToForecast, { halfBy }: Pick<SaleForecast, 'halfBy'>): Decides {
  const best = largestGain(sale, halfBy)
  if (best) return best
  const none: Decides = {
    kind: 'none',
    key: lastSteps.findLast((key) => sale.standing.steps.get(key)?.status === 'toCome') ?? null,
    daysSooner: 0,
  }
  if (!sale.links.some(({ isReadyFirst }) => isReadyFirst)) return none
  // The chain waits for this sale, although no step of it alone would bring the exchange forward: what decides when it is ready.
  const alone = { ...sale, links: sale.links.map((link) => (link.isReadyFirst ? { ...link, ready: readyToday } : link)) }
  const own = largestGain(alone, forecastSale(alone).halfBy)
  return own ? { ...own, daysSooner: 0 } : none
}

/** The running step or link that would bring half by forward most; null if none would. */
function largestGain(sale: SaleToForecast, halfByOfSale: number | null): Decides | null {
  const halfBy = halfByOfSale ?? horizonDays
  // Days after half-by cannot bring it forward.
  const days = Math.min(horizonDays, halfBy + 1)
  const soonerBy = (changed: Partial<SaleToForecast>): number => {
    const { standing, tables, links, inChain } = { ...sale, ...changed }
    const chances = exchangeChances(standing, tables, { links: links.map(({ ready }) => ready), inChain, days })
    return halfBy - (dayOfChance(chances, 0.5) ?? horizonDays)
  }
  const candidates: Decides[] = sale.links.flatMap(({ id, isReadyFirst }): Decides[] => {
    if (isReadyFirst) return []
    const links = sale.links.map((link) => (link.id === id ? { ...link, ready: readyToday } : link))
    return [{ kind: 'link', id, daysSooner: soonerBy({ links }) }]
  })
  const stepCandidate = (key: StepKey): Decides[] => {
    const isRunning = sale.standing.steps.get(key)?.status === 'running'
    return isRunning ? [{ kind: 'step', key, daysSooner: soonerBy({ standing: sale.ifDone(key) }) }] : []
  }
  const completing = tieOrder.filter((key) => stepDefinition(key)?.type === 'C')
  for (const key of tieOrder) if (!completing.includes(key)) candidates.push(...stepCandidate(key))
  sale.standing.surveys.forEach((survey, index) => {
    if (survey.status !== 'done')
      candidates.push({ kind: 'survey', index, daysSooner: soonerBy({ standing: withSurveyDone(sale.standing, index) }) })
  })
  for (const key of completing) candidates.push(...stepCandidate(key))
  return candidates.reduce<Decides | null>((most, one) => (one.daysSooner > (most?.daysSooner ?? 0) ? one : most), null)
}

const withSurveyDone = (standing: SaleStanding, index: number): SaleStanding => ({
  ...standing,
  surveys: standing.surveys.map((survey, at): SurveyStatus => (at === index ? { status: 'done', days: null } : survey)),
})

/** The usual (median) days of a step. */
export const usualDays = (tables: ForecastTables, key: StepKey): number | null =>
  dayFinishedBy(key === stepKeys.Exchanged ? tables.exchangeAlone.rates : tables.table(key).rates, 0.5)
