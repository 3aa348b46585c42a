import { type DateOnly, daysBetween, showDate, showDays } from '../../common/dates.ts'
import { type FallRates, fallBandStarts } from './falling-through.ts'
import { shrunkFactor } from './pace.ts'

/** Reasons to fall through, and how much more often sales fell off while a reason held. [forecast §7](docs/design/forecast.md#7). */

/** In the order in which they are shown. */
export const saleRisks = ['offer-expiry', 'price', 'delayed', 'overdue', 'survey', 'chain', 'silence'] as const
export type SaleRisk = (typeof saleRisks)[number]

/** "Shown in this order, at most three in a row." */
export const mostRisksShown = 3

const priceDays = 42
const overdueDays = 7
const surveyDays = 14
const silentDays = 14
const expiryMargin = 14

/** A running step: days past its warning date (negative: still to go), days it has run, and by when 8 in 10 finish. */
export type RunningStep = { title: string; pastWarning: number; days: number; by80: number | null }

export type RiskFacts = {
  /** Null: unknown, or bought without a mortgage. */
  mortgageOfferExpires: DateOnly | null
  /** Null: later than a year. */
  halfBy: DateOnly | null
  by80: DateOnly | null
  /** The last day on which the accepted offer was amended downwards. */
  reducedOn: DateOnly | null
  isDelayed: boolean
  running: readonly RunningStep[]
  /** Counted days since the survey whose report is awaited longest. */
  surveyAwaited: number | null
  /** An earlier sale of the property fell off because of a survey. */
  surveyEndedSale: boolean
  chainIncomplete: boolean
  /** A link of the chain that is not known, fell off or was deleted. */
  unknownLink: string | null
  /** The last note, conversation, memo, e-mail or completed step; the acceptance if there was none. */
  lastContactOn: DateOnly
}

export type HeldRisk = { risk: SaleRisk; words: string; tone: 'red' | 'amber' }

type Rule = (facts: RiskFacts, today: DateOnly) => Omit<HeldRisk, 'risk'> | null

const red = (words: string) => ({ words, tone: 'red' as const })
const amber = (words: string) => ({ words, tone: 'amber' as const })

/** The running step that is longest past its warning date. */
const worstOf = (running: readonly RunningStep[]): RunningStep | null =>
  running.reduce<RunningStep | null>(
    (worst, step) => (worst === null || step.pastWarning > worst.pastWarning ? step : worst),
    null,
  )

const rules: Record<SaleRisk, Rule> = {
  'offer-expiry': ({ mortgageOfferExpires: expires, halfBy, by80 }, today) => {
    if (expires === null) return null
    const words = `Mortgage offer ${expires < today ? 'expired' : 'expires'} on ${showDate(expires)}`
    if (by80 === null || expires < by80) return red(words)
    return halfBy !== null && daysBetween(halfBy, expires) < expiryMargin ? amber(words) : null
  },
  price: ({ reducedOn }, today) =>
    reducedOn !== null && daysBetween(reducedOn, today) < priceDays ? red(`Price reduced on ${showDate(reducedOn)}`) : null,
  delayed: ({ isDelayed }) => (isDelayed ? red('Delayed') : null),
  overdue: ({ running }) => {
    const worst = worstOf(running)
    return worst !== null && worst.pastWarning > overdueDays && worst.by80 !== null && worst.days > worst.by80
      ? red(`${worst.title} overdue by ${showDays(worst.pastWarning)}`)
      : null
  },
  survey: ({ surveyAwaited, surveyEndedSale }) => {
    if (surveyAwaited !== null && surveyAwaited > surveyDays) return amber(`Survey report awaited for ${showDays(surveyAwaited)}`)
    return surveyEndedSale ? red('A survey ended an earlier sale') : null
  },
  chain: ({ chainIncomplete, unknownLink }) => {
    if (unknownLink !== null) return amber(`Nothing is known of ${unknownLink || 'a link of the chain'}`)
    return chainIncomplete ? red('Chain incomplete') : null
  },
  silence: ({ lastContactOn }, today) => {
    const days = daysBetween(lastContactOn, today)
    return days >= silentDays ? amber(`No contact for ${showDays(days)}`) : null
  },
}

/** The reasons that hold today, in the order of `saleRisks`. */
export const risksOf = (facts: RiskFacts, today: DateOnly): HeldRisk[] =>
  saleRisks.flatMap((risk) => {
    const held = rules[risk](facts, today)
    return held === null ? [] : [{ risk, ...held }]
  })

/** Days on which a reason held, in counted days since the sale was agreed: `from` inclusive, `until` exclusive. */
export type RiskSpan = { risk: SaleRisk; from: number; until: number; fell: boolean }

export type RiskFactor = { observed: number; expected: number; factor: number }
export type RiskFactors = ReadonlyMap<SaleRisk, RiskFactor>

const strength = 10

/** Expected falls over days since the agreement: Σ 1 − exp(−rate). */
export function expectedFalls(rates: FallRates, { from, until }: Pick<RiskSpan, 'from' | 'until'>): number {
  return fallBandStarts.reduce<number>((sum, start, band) => {
    const end = fallBandStarts[band + 1] ?? Number.POSITIVE_INFINITY
    const days = Math.max(0, Math.min(until, end) - Math.max(from, start))
    return sum - days * Math.expm1(-(rates[band] as number))
  }, 0)
}

/**
 * The rest of a sale from the first day on which each reason held: the chance of falling through is of the whole rest, also after a reason
 * has ended.
 */
export const restsAfterReasons = (risks: readonly RiskSpan[], days: number, fell: boolean): RiskSpan[] =>
  [...Map.groupBy(risks, ({ risk }) => risk)].map(([risk, spans]) => ({
    risk,
    from: Math.min(...spans.map(({ from }) => from)),
    until: days + Number(fell),
    fell,
  }))

/** Factor of each reason: (10 + observed falls) / (10 + expected falls). Below 1 if sales with it fell off less often than others. */
export function learnRiskFactors(spans: Iterable<RiskSpan & { rates: FallRates }>): RiskFactors {
  const factors = new Map<SaleRisk, RiskFactor>()
  for (const { risk, fell, rates, ...days } of spans) {
    const found = factors.get(risk) ?? { observed: 0, expected: 0, factor: 1 }
    found.observed += Number(fell)
    found.expected += expectedFalls(rates, days)
    factors.set(risk, found)
  }
  for (const one of factors.values()) one.factor = shrunkFactor(strength, one.observed, one.expected)
  return factors
}

/** The rates of sales without a reason, so that all sales together fall off as often as they did. */
export function ratesWithoutReasons(
  rates: FallRates,
  factors: RiskFactors,
  sales: readonly { risks: readonly RiskSpan[]; until: number }[],
): FallRates {
  let [expected, withFactors] = [0, 0]
  for (const { risks, until } of sales) {
    const from = Math.min(until, ...risks.map((span) => span.from))
    const [before, after] = [expectedFalls(rates, { from: 0, until: from }), expectedFalls(rates, { from, until })]
    expected += before + after
    withFactors += before + after * riskFactorOf(risks, factors)
  }
  const ratio = shrunkFactor(strength, expected, withFactors)
  return rates.map((rate) => rate * ratio)
}

/** Only the largest factor applies, not their product. */
export const riskFactorOf = (held: readonly Pick<HeldRisk, 'risk'>[], factors: RiskFactors): number =>
  held.length === 0 ? 1 : Math.max(...held.map(({ risk }) => factors.get(risk)?.factor ?? 1))
