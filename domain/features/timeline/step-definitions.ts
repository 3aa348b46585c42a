import { isSurveyType, surveyTypes } from './survey-types.ts'
import type { Step, Timeline } from './timeline.model.ts'

/**
 * The steps of a sale: the product's table from [domain, Timeline](docs/design/domain.md#timeline), in display order of tracks and steps.
 */

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

/** In display order, with screen titles and the names of [reports §3](docs/design/reports.md#3). */
export const tracks = [
  { track: 'PS', title: 'Selling', typeName: 'SELLING' },
  { track: 'F', title: 'Financial', typeName: 'FINANCIAL' },
  { track: 'L', title: 'Legal', typeName: 'LEGAL' },
  { track: 'S', title: 'Survey', typeName: 'SURVEY' },
  { track: 'C', title: 'Completing', typeName: 'COMPLETING' },
] as const satisfies readonly { track: Track; title: string; typeName: string }[]

/** "Report timeline steps: SaleAgreed, MemoOfSaleSent, … Exchanged, Completed." [reports §3](docs/design/reports.md#3), in its order. */
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
