/**
 * "Sale progress (steps complete ÷ applicable steps from SaleAgreed on, then furthest step, then address)." Domain
 * decisions, "Workflow report". Take on, property launched and viewings come before the sale and do not count; booked
 * surveys do. The furthest step is the last complete one in the order of the report's steps.
 */
import { isApplicable } from './predecessors.ts'
import { isComplete, reportSteps, stepKeys } from './steps.ts'
import type { Timeline } from './timeline.model.ts'

const beforeTheSale = [stepKeys.TakeOn, stepKeys.PropertyLaunched, stepKeys.Viewings]

/** `ratio` is from 0 to 1; `furthest` is 0 when no step of the report is complete, 15 when the sale is. */
export type SaleProgress = { complete: number; applicable: number; ratio: number; furthest: number }

export const saleProgress = (timeline: Timeline): SaleProgress => {
  const steps = timeline.filter((step) => isApplicable(step) && !beforeTheSale.includes(step.key))
  const complete = steps.filter((step) => step.state === 'C').length
  const furthest = reportSteps.findLastIndex((step) => isComplete(timeline, step.key)) + 1
  return { complete, applicable: steps.length, ratio: steps.length === 0 ? 0 : complete / steps.length, furthest }
}

/** Sorts by progress, the least far first. */
export const compareSaleProgress = (a: SaleProgress, b: SaleProgress): number => a.ratio - b.ratio || a.furthest - b.furthest
