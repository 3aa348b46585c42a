/**
 * "Templates: product default → copied to the company when it is created → copied to a branch when it is created → copied
 * to a property when it is created. A later change of a template never touches what was created before."
 * [domain, Timeline](docs/design/domain.md#timeline). "Templates show all steps (no hiding)." [reports §2.4](docs/design/reports.md#2.4).
 */
import type { ErrorCode } from '../../error-catalogue.ts'
import { fixedSteps, stepDefinition, tracks } from './step-definitions.ts'
import { isSurveyType } from './survey-types.ts'
import { maxDaysToComplete, type Template, type TemplateStep } from './timeline.model.ts'

/** Template of a new company. */
export const productTemplate: Template = fixedSteps.map(({ key, title, daysToComplete }) => ({
  key,
  title,
  description: '',
  daysToComplete: daysToComplete ?? 0,
  state: 'NS',
}))

/** "Memo of sale sent (30)": the steps that a template lacks. Without them properties could be created that can never be exchanged. */
export const missingSteps = (template: Template): string[] =>
  fixedSteps.filter(({ key }) => !template.some((row) => row.key === key)).map(({ key, title }) => `${title} (${key})`)

/** A template contains each step once, and no survey types. */
export const whyNotSaveTemplate = (template: Template): ErrorCode | null => {
  const keys = template.map((row) => row.key)
  const isKnown = keys.every((key) => stepDefinition(key) && !isSurveyType(key))
  const inRange = template.every(({ daysToComplete: days }) => Number.isInteger(days) && days >= 0 && days <= maxDaysToComplete)
  const isWhole = missingSteps(template).length === 0 && new Set(keys).size === keys.length
  return isKnown && inRange && isWhole ? null : 'VALIDATION_FAILED'
}

/** In display order. */
export const templateTracks = (template: Template): { title: string; steps: TemplateStep[] }[] =>
  tracks.map(({ track, title }) => ({
    title,
    steps: fixedSteps.filter((step) => step.type === track).flatMap(({ key }) => template.find((row) => row.key === key) ?? []),
  }))
