import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { acceptAttribute, documentMediaTypes, maxFileMegabytes, whyNotUpload } from '@gya/domain/common/uploads.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import { addDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { useState } from 'react'
import { LeaveGuard } from '../../lib/forms/leave-guard.tsx'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FileField } from '../../ui/fields/file-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { FieldGrid, FormPanel } from '../../ui/layout/form-panel.tsx'
import { fileUploaded } from './documents.messages.ts'

/** After the upload completes, the server inspects the file type. */
const uploadLabel = (progress: number | undefined): string => {
  if (progress === undefined) return 'Upload'
  return progress < 1 ? `${Math.round(progress * 100)} %` : 'Being checked…'
}

/** "Files: upload a file with a note." Refuses invalid files before the upload. */
export function UploadDocument({ params }: { params: PropertyParams }) {
  const [file, setFile] = useState<File | null>(null)
  const [note, setNote] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const saving = useSave(addDocument, fileUploaded)
  const choose = (chosen: File | null) => {
    const why = chosen && whyNotUpload(chosen, documentMediaTypes)
    setRefusal(why && errors[why][1])
    saving.reset()
    setFile(why ? null : chosen)
  }
  const upload = async () => {
    if (!file || saving.pending) return
    if ((await saving.save({ params, body: { note }, file })) === null) return
    setFile(null)
    setNote('')
  }
  return (
    <form
      noValidate
      aria-label="Add a file"
      onSubmit={(event) => {
        event.preventDefault()
        void upload()
      }}
    >
      <LeaveGuard dirty={(file !== null || note !== '') && (!saving.pending || saving.waiting)} />
      {saving.overlay}
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      {saving.error && (
        <Notice tone="bad" title={fileUploaded.failure.title}>
          {refusalText(saving.error, fileUploaded.failure)}
        </Notice>
      )}
      <FormPanel
        title="Add a file"
        foot={
          <>
            <span className="mut">Pictures, PDF, Word, Excel, text and e-mail files, up to {maxFileMegabytes} MB.</span>
            <span className="spacer" />
            <Button
              variant="primary"
              type="submit"
              pending={saving.pending}
              disabledReason={file ? null : errors.FILE_MISSING[1]}
            >
              {uploadLabel(saving.progress)}
            </Button>
          </>
        }
      >
        <FieldGrid>
          <FileField
            label="File"
            accept={acceptAttribute(documentMediaTypes)}
            value={file}
            onChange={choose}
            progress={saving.pending ? (saving.progress ?? 0) : undefined}
          />
          <TextField label="Note" optional maxLength={1000} value={note} onChange={setNote} />
        </FieldGrid>
      </FormPanel>
    </form>
  )
}
