import type { StepKey } from '../../timeline/step-definitions.ts'
import type { SaleTraits } from '../learning.ts'
import type { SaleRisk } from '../sale-risk.ts'
import { type Complications, complicateSales } from './complicate-sales.ts'
import { afterWorking, normalOf, randomOf, yearLength } from './simulated-days.ts'

/**
 * A simulated company whose process differs from the model of the forecast: lognormal or Weibull step durations, a pace per sale,
 * firms, branches, long stalls, no work over Christmas, late entries, chains with late or silent links, and falls that depend on time,
 * pace and chain. Published times are a third to a half too slow for it. [forecast §12](docs/design/forecast.md#12).
 */
export type Simulation = {
  seed: number
  salesPerYear: number
  /** Years of business before the scored year. */
  yearsBefore: number
  paceSpread: number
  stepShape: 'lognormal' | 'weibull'
  /** False: chains are not entered, so that the wait for their links is not visible. */
  chainsDrawn: boolean
  /** Shares of sales in a chain, of links without any entry, and of late entries, and a factor of falls; to isolate causes of errors. */
  chainShare?: number
  silentShare?: number
  lateShare?: number
  fallFactor?: number
  complications?: Complications
  /** From a day on, steps that start run at this speed. */
  regime?: { from: number; speed: number }
}

export type SimulatedSale = {
  traits: SaleTraits
  cash: boolean
  agreedOn: number
  /** The day of the exchange, if it holds. */
  exchangedOn: number
  /** Infinity: never. */
  fallsOn: number
  steps: readonly { key: StepKey; startedOn: number; finishedOn: number; enteredOn: number }[]
  links: readonly SimulatedLink[]
  /** The day on which all links of its chain are ready. */
  chainReadyOn: number
  /** Periods in which steps were marked as delayed. */
  delays: readonly { key: StepKey; from: number; until: number }[]
  surveys: readonly { bookedOn: number; on: number; reportOn: number }[]
  /** From its fall-off until it was restored. */
  away: Period | null
  /** Periods in which reasons to fall through held. */
  risks: readonly ({ risk: SaleRisk } & Period)[]
  /** Other sales of the company in its chain, as indexes of the list. */
  partners: readonly number[]
  /** Pence. */
  fee: number
}
export type Period = { from: number; until: number }
type SimulatedLink = { addedOn: number; cash: boolean; silent: boolean; ticks: readonly { key: StepKey; seenOn: number }[] }

export const scoredDays = 365

/** Median days of each step, two thirds of the published ones, and the spread. */
const stepDurations: readonly (readonly [key: StepKey, median: number, spread: number])[] = [
  [30, 1.5, 0.6],
  [31, 11, 0.7],
  [32, 5.5, 0.8],
  [33, 8, 0.55],
  [34, 7, 0.7],
  [35, 16, 0.75],
  [26, 12, 0.7],
  [27, 4.5, 0.6],
  [28, 5, 0.7],
  [29, 6.5, 0.7],
  [22, 2, 0.8],
  [23, 3.5, 0.8],
  [24, 3, 0.8],
]

export function simulateCompany(simulation: Simulation): SimulatedSale[] {
  const {
    seed,
    salesPerYear,
    yearsBefore,
    paceSpread,
    stepShape,
    chainsDrawn,
    chainShare = 0.55,
    silentShare = 0.12,
    lateShare = 0.15,
    fallFactor = 1,
    regime = { from: 0, speed: 1 },
  } = simulation
  const random = randomOf(seed)
  const normal = (): number => normalOf(random)
  const randomSpeed = (spread: number): number => Math.exp(spread * normal())
  const firms = (count: number) => Array.from({ length: count }, () => randomSpeed(0.25))
  const [vendorFirms, buyerFirms, brokers, branches] = [firms(9), firms(9), firms(6), [0.88, 1, 1.12]]
  const pick = (count: number): number => Math.floor(random() * count)

  /** Duration of a step in working days. */
  function duration(key: StepKey, quick: number, leasehold: boolean): number {
    const [, median, spread] = stepDurations.find(([step]) => step === key) ?? [key, 5, 0.7]
    const slower = leasehold && (key === 31 || key === 35) ? 1.9 : 1
    const draw = stepShape === 'lognormal' ? Math.exp(spread * normal()) : (-Math.log(1 - random()) / Math.LN2) ** (spread * 0.95)
    const stall = random() < 0.035 ? 14 + random() * 35 : 0
    return Math.floor((median * slower * draw) / quick + stall)
  }
  function runSteps(keys: readonly StepKey[], from: number, speedOf: (key: StepKey) => number, leasehold: boolean) {
    const steps: { key: StepKey; startedOn: number; finishedOn: number; enteredOn: number }[] = []
    let day = from
    for (const key of keys) {
      const speed = speedOf(key) * (day < regime.from ? 1 : regime.speed)
      const finishedOn = afterWorking(day, duration(key, speed, leasehold))
      steps.push({ key, startedOn: day, finishedOn, enteredOn: finishedOn + late() })
      day = finishedOn
    }
    return steps
  }
  /** Days by which an entry is late: by default 0, for one in seven up to 10. */
  const late = (): number => (random() < 1 - lateShare ? 0 : Math.floor(random() * 11))
  const last = (steps: readonly { finishedOn: number }[], otherwise: number): number => steps.at(-1)?.finishedOn ?? otherwise

  function simulateLink(agreedOn: number): { link: SimulatedLink; readyOn: number } {
    const start = agreedOn + Math.round(12 * normal())
    const pace = randomSpeed(paceSpread)
    const cash = random() < 0.2
    const leasehold = random() < 0.2
    const memo = runSteps([30], start, () => pace, leasehold)
    const legal = runSteps([31, 32, 33, 34, 35], last(memo, start), () => pace, leasehold)
    const mortgage = cash ? [] : runSteps([26, 27, 28, 29], last(memo, start), () => pace, leasehold)
    const completing = runSteps([22, 23], Math.max(last(legal, start), last(mortgage, start)), () => pace, leasehold)
    const addedOn = agreedOn + Math.floor(random() * 8)
    const seen = [...memo, ...legal, ...mortgage.filter(({ key }) => key === 29), ...completing.filter(({ key }) => key === 23)]
    return {
      readyOn: last(completing, start),
      link: {
        addedOn,
        cash,
        silent: random() < silentShare,
        ticks: seen.map(({ key, finishedOn }) => ({
          key,
          seenOn: Math.max(addedOn, finishedOn + Math.floor(random() * (random() < 0.3 ? 11 : 3))),
        })),
      },
    }
  }

  const sales: SimulatedSale[] = []
  const total = Math.round(salesPerYear * (yearsBefore + 1))
  for (let index = 0; index < total; index++) {
    const agreedOn = Math.floor(((index + random()) * yearLength) / salesPerYear)
    const [vendorFirm, buyerFirm, broker, branch] = [pick(9), pick(9), pick(6), pick(3)]
    const pace = randomSpeed(paceSpread)
    const cash = random() < 0.25
    const leasehold = random() < 0.25
    const linkCount = random() < chainShare ? 1 + pick(3) : 0
    const speedOf = (key: StepKey): number => {
      const firm =
        key === 31 || key === 35
          ? vendorFirms[vendorFirm]
          : [32, 33, 34, 22].includes(key)
            ? buyerFirms[buyerFirm]
            : [26, 27, 28, 29].includes(key)
              ? brokers[broker]
              : 1
      return pace * (branches[branch] ?? 1) * (firm ?? 1)
    }
    const memo = runSteps([30], agreedOn, speedOf, leasehold)
    const legal = runSteps([31, 32, 33, 34, 35], last(memo, agreedOn), speedOf, leasehold)
    const mortgage = cash ? [] : runSteps([26, 27, 28, 29], last(memo, agreedOn), speedOf, leasehold)
    const completing = runSteps([22, 23], Math.max(last(legal, 0), last(mortgage, 0)), speedOf, leasehold)
    const readyOn = last(completing, agreedOn)
    const links = Array.from({ length: linkCount }, () => simulateLink(agreedOn))
    const allReadyOn = Math.max(readyOn, ...links.map((link) => link.readyOn))
    const exchangedOn = afterWorking(allReadyOn, duration(24, 1, false))
    let fallsOn = Number.POSITIVE_INFINITY
    for (let day = agreedOn + 1; day < exchangedOn; day++) {
      const early = day - agreedOn < 40 ? 1.25 : 0.9
      if (random() < 0.0026 * fallFactor * early * (linkCount > 0 ? 1.2 : 0.8) * (pace < 0.8 ? 1.3 : 0.95)) {
        fallsOn = day
        break
      }
    }
    sales.push({
      traits: {
        leasehold,
        inChain: linkCount > 0,
        branch: `branch ${branch}`,
        vendorFirm: `firm ${vendorFirm}`,
        buyerFirm: `buyer’s firm ${buyerFirm}`,
        broker: cash ? null : `broker ${broker}`,
        lender: null,
        progressor: null,
      },
      cash,
      agreedOn,
      exchangedOn,
      fallsOn,
      steps: [
        ...memo,
        ...legal,
        ...mortgage,
        ...completing,
        { key: 24, startedOn: readyOn, finishedOn: exchangedOn, enteredOn: exchangedOn },
      ],
      links: chainsDrawn ? links.map(({ link }) => link) : [],
      chainReadyOn: Math.max(agreedOn, ...links.map((link) => link.readyOn)),
      delays: [],
      surveys: [],
      away: null,
      risks: [],
      partners: [],
      fee: 0,
    })
  }
  return simulation.complications ? complicateSales(sales, seed, simulation.complications) : sales
}
