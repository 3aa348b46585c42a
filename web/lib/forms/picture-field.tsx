import { acceptAttribute, type MediaTypes, whyNotUpload } from '@gya/domain/common/uploads.ts'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import { useState } from 'react'
import { FileField } from '../../ui/fields/file-field.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import type { CallInput } from '../api/call-api.ts'
import { refusalText, type SaveMessages, useSave } from './use-save.tsx'

/** The file that is uploaded when the form is saved. */
export type ChosenFile = { file: File | null; choose: (file: File | null) => void }

export function useChosenFile(): ChosenFile {
  const [file, choose] = useState<File | null>(null)
  return { file, choose }
}

type Props<E extends Endpoint> = {
  label: string
  hint?: string
  kinds: MediaTypes
  chosen: ChosenFile
  /** Upload progress, 0 to 1. */
  progress?: number | undefined
  storedUrl?: string | null
  /** Deletes the stored picture; undefined without one. */
  removal?: { call: E; input: Omit<CallInput<E>, 'signal'>; messages: SaveMessages } | undefined
  /** Why the field is read-only. */
  locked?: string | null
}

/** Checks a file before the upload; error texts of the specification. */
const check = (kinds: MediaTypes) => (file: File) => {
  const why = whyNotUpload(file, kinds)
  return why && errors[why][1]
}

/** Picture of a form: selected or dropped, with preview; deletion asks for confirmation. */
export function PictureField<E extends Endpoint>(props: Props<E>) {
  const { label, hint, kinds, chosen, progress, storedUrl = null, removal, locked = null } = props
  const [asking, setAsking] = useState(false)
  return (
    <>
      <FileField
        label={label}
        hint={locked === null ? hint : undefined}
        optional
        picture
        accept={acceptAttribute(kinds)}
        check={check(kinds)}
        value={chosen.file}
        onChange={chosen.choose}
        storedUrl={storedUrl}
        progress={chosen.file ? progress : undefined}
        disabledReason={locked}
        buttonLabel={storedUrl ? 'Change' : 'Choose a picture'}
        onRemoveStored={removal && !locked ? () => setAsking(true) : undefined}
      />
      {removal && <RemovePicture {...removal} label={label} asking={asking} onDone={() => setAsking(false)} />}
    </>
  )
}

type Removal<E extends Endpoint> = NonNullable<Props<E>['removal']>

function RemovePicture<E extends Endpoint>({
  call,
  input,
  messages,
  label,
  asking,
  onDone,
}: Removal<E> & { label: string; asking: boolean; onDone: () => void }) {
  const removing = useSave(call, messages)
  const { failure } = messages
  const confirm = async () => {
    if ((await removing.save(input)) !== null) onDone()
  }
  return (
    <>
      {removing.overlay}
      <ConfirmDialog
        open={asking}
        title={`Delete ${/^your /i.test(label) ? '' : 'the '}${label.toLowerCase()}`}
        confirmLabel="Delete"
        danger
        pending={removing.pending}
        error={removing.error && `${failure.title} ${failure.text ?? refusalText(removing.error, failure)}`}
        onConfirm={() => void confirm()}
        onCancel={() => {
          removing.reset()
          onDone()
        }}
      >
        <p>It is removed for everybody, at once. What else you have typed stays.</p>
      </ConfirmDialog>
    </>
  )
}
