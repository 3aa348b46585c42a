import type { StepKey } from '../../timeline/step-definitions.ts'
import type { SaleHistory, SaleTraits, StepRow } from '../learning.ts'
import type { LinkFacts } from '../link-standing.ts'
import type { SaleStanding, StepStatus } from '../network.ts'

/**
 * A company whose truth differs from the method of the forecast: lognormal or Weibull steps, a pace a sale, firms, branches,
 * long stalls, a standstill at Christmas, late entries, chains with late or silent links, falls that depend on time, pace and
 * chain. Its published times are a third to a half too slow. Forecast design, section 12.
 *
 * Days are whole numbers from 0; day 0 is 1 January.
 */
export type Simulation = {
  seed: number
  salesPerYear: number
  /** Years of business before the scored year. */
  yearsBefore: number
  paceSpread: number
  stepShape: 'lognormal' | 'weibull'
  /** False: the company draws no chains, so that links wait unseen. */
  chainsDrawn: boolean
  /** Share of sales in a chain, of links of which nothing is ever known, of entries made late, and of falls against the usual one; for finding the cause of an error. */
  chainShare?: number
  silentShare?: number
  lateShare?: number
  fallFactor?: number
}

export type SimulatedSale = {
  traits: SaleTraits
  cash: boolean
  agreedOn: number
  /** Its exchange, if it holds that long. */
  exchangedOn: number
  /** Infinity: it does not fall. */
  fallsOn: number
  steps: readonly { key: StepKey; startedOn: number; finishedOn: number; enteredOn: number }[]
  links: readonly SimulatedLink[]
}
type SimulatedLink = { addedOn: number; cash: boolean; silent: boolean; ticks: readonly { key: StepKey; seenOn: number }[] }

export const scoredDays = 365
const yearLength = 365
const [standstillFrom, standstillUntil] = [355, 367]
const [closedFrom, closedUntil] = [357, 366]

const isStandstill = (day: number): boolean => {
  const ofYear = ((day % yearLength) + yearLength) % yearLength
  return ofYear >= standstillFrom || ofYear < standstillUntil - yearLength
}
const isClosedDay = (day: number): boolean => {
  const ofYear = ((day % yearLength) + yearLength) % yearLength
  return ofYear >= closedFrom || ofYear < closedUntil - yearLength
}

/** Counted days before each day; the closed days are 24 December to 1 January. */
export function countedDays(days: number, countClosed = false): Int32Array {
  const counted = new Int32Array(days + 1)
  for (let day = 0; day < days; day++) counted[day + 1] = (counted[day] as number) + (countClosed || !isClosedDay(day) ? 1 : 0)
  return counted
}

/** Uniform numbers in [0, 1): mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Median days of each step and its spread: two thirds of the published ones. */
const truth: readonly (readonly [key: StepKey, median: number, spread: number])[] = [
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
  } = simulation
  const random = randomOf(seed)
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const quickness = (spread: number): number => Math.exp(spread * normal())
  const firms = (count: number) => Array.from({ length: count }, () => quickness(0.25))
  const [vendorFirms, buyerFirms, brokers, branches] = [firms(9), firms(9), firms(6), [0.88, 1, 1.12]]
  const pick = (count: number): number => Math.floor(random() * count)

  /** Whole working days that a step takes. */
  function duration(key: StepKey, quick: number, leasehold: boolean): number {
    const [, median, spread] = truth.find(([step]) => step === key) ?? [key, 5, 0.7]
    const slower = leasehold && (key === 31 || key === 35) ? 1.9 : 1
    const draw = stepShape === 'lognormal' ? Math.exp(spread * normal()) : (-Math.log(1 - random()) / Math.LN2) ** (spread * 0.95)
    const stall = random() < 0.035 ? 14 + random() * 35 : 0
    return Math.floor((median * slower * draw) / quick + stall)
  }
  function afterWorking(from: number, days: number): number {
    let day = from
    while (isStandstill(day)) day++
    for (let left = days; left > 0; ) {
      day++
      if (!isStandstill(day)) left--
    }
    return day
  }

  function runSteps(keys: readonly StepKey[], from: number, quickOf: (key: StepKey) => number, leasehold: boolean) {
    const steps: { key: StepKey; startedOn: number; finishedOn: number; enteredOn: number }[] = []
    let day = from
    for (const key of keys) {
      const finishedOn = afterWorking(day, duration(key, quickOf(key), leasehold))
      steps.push({ key, startedOn: day, finishedOn, enteredOn: finishedOn + late() })
      day = finishedOn
    }
    return steps
  }
  /** Most entries are made on the day, one in seven up to 10 days later. */
  const late = (): number => (random() < 1 - lateShare ? 0 : Math.floor(random() * 11))
  const last = (steps: readonly { finishedOn: number }[], otherwise: number): number => steps.at(-1)?.finishedOn ?? otherwise

  function simulateLink(agreedOn: number): { link: SimulatedLink; readyOn: number } {
    const start = agreedOn + Math.round(12 * normal())
    const pace = quickness(paceSpread)
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
    const pace = quickness(paceSpread)
    const cash = random() < 0.25
    const leasehold = random() < 0.25
    const linkCount = random() < chainShare ? 1 + pick(3) : 0
    const quickOf = (key: StepKey): number => {
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
    const memo = runSteps([30], agreedOn, quickOf, leasehold)
    const legal = runSteps([31, 32, 33, 34, 35], last(memo, agreedOn), quickOf, leasehold)
    const mortgage = cash ? [] : runSteps([26, 27, 28, 29], last(memo, agreedOn), quickOf, leasehold)
    const completing = runSteps([22, 23], Math.max(last(legal, 0), last(mortgage, 0)), quickOf, leasehold)
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
    })
  }
  return sales
}

/** What the company knows of a sale at the end of the day before `day`. */
export function historyAt(sale: SimulatedSale, day: number, counted: Int32Array): SaleHistory | null {
  if (sale.agreedOn >= day) return null
  const end = Math.min(day, sale.fallsOn)
  const steps: StepRow[] = []
  for (const { key, startedOn, finishedOn, enteredOn } of sale.steps) {
    if (!isStarted(sale, key, day)) continue
    const finished = enteredOn < day && finishedOn <= end
    const days = (counted[finished ? finishedOn : end] as number) - (counted[startedOn] as number)
    if (days >= 0) steps.push({ key, finished, days })
  }
  const exchanged = sale.exchangedOn < day && sale.exchangedOn < sale.fallsOn
  const fell = !exchanged && sale.fallsOn < day
  return {
    ...sale.traits,
    steps,
    outcome: exchanged ? 'exchanged' : fell ? 'fell' : 'open',
    days: (counted[exchanged ? sale.exchangedOn : end] as number) - (counted[sale.agreedOn] as number),
  }
}

/** The step before it was entered as complete. A later entry that is known completes the earlier ones. */
function isStarted(sale: SimulatedSale, key: StepKey, day: number): boolean {
  const done = (step: StepKey): boolean => sale.steps.some((one) => one.key === step && one.enteredOn < day)
  if (key === 30) return true
  if (key === 31 || key === 26) return done(30)
  if (key === 22) return done(35) && (sale.cash || done(29))
  if (key === 23) return done(22)
  if (key === 24) return done(23)
  return done(key - 1)
}

export function standingAt(sale: SimulatedSale, day: number, counted: Int32Array): SaleStanding {
  const steps = new Map<StepKey, StepStatus>()
  for (const { key, startedOn, finishedOn, enteredOn } of sale.steps) {
    const between = (until: number): number => Math.max(0, (counted[until] as number) - (counted[startedOn] as number))
    if (!isStarted(sale, key, day)) steps.set(key, { status: 'toCome' })
    else if (enteredOn < day) steps.set(key, { status: 'done', days: between(finishedOn) })
    else steps.set(key, { status: 'running', days: between(day), blocked: false })
  }
  return { steps, surveys: [] }
}

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
