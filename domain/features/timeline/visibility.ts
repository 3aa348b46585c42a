import { cashBuyLabel } from './rules/cash-buyer.ts'
import { isDoneOrNotApplicable, isPreSaleComplete, stepsOfTrack, type Track, tracks } from './steps.ts'
import type { Step, Template, Timeline } from './timeline.model.ts'

/**
 * "With the company template checked, an entry is kept only if the template has it and it is not 'not applicable'; survey
 * entries are always kept. With the branch template checked, an entry is dropped if it is missing from the template, or
 * if both the template entry and the entry are 'not applicable'; survey entries are always kept." Property document,
 * section 4; reports document, section 4. Both checked: both apply.
 *
 * "It" is the template's entry in the first sentence: the company's filter asks which steps the company works with.
 */

export type TemplateFilters = { companyTemplate?: Template | null; branchTemplate?: Template | null }

const rowOf = (template: Template, step: Step) => template.find((row) => row.key === step.key)

const isInCompanyTemplate = (template: Template, step: Step): boolean => {
  const row = rowOf(template, step)
  return row !== undefined && row.state !== 'NA'
}

const isInBranchTemplate = (template: Template, step: Step): boolean => {
  const row = rowOf(template, step)
  return row !== undefined && !(row.state === 'NA' && step.state === 'NA')
}

/** The steps that pass the checked templates; a template that is null or left out is not checked. */
export const filterByTemplate = (steps: Timeline, { companyTemplate, branchTemplate }: TemplateFilters): Timeline =>
  steps.filter(
    (step) =>
      step.type === 'S' ||
      ((!companyTemplate || isInCompanyTemplate(companyTemplate, step)) &&
        (!branchTemplate || isInBranchTemplate(branchTemplate, step))),
  )

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
