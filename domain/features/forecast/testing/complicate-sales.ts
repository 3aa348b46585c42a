import type { StepKey } from '../../timeline/step-definitions.ts'
import type { SaleRisk } from '../sale-risk.ts'
import type { Period, SimulatedSale } from './simulated-company.ts'
import { afterWorking, normalOf, randomOf, workingDays } from './simulated-days.ts'

/**
 * Optional complications of simulated sales: delayed steps, surveys, reasons to fall through, restored sales, and several sales of the
 * company in one chain. Each is the share of sales, or of steps, that it applies to. They have a random sequence of their own, so that
 * companies without them do not change.
 */
export type Complications = {
  /** Share of steps that are marked as delayed, from when they run at two fifths of their speed. */
  delayedShare?: number
  surveyShare?: number
  /** Reasons hold for some time and multiply the chance of falling by `trueFactors`. */
  reasons?: boolean
  /** Share of sales that fell off and are restored. */
  restoredShare?: number
  /** Share of sales in a chain that exchange together with another sale of the company. */
  partnerShare?: number
}

const delayedSpeed = 0.4
/** Share of delayed steps that are completed without being marked as running again. */
const shareDoneWhileDelayed = 0.7

/** Factors of the chance of falling through on days on which a reason applies. Several are multiplied; `price` has no effect. */
export const trueFactors = { survey: 3, silence: 1.6, price: 1, delayed: 2 } as const satisfies Partial<Record<SaleRisk, number>>

const [legal, financial, completing]: readonly (readonly StepKey[])[] = [
  [31, 32, 33, 34, 35],
  [26, 27, 28, 29],
  [22, 23],
]

type Random = { next: () => number; normal: () => number }
type Delay = { at: number; lasts: number; longer: number }
type Change = {
  delays?: ReadonlyMap<StepKey, Delay>
  /** Completing cannot start before this day. */
  reportOn?: number
}

/** The sale with its steps rescheduled: each keeps its duration and starts when those before it are done. */
function reschedule(sale: SimulatedSale, { delays = new Map(), reportOn = 0 }: Change): SimulatedSale {
  const marked: SimulatedSale['delays'][number][] = []
  const steps: SimulatedSale['steps'][number][] = []
  const run = (keys: readonly StepKey[], from: number): number =>
    keys.reduce((startedOn, key) => {
      const step = sale.steps.find((one) => one.key === key)
      if (!step) return startedOn
      const delay = delays.get(key)
      const finishedOn = afterWorking(startedOn, workingDays(step.startedOn, step.finishedOn) + (delay?.longer ?? 0))
      steps.push({ key, startedOn, finishedOn, enteredOn: finishedOn + step.enteredOn - step.finishedOn })
      if (delay) {
        const from = afterWorking(startedOn, delay.at)
        const until = Math.min(finishedOn, afterWorking(from, delay.lasts))
        if (from < until) marked.push({ key, from, until })
      }
      return finishedOn
    }, from)
  const memo = run([30], sale.agreedOn)
  const readyOn = run(completing ?? [], Math.max(run(legal ?? [], memo), sale.cash ? 0 : run(financial ?? [], memo), reportOn))
  const exchange = sale.steps.find(({ key }) => key === 24)
  const lasts = exchange ? workingDays(Math.max(exchange.startedOn, sale.chainReadyOn), exchange.finishedOn) : 0
  const exchangedOn = afterWorking(Math.max(readyOn, sale.chainReadyOn), lasts)
  steps.push({ key: 24, startedOn: readyOn, finishedOn: exchangedOn, enteredOn: exchangedOn })
  return { ...sale, steps, exchangedOn, delays: marked }
}

function delaySteps(sale: SimulatedSale, share: number, { next }: Random): SimulatedSale {
  const delays = new Map<StepKey, Delay>()
  for (const { key, startedOn, finishedOn } of sale.steps) {
    const days = workingDays(startedOn, finishedOn)
    if (key === 24 || next() >= share || days < 2) continue
    const at = 1 + Math.floor(next() * (days - 1))
    const slowed = (days - at) * (next() < shareDoneWhileDelayed ? 1 : 0.5)
    delays.set(key, { at, lasts: Math.ceil(slowed / delayedSpeed), longer: Math.round(slowed / delayedSpeed - slowed) })
  }
  return reschedule(sale, { delays })
}

function addSurvey(sale: SimulatedSale, share: number, { next, normal }: Random): SimulatedSale {
  if (next() >= share) return sale
  const bookedOn = sale.agreedOn + 3 + Math.floor(next() * 15)
  const on = bookedOn + 3 + Math.floor(next() * 18)
  const reportOn = afterWorking(on, Math.round(5 * Math.exp(0.7 * normal())))
  const { delays } = sale
  return { ...reschedule(sale, { reportOn }), delays, surveys: [{ bookedOn, on, reportOn }] }
}

/** Draws the days on which reasons hold, regardless of the outcome. */
function withReasons(sale: SimulatedSale, { next }: Random): SimulatedSale {
  const risks: SimulatedSale['risks'][number][] = []
  const add = (risk: SaleRisk, share: number, shortest: number, longest: number) => {
    if (next() >= share) return
    const from = sale.agreedOn + 3 + Math.floor(next() * 70)
    risks.push({ risk, from, until: from + shortest + Math.floor(next() * (longest - shortest)) })
  }
  add('survey', 0.2, 10, 25)
  add('silence', 0.4, 5, 20)
  add('price', 0.15, 42, 43)
  for (const { from, until } of sale.delays) risks.push({ risk: 'delayed', from, until })
  return { ...sale, risks }
}

/** Draws the fall again, because the exchange has moved; each reason that applies on a day makes it more likely. */
function redrawFall(sale: SimulatedSale, { next }: Random, share: number): SimulatedSale {
  for (let day = sale.agreedOn + 1; day < sale.exchangedOn; day++) {
    const reasons = sale.risks.reduce(
      (product, { risk, from, until }) =>
        from <= day && day < until ? product * ((trueFactors as Partial<Record<SaleRisk, number>>)[risk] ?? 1) : product,
      1,
    )
    const early = day - sale.agreedOn < 40 ? 1.25 : 0.9
    if (next() < 0.0026 * share * reasons * early * (sale.traits.inChain ? 1.2 : 0.8)) return { ...sale, fallsOn: day }
  }
  return { ...sale, fallsOn: Number.POSITIVE_INFINITY }
}

/** Restores a share of the fallen sales: nothing happens in between, then they continue. */
function restore(sale: SimulatedSale, share: number, { next }: Random): SimulatedSale {
  if (sale.fallsOn === Number.POSITIVE_INFINITY || next() >= share) return sale
  const away: Period = { from: sale.fallsOn, until: sale.fallsOn + 4 + Math.floor(next() * 25) }
  const later = (day: number): number => (day > away.from ? day + away.until - away.from : day)
  return {
    ...sale,
    away,
    fallsOn: Number.POSITIVE_INFINITY,
    exchangedOn: later(sale.exchangedOn),
    steps: sale.steps.map((step) => ({
      ...step,
      startedOn: later(step.startedOn),
      finishedOn: later(step.finishedOn),
      enteredOn: later(step.enteredOn),
    })),
  }
}

/**
 * Pairs sales in chains that were agreed within three weeks of each other. They exchange together, when both and all their links are
 * ready.
 */
function pairSales(sales: readonly SimulatedSale[], share: number, { next }: Random): SimulatedSale[] {
  const result = [...sales]
  let alone: number | null = null
  sales.forEach((sale, index) => {
    if (!sale.traits.inChain || next() >= share) return
    const other = alone === null ? undefined : result[alone]
    if (alone === null || !other || sale.agreedOn - other.agreedOn > 21) {
      alone = index
      return
    }
    const chainReadyOn = Math.max(other.chainReadyOn, sale.chainReadyOn, readyOn(other), readyOn(sale))
    const one = reschedule({ ...other, chainReadyOn: Math.max(other.chainReadyOn, chainReadyOn) }, {})
    const exchangedOn = Math.max(one.exchangedOn, chainReadyOn)
    result[alone] = exchangingOn({ ...other, chainReadyOn, partners: [index] }, exchangedOn)
    result[index] = exchangingOn({ ...sale, chainReadyOn, partners: [alone] }, exchangedOn)
    alone = null
  })
  return result
}

const readyOn = (sale: SimulatedSale): number => sale.steps.find(({ key }) => key === 23)?.finishedOn ?? sale.agreedOn

const exchangingOn = (sale: SimulatedSale, exchangedOn: number): SimulatedSale => ({
  ...sale,
  exchangedOn,
  steps: sale.steps.map((step) => (step.key === 24 ? { ...step, finishedOn: exchangedOn, enteredOn: exchangedOn } : step)),
})

/** If one sale of a pair falls off, the other does within two weeks or exchanges seven weeks later. */
function propagateFalls(sales: readonly SimulatedSale[], { next }: Random): SimulatedSale[] {
  const result = [...sales]
  sales.forEach((sale, index) => {
    const [partner] = sale.partners
    const other = partner === undefined ? undefined : result[partner]
    if (partner === undefined || !other || sale.fallsOn >= sale.exchangedOn || other.fallsOn <= sale.fallsOn) return
    if (next() < 0.5) result[partner] = { ...other, fallsOn: sale.fallsOn + Math.floor(next() * 14) }
    else result[partner] = exchangingOn(other, afterWorking(Math.max(other.exchangedOn, sale.fallsOn), 49))
    result[index] = sale
  })
  return result
}

export function complicateSales(
  sales: readonly SimulatedSale[],
  seed: number,
  { delayedShare = 0, surveyShare = 0, reasons = false, restoredShare = 0, partnerShare = 0 }: Complications,
): SimulatedSale[] {
  const next = randomOf(seed ^ 0x51ed270b)
  const random: Random = { next, normal: () => normalOf(next) }
  let result = sales.map((sale) => ({ ...sale, fee: Math.round(300_000 * Math.exp(0.4 * random.normal())) }))
  if (delayedShare > 0) result = result.map((sale) => delaySteps(sale, delayedShare, random))
  if (surveyShare > 0) result = result.map((sale) => addSurvey(sale, surveyShare, random))
  if (partnerShare > 0) result = pairSales(result, partnerShare, random)
  if (reasons) result = result.map((sale) => withReasons(sale, random))
  result = result.map((sale) => redrawFall(sale, random, reasons ? 0.8 : 1))
  if (partnerShare > 0) result = propagateFalls(result, random)
  if (restoredShare > 0) result = result.map((sale) => restore(sale, restoredShare, random))
  return result
}
