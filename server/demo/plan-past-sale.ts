import { addDays, type DateOnly, daysBetween } from '@gya/domain/common/dates.ts'
import { defaultClosedDays, isClosed } from '@gya/domain/features/forecast/counted-days.ts'
import { type StepKey, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { BranchName } from './company.ts'
import type { SeededRandom } from './seeded-random.ts'
import { nextWorkday } from './workdays.ts'

/**
 * The actions of a finished sale of the demo by day: lognormal step durations, a pace per sale, firms and lenders of different speed (one
 * slow, one with few sales), late entries, and no work over Christmas. [forecast §12](docs/design/forecast.md#12), "Demo".
 */

const [shareFallen, shareCash, shareInChain, shareLate] = [0.24, 0.25, 0.6, 0.15]

/** Median days of a step, and the spread of their logarithm. */
const truth: Readonly<Partial<Record<StepKey, readonly [median: number, spread: number]>>> = {
  30: [1.5, 0.6],
  31: [11, 0.7],
  32: [5, 0.7],
  33: [9, 0.55],
  34: [6, 0.7],
  35: [14, 0.7],
  26: [11, 0.7],
  27: [4, 0.6],
  28: [5, 0.7],
  29: [6, 0.7],
  22: [2, 0.7],
  23: [4, 0.7],
  24: [4, 0.7],
}
const [legal, financial, completing] = [
  [31, 32, 33, 34, 35],
  [26, 27, 28, 29],
  [22, 23, 24],
] as const

/** `weight`: the share of sales in which the firm acts. */
type Actor = { name: string; quick: number; weight: number }

/** Speed of the firms; the last is rarely chosen. */
const firms: readonly [Actor, ...Actor[]] = [
  { name: 'Puddifoot & Thrale', quick: 0.72, weight: 0.24 },
  { name: 'Nettlefold Conveyancing', quick: 1.05, weight: 0.28 },
  { name: 'Inglenook Law', quick: 1.2, weight: 0.24 },
  { name: 'Quillon Partners', quick: 1, weight: 0.22 },
  { name: 'Heatherstone Legal', quick: 0.95, weight: 0.02 },
]

const quickOfBranch: Record<BranchName, number> = { Tilehurst: 1.05, Reading: 0.95, Southcote: 1 }

/** Mortgage lenders and their speed. */
export const pastLenders: readonly [Actor, ...Actor[]] = [
  { name: 'Goldcrest Building Society', quick: 1.15, weight: 0.38 },
  { name: 'Wherry Bank', quick: 1, weight: 0.35 },
  { name: 'Dabchick Mutual', quick: 0.8, weight: 0.25 },
  // Too few sales for a comparison.
  { name: 'Curlew Home Finance', quick: 1, weight: 0.02 },
]

function pickOf(all: readonly [Actor, ...Actor[]], random: SeededRandom): Actor {
  let left = random.next()
  return all.find(({ weight }) => (left -= weight) < 0) ?? all[0]
}

const normal = (random: SeededRandom): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())

export type PastSale = {
  acceptedOn: DateOnly
  cash: boolean
  inChain: boolean
  vendorFirm: Actor
  buyerFirm: Actor
  /** The lender of the mortgage, if known. */
  lender: Actor | null
  /** Days on which each step was done, and entered. */
  steps: { key: StepKey; doneOn: DateOnly; enteredOn: DateOnly }[]
  exchangedOn: DateOnly
  fellOn: DateOnly | null
  /** If other sales of the company are in its chain: the day on which the chain is entered. */
  chainDrawnOn: DateOnly | null
}

/** The next day on which work is done: not a closed day or a Sunday. */
export function workedDay(day: DateOnly): DateOnly {
  let next = nextWorkday(day)
  while (isClosed(next, defaultClosedDays)) next = nextWorkday(addDays(next, 1))
  return next
}

export function planPastSale(acceptedOn: DateOnly, branch: BranchName, leasehold: boolean, random: SeededRandom): PastSale {
  const cash = random.chance(shareCash)
  const inChain = !cash && random.chance(shareInChain / (1 - shareCash))
  const [vendorFirm, buyerFirm] = [pickOf(firms, random), pickOf(firms, random)]
  const lender = cash || random.chance(0.15) ? null : pickOf(pastLenders, random)
  const pace = Math.exp(0.28 * normal(random)) * quickOfBranch[branch]
  const lasts = (key: StepKey): number => {
    const [median, spread] = truth[key] ?? [5, 0.7]
    const actor = key === 31 || key === 35 ? vendorFirm : [32, 33, 34, 22].includes(key) ? buyerFirm : null
    const firm = (actor ?? ([26, 27, 28, 29].includes(key) ? lender : null))?.quick ?? 1
    const slower = leasehold && (key === 31 || key === 35) ? 1.9 : 1
    const stall = random.chance(0.03) ? random.int(12, 40) : 0
    return Math.max(1, Math.round((median * slower * Math.exp(spread * normal(random))) / (pace * firm) + stall))
  }
  const steps: PastSale['steps'] = []
  const run = (keys: readonly StepKey[], from: DateOnly): DateOnly =>
    keys.reduce((day, key) => {
      const doneOn = workedDay(addDays(day, lasts(key)))
      const enteredOn = key !== stepKeys.Exchanged && random.chance(shareLate) ? addDays(doneOn, random.int(1, 10)) : doneOn
      steps.push({ key, doneOn, enteredOn })
      return doneOn
    }, from)
  const later = (one: DateOnly, other: DateOnly): DateOnly => (one > other ? one : other)
  const memo = run([stepKeys.MemoOfSaleSent], acceptedOn)
  const tracks = later(run(legal, memo), cash ? memo : run(financial, memo))
  const waiting = inChain ? random.int(0, 24) : 0
  const exchangedOn = run(completing, addDays(tracks, waiting))
  const days = daysBetween(acceptedOn, exchangedOn)
  const fellOn = random.chance(shareFallen) ? workedDay(addDays(acceptedOn, random.int(8, Math.max(9, days - 4)))) : null
  return {
    acceptedOn,
    cash,
    inChain,
    vendorFirm,
    buyerFirm,
    lender,
    steps,
    exchangedOn,
    fellOn: fellOn === null || fellOn >= exchangedOn ? null : fellOn,
    chainDrawnOn: null,
  }
}
