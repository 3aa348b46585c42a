import { showDate } from '@gya/domain/common/dates.ts'
import { completionDateMismatch } from '@gya/domain/features/timeline/sale-contradictions.ts'
import { findStep, stepKeys } from '@gya/domain/features/timeline/steps.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { TimelineEdit } from './use-timeline-edit.ts'

type ConflictingDates = NonNullable<ReturnType<typeof completionDateMismatch>>

/** The two days that this save would leave apart, or null: the day of completion and the completion date. */
export const conflictingDates = (edit: TimelineEdit): ConflictingDates | null =>
  completionDateMismatch(
    { timeline: edit.saved, completionDate: edit.savedCompletionDate, acceptedOn: edit.acceptedOn },
    { timeline: edit.outcome.timeline, completionDate: edit.completionDate, acceptedOn: edit.acceptedOn },
  )

type ConflictingDatesProps = {
  days: ConflictingDates
  edit: TimelineEdit
  /** Saves after `correct` has changed what is saved. */
  onAnswer: (correct: () => void) => void
  onCancel: () => void
}

/** A sale that completed on another day than agreed: asked before it is saved. */
export function ConflictingDatesDialog({
  days: { completedOn, completionDate },
  edit,
  onAnswer,
  onCancel,
}: ConflictingDatesProps) {
  const correctStep = () => {
    const step = findStep(edit.outcome.timeline, stepKeys.Completed)
    if (step) edit.request(step, { state: 'C', completedOn: completionDate })
  }
  return (
    <Dialog
      open
      title="Which day is right?"
      role="alertdialog"
      onClose={onCancel}
      footer={<Button onClick={onCancel}>Cancel</Button>}
    >
      <p>
        Completed on {showDate(completedOn)}, but the completion date is {showDate(completionDate)}. Which one is right?
      </p>
      <div className="choices">
        <Button data-autofocus onClick={() => onAnswer(() => edit.setCompletionDate(completedOn))}>
          {showDate(completedOn)}: set the completion date to it
        </Button>
        <Button onClick={() => onAnswer(correctStep)}>{showDate(completionDate)}: set the day of Completed to it</Button>
        <Button onClick={() => onAnswer(() => undefined)}>Keep both as they are</Button>
      </div>
    </Dialog>
  )
}
