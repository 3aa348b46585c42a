/**
 * Which tracks and steps the editor of a property shows. Timeline editor rules, reports document, section 4:
 * - "Show-all-steps: for property timelines it starts off and hides later steps in a track until the previous step is
 *   complete or N/A."
 * - "The pre-sale track is collapsible if the property is not yet sold (sold means all pre-sale steps complete)."
 * - "Legal, survey and financial sections show when pre-sale is complete or show-all is on. The Completing section shows
 *   when all financial, legal and non-N/A survey steps are complete, or show-all is on."
 * And section 2.3: "Cash buyer: the financial track is replaced by a single entry Cash buy (No action)."
 *
 * This hiding holds for steps that are not started: one that has begun is always shown, and its track with it.
 * What is hidden depends on the whole track, so a template filter never uncovers or hides a further step. Surveys are
 * not steps one after another and are never hidden one behind the other.
 */
import { cashBuyLabel } from './cash-buyer.ts'
import { filterByTemplate, type TemplateFilters } from './filter-by-template.ts'
import { isDoneOrNotApplicable, isPreSaleComplete } from './predecessors.ts'
import { stepsOfTrack, type Track, tracks } from './steps.ts'
import type { Step, Timeline } from './timeline.model.ts'

export type TrackView = {
  track: Track
  title: string
  /** Shown instead of the steps: "Cash buy (No action)". */
  insteadOfSteps: string | null
  collapsible: boolean
  steps: readonly Step[]
}

/** Not applicable counts as done: the financial track of a cash buy does not hold the completing section back. */
export const isReadyForCompleting = (timeline: Timeline): boolean =>
  (['F', 'L', 'S'] as const).every((track) => stepsOfTrack(timeline, track).every(isDoneOrNotApplicable))

/** True for a step that is in progress, delayed or complete: it is shown wherever it stands (decision 29). */
const hasStarted = ({ state }: Step): boolean => state === 'IP' || state === 'B' || state === 'C'

export const isTrackVisible = (timeline: Timeline, track: Track, showAll: boolean): boolean => {
  if (showAll || track === 'PS' || stepsOfTrack(timeline, track).some(hasStarted)) return true
  return track === 'C' ? isReadyForCompleting(timeline) : isPreSaleComplete(timeline)
}

/** The steps of a track that are shown: the first, each whose previous step, order minus one, is complete or N/A, and each that has begun. */
export const visibleSteps = (timeline: Timeline, track: Track, showAll: boolean): Step[] =>
  stepsOfTrack(timeline, track).filter((step, index, steps) => {
    const previous = steps[index - 1]
    return showAll || track === 'S' || hasStarted(step) || !previous || isDoneOrNotApplicable(previous)
  })

export const isPreSaleCollapsible = (timeline: Timeline): boolean => !isPreSaleComplete(timeline)

export type ViewOptions = TemplateFilters & { showAll: boolean; cashBuyer: boolean }

/** The tracks to show, in the order of display. */
export const visibleTracks = (timeline: Timeline, { showAll, cashBuyer, ...filters }: ViewOptions): TrackView[] =>
  tracks
    .filter(({ track }) => isTrackVisible(timeline, track, showAll))
    .map(({ track, title }) => {
      const isCashBuy = cashBuyer && track === 'F'
      return {
        track,
        title,
        insteadOfSteps: isCashBuy ? cashBuyLabel : null,
        collapsible: track === 'PS' && isPreSaleCollapsible(timeline),
        steps: isCashBuy ? [] : filterByTemplate(visibleSteps(timeline, track, showAll), filters),
      }
    })
