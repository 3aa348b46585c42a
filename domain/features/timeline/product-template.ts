/**
 * "Templates: product default → copied to the company when it is created → copied to a branch when it is created → copied
 * to a property when it is created. A later change of a template never touches what was created before."
 * [domain, Timeline](docs/design/domain.md#timeline). "Templates show all steps (no hiding)." [reports §2.4](docs/design/reports.md#2.4).
 */
import { fixedSteps, stepDefinition, tracks } from './step-definitions.ts'
import { isSurveyType } from './survey-types.ts'
import type { Template, TemplateStep } from './timeline.model.ts'

/** Template of a new company. */
export const productTemplate: Template = fixedSteps.map(({ key, title, daysToComplete }) => ({
  key,
  title,
  description: '',
  daysToComplete: daysToComplete ?? 0,
  state: 'NS',
}))

/**
 * A template contains each step once, and no survey types: without a step properties could be created that can never be exchanged.
 * Days are checked by the contract. The reason names the steps: "Memo of sale sent (30)".
 */
export const whyNotSaveTemplate = (template: Template): string | null => {
  const keys = template.map(({ key }) => key)
  const named = (of: readonly number[]): string =>
    of.map((key) => `${stepDefinition(key)?.title ?? 'Unknown'} (${key})`).join(', ')
  const missing = fixedSteps.map(({ key }) => key).filter((key) => !keys.includes(key))
  if (missing.length > 0) return `A template has every step. These are missing: ${named(missing)}.`
  const surplus = keys.filter((key, at) => !stepDefinition(key) || isSurveyType(key) || keys.indexOf(key) !== at)
  return surplus.length > 0 ? `A template has each step once, and no surveys. These are too many: ${named(surplus)}.` : null
}

/** In display order. */
export const templateTracks = (template: Template): { title: string; steps: TemplateStep[] }[] =>
  tracks.map(({ track, title }) => ({
    title,
    steps: fixedSteps.filter((step) => step.type === track).flatMap(({ key }) => template.find((row) => row.key === key) ?? []),
  }))
