import { importKinds } from '@gya/domain/features/imports/import-kinds.ts'
import { readImportFile, removeImportFile } from '@gya/domain/features/imports/imports.contract.ts'
import type { ImportDetail } from '@gya/domain/features/imports/imports.model.ts'
import { readingStopped } from '@gya/domain/features/imports/imports.rules.ts'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '../../lib/api/call-api.ts'
import { useSave } from '../../lib/forms/use-save.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { DropZone } from '../../ui/fields/drop-zone.tsx'
import { fileSize } from '../../ui/fields/file-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { fileNames } from './file-names.ts'
import { ImportTemplates } from './import-templates.tsx'
import { fileRemoved, readingStarted } from './imports.messages.ts'
import { ReplaceDialog } from './replace-dialog.tsx'
import { uploadImportFile } from './upload-file.ts'

const fileWords = { uploading: 'Uploading', reading: 'Reading', read: 'Read', failed: 'Not read' } as const

type Props = { companyId: string; one: ImportDetail }

/** Upload of files, which are sent in parts and read by a job. */
export function ImportFiles({ companyId, one }: Props) {
  const params = { companyId, importId: one._id }
  const queries = useQueryClient()
  const [progress, setProgress] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const removing = useSave(removeImportFile, fileRemoved)
  const reading = useSave(readImportFile, readingStarted)
  const isOpen = one.confirmedOn === null
  const [asked, setAsked] = useState<readonly File[] | null>(null)
  const names = fileNames(one.files)
  const isThere = ({ name }: Pick<File, 'name'>) => one.files.some((file) => file.name === name)
  const send = async (files: readonly File[], replaces: boolean) => {
    setAsked(null)
    setFailure(null)
    try {
      for (const file of files) {
        setProgress(0)
        await uploadImportFile(params, file, { replaces, onProgress: setProgress })
      }
    } catch (error) {
      setFailure(isApiError(error) ? error.message : 'The connection was lost. Add the file again.')
    } finally {
      setProgress(null)
      await queries.invalidateQueries()
    }
  }
  return (
    <FormPanel title="Files">
      {removing.overlay}
      {reading.overlay}
      {isOpen && (
        <DropZone
          label="Add files"
          buttonLabel="Choose files"
          accept=".csv,.txt,.blm,.xlsx,.zip"
          multiple
          progress={progress}
          onFiles={(files) => (files.some(isThere) ? setAsked(files) : void send(files, false))}
        >
          <b>Drop files here:</b> .csv, .xlsx, .blm, or a .zip of documents with their list.
          <br />
          Bring your properties, sales and contacts from another system. Nothing is written until you have seen every row.
        </DropZone>
      )}
      {asked && (
        <ReplaceDialog
          names={asked.filter(isThere).map(({ name }) => name)}
          onReplace={() => void send(asked, true)}
          onKeepBoth={() => void send(asked, false)}
          onCancel={() => setAsked(null)}
        />
      )}
      {isOpen && <ImportTemplates companyId={companyId} />}
      {failure && (
        <Notice tone="bad" title="The file was not uploaded">
          {failure}
        </Notice>
      )}
      {one.files.map((file) => (
        <div key={file._id} className="import-file">
          <b>{names.get(file._id)}</b>
          <span className="mut">{file.kind ? importKinds[file.kind].title : ''}</span>
          <span className="tnum">{`${file.rows.toLocaleString('en-GB')} ${file.rows === 1 ? 'row' : 'rows'}`}</span>
          <span className="mut tnum">{fileSize(file.bytes)}</span>
          <span className={file.state === 'failed' ? 'bad' : 'mut'}>{file.failure ?? fileWords[file.state]}</span>
          {file.notices.map((notice) => (
            <small key={notice}>{notice}</small>
          ))}
          {isOpen && file.failure === readingStopped && (
            <Button size="s" onClick={() => void reading.save({ params: { ...params, fileId: file._id } })}>
              Read again
            </Button>
          )}
          {isOpen && (
            <IconButton
              icon={IconTrash}
              label={`Remove ${names.get(file._id)}`}
              size="s"
              variant="quiet"
              onClick={() => void removing.save({ params: { ...params, fileId: file._id } })}
            />
          )}
        </div>
      ))}
    </FormPanel>
  )
}
