import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { useMay } from '../../lib/session/session.tsx'
import '../../ui/styles/running-text.css'
import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { deleteDocument, downloadDocument, updateDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { showDocumentSize } from '@gya/domain/features/documents/documents.rules.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { IconDownload, IconFiles, IconMail, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { useDownload } from '../../lib/api/use-download.ts'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextAreaField } from '../../ui/fields/text-field.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import { actionsColumn, type Column } from '../../ui/table/table-column.ts'
import { Tag } from '../../ui/tag.tsx'
import { downloadFailed, fileDeleted, noteSaved } from './documents.messages.ts'

type FileDialogProps = { document: WireDocument; params: PropertyParams; onClose: () => void }

const DeleteFileDialog = ({ document, params, onClose }: FileDialogProps) => (
  <ConfirmSaveDialog
    call={deleteDocument}
    input={{ params: { ...params, documentId: document._id } }}
    messages={fileDeleted}
    title="Delete this file?"
    confirmLabel="Delete file"
    danger
    onClose={onClose}
  >
    <p>{document.file.fileName} is deleted for everybody. An e-mail of it that is still on its way arrives all the same.</p>
  </ConfirmSaveDialog>
)

function EditNoteDialog({ document, params, onClose }: FileDialogProps) {
  const saving = useSaveForm({
    call: updateDocument,
    name: `document-${document._id}`,
    initialValues: { note: document.note },
    version: document.version,
    toInput: ({ note }, version) => ({ params: { ...params, documentId: document._id }, body: { note, version } }),
    messages: noteSaved,
    onSaved: onClose,
  })
  return (
    <SaveFormDialog
      title={`Note of ${document.file.fileName}`}
      saving={saving}
      onClose={onClose}
      disabledReason={saving.disabledReason}
      saveLabel="Save note"
    >
      <TextAreaField {...saving.form.getInputProps('note')} label="Note" limit={1000} rows={4} data-autofocus />
    </SaveFormDialog>
  )
}

type Actions = {
  mayEdit: boolean
  onDownload: (document: WireDocument) => void
  onEmail: (document: WireDocument) => void
  onEdit: (document: WireDocument) => void
  onDelete: (document: WireDocument) => void
  isOnItsWay: (document: WireDocument) => boolean
}

const beingCheckedReason = 'It can be opened once it has been checked for viruses'

const BeingChecked = () => (
  <>
    {' '}
    <Tag tone="amber">Being checked for viruses</Tag>
  </>
)

const RowActions = ({ document, actions }: { document: WireDocument; actions: Actions }) => {
  const name = document.file.fileName
  const disabledReason = document.beingChecked ? beingCheckedReason : null
  return (
    <span className="row-end">
      <IconButton
        size="s"
        variant="quiet"
        icon={IconDownload}
        label={`Download ${name}`}
        pending={actions.isOnItsWay(document)}
        disabledReason={disabledReason}
        onClick={() => actions.onDownload(document)}
      />
      {actions.mayEdit && (
        <>
          <IconButton
            size="s"
            variant="quiet"
            icon={IconMail}
            aria-haspopup="dialog"
            label={`E-mail ${name}`}
            disabledReason={disabledReason}
            onClick={() => actions.onEmail(document)}
          />
          <IconButton
            size="s"
            variant="quiet"
            icon={IconPencil}
            aria-haspopup="dialog"
            label={`Edit the note of ${name}`}
            onClick={() => actions.onEdit(document)}
          />
          <IconButton
            size="s"
            variant="danger-quiet"
            icon={IconTrash}
            aria-haspopup="dialog"
            label={`Delete ${name}`}
            onClick={() => actions.onDelete(document)}
          />
        </>
      )}
    </span>
  )
}

const columnsFor = (actions: Actions): readonly Column<WireDocument>[] => [
  { id: 'note', head: 'Note', className: 'running', cell: ({ note }) => note || <span className="mut">None</span> },
  {
    id: 'name',
    head: 'File name',
    main: true,
    className: 'running',
    cell: (document) => (
      <>
        {document.file.fileName}
        {document.beingChecked && <BeingChecked />}
      </>
    ),
  },
  { id: 'size', head: 'Size', align: 'right', cell: ({ file }) => showDocumentSize(file.originalByteSize) },
  {
    id: 'added',
    head: 'Added',
    className: 'running',
    cell: ({ createdon, addedBy }) => (
      <>
        <span className="tnum">{showDateTime(createdon)}</span>
        <small className="mut">{addedBy}</small>
      </>
    ),
  },
  actionsColumn((document) => <RowActions document={document} actions={actions} />),
]

const DocumentCard = ({ document, actions }: { document: WireDocument; actions: Actions }) => (
  <>
    <p className="running">
      <b>{document.file.fileName}</b>
      {document.beingChecked && <BeingChecked />}
    </p>
    {document.note && <p className="running">{document.note}</p>}
    <div className="r2">
      <span className="mut tnum">
        {showDocumentSize(document.file.originalByteSize)}, {showDateTime(document.createdon)}
      </span>
      <span className="spacer" />
      <RowActions document={document} actions={actions} />
    </div>
  </>
)

type Props = { documents: readonly WireDocument[]; params: PropertyParams; onEmail: (document: WireDocument) => void }

/** "List shows the note, file name and size; actions: edit note, delete, download, e-mail." [property §2](docs/design/property.md#2). */
export function DocumentsTable({ documents, params, onEmail }: Props) {
  const [editing, setEditing] = useState<WireDocument | null>(null)
  const [deleting, setDeleting] = useState<WireDocument | null>(null)
  const { download, failed, isPending } = useDownload(downloadDocument)
  // The end of a virus check sends no live update, so poll until then.
  const isChecking = documents.some(({ beingChecked }) => beingChecked)
  useCall(readProperty, { params }, isChecking ? { every: 3_000 } : { enabled: false })
  const of = ({ _id }: WireDocument) => ({ ...params, documentId: _id })
  const mayEdit = useMay('property.edit')
  const actions: Actions = {
    mayEdit,
    onDownload: (document) => void download({ params: of(document) }),
    onEmail,
    onEdit: setEditing,
    onDelete: setDeleting,
    isOnItsWay: (document) => isPending(of(document)),
  }
  return (
    <>
      {failed !== null && (
        <Notice tone="bad" title={downloadFailed}>
          {failed}
        </Notice>
      )}
      <PagedTable
        label="Files"
        className="running-rows"
        columns={columnsFor(actions)}
        rows={documents}
        rowKey={({ _id }) => _id}
        card={(document) => <DocumentCard document={document} actions={actions} />}
        cardHasLinks
        empty={
          <EmptyState title="No files yet" icon={IconFiles}>
            Surveys, floor plans, letters: what is added here can be downloaded and e-mailed by everybody of the branch.
          </EmptyState>
        }
      />
      {editing && <EditNoteDialog key={editing._id} document={editing} params={params} onClose={() => setEditing(null)} />}
      {deleting && <DeleteFileDialog document={deleting} params={params} onClose={() => setDeleting(null)} />}
    </>
  )
}

export type WireDocument = Wire<typeof readProperty, 'response'>['documents'][number]
