import { type DateOnly, daysBetween } from '@gya/domain/common/dates.ts'
import { dayFinishedBy } from '@gya/domain/features/forecast/bands.ts'
import type { LinkRow } from '@gya/domain/features/forecast/forecast.model.ts'
import type { SaleToForecast } from '@gya/domain/features/forecast/forecast-sale.ts'
import { stepTitle } from '@gya/domain/features/forecast/sale-facts.ts'
import { type HeldRisk, type RunningStep, risksOf } from '@gya/domain/features/forecast/sale-risk.ts'
import { isDelayed } from '@gya/domain/features/timeline/most-urgent-step.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { OpenSale } from './sale-facts.read-model.ts'

type Worked = {
  toForecast: SaleToForecast
  days: { halfBy: DateOnly | null; by80: DateOnly | null }
  links: readonly LinkRow[]
  today: DateOnly
}

const incomplete = 2

/** The reasons to fall through that hold for an open sale today. [forecast §7](docs/design/forecast.md#7). */
export function risksOfSale({ facts, risk }: OpenSale, { toForecast, days, links, today }: Worked): HeldRisk[] {
  const { standing } = toForecast
  const awaited = standing.surveys.flatMap((survey) => (survey.status === 'awaited' ? survey.days : []))
  const contacts = [
    facts.agreedOn,
    risk.lastContactOn,
    ...facts.steps.map(({ state, completedOn }) =>
      state === 'C' && completedOn !== null && completedOn <= today ? completedOn : null,
    ),
  ]
  return risksOf(
    {
      ...days,
      mortgageOfferExpires: standing.steps.has(stepKeys.MortgageApproved) ? risk.offerExpires : null,
      reducedOn: risk.reducedOn !== null && risk.reducedOn >= facts.agreedOn ? risk.reducedOn : null,
      isDelayed: facts.steps.some(isDelayed),
      running: runningSteps(facts, toForecast, today),
      surveyAwaited: awaited.length > 0 ? Math.max(...awaited) : null,
      surveyEndedSale: risk.surveyEndedSale,
      chainIncomplete: risk.chainStatus === incomplete,
      unknownLink: links.find(({ known }) => !known)?.name ?? null,
      lastContactOn: contacts.reduce<DateOnly>((last, day) => (day !== null && day > last ? day : last), facts.agreedOn),
    },
    today,
  )
}

const runningSteps = (
  { steps }: OpenSale['facts'],
  { standing, tables, inChain }: SaleToForecast,
  today: DateOnly,
): RunningStep[] =>
  steps.flatMap(({ key, warningDate = null }) => {
    const step = standing.steps.get(key)
    if (step?.status !== 'running' || warningDate === null) return []
    const ofExchange = inChain ? tables.exchangeInChain : tables.exchangeAlone
    const { rates } = key === stepKeys.Exchanged ? ofExchange : tables.table(key)
    return [
      { title: stepTitle(key), pastWarning: daysBetween(warningDate, today), days: step.days, by80: dayFinishedBy(rates, 0.8) },
    ]
  })
