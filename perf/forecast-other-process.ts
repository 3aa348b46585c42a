import type { LinkFacts } from '../domain/features/forecast/link-standing.ts'
import { recordedFacts, recordTicks, type TickedStep } from '../domain/features/forecast/testing/recorded-sale.ts'
import type { ScoredSale } from '../domain/features/forecast/testing/score-recorded.ts'
import { countedDays, randomOf } from '../domain/features/forecast/testing/simulated-days.ts'
import type { StepKey } from '../domain/features/timeline/step-definitions.ts'

/**
 * An agency whose process shares nothing with `simulateCompany`, to check the forecast on what it was not developed with: offices work
 * day by day, with weekends, holidays and bad months; councils and lenders have backlogs; enquiries go to and fro; prices are
 * re-negotiated; mortgage offers expire; links of the chain fall through and are replaced; progressors have habits of ticking steps.
 * Decision 86.
 */
export type Agency = {
  seed: number
  salesPerYear: number
  /** How steps are ticked: at once, in batches of a week or a month, or with steps that a progressor never ticks; `habits`: by progressor. */
  ticking: 'at once' | 'batches' | 'gaps' | 'habits'
  /** The day from which councils and lenders take this much longer. */
  change?: { from: number; longer: number }
}

const years = 3
const never = Number.POSITIVE_INFINITY
const legalTicks: readonly StepKey[] = [30, 31, 32, 33, 34, 35]
/** Steps that some progressors never tick. */
const tedious: readonly StepKey[] = [27, 28, 32, 34, 22, 30]

type Done = { key: StepKey; on: number }
type Office = (day: number) => number
type Progress = { done: Done[]; readyOn: number; offerOn: number | null; renegotiated: number | null }

export function otherProcess({ seed, salesPerYear, ticking, change }: Agency): ScoredSale[] {
  const random = randomOf(seed)
  const below = (count: number): number => Math.floor(random() * count)
  const exponential = (mean: number): number => -mean * Math.log(1 - random())
  const erlang = (mean: number): number => exponential(mean / 2) + exponential(mean / 2)
  const many = <One>(count: number, make: () => One): One[] => Array.from({ length: count }, make)

  /** Work that an office does on a day: none at weekends and over Christmas, less in August and in its bad months. */
  const office = (): Office => {
    const speed = 0.7 + 0.6 * random()
    const badMonths = many(12 * (years + 3), () => random() < 0.12)
    return (day) => {
      const [ofYear, month] = [day % 365, Math.floor(day / 30.4)]
      if (day % 7 >= 5 || ofYear >= 355 || ofYear < 2 || (ofYear > 92 && ofYear < 97)) return 0
      return speed * (badMonths[month] === true ? 0.35 : 1) * (ofYear > 212 && ofYear < 243 ? 0.7 : 1)
    }
  }
  const finishedOn = (from: number, effort: number, at: Office): number => {
    let day = from
    for (let left = effort; left > 0; left -= at(day)) day++
    return day
  }
  const [vendorFirms, buyerFirms, brokers] = [many(11, office), many(14, office), many(5, office)]
  /** A backlog in days that drifts from month to month. */
  const backlog = (usual: number) => {
    let level = usual * (0.6 + 0.8 * random())
    const months = many(12 * (years + 3), () => {
      level = Math.max(2, level + 0.15 * (usual - level) + usual * 0.3 * (random() - 0.5))
      return level
    })
    return (day: number): number => (months[Math.floor(day / 30.4)] ?? usual) * (change && day >= change.from ? change.longer : 1)
  }
  const [councils, lenders] = [many(6, () => backlog(13)), many(6, () => backlog(9))]

  /** The work for one sale, up to ready to exchange. */
  function progressOf(
    from: number,
    sale: { cash: boolean; leasehold: boolean; vendor: Office; buyer: Office; lender: number },
  ): Progress {
    const { vendor, buyer } = sale
    const council = councils[below(6)] as (day: number) => number
    const memo = finishedOn(from, 0.5 + exponential(1.5), vendor)
    const done: Done[] = [{ key: 30, on: memo }]
    let [mortgage, offerOn, renegotiated, pause]: [number, number | null, number | null, number] = [memo, null, null, 0]
    if (!sale.cash) {
      const applied = finishedOn(memo, 3 + exponential(6), brokers[below(5)] as Office)
      const booked = applied + 1 + Math.floor(exponential(4))
      const valued = booked + 2 + Math.floor(exponential(5))
      if (random() < 0.14) [renegotiated, pause] = [valued, 6 + below(22)]
      offerOn = valued + pause + Math.round((lenders[sale.lender] as (day: number) => number)(valued) * (0.5 + random()))
      done.push({ key: 26, on: applied }, { key: 27, on: booked }, { key: 28, on: valued }, { key: 29, on: offerOn })
      mortgage = offerOn
    }
    /** Nobody works on the legal side while the price is re-negotiated. */
    const afterPause = (day: number): number => (renegotiated !== null && day > renegotiated ? day + pause : day)
    const drafts = finishedOn(memo, 1 + erlang(8), vendor)
    const applied = finishedOn(drafts, exponential(3), buyer)
    const back = applied + Math.round(council(applied) * (0.6 + 0.8 * random()))
    const raised = finishedOn(back, exponential(4), buyer)
    let answered = raised
    do answered = finishedOn(finishedOn(answered, 1 + exponential(4), vendor), exponential(2), buyer)
    while (random() < 0.5)
    if (sale.leasehold) answered = Math.max(answered, drafts + 15 + below(55))
    const legal = [drafts, applied, back, raised, answered].map(afterPause)
    legal.forEach((on, index) => {
      done.push({ key: legalTicks[index + 1] as StepKey, on })
    })
    const reported = finishedOn(Math.max(legal.at(-1) as number, mortgage), exponential(2.5), buyer)
    const holiday = random() < 0.12 ? 7 + below(10) : 0
    const readyOn = finishedOn(reported + holiday, 0.5 + exponential(3), buyer)
    done.push({ key: 22, on: reported }, { key: 23, on: readyOn })
    return { done, readyOn, offerOn, renegotiated }
  }

  type Link = { from: number; until: number; cash: boolean; ticks: Done[]; readyOn: number }
  /** A link of the chain; if its sale falls through, another takes its place or this sale falls too. */
  function linksOf(agreedOn: number): { links: Link[]; readyOn: number; collapsesOn: number } {
    const links: Link[] = []
    let [readyOn, collapsesOn] = [agreedOn, never]
    for (let count = random() < 0.5 ? 1 + below(3) : 0; count > 0; count--) {
      let from = agreedOn - 20 + below(45)
      for (let isReplaced = true; isReplaced; ) {
        const cash = random() < 0.25
        const work = {
          cash,
          leasehold: random() < 0.2,
          vendor: vendorFirms[below(11)] as Office,
          buyer: buyerFirms[below(14)] as Office,
        }
        const progress = progressOf(from, { ...work, lender: below(6) })
        const falls = from + exponential(900)
        isReplaced = falls < progress.readyOn
        const phoned = (day: number): number => day + Math.floor(exponential(9))
        const silent = random() < 0.2
        links.push({
          from: Math.max(agreedOn, from),
          until: isReplaced ? Math.floor(falls) : never,
          cash,
          ticks: silent
            ? []
            : progress.done
                .filter(({ key }) => legalTicks.includes(key) || key === 29 || key === 23)
                .map(({ key, on }) => ({ key, on: phoned(on) })),
          readyOn: progress.readyOn,
        })
        if (isReplaced && random() < 0.45) [collapsesOn, isReplaced] = [Math.min(collapsesOn, Math.floor(falls) + 3), false]
        from = Math.floor(falls) + 10 + below(25)
        if (!isReplaced) readyOn = Math.max(readyOn, progress.readyOn)
      }
    }
    return { links, readyOn, collapsesOn }
  }

  const progressors = many(7, () => ({
    batch: random() < 0.35 ? 0 : random() < 0.6 ? 7 : 30,
    skipped: tedious.filter(() => random() < 0.35),
    forgets: random() * 0.15,
    datesByEntry: random() < 0.4,
  }))

  function ticksOf(done: readonly Done[], progressor: number, end: number): TickedStep[] {
    const { batch, skipped, forgets, datesByEntry } = progressors[progressor] as (typeof progressors)[number]
    const hasGaps = ticking === 'gaps' || ticking === 'habits'
    const every = ticking === 'at once' || ticking === 'gaps' ? 0 : ticking === 'habits' ? batch : Math.max(7, batch)
    return done.flatMap(({ key, on }): TickedStep[] => {
      if (on > end || (hasGaps && key !== 24 && (skipped.includes(key) || random() < forgets))) return []
      const enteredOn = key === 24 || every === 0 ? on : Math.min(end, Math.ceil((on + 1) / every) * every)
      return [{ key, on: datesByEntry && every > 0 ? enteredOn : on, enteredOn }]
    })
  }

  const counted = countedDays(365 * (years + 5))
  const sales: ScoredSale[] = []
  for (let day = 0; day < 365 * years; day++) {
    const season = 1 + 0.35 * Math.sin((2 * Math.PI * ((day % 365) - 60)) / 365)
    if (random() >= (salesPerYear / 365) * season) continue
    const [vendorFirm, buyerFirm, lender, branch] = [below(11), below(14), below(6), below(4)]
    const [cash, leasehold, progressor] = [random() < 0.28, random() < 0.22, below(7)]
    const [vendor, buyer] = [vendorFirms[vendorFirm] as Office, buyerFirms[buyerFirm] as Office]
    const progress = progressOf(day, { cash, leasehold, vendor, buyer, lender })
    const chain = linksOf(day)
    let exchangedOn = finishedOn(Math.max(progress.readyOn, chain.readyOn), 1 + below(7), vendor)
    if (progress.offerOn !== null && exchangedOn > progress.offerOn + 170) exchangedOn += 14 + below(18)
    if (random() < 0.4) exchangedOn += (11 - (exchangedOn % 7)) % 7
    const motivation = exponential(0.6) + 0.4
    let fallsOn = chain.collapsesOn
    for (let week = day + 7; week < Math.min(exchangedOn, fallsOn); week += 7)
      if (random() < 0.011 * motivation * (week > day + 120 ? 1.5 : 1)) fallsOn = week
    if (progress.renegotiated !== null && random() < 0.25) fallsOn = Math.min(fallsOn, progress.renegotiated + 8)
    if (fallsOn >= exchangedOn) fallsOn = never
    const end = Math.min(fallsOn, exchangedOn)
    const done = [...progress.done, { key: 24 as const, on: exchangedOn }]
    const recorded = recordTicks(day, cash, ticksOf(done, progressor, end))
    const traits = {
      leasehold,
      inChain: chain.links.length > 0,
      branch: `branch ${branch}`,
      vendorFirm: `firm ${vendorFirm}`,
      buyerFirm: `buyer’s firm ${buyerFirm}`,
      broker: null,
      lender: cash || random() < 0.4 ? null : `lender ${lender}`,
      progressor: `progressor ${progressor}`,
    }
    const sale = { agreedOn: day, exchangedOn, fallsOn, partners: [], traits }
    const linksAt = (today: number): LinkFacts[] =>
      chain.links
        .filter(({ from, until }) => from < today && today <= until)
        .map(({ from, cash: isCash, ticks }) => {
          const ago = (other: number): number => (counted[today] as number) - (counted[Math.max(from, other)] as number)
          const seen = ticks.filter(({ on }) => on < today)
          return {
            addedDaysAgo: ago(from),
            cash: isCash,
            ticked: new Map(seen.map(({ key, on }) => [key, ago(on)])),
            changedDaysAgo: ago(Math.max(from, ...seen.map(({ on }) => on))),
          }
        })
    sales.push({ ...sale, factsAt: (today) => recordedFacts(sale, recorded, today), linksAt })
  }
  return sales
}
