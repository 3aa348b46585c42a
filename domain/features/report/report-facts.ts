import { type DateOnly, londonDay } from '../../common/dates.ts'
import { exchangeMoves } from '../expected-dates/expected-dates.rules.ts'
import type { PropertyDetail } from '../properties/properties.model.ts'
import { type SaleNow, storedSteps, tidyNotes } from '../sale-now/sale-now.ts'
import { acceptedOnOf } from '../timeline/accepted-on.ts'
import { isOpenOn, mostUrgent, type OpenStep, warningColour } from '../timeline/most-urgent-step.ts'
import { contradictsUntil } from '../timeline/rules/sale-contradictions.ts'
import { latestInstant, type SurveySummary, saleProgress, surveySummary } from '../timeline/sale-progress.ts'
import { findStep, reportSteps, type StepKey } from '../timeline/step-definitions.ts'
import { isSurveyType } from '../timeline/survey-types.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import type { NextStep, OpenStepInfo } from '../timeline/timeline.schemas.ts'
import type { StoredStep } from './report.model.ts'

/** "info{… upcomingSurveyDate{date, warning, key}, surveyDate, surveysR}" of a report row ([reports §3](docs/design/reports.md#3)). */

type StoredSteps = { openSteps: readonly OpenStep[]; surveys: Pick<SurveySummary, 'done' | 'booked'> }

const nextStepOf = (openSteps: readonly OpenStep[], today: DateOnly): NextStep | null => {
  const next = mostUrgent(openSteps, today)
  if (!next) return null
  const { key, state, date, awaitingReports } = next
  return { key, state, date, awaitingReports, warning: warningColour(next, today) }
}

export const earliestDate = (openSteps: readonly OpenStep[]): DateOnly | null =>
  openSteps.flatMap(({ date }) => date ?? []).toSorted()[0] ?? null

export const earliestSurveyDate = (openSteps: readonly OpenStep[]): DateOnly | null =>
  earliestDate(openSteps.filter(({ key }) => isSurveyType(key)))

export function openStepInfo({ openSteps: stored, surveys: { done, booked } }: StoredSteps, today: DateOnly): OpenStepInfo {
  const openSteps = stored.filter((step) => isOpenOn(step, today))
  const survey = mostUrgent(
    openSteps.filter(({ key }) => isSurveyType(key)),
    today,
  )
  return {
    nextStep: nextStepOf(openSteps, today),
    surveyDate: earliestSurveyDate(openSteps),
    surveysR: booked === 0 ? null : done / booked,
    upcomingSurveyDate: survey?.date ? { date: survey.date, warning: warningColour(survey, today), key: survey.key } : null,
  }
}

/** Derived row for lists and reports; independent of the day of reading. */
export type ReportFacts = {
  takenOn: DateOnly
  offerAccepted: DateOnly | null
  /** Steps complete ÷ applicable steps from Sale agreed on, in thousandths. */
  progress: number
  /** Furthest complete step of the report, 0 to 15. */
  furthestStep: number
  stepsComplete: number
  stepsApplicable: number
  steps: StoredStep[]
  /** Steps that somebody may be asked for, surveys included, and the one that opens on its day. */
  openSteps: OpenStep[]
  surveys: SurveySummary
  surveyDate: DateOnly | null
  lastStepOn: DateOnly | null
  /** Warning dates of the open steps. */
  warningDates: DateOnly[]
  /** Earliest warning date of a step that is not an awaited report. */
  firstRed: DateOnly | null
  /** The date until which the sale contradicts itself or is to be tidied: `infinity`, or null for a valid sale. */
  contradictsUntil: DateOnly | null
  /** How often the expected exchange was moved later; 0 without one. */
  exchangeMoves: number
  /** An offer is accepted, whatever the phase. */
  isSold: boolean
}

/** [reports §2.2](docs/design/reports.md#2.2) and [reports §3](docs/design/reports.md#3). */
export function reportFactsOf(property: PropertyDetail, timeline: Timeline, sale: SaleNow): ReportFacts {
  const { completionDate } = property
  const openSteps = storedSteps(sale)
  const progress = saleProgress(timeline)
  const warningDateOf = (key: StepKey) => openSteps.find((one) => one.key === key && !one.isPlanned)?.date ?? null
  const lastUpdate = latestInstant(timeline.map((step) => step.updatedOn))
  return {
    takenOn: londonDay(property.createdon),
    offerAccepted: property.offers.find((offer) => offer.state === 'A')?.acceptedOn ?? null,
    progress: Math.round(1000 * progress.ratio),
    furthestStep: progress.furthest,
    stepsComplete: progress.complete,
    stepsApplicable: progress.applicable,
    steps: reportSteps.flatMap(({ key }) => {
      const step = findStep(timeline, key)
      if (!step) return []
      const { state, completedOn, updatedOn, because } = step
      const assumed = state === 'C' && because?.assumed === true && { assumed: true }
      return [{ key, state, completedOn, warningDate: warningDateOf(key), updatedOn, ...assumed }]
    }),
    openSteps,
    surveys: surveySummary(timeline),
    surveyDate: earliestSurveyDate(openSteps),
    lastStepOn: lastUpdate && londonDay(lastUpdate),
    contradictsUntil:
      tidyNotes(sale).length > 0
        ? 'infinity'
        : contradictsUntil(timeline, { completionDate, acceptedOn: acceptedOnOf(property.offers) }),
    exchangeMoves: property.expectedExchange === null ? 0 : (exchangeMoves(property.exchangeHistory)?.moves ?? 0),
    firstRed: earliestDate(openSteps.filter(({ awaitingReports }) => !awaitingReports)),
    warningDates: openSteps.flatMap(({ date }) => date ?? []).toSorted(),
    isSold: sale.isSold,
  }
}
