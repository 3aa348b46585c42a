import { DomainError } from '../../errors.ts'
import type { Step, Timeline } from './timeline.model.ts'

/**
 * The steps a sale can have: the product's own table, exactly as in the domain decisions, "Timeline". The rows stand in
 * the order in which tracks and steps are shown: selling, financial, legal, survey, completing.
 */

/** The numeric id of a step, as it goes over the wire. */
export type StepKey = number
/** PS selling, F financial, L legal, S survey, C completing. */
export type Track = 'PS' | 'F' | 'L' | 'S' | 'C'

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
  [5, 'HomeBuyersSurvey', 'S', null, 'Home buyers survey', null],
  [6, 'MortgageValuations', 'S', null, 'Mortgage valuations', null],
  [7, 'FullStructural', 'S', null, 'Full structural', null],
  [8, 'StructuralEngineersReport', 'S', null, 'Structural engineers report', null],
  [9, 'TimberAndDamp', 'S', null, 'Timber and damp', null],
  [10, 'Electrical', 'S', null, 'Electrical', null],
  [11, 'Roof', 'S', null, 'Roof', null],
  [12, 'GasSafety', 'S', null, 'Gas safety', null],
  [13, 'Heating', 'S', null, 'Heating', null],
  [14, 'Asbestos', 'S', null, 'Asbestos', null],
  [15, 'Drain', 'S', null, 'Drain', null],
  [16, 'WallTie', 'S', null, 'Wall tie', null],
  [17, 'SepticTank', 'S', null, 'Septic tank', null],
  [18, 'Radon', 'S', null, 'Radon', null],
  [19, 'PartyWall', 'S', null, 'Party wall', null],
  [20, 'Tree', 'S', null, 'Tree', null],
  [21, 'JapaneseKnotweed', 'S', null, 'Japanese knotweed', null],
  [22, 'ReportedToBuyer', 'C', 1, 'Reported to buyer', 7],
  [23, 'DocumentsAndDepositsReceived', 'C', 2, 'Docs & deposits received', 14],
  [24, 'Exchanged', 'C', 3, 'Exchanged', 7],
  [25, 'Completed', 'C', 4, 'Completed', 28],
] as const satisfies readonly (readonly [StepKey, string, Track, number | null, string, number | null])[]

export type StepName = (typeof table)[number][1]

/** A row of the product's table. Survey types (5–21) have neither an order nor days to complete: their date rules them. */
export type StepDefinition = {
  key: StepKey
  keyName: StepName
  type: Track
  order: number | null
  title: string
  daysToComplete: number | null
}

/** Every step there is, in the order of display. */
export const stepDefinitions: readonly StepDefinition[] = table.map(([key, keyName, type, order, title, daysToComplete]) => ({
  key,
  keyName,
  type,
  order,
  title,
  daysToComplete,
}))

/** From a step's name to its id: `stepKeys.Exchanged` is 24. */
export const stepKeys = Object.fromEntries(table.map(([key, keyName]) => [keyName, key])) as Record<StepName, StepKey>

const byKey = new Map(stepDefinitions.map((definition, position) => [definition.key, { definition, position }]))

/** The product's row for an id, or undefined when no step has it. */
export const stepDefinition = (key: StepKey): StepDefinition | undefined => byKey.get(key)?.definition

/** True for the survey types 5–21, which a property has only once they are added. */
export const isSurveyType = (key: StepKey): boolean => key >= 5 && key <= 21

/** The steps every timeline and every template has: all but the survey types. */
export const fixedSteps = stepDefinitions.filter((step) => !isSurveyType(step.key))

/** The survey types that can be added. */
export const surveyTypes = stepDefinitions.filter((step) => isSurveyType(step.key))

/** Sorts steps, requests or changes into the order of display. */
export const byDisplayOrder = (a: { key: StepKey }, b: { key: StepKey }): number =>
  (byKey.get(a.key)?.position ?? 0) - (byKey.get(b.key)?.position ?? 0)

/** The tracks in the order of display, with the words on screen and the names of the reports document, section 3. */
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

/** The step of a timeline with this id, or undefined. */
export const findStep = (timeline: Timeline, key: StepKey): Step | undefined => timeline.find((step) => step.key === key)

/**
 * The step of a timeline with this id. "Updating a timeline element that does not exist is an internal error" (reports
 * document, section 4): throws STEP_NOT_FOUND.
 */
export const stepOf = (timeline: Timeline, key: StepKey): Step => {
  const step = findStep(timeline, key)
  if (!step) throw new DomainError('STEP_NOT_FOUND')
  return step
}

/** True when the timeline has this step and it is complete. */
export const isComplete = (timeline: Timeline, key: StepKey): boolean => findStep(timeline, key)?.state === 'C'

/** The steps of one track, in the order of display. */
export const stepsOfTrack = (timeline: Timeline, track: Track): Step[] =>
  timeline.filter((step) => step.type === track).toSorted(byDisplayOrder)

/**
 * What comes before a step. "The next item (order plus one) in the same track", "the last pre-sale step", "the other
 * track's enquiries answered or mortgage approved step", "those whose predecessors are all complete": timeline editor
 * rules, reports document, section 4.
 *
 * A step that is not applicable is passed over everywhere, as the rule of Show all steps passes it over ("until the
 * previous step is complete or N/A"): otherwise a template that leaves a step out would leave every later step orphaned.
 */

export const isApplicable = (step: Step): boolean => step.state !== 'NA'

/** True when a step no longer stands in the way of a later one: it is complete or not applicable. */
export const isDoneOrNotApplicable = (step: Step): boolean => step.state === 'C' || step.state === 'NA'

const applicableSteps = (timeline: Timeline, track: Track): Step[] => stepsOfTrack(timeline, track).filter(isApplicable)

/** The applicable steps before this one in its own track. Surveys run side by side and have none. */
const earlierInTrack = (timeline: Timeline, step: Step): Step[] =>
  step.order === null
    ? []
    : applicableSteps(timeline, step.type).filter((other) => other.order !== null && other.order < (step.order ?? 0))

/** The step that this one follows in its track, or undefined when it opens the track. */
export const previousInTrack = (timeline: Timeline, step: Step): Step | undefined => earlierInTrack(timeline, step).at(-1)

/** The last pre-sale step: the memorandum of sale, unless it is not applicable. */
export const lastPreSaleStep = (timeline: Timeline): Step | undefined => applicableSteps(timeline, 'PS').at(-1)

/** "Sold means all pre-sale steps complete", called pre-sale complete here: an accepted offer is another matter. */
export const isPreSaleComplete = (timeline: Timeline): boolean => stepsOfTrack(timeline, 'PS').every(isDoneOrNotApplicable)

/**
 * The steps that close the legal and the financial track: enquiries answered and mortgage approved, or the last
 * applicable step before them. A track without any, like the financial track of a cash buy, holds as complete.
 */
export const closingSteps = (timeline: Timeline): Step[] =>
  (['L', 'F'] as const).flatMap((track) => applicableSteps(timeline, track).at(-1) ?? [])

/** True for the step that begins the financial, legal or survey track: these begin when pre-sale is complete. */
export const opensSaleTrack = (timeline: Timeline, step: Step): boolean =>
  step.type === 'S'
    ? step.key === stepKeys.NotHavingSurvey
    : (step.type === 'F' || step.type === 'L') && !previousInTrack(timeline, step)

/** True for the first completing step: it begins when the legal and financial tracks are complete. */
export const opensCompleting = (timeline: Timeline, step: Step): boolean => step.type === 'C' && !previousInTrack(timeline, step)

/**
 * Every applicable step before this one: those before it in its track and, for a step that opens a track, the tracks
 * that lead to it (selling before financial, legal and not having a survey; legal and financial before completing).
 * A later step of a track does not look past its own track: reopening the memorandum does not stop a valuation that
 * somebody has already booked.
 */
export const predecessorsOf = (timeline: Timeline, step: Step): Step[] => {
  if (isSurveyType(step.key)) return []
  if (opensSaleTrack(timeline, step)) return applicableSteps(timeline, 'PS')
  if (opensCompleting(timeline, step)) return [...applicableSteps(timeline, 'L'), ...applicableSteps(timeline, 'F')]
  return earlierInTrack(timeline, step)
}

export const predecessorsComplete = (timeline: Timeline, step: Step): boolean =>
  predecessorsOf(timeline, step).every((other) => other.state === 'C')

/** "Complete up to here": several steps of a track in one go, for work that is entered late. */

/** The step and the applicable steps before it in its track that are not complete; none for a step that is complete itself. */
export function incompleteUpTo(timeline: Timeline, step: Step): Step[] {
  if (step.order === null || isSurveyType(step.key) || step.state === 'C' || !isApplicable(step)) return []
  return stepsOfTrack(timeline, step.type).filter(
    (other) => other.order !== null && other.order <= (step.order ?? 0) && isApplicable(other) && other.state !== 'C',
  )
}
