import { addDays, type DateOnly, daysBetween } from '../../common/dates.ts'
import { contractExpiringDays } from '../management-info/management-info.rules.ts'
import { type Lateness, latenessAfter, stepLateness } from '../timeline/most-urgent-step.ts'
import type { Phase } from '../timeline/phase.ts'

/**
 * "Points = fee × lateness × nearness ÷ 100, half-up to a whole number." [day §3](docs/design/day.md#3). Whole numbers only: fee in pounds,
 * lateness in hundredths, nearness in tenths. The server's SQL expression is built from `feeLimits`, `nearnessBands` and `brokenPromise`.
 */

/** "Expected fee in whole pounds, half-up, at least 1,000, at most 20,000; unknown, and a task of no sale: 1,000." */
export const feeLimits = { least: 1_000, most: 20_000 }

/** Base, per day and cap of each kind of action item, in hundredths. */
export const lateness = {
  step: stepLateness.inProgress,
  blocked: stepLateness.delayed,
  survey: [25, 5, 200],
  exchange: [85, 15, 500],
  callback: [120, 20, 500],
  proposal: [100, 15, 500],
  mail: [80, 20, 300],
  task: [100, 15, 500],
  taskWithoutDay: [50, 0, 500],
  vendorSilence: [60, 10, 300],
  buyerSilence: [30, 5, 150],
  mortgage: [60, 6, 500],
  mortgageBeforeExchange: [160, 6, 500],
  contractEnd: [60, 10, 200],
  notice: [100, 15, 300],
  move: [80, 10, 300],
  news: [40, 2, 60],
} as const satisfies Record<string, Lateness>

/** Days between the due day and the event itself. */
export const leadDays = { mortgage: 42, contract: contractExpiringDays, notice: 7, move: 7 }

/** Added to the lateness after the day of a promise. */
export const brokenPromise = 50

type Band = {
  /** `null`: a task without a sale. */
  phases: readonly Phase[] | null
  /** Maximum number of days until the expected exchange, or it has passed. `null`: not set. `undefined`: ignored. */
  exchangeWithin?: number | null
  /** Upper bound of the sale progress, in thousandths, exclusive. */
  progressUnder?: number
  /** In tenths. */
  nearness: number
}

/** The first matching band applies. */
export const nearnessBands: readonly Band[] = [
  { phases: null, nearness: 10 },
  { phases: ['preForSale', 'forSale'], nearness: 5 },
  { phases: ['exchanged'], nearness: 20 },
  { phases: ['sold'], exchangeWithin: 7, nearness: 30 },
  { phases: ['sold'], exchangeWithin: 14, nearness: 25 },
  { phases: ['sold'], exchangeWithin: 28, nearness: 20 },
  { phases: ['sold'], exchangeWithin: 56, nearness: 15 },
  { phases: ['sold'], exchangeWithin: Number.POSITIVE_INFINITY, nearness: 10 },
  { phases: ['sold'], exchangeWithin: null, progressUnder: 400, nearness: 10 },
  { phases: ['sold'], exchangeWithin: null, progressUnder: 700, nearness: 15 },
  { phases: ['sold'], exchangeWithin: null, nearness: 20 },
]

export type RankFacts = {
  /** Expected fee in pounds; `null` if unknown. */
  fee: number | null
  dueOn: DateOnly
  /** In hundredths. */
  lateBase: number
  latePerDay: number
  lateCap: number
  /** `null`: a task without a sale. */
  phase: Phase | null
  expectedExchange: DateOnly | null
  /** In thousandths; `null` without a sale. */
  progress: number | null
  /** The promised day. */
  promisedFor: DateOnly | null
}

/** Rounds pence to whole pounds, half-up. */
export const wholePounds = (pence: number | null): number | null => (pence === null ? null : Math.floor((pence + 50) / 100))

const feeOf = (fee: number | null): number => Math.min(feeLimits.most, Math.max(feeLimits.least, fee ?? feeLimits.least))

/** In hundredths. */
const latenessOf = (facts: RankFacts, today: DateOnly): number => {
  const days = Math.max(0, daysBetween(facts.dueOn, today))
  const broken = facts.promisedFor !== null && facts.promisedFor < today
  return latenessAfter([facts.lateBase, facts.latePerDay, facts.lateCap], days) + (broken ? brokenPromise : 0)
}

const isInBand = (band: Band, { phase, expectedExchange, progress }: RankFacts, today: DateOnly): boolean => {
  if (band.phases === null || phase === null) return band.phases === null && phase === null
  if (!band.phases.includes(phase)) return false
  if (band.exchangeWithin === null && expectedExchange !== null) return false
  if (typeof band.exchangeWithin === 'number') {
    if (expectedExchange === null) return false
    if (Number.isFinite(band.exchangeWithin) && expectedExchange > addDays(today, band.exchangeWithin)) return false
  }
  return band.progressUnder === undefined || (progress ?? 0) < band.progressUnder
}

/** In tenths. Completed and withdrawn sales have no action items; their value would be 1.0. */
const nearnessOf = (facts: RankFacts, today: DateOnly): number =>
  nearnessBands.find((band) => isInBand(band, facts, today))?.nearness ?? 10

/** Returns the factors as displayed (pounds, lateness in hundredths, nearness in tenths) and the points. */
export function pointsOf(facts: RankFacts, today: DateOnly): { fee: number; lateness: number; nearness: number; points: number } {
  const fee = feeOf(facts.fee)
  const lateness = latenessOf(facts, today)
  const nearness = nearnessOf(facts, today)
  return { fee, lateness, nearness, points: Math.floor((fee * lateness * nearness + 50_000) / 100_000) }
}
