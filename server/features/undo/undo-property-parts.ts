import { DomainError } from '@gya/domain/error-catalogue.ts'
import { isStepAsLeft, type StepUndo, stepUndosOf, undoSteps } from '@gya/domain/features/timeline/rules/undo-steps.ts'
import { findStep } from '@gya/domain/features/timeline/step-definitions.ts'
import type { Change, Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import { findLastChange, type NewEvent } from '../events/events.repository.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import { type PropertyFields, readPropertyFields, savePropertyFields } from '../properties/write/property-fields.ts'
import { dueEvents, stepEvents } from '../properties/write/step-events.ts'
import { saveStepsOfProperties } from '../properties/write/steps.repository.ts'
import type { UndoPart } from './undo.repository.ts'
import { registerUndoPart, type UndoContext } from './undo-registry.ts'

type StepPart = UndoPart & { kind: 'step'; propertyId: string } & StepUndo

/** Undo parts of changed steps, including those changed by rules. */
export const stepParts = (propertyId: string, before: Timeline, changes: readonly Change[]): StepPart[] =>
  stepUndosOf(before, changes).map((undo) => ({ kind: 'step', propertyId, ...undo }))

type FieldsPart = UndoPart & { kind: 'property-fields'; propertyId: string; before: PropertyFields; after: PropertyFields }

/** Undo part of changed columns of a property: the same columns before and after. */
export const fieldsPart = (propertyId: string, before: PropertyFields, after: PropertyFields): FieldsPart => ({
  kind: 'property-fields',
  propertyId,
  before,
  after,
})

const propertyOf = ({ properties }: UndoContext, { propertyId }: UndoPart): LoadedProperty => {
  const property = properties.get(propertyId ?? '')
  if (!property) throw new DomainError('NOT_FOUND')
  return property
}

const at = (property: LoadedProperty, what: string): string => `${what} at ${property.detail.address.line1}`

/** Columns of `fields` whose current value is no longer that of `after`. */
const overtakenFields = (current: PropertyFields, { after }: FieldsPart): (keyof PropertyFields)[] =>
  (Object.keys(after) as (keyof PropertyFields)[]).filter((column) => current[column] !== after[column])

const fieldWords: Record<keyof PropertyFields, string> = { completion_date: 'the completion date' }

const fieldEvents: Record<keyof PropertyFields, (before: unknown, on: unknown) => NewEvent> = {
  completion_date: (before, on) => ({ kind: 'completion-date-set', data: { on, before } }),
}

export function registerPropertyParts(): void {
  registerUndoPart<StepPart>('step', {
    changesProperties: true,
    async conflict(context, parts) {
      const part = parts.find((one) => !isStepAsLeft(propertyOf(context, one).timeline, one))
      if (!part) return null
      const property = propertyOf(context, part)
      const step = findStep(property.timeline, part.key) ?? part.before ?? part.after
      const last = await findLastChange(context.db, { ...context, propertyId: part.propertyId }, ['step-changed'], {
        key: part.key,
      })
      return { what: at(property, step?.title ?? 'a step'), by: last?.by ?? null, on: last?.at ?? null }
    },
    async undo(context, parts) {
      const byProperty = [...Map.groupBy(parts, ({ propertyId }) => propertyId)].map(([propertyId, undos]) => {
        const { timeline } = propertyOf(context, { kind: 'step', propertyId })
        return { propertyId, timeline, changes: undoSteps(timeline, undos, context).changes }
      })
      await saveStepsOfProperties(context.db, context.companyId, byProperty)
      return byProperty.map(({ propertyId, timeline, changes }) => ({
        propertyId,
        events: [...stepEvents(timeline, changes), ...dueEvents(timeline, changes)],
      }))
    },
  })

  registerUndoPart<FieldsPart>('property-fields', {
    changesProperties: true,
    async conflict(context, parts) {
      const current = await readPropertyFields(
        context.db,
        context.companyId,
        parts.map(({ propertyId }) => propertyId),
      )
      for (const part of parts) {
        const [column] = overtakenFields(current.get(part.propertyId) ?? {}, part)
        if (!column) continue
        const kind = fieldEvents[column](null, null).kind
        const last = await findLastChange(context.db, { ...context, propertyId: part.propertyId }, [kind])
        return { what: at(propertyOf(context, part), fieldWords[column]), by: last?.by ?? null, on: last?.at ?? null }
      }
      return null
    },
    async undo({ db, companyId }, parts) {
      await savePropertyFields(
        db,
        companyId,
        parts.map(({ propertyId, before }) => ({ propertyId, fields: before })),
      )
      return parts.map(({ propertyId, before, after }) => ({
        propertyId,
        events: (Object.keys(before) as (keyof PropertyFields)[]).map((column) =>
          fieldEvents[column](after[column], before[column]),
        ),
      }))
    },
  })
}
