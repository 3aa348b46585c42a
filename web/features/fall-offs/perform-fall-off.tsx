import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { errors } from '@gya/domain/errors.ts'
import { performFallOff, previewFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { whyNotFallOff } from '@gya/domain/features/fall-offs/fall-offs.rules.ts'
import { useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { isConfirmed } from '../../ui/overlays/confirm-dialog.tsx'
import { type FallOffProperty, fallOffConsequences } from './fall-off-consequences.ts'
import { fallOffPerformed, reasonLimit } from './fall-offs.messages.ts'

type Props = { property: FallOffProperty; params: PropertyParams }

const isCompleted = ({ timeline }: FallOffProperty): boolean =>
  timeline.data.some(({ keyName, state }) => keyName === 'Completed' && state === 'C')

/** "'Perform fall off' is offered only when an offer is accepted." Property document, section 4. */
export function PerformFallOff({ property, params, hasUnsavedChanges }: Props & { hasUnsavedChanges: boolean }) {
  const [open, setOpen] = useState(false)
  const canEdit = useMay('property.edit')
  const why = whyNotFallOff(property.offers, isCompleted(property))
  if (!canEdit || (why === 'FALL_OFF_WITHOUT_SALE' && !open)) return null
  return (
    <>
      <Button
        variant="danger"
        size="s"
        aria-haspopup="dialog"
        disabledReason={why ? errors[why][1] : hasUnsavedChanges ? 'Save or discard your changes first' : null}
        onClick={() => setOpen(true)}
      >
        Perform fall off
      </Button>
      {open && <FallOffDialog property={property} params={params} onClose={() => setOpen(false)} />}
    </>
  )
}

const whyNotPerform = ({ note, typed }: { note: string; typed: string }, line1: string): string | null => {
  if (note.trim() === '') return 'Enter the reason first'
  if (note.trim().length > reasonLimit) return `Use at most ${reasonLimit} characters`
  return isConfirmed(typed, line1) ? null : `Type ${line1} first`
}

/** "Fall-off: reason required (non-empty, maximum 500 characters) and the first line of the address typed to confirm." */
function FallOffDialog({ property, params, onClose }: Props & { onClose: () => void }) {
  const { line1 } = property.address
  // As it was on opening: after the save the property has no sale while the dialog is still open.
  const [sold] = useState(property)
  const { data: effects } = useCall(previewFallOff, { params })
  const lines = fallOffConsequences(sold, effects)
  const saving = useSaveForm({
    call: performFallOff,
    name: `fall-off-${property._id}`,
    initialValues: { note: '', typed: '' },
    version: property.version,
    toInput: ({ note }, version) => ({ params, body: { note, version } }),
    messages: fallOffPerformed,
    onSaved: onClose,
  })
  const { form } = saving
  return (
    <SaveFormDialog
      title="Perform fall off"
      saving={saving}
      onClose={onClose}
      disabledReason={whyNotPerform(form.values, line1)}
      saveLabel="Perform fall off"
    >
      <ul className="bullets">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="hint">
        The sale is kept under Fall Offs with its days, tasks and what waited, and can be restored while no other offer is
        accepted.
      </p>
      <TextAreaField {...form.getInputProps('note')} label="Reason" required rows={3} limit={reasonLimit} data-autofocus />
      <div>
        <p className="lab">To confirm, type the first line of the address:</p>
        <p className="type-this">{line1}</p>
      </div>
      <TextField {...form.getInputProps('typed')} label="Type it here" spellCheck={false} />
    </SaveFormDialog>
  )
}
