import { addDays, type DateOnly } from '@gya/domain/common/dates.ts'
import { dayFinishedBy } from '@gya/domain/features/forecast/bands.ts'
import {
  addCountedDays,
  type ClosedRange,
  countedDaysBetween,
  nextWorkingDay,
} from '@gya/domain/features/forecast/counted-days.ts'
import { linkInWords, linkWithoutAddress, nothingHoldsUp, stepInWords } from '@gya/domain/features/forecast/decides-in-words.ts'
import { dayOfChance, horizonDays } from '@gya/domain/features/forecast/distributions.ts'
import { oneIn } from '@gya/domain/features/forecast/falling-through.ts'
import type { DecidesView, LinkRow, NetworkRow, SaleFigures } from '@gya/domain/features/forecast/forecast.model.ts'
import {
  type Decides,
  forecastSale,
  isReadyBefore,
  type KnownLink,
  type SaleForecast,
  type SaleToForecast,
  usualDays,
  whatDecides,
  withReasonFactor,
} from '@gya/domain/features/forecast/forecast-sale.ts'
import { basisOf, tablesFor } from '@gya/domain/features/forecast/learning.ts'
import { isLinkKnown, isSale, type LinkFacts, linkOfDays } from '@gya/domain/features/forecast/link-standing.ts'
import type { Pace } from '@gya/domain/features/forecast/pace.ts'
import { fallenLink, readyOfLinks } from '@gya/domain/features/forecast/ready-of-links.ts'
import { standingIfDone, standingOf, stepTitle, surveysOf } from '@gya/domain/features/forecast/sale-facts.ts'
import { riskFactorOf } from '@gya/domain/features/forecast/sale-risk.ts'
import type { StepTable } from '@gya/domain/features/forecast/step-curve.ts'
import { type Group, tableId } from '@gya/domain/features/forecast/step-groups.ts'
import { readyChances, type SaleStanding, stepsToReady } from '@gya/domain/features/forecast/step-network.ts'
import { isDelayed } from '@gya/domain/features/timeline/most-urgent-step.ts'
import { type StepKey, stepDefinition, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { LearnedTables } from './learned-tables.repository.ts'
import { risksOfSale } from './risks-of-sale.ts'
import { type ChainLink, linkedProperties, type OpenSale } from './sale-facts.read-model.ts'

/** Number of days stored in `by_day`: as far as the longest period shown. */
export const daysAhead = 184

export type CalculatedForecast = {
  sale: OpenSale
  /** The largest factor of its reasons to fall through. */
  riskFactor: number
  figures: SaleFigures
  pace: Pace
  finishedSales: number
  /** Chance of having exchanged by the end of `onDay` + n. */
  byDay: readonly number[]
  /** For "How this came about". */
  rows: readonly NetworkRow[]
  links: readonly LinkRow[]
  /** Revisions of the linked sales it was calculated from, in the order of `linkedProperties`; 0: not an open sale. */
  linkedRevisions: readonly number[]
}

/** The forecast of an open sale, without the step or link that decides it. */
export function calculateChances(sale: OpenSale, linked: ReadonlyMap<string, OpenSale>, learned: LearnedTables, today: DateOnly) {
  const { closed } = learned
  const ahead = datesFrom(today, closed)
  const standing = standingOf(sale.facts.steps, today, closed, sale.facts.agreedOn)
  const tables = tablesFor(learned, sale.facts.traits)
  const daysSince = (day: DateOnly): number => Math.max(0, countedDaysBetween(day, today, closed))
  const daysSinceAgreed = daysSince(sale.facts.agreedOn)
  const links = readyLinks(sale, linked, learned, { today, standing })
  const own = links.some(({ linked }) => linked !== undefined)
    ? { id: sale.propertyId, ready: readyOfSale(sale, learned, today) }
    : null
  const known = links.flatMap(({ link: { id }, linked, ready }): KnownLink[] => {
    if (ready === null) return []
    return [
      { id, ready, isReadyFirst: own !== null && linked !== undefined && isReadyBefore({ id: linked.propertyId, ready }, own) },
    ]
  })
  const { inChain } = sale.facts.traits
  const toForecast: SaleToForecast = {
    standing,
    ifDone: (key) => standingIfDone(sale.facts.steps, key, today, closed, sale.facts.agreedOn),
    tables,
    links: known,
    inChain,
    daysSinceAgreed,
    falls: inChain ? learned.falls.inChain : learned.falls.alone,
    reasonFactor: 1,
  }
  const ifItHolds = forecastSale(toForecast)
  const positions = sale.links.flatMap(({ position, isFurther }) => (isFurther ? [] : [position]))
  const linkRows = links.map(
    ({ link, ready, isKnown }): LinkRow => ({
      id: link.id,
      name: linked.get(link.propertyRef ?? '')?.line1 ?? (link.name || linkWithoutAddress(link.position, positions)),
      known: isKnown,
      readyBy: ready === null ? null : dateOf(dayOfChance(ready, 0.5), ahead),
    }),
  )
  const days = { halfBy: dateOf(ifItHolds.halfBy, ahead), by80: dateOf(ifItHolds.by80, ahead) }
  const risks = risksOfSale(sale, { toForecast, days, links: linkRows, today })
  const riskFactor = riskFactorOf(risks, learned.risks)
  const forecast = withReasonFactor(toForecast, ifItHolds, riskFactor)
  return {
    sale,
    today,
    toForecast,
    ifItHolds,
    linkRows,
    days,
    risks,
    riskFactor,
    forecast,
    byDay: chancesByDate(forecast, ahead),
  }
}

export type SaleChances = ReturnType<typeof calculateChances>

/**
 * The forecast of an open sale for a day. `linked`: the open sales of properties that its chain links to. It depends on these facts and
 * tables only.
 */
export function calculateForecast(
  sale: OpenSale,
  linked: ReadonlyMap<string, OpenSale>,
  learned: LearnedTables,
  today: DateOnly,
): CalculatedForecast {
  const chances = calculateChances(sale, linked, learned, today)
  const { toForecast, ifItHolds, linkRows, days, risks, riskFactor, forecast, byDay } = chances
  const decides = whatDecides(toForecast, ifItHolds)
  return {
    sale,
    riskFactor,
    figures: {
      onDay: today,
      ...days,
      fallsThrough: forecast.fallsThrough,
      fallsThroughWords: oneIn(forecast.fallsThrough),
      pace: forecast.pace.mean,
      decides: inWords(decides, toForecast, sale, linkRows),
      risks: risks.map((held) => ({ ...held, factor: learned.risks.get(held.risk)?.factor ?? 1 })),
      basis: basisOf(learned.finishedSales),
      learnedOn: learned.learnedOn,
    },
    pace: forecast.pace,
    finishedSales: learned.finishedSales,
    byDay,
    rows: networkRows(toForecast, learned, sale),
    links: linkRows,
    linkedRevisions: linkedProperties([sale]).map((id) => linked.get(id)?.revision ?? 0),
  }
}

/** Dates by counted day and counted days by date, from a day on. Cached, because they are the same for all sales of a day. */
type DatesAhead = {
  today: DateOnly
  closed: readonly ClosedRange[]
  dates: Map<number, DateOnly>
  countedUntil: readonly number[]
}
let datesAhead: DatesAhead | null = null

function datesFrom(today: DateOnly, closed: readonly ClosedRange[]): DatesAhead {
  if (datesAhead?.today === today && datesAhead.closed === closed) return datesAhead
  const countedUntil = Array.from({ length: daysAhead }, (_, ahead) =>
    countedDaysBetween(today, addDays(today, ahead + 1), closed),
  )
  datesAhead = { today, closed, dates: new Map(), countedUntil }
  return datesAhead
}

/** Saturdays, Sundays and closed days are shown as the next working day. */
function dateOf(day: number | null, { today, closed, dates }: DatesAhead): DateOnly | null {
  if (day === null) return null
  const date = dates.get(day) ?? nextWorkingDay(addCountedDays(today, day, closed), closed)
  dates.set(day, date)
  return date
}

function chancesByDate({ chances }: SaleForecast, { countedUntil }: DatesAhead): number[] {
  return countedUntil.map((until) => {
    const counted = until - 1
    const chance = counted < 0 ? 0 : (chances.exchanged[Math.min(counted, horizonDays - 1)] ?? 0)
    // Rounded to 1e-6: the type real of PostgreSQL cannot store numbers below 1e-45.
    return Math.round(chance * 1e6) / 1e6
  })
}

/** The same for a sale and for the sales that are linked to it, so that both compare the same days. */
const readyOfSale = ({ facts }: OpenSale, learned: LearnedTables, today: DateOnly): Float64Array =>
  readyChances(standingOf(facts.steps, today, learned.closed, facts.agreedOn), tablesFor(learned, facts.traits), 3)

/** `linked`: an open sale of the company. */
type ReadyLink = { link: ChainLink; isKnown: boolean; linked?: OpenSale; ready: Float64Array | null }

/** When each link is ready. Null: a property of the company that is not under offer and did not fall through; it is left out. */
function readyLinks(
  { links }: OpenSale,
  linked: ReadonlyMap<string, OpenSale>,
  learned: LearnedTables,
  { today, standing }: { today: DateOnly; standing: SaleStanding },
): ReadyLink[] {
  const all = links.filter(isSale)
  const daysSince = (day: DateOnly): number => Math.max(0, countedDaysBetween(day, today, learned.closed))
  const own = all.flatMap((link): ReadyLink[] => {
    if (link.propertyRef === null) return []
    const other = linked.get(link.propertyRef)
    if (other === undefined) return [{ link, isKnown: false, ready: null }]
    return [{ link, isKnown: true, linked: other, ready: readyOfSale(other, learned, today) }]
  })
  const isOutside = ({ propertyRef, fellOn }: ChainLink): boolean =>
    propertyRef === null || (fellOn !== null && !linked.has(propertyRef))
  const outside = all.filter(isOutside)
  const facts = outside.map((link) => {
    const { fellOn, addedOn } = link
    if (fellOn === null) return linkOfDays(link, today, learned.closed)
    // Nothing is known of it before it was a link of this chain.
    return fallenLink(daysSince(fellOn > addedOn ? fellOn : addedOn))
  })
  const ready = readyOfLinks(facts, { standing, learned, own: own.flatMap((one) => one.ready ?? []) })
  const byLink = new Map<ChainLink, ReadyLink>(own.map((one) => [one.link, one]))
  outside.forEach((link, index) => {
    const isKnown = link.fellOn === null && isLinkKnown(facts[index] as LinkFacts)
    byLink.set(link, { link, isKnown, ready: ready[index] ?? null })
  })
  return all.flatMap((link) => byLink.get(link) ?? [])
}

function inWords(decides: Decides, { standing, tables }: SaleToForecast, sale: OpenSale, links: readonly LinkRow[]): DecidesView {
  const { kind, daysSooner } = decides
  if (decides.kind === 'link') {
    const link = links.find(({ id }) => id === decides.id)
    return {
      kind,
      ref: decides.id,
      daysSooner,
      words: linkInWords(link?.name ?? '', link?.readyBy ?? null),
    }
  }
  if (decides.kind === 'step') {
    const step = standing.steps.get(decides.key)
    const blockedOn = sale.facts.steps.find((one) => one.key === decides.key && isDelayed(one))?.blockedOn ?? null
    const days = step?.status === 'running' ? step.days : 0
    const words = stepInWords({
      title: decides.key === stepKeys.Exchanged ? 'Exchange of contracts' : stepTitle(decides.key),
      days,
      usual: usualDays(tables, decides.key),
      blockedOn,
    })
    return { kind, ref: String(decides.key), daysSooner, words }
  }
  if (decides.kind === 'survey') {
    const survey = surveysOf(sale.facts.steps)[decides.index]
    return { kind, ref: null, daysSooner, words: `${stepTitle(survey?.key ?? 0) || 'Survey'}: report awaited` }
  }
  const next = decides.key === null ? '' : stepTitle(decides.key)
  return {
    kind,
    ref: decides.key === null ? null : String(decides.key),
    daysSooner,
    words: next ? `${next}: ${nothingHoldsUp.toLowerCase()}` : nothingHoldsUp,
  }
}

/** Steps for the pace, and Exchanged: all steps, with the surveys before the completing ones. */
function networkRows({ standing, tables }: SaleToForecast, learned: LearnedTables, sale: OpenSale): NetworkRow[] {
  const { inChain } = sale.facts.traits
  const row = (
    key: number,
    table: StepTable,
    counts: string,
    state: Pick<NetworkRow, 'status' | 'days' | 'blocked'>,
  ): NetworkRow => ({
    key,
    title: stepTitle(key),
    ...state,
    usual: dayFinishedBy(table.rates, 0.5),
    by80: dayFinishedBy(table.rates, 0.8),
    done: (learned.counts.get(counts)?.done ?? []).reduce((sum, done) => sum + done, 0),
    factor: table.factor,
  })
  const stepRow = (key: StepKey, table: StepTable, group: Group): NetworkRow[] => {
    const step = standing.steps.get(key)
    if (step === undefined) return []
    const days = step.status === 'toCome' ? null : step.days
    return [
      row(key, table, tableId(key, group), { status: step.status, days, blocked: step.status === 'running' && step.blocked }),
    ]
  }
  const surveys = surveysOf(sale.facts.steps).flatMap(({ key }, index): NetworkRow[] => {
    const survey = standing.surveys[index]
    if (survey === undefined) return []
    const state =
      survey.status === 'booked'
        ? ({ status: 'toCome', days: null } as const)
        : ({ status: survey.status === 'done' ? 'done' : 'running', days: survey.days } as const)
    return [row(key, tables.survey, tableId('survey', 'all'), { ...state, blocked: false })]
  })
  const steps = (keys: readonly StepKey[]): NetworkRow[] => keys.flatMap((key) => stepRow(key, tables.table(key), 'all'))
  const isCompleting = (key: StepKey): boolean => stepDefinition(key)?.type === 'C'
  return [
    ...steps(stepsToReady.filter((key) => !isCompleting(key))),
    ...surveys,
    ...steps(stepsToReady.filter(isCompleting)),
    ...stepRow(stepKeys.Exchanged, inChain ? tables.exchangeInChain : tables.exchangeAlone, inChain ? 'chain' : 'alone'),
  ]
}
