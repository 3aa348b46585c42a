import type { Wire } from '@gya/domain/endpoint.ts'
import { fixedSteps, stepDefinition, type Track, tracks } from '@gya/domain/features/timeline/step-definitions.ts'
import type { TemplateStep } from '@gya/domain/features/timeline/timeline.model.ts'
import type { saveCompanyTimeline } from '@gya/domain/features/timeline/timeline-templates.contract.ts'

/** Form values; emptied days are null. */
export type TemplateRow = Omit<TemplateStep, 'daysToComplete'> & { daysToComplete: number | null }
export type TemplateValues = { timeline: TemplateRow[] }

/**
 * "Templates show all steps (no hiding)." A step missing from a template is shown as not applicable, which is its effect on new
 * properties.
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

/** Emptied days are sent as NaN, which the contract refuses. */
export const bodyOf = ({ timeline }: TemplateValues): Wire<typeof saveCompanyTimeline, 'body'> => ({
  timeline: timeline.map((row) => ({ ...row, daysToComplete: row.daysToComplete ?? Number.NaN })),
})

type Placed = { row: TemplateRow; index: number }

/** Rows by track, each with its index in the form. */
export const rowsByTrack = ({ timeline }: TemplateValues): { track: Track; title: string; rows: Placed[] }[] =>
  tracks.map(({ track, title }) => ({
    track,
    title,
    rows: timeline.map((row, index) => ({ row, index })).filter(({ row }) => stepDefinition(row.key)?.type === track),
  }))

const fields = ['title', 'description', 'daysToComplete', 'state'] as const

export const isEdited = (row: TemplateRow, saved: TemplateRow | undefined): boolean =>
  fields.some((field) => row[field] !== saved?.[field])

/** The saved titles of the changed steps. */
export const editedTitles = (values: TemplateValues, saved: TemplateValues): string[] =>
  values.timeline.flatMap((row, index) => {
    const before = saved.timeline[index]
    return isEdited(row, before) ? [before?.title ?? row.title] : []
  })
