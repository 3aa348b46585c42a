import { isSurveyType, surveyTypes } from './survey-types.ts'
import type { Step, Timeline } from './timeline.model.ts'

/** The steps of a sale: the product's table from the domain decisions, "Timeline", in display order of tracks and steps. */

/** Id of a step on the wire. */
export type StepKey = number
/** PS selling, F financial, L legal, S survey, C completing. */
export type Track = 'PS' | 'F' | 'L' | 'S' | 'C'

/** Key, name, track, order in its track, title, days to complete. */
const table = [
  [1, 'TakeOn', 'PS', 1, 'Take on', 1],
  [2, 'PropertyLaunched', 'PS', 2, 'Property launched', 7],
  [3, 'Viewings', 'PS', 3, 'Viewings', 28],
  [4, 'SaleAgreed', 'PS', 4, 'Sale agreed', 31],
  [30, 'MemoOfSaleSent', 'PS', 5, 'Memo of sale sent', 2],
  [26, 'MortgageAppSubmitted', 'F', 1, 'Mortgage app submitted', 14],
  [27, 'MortgageValuationBooked', 'F', 2, 'Mortgage valuation booked', 10],
  [28, 'MortgageValuationCompleted', 'F', 3, 'Mortgage valuation completed', 14],
  [29, 'MortgageApproved', 'F', 4, 'Mortgage approved', 21],
  [31, 'DraftContractsIssued', 'L', 1, 'Draft contracts issued', 21],
  [32, 'SearchesAppliedFor', 'L', 2, 'Searches applied for', 21],
  [33, 'SearchesBack', 'L', 3, 'Searches back', 28],
  [34, 'EnquiriesRaised', 'L', 4, 'Enquiries raised', 14],
  [35, 'EnquiriesAnswered', 'L', 5, 'Enquiries answered', 31],
  [36, 'NotHavingSurvey', 'S', 1, 'Not having survey', 14],
  ...surveyTypes.map(({ key, keyName, title }) => [key, keyName, 'S', null, title, null] as const),
  [22, 'ReportedToBuyer', 'C', 1, 'Reported to buyer', 7],
  [23, 'DocumentsAndDepositsReceived', 'C', 2, 'Docs & deposits received', 14],
  [24, 'Exchanged', 'C', 3, 'Exchanged', 7],
  [25, 'Completed', 'C', 4, 'Completed', 28],
] as const satisfies readonly (readonly [StepKey, string, Track, number | null, string, number | null])[]

export type StepName = (typeof table)[number][1]

/** A row of the table. Survey types have neither order nor days to complete: their date applies. */
export type StepDefinition = {
  key: StepKey
  keyName: StepName
  type: Track
  order: number | null
  title: string
  daysToComplete: number | null
}

/** In display order. */
export const stepDefinitions: readonly StepDefinition[] = table.map(([key, keyName, type, order, title, daysToComplete]) => ({
  key,
  keyName,
  type,
  order,
  title,
  daysToComplete,
}))

/** Step ids by name: `stepKeys.Exchanged` is 24. */
export const stepKeys = Object.fromEntries(table.map(([key, keyName]) => [keyName, key])) as Record<StepName, StepKey>

const byKey = new Map(stepDefinitions.map((definition, position) => [definition.key, { definition, position }]))

export const stepDefinition = (key: StepKey): StepDefinition | undefined => byKey.get(key)?.definition

/** Steps of every timeline and template: all but the survey types. */
export const fixedSteps = stepDefinitions.filter((step) => !isSurveyType(step.key))

export const byDisplayOrder = (a: { key: StepKey }, b: { key: StepKey }): number =>
  (byKey.get(a.key)?.position ?? 0) - (byKey.get(b.key)?.position ?? 0)

/** In display order, with screen titles and the names of the reports document, section 3. */
export const tracks = [
  { track: 'PS', title: 'Selling', typeName: 'SELLING' },
  { track: 'F', title: 'Financial', typeName: 'FINANCIAL' },
  { track: 'L', title: 'Legal', typeName: 'LEGAL' },
  { track: 'S', title: 'Survey', typeName: 'SURVEY' },
  { track: 'C', title: 'Completing', typeName: 'COMPLETING' },
] as const satisfies readonly { track: Track; title: string; typeName: string }[]

/** "Report timeline steps: SaleAgreed, MemoOfSaleSent, … Exchanged, Completed." Reports document, section 3, in its order. */
export const reportSteps = (
  [
    'SaleAgreed',
    'MemoOfSaleSent',
    'DraftContractsIssued',
    'SearchesAppliedFor',
    'SearchesBack',
    'EnquiriesRaised',
    'EnquiriesAnswered',
    'MortgageAppSubmitted',
    'MortgageValuationBooked',
    'MortgageValuationCompleted',
    'MortgageApproved',
    'ReportedToBuyer',
    'DocumentsAndDepositsReceived',
    'Exchanged',
    'Completed',
  ] as const satisfies readonly StepName[]
).map((keyName) => ({ key: stepKeys[keyName], keyName }))

export type ReportStepName = (typeof reportSteps)[number]['keyName']

export const findStep = (timeline: Timeline, key: StepKey): Step | undefined => timeline.find((step) => step.key === key)

export const isComplete = (timeline: Timeline, key: StepKey): boolean => findStep(timeline, key)?.state === 'C'

export const stepsOfTrack = (timeline: Timeline, track: Track): Step[] =>
  timeline.filter((step) => step.type === track).toSorted(byDisplayOrder)

/**
 * "The next item (order plus one) in the same track", "the last pre-sale step", "the other track's enquiries answered or
 * mortgage approved step", "those whose predecessors are all complete": timeline editor rules, reports document, section
 * 4.
 *
 * Steps that are not applicable are skipped, as in the rule of Show all steps ("until the previous step is complete or
 * N/A"): otherwise a template that omits a step would orphan all later ones.
 */

export const isApplicable = (step: Step): boolean => step.state !== 'NA'

export const isDoneOrNotApplicable = (step: Step): boolean => step.state === 'C' || step.state === 'NA'

const applicableSteps = (timeline: Timeline, track: Track): Step[] => stepsOfTrack(timeline, track).filter(isApplicable)

/** Surveys run in parallel and have none. */
const earlierInTrack = (timeline: Timeline, step: Step): Step[] =>
  step.order === null
    ? []
    : applicableSteps(timeline, step.type).filter((other) => other.order !== null && other.order < (step.order ?? 0))

/** Undefined for the first step of a track. */
export const previousInTrack = (timeline: Timeline, step: Step): Step | undefined => earlierInTrack(timeline, step).at(-1)

/** The memorandum of sale, unless it is not applicable. */
export const lastPreSaleStep = (timeline: Timeline): Step | undefined => applicableSteps(timeline, 'PS').at(-1)

/** "Sold means all pre-sale steps complete". This is not the same as an accepted offer. */
export const isPreSaleComplete = (timeline: Timeline): boolean => stepsOfTrack(timeline, 'PS').every(isDoneOrNotApplicable)

/**
 * Last applicable steps of the legal and financial tracks, normally enquiries answered and mortgage approved. A track
 * without applicable steps (cash buy) counts as complete.
 */
export const closingSteps = (timeline: Timeline): Step[] =>
  (['L', 'F'] as const).flatMap((track) => applicableSteps(timeline, track).at(-1) ?? [])

/** First step of the financial, legal or survey track; it starts when pre-sale is complete. */
export const opensSaleTrack = (timeline: Timeline, step: Step): boolean =>
  step.type === 'S'
    ? step.key === stepKeys.NotHavingSurvey
    : (step.type === 'F' || step.type === 'L') && !previousInTrack(timeline, step)

/** First completing step; it starts when the legal and financial tracks are complete. */
export const opensCompleting = (timeline: Timeline, step: Step): boolean => step.type === 'C' && !previousInTrack(timeline, step)

/**
 * All applicable steps before this one: the earlier steps of its track and, for the first step of a track, the tracks
 * that lead to it (selling before financial, legal and not having a survey; legal and financial before completing). A
 * later step does not look beyond its own track: reopening the memorandum does not stop a booked valuation.
 */
export const predecessorsOf = (timeline: Timeline, step: Step): Step[] => {
  if (isSurveyType(step.key)) return []
  if (opensSaleTrack(timeline, step)) return applicableSteps(timeline, 'PS')
  if (opensCompleting(timeline, step)) return [...applicableSteps(timeline, 'L'), ...applicableSteps(timeline, 'F')]
  return earlierInTrack(timeline, step)
}

export const predecessorsComplete = (timeline: Timeline, step: Step): boolean =>
  predecessorsOf(timeline, step).every((other) => other.state === 'C')

/**
 * "Complete up to here": the step and the applicable, incomplete steps before it in its track; empty if the step is
 * complete.
 */
export function incompleteUpTo(timeline: Timeline, step: Step): Step[] {
  if (step.order === null || isSurveyType(step.key) || step.state === 'C' || !isApplicable(step)) return []
  return stepsOfTrack(timeline, step.type).filter(
    (other) => other.order !== null && other.order <= (step.order ?? 0) && isApplicable(other) && other.state !== 'C',
  )
}
