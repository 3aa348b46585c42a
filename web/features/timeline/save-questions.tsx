import { showDate, showDateTime } from '@gya/domain/common/dates.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { completionDateMismatch } from '@gya/domain/features/timeline/rules/sale-contradictions.ts'
import { findStep, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, callApi } from '../../lib/api/call-api.ts'
import { SavedAlready } from '../../lib/forms/save-failed.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { conflictingParts } from './concurrent-edits.ts'
import type { TimelineEdit } from './use-timeline-edit.ts'

type ConcurrentSaveProps = {
  params: PropertyParams
  edit: TimelineEdit
  error: ApiError
  onSave: (version: number) => Promise<void>
  onDiscard: () => void
  onDone: () => void
}

/**
 * Handles a save refused as stale. If the two users changed different parts it saves again on the newer version; otherwise the
 * user chooses.
 */
export function ConcurrentSave({ params, edit, error, onSave, onDiscard, onDone }: ConcurrentSaveProps) {
  const [clash, setClash] = useState<{ version: number; parts: string[] } | null>(null)
  const latest = useRef({ params, edit, onSave })
  useEffect(() => {
    latest.current = { params, edit, onSave }
  })
  useEffect(() => {
    let left = false
    const compare = async () => {
      const newer = await callApi(readProperty, { params: latest.current.params })
      if (left) return
      const saved = { timeline: newer.timeline.data, completionDate: newer.completionDate, invoiceSent: newer.mi.invoiceSent }
      const parts = conflictingParts(saved, latest.current.edit.edits)
      if (parts.length > 0) setClash({ version: newer.version, parts })
      else await latest.current.onSave(newer.version)
    }
    compare().catch(() => undefined)
    return () => {
      left = true
    }
  }, [error])
  if (!clash) return null
  const when = error.details.savedOn ? ` on ${showDateTime(error.details.savedOn)}` : ''
  return (
    <Notice
      tone="warn"
      title={`${error.details.savedBy ?? 'Somebody'} also changed ${clash.parts.join(', ')}${when}`}
      action={
        <>
          <Button
            size="s"
            onClick={() => {
              onDiscard()
              onDone()
            }}
          >
            Take theirs
          </Button>
          <Button size="s" onClick={() => void onSave(clash.version)}>
            Save mine
          </Button>
        </>
      }
    >
      Nothing of yours has been saved yet.
    </Notice>
  )
}

/** A save whose response was lost was executed. `on`: when, or empty. `version`: that of what is stored. */
export function SavedMeanwhile({ on, version, edit }: { on: string; version: number; edit: TimelineEdit }) {
  const latest = useRef(edit)
  latest.current = edit
  useEffect(() => void (version > 0 && latest.current.rebase()), [version])
  return <SavedAlready on={on} differs={edit.dirty} />
}

type ConflictingDates = NonNullable<ReturnType<typeof completionDateMismatch>>

/** The day of Completed and the completion date, if this save would leave them different. */
export const conflictingDates = (edit: TimelineEdit): ConflictingDates | null =>
  completionDateMismatch(
    { timeline: edit.saved, completionDate: edit.savedCompletionDate, acceptedOn: edit.acceptedOn },
    { timeline: edit.outcome.timeline, completionDate: edit.completionDate, acceptedOn: edit.acceptedOn },
  )

type ConflictingDatesProps = {
  days: ConflictingDates
  edit: TimelineEdit
  /** Runs `correct`, then saves. */
  onAnswer: (correct: () => void) => void
  onCancel: () => void
}

/** Asked when a sale was completed on another day than the completion date. */
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
