import { type DateOnly, isDateOnly, showDate } from '@gya/domain/common/dates.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import { originalDueDate } from '@gya/domain/features/timeline/due.ts'
import { earliestDateOf, isDueMovable, whyNotDateStep, whyNotMoveDue } from '@gya/domain/features/timeline/rules/step-dates.ts'
import { findStep } from '@gya/domain/features/timeline/step-definitions.ts'
import type { RequestedItem, Step, StepState } from '@gya/domain/features/timeline/timeline.model.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { TimelineEdit } from './use-timeline-edit.ts'

type StateDate = { field: 'startedOn' | 'completedOn' | 'blockedOn'; label: string; word: string }

/** The date of a state: its field, its label, and the word before it in a row. */
export const stateDates: Partial<Record<StepState, StateDate>> = {
  IP: { field: 'startedOn', label: 'Started on', word: 'Started' },
  C: { field: 'completedOn', label: 'Completed on', word: 'Completed' },
  B: { field: 'blockedOn', label: 'Delayed since', word: 'Delayed since' },
}

export const isDay = (value: string | null): value is DateOnly => value !== null && isDateOnly(value)

type StepDatesValues = { startedOn: string | null; ofState: string | null; dueOn: string | null; dueReason: string }

/** The changed fields. */
function itemOf(step: Step, values: StepDatesValues): Omit<RequestedItem, 'key'> {
  const date = stateDates[step.state]
  const isDueChanged = values.dueOn !== step.dueOn || (values.dueOn !== null && values.dueReason.trim() !== step.dueReason)
  return {
    state: step.state,
    ...(values.startedOn !== step.startedOn ? { startedOn: values.startedOn } : {}),
    ...(date && date.field !== 'startedOn' && values.ofState !== step[date.field] ? { [date.field]: values.ofState } : {}),
    ...(isDueChanged ? { dueOn: values.dueOn, ...(values.dueOn === null ? {} : { dueReason: values.dueReason.trim() }) } : {}),
  }
}

/** Edits the dates of a step and its due date. They are saved with the timeline. */
export function StepDatesDialog({ step, edit, onClose }: { step: Step; edit: TimelineEdit; onClose: () => void }) {
  const date = stateDates[step.state]
  const [values, setValues] = useState<StepDatesValues>({
    startedOn: step.startedOn,
    ofState: date ? step[date.field] : null,
    dueOn: step.dueOn,
    dueReason: step.dueReason,
  })
  const set = (changed: Partial<StepDatesValues>) => setValues((before) => ({ ...before, ...changed }))
  const item = itemOf(step, values)
  const dueMovable = isDueMovable(edit.outcome.timeline, step, edit.completionDate)
  const isUnreadable =
    [values.startedOn, values.ofState].some((day) => !isDay(day)) || (values.dueOn !== null && !isDay(values.dueOn))
  const requested = { key: step.key, ...item }
  const why = isUnreadable
    ? null
    : (whyNotDateStep(findStep(edit.saved, step.key), requested, edit) ?? (dueMovable ? whyNotMoveDue(step, requested) : null))
  const original = originalDueDate({ ...step, startedOn: isDay(values.startedOn) ? values.startedOn : step.startedOn })
  const earliest = earliestDateOf(step.key, edit.acceptedOn) ?? undefined
  const use = () => {
    if (isUnreadable || why) return
    edit.forgetTyped(`${step.key}.`)
    if (Object.keys(item).length > 1) edit.request(step, item)
    onClose()
  }
  return (
    <Dialog
      open
      title={`Dates of ${step.title}`}
      onClose={onClose}
      onSubmit={use}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            disabledReason={isUnreadable ? 'Enter each day as DD/MM/YYYY' : why ? errors[why][1] : null}
          >
            Use these dates
          </Button>
        </>
      }
    >
      <div className="grid2">
        <DateField
          label="Started on"
          value={values.startedOn}
          min={earliest}
          max={edit.today}
          onChange={(startedOn) => set({ startedOn })}
        />
        {date && date.field !== 'startedOn' && (
          <DateField
            label={date.label}
            value={values.ofState}
            min={earliest}
            max={edit.today}
            onChange={(ofState) => set({ ofState })}
          />
        )}
        {dueMovable && (
          <>
            <DateField
              label="Due on"
              optional
              value={values.dueOn}
              min={isDay(values.startedOn) ? values.startedOn : undefined}
              placeholder={original ? showDate(original) : undefined}
              hint={
                original
                  ? `${step.daysToComplete} ${step.daysToComplete === 1 ? 'day' : 'days'} of the template: ${showDate(original)}`
                  : undefined
              }
              onChange={(dueOn) => set({ dueOn })}
            />
            <TextField
              label="Reason"
              maxLength={200}
              required={values.dueOn !== null}
              disabledReason={values.dueOn === null ? 'Enter another due date first' : null}
              value={values.dueReason}
              onChange={(dueReason) => set({ dueReason })}
            />
          </>
        )}
      </div>
      {why && <p className="hint bad">{errors[why][1]}</p>}
      <p className="hint">Saved with the timeline.</p>
    </Dialog>
  )
}
