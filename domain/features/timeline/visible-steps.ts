import { isDoneOrNotApplicable, isPreSaleComplete } from './predecessors-of.ts'
import { cashBuyLabel } from './rules/cash-buyer.ts'
import { type StepKey, stepsOfTrack, type Track, tracks } from './step-definitions.ts'
import type { Step, Template, Timeline } from './timeline.model.ts'

/**
 * "With the company template checked, an entry is kept only if the template has it and it is not 'not applicable'; survey
 * entries are always kept. With the branch template checked, an entry is dropped if it is missing from the template, or
 * if both the template entry and the entry are 'not applicable'; survey entries are always kept." [property §4](docs/design/property.md#4);
 * [reports §4](docs/design/reports.md#4). If both are checked, both apply.
 *
 * "It" in the first sentence is the template's entry: the company filter selects the steps the company works with.
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

/** A template that is null or undefined is not checked. */
export const filterByTemplate = (steps: Timeline, { companyTemplate, branchTemplate }: TemplateFilters): Timeline =>
  steps.filter(
    (step) =>
      step.type === 'S' ||
      ((!companyTemplate || isInCompanyTemplate(companyTemplate, step)) &&
        (!branchTemplate || isInBranchTemplate(branchTemplate, step))),
  )

export type TrackView = {
  track: Track
  title: string
  insteadOfSteps: string | null
  collapsible: boolean
  steps: readonly Step[]
}

/** Not applicable counts as done, so a cash buy does not hold the completing section back. */
export const isReadyForCompleting = (timeline: Timeline): boolean =>
  (['F', 'L', 'S'] as const).every((track) => stepsOfTrack(timeline, track).every(isDoneOrNotApplicable))

/** Such steps are always shown (decision 29). */
const hasStarted = ({ state }: Step): boolean => state === 'IP' || state === 'B' || state === 'C'

/** Whether a step of exchange and completion has started. */
export const isCompleting = (timeline: Timeline): boolean => stepsOfTrack(timeline, 'C').some(hasStarted)

export const isTrackVisible = (timeline: Timeline, track: Track, showAll: boolean): boolean => {
  if (showAll || track === 'PS' || stepsOfTrack(timeline, track).some(hasStarted)) return true
  return track === 'C' ? isReadyForCompleting(timeline) : isPreSaleComplete(timeline)
}

/** The first step, each step whose previous step is complete or N/A, and each step that has started. */
export const visibleSteps = (
  timeline: Timeline,
  track: Track,
  showAll: boolean,
  isLate: (step: Step) => boolean = () => false,
): Step[] =>
  stepsOfTrack(timeline, track).filter((step, index, steps) => {
    const previous = steps[index - 1]
    return showAll || track === 'S' || hasStarted(step) || isLate(step) || !previous || isDoneOrNotApplicable(previous)
  })

export const isPreSaleCollapsible = (timeline: Timeline): boolean => !isPreSaleComplete(timeline)

/** `lateSteps`: shown although they have not started. */
export type ViewOptions = TemplateFilters & { showAll: boolean; cashBuyer: boolean; lateSteps?: readonly StepKey[] }

/** In display order. */
export const visibleTracks = (
  timeline: Timeline,
  { showAll, cashBuyer, lateSteps = [], ...filters }: ViewOptions,
): TrackView[] => {
  const isLate = ({ key }: Step) => lateSteps.includes(key)
  return tracks
    .filter(({ track }) => isTrackVisible(timeline, track, showAll) || stepsOfTrack(timeline, track).some(isLate))
    .map(({ track, title }) => {
      const isCashBuy = cashBuyer && track === 'F'
      return {
        track,
        title,
        insteadOfSteps: isCashBuy ? cashBuyLabel : null,
        collapsible: track === 'PS' && isPreSaleCollapsible(timeline),
        steps: isCashBuy ? [] : filterByTemplate(visibleSteps(timeline, track, showAll, isLate), filters),
      }
    })
}
