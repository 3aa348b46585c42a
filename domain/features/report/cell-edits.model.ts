import { z } from 'zod'
import { Day, Id } from '../../common/wire.ts'
import { isSurveyType } from '../timeline/survey-types.ts'
import { StepKey, StepState } from '../timeline/timeline.schemas.ts'

/** Cells that can be edited in the report: "contract, prices and fees are not edited here". [day §8](docs/design/day.md#8). */
export const editableFields = [
  'step',
  'completionDate',
  'expectedExchange',
  'expectedCompletion',
  'mortgageOfferExpires',
  'bStaff',
] as const
export type EditableField = (typeof editableFields)[number]

/** Surveys are edited in their panel. */
const EditedKey = StepKey.refine((key) => !isSurveyType(key), 'Surveys are not edited here.')

/** `on`: the day of a complete step, else null. */
const StepShown = z.strictObject({ key: EditedKey, state: StepState, on: Day.nullable() })

/** The fields other than steps, by wire name. `null` clears a field. */
const fields = {
  expectedExchange: Day.nullable().optional(),
  expectedCompletion: Day.nullable().optional(),
  mortgageOfferExpires: Day.nullable().optional(),
  completionDate: Day.nullable().optional(),
  /** Sales progressor. */
  bStaff: Id.nullable().optional(),
}

export const CellEdit = z
  .strictObject({
    propertyId: Id,
    /** `on` is the day of the state: completed, started or delayed; today if missing. */
    step: z.strictObject({ key: EditedKey, state: StepState, on: Day.nullable().optional() }).optional(),
    ...fields,
    /** With `bStaff`: open tasks of the previous progressor on this sale are transferred to the new one. */
    moveTasks: z.boolean().optional(),
    /** The values that the edited cells showed. */
    was: z.strictObject({ step: StepShown.optional(), ...fields }),
  })
  .superRefine((edit, context) => {
    const edited = editableFields.filter((field) => edit[field] !== undefined)
    if (edited.length === 0) context.addIssue({ code: 'custom', message: 'Nothing is edited.' })
    for (const field of edited)
      if (edit.was[field] === undefined)
        context.addIssue({ code: 'custom', path: ['was', field], message: 'Say what the cell showed.' })
    if (edit.step && edit.was.step && edit.step.key !== edit.was.step.key)
      context.addIssue({ code: 'custom', path: ['was', 'step'], message: 'This is another step.' })
  })
export type CellEdit = z.output<typeof CellEdit>

/** A change of a step, or of another field (`key` is null); `from` and `to` are states, days or names. */
export const CellChange = z.object({
  propertyId: Id,
  field: z.enum(editableFields),
  key: StepKey.nullable(),
  /** "Searches back", "Expected exchange". */
  title: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Day of the new state of a step. */
  on: Day.nullable(),
  /** Why a rule changed it: "Started because Searches back was completed". Null for edited fields. */
  because: z.string().nullable(),
})
export type CellChange = z.output<typeof CellChange>
