import type { Wire } from '@gya/domain/endpoint.ts'
import { fixedSteps, stepDefinition, type Track, tracks } from '@gya/domain/features/timeline/steps.ts'
import type { saveCompanyTimeline } from '@gya/domain/features/timeline/templates.contract.ts'
import type { TemplateStep } from '@gya/domain/features/timeline/timeline.model.ts'

/** A step of a template as its form holds it: days that were emptied are null. */
export type TemplateRow = Omit<TemplateStep, 'daysToComplete'> & { daysToComplete: number | null }
export type TemplateValues = { timeline: TemplateRow[] }

/**
 * "Templates show all steps (no hiding)." Every step in the order of display; one that a template lacks is shown as not
 * applicable, which is what its lack means for a new property.
 */
export const valuesOf = (template: readonly TemplateStep[]): TemplateValues => ({
  timeline: fixedSteps.map(
    ({ key, title, daysToComplete }) =>
      template.find((row) => row.key === key) ?? {
        key,
        title,
        description: '',
        daysToComplete: daysToComplete ?? 0,
        state: 'NA' as const,
      },
  ),
})

/** What the calls take. Days that were emptied go as NaN, which the contract refuses in words. */
export const bodyOf = ({ timeline }: TemplateValues): Wire<typeof saveCompanyTimeline, 'body'> => ({
  timeline: timeline.map((row) => ({ ...row, daysToComplete: row.daysToComplete ?? Number.NaN })),
})

type Placed = { row: TemplateRow; index: number }

/** The rows of a form by track, each with its place in the form. */
export const rowsByTrack = ({ timeline }: TemplateValues): { track: Track; title: string; rows: Placed[] }[] =>
  tracks.map(({ track, title }) => ({
    track,
    title,
    rows: timeline.map((row, index) => ({ row, index })).filter(({ row }) => stepDefinition(row.key)?.type === track),
  }))

const fields = ['title', 'description', 'daysToComplete', 'state'] as const

/** Whether a row no longer says what was saved. */
export const isEdited = (row: TemplateRow, saved: TemplateRow | undefined): boolean =>
  fields.some((field) => row[field] !== saved?.[field])

/** The titles of the steps that a save would change, as they were saved. */
export const editedTitles = (values: TemplateValues, saved: TemplateValues): string[] =>
  values.timeline.flatMap((row, index) => {
    const before = saved.timeline[index]
    return isEdited(row, before) ? [before?.title ?? row.title] : []
  })
