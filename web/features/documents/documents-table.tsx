import { showDateTime } from '@gya/domain/common/dates.ts'
import { showDocumentSize } from '@gya/domain/features/documents/document-size.ts'
import { downloadDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { IconDownload, IconFiles, IconMail, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useDownload } from '../../platform/download.ts'
import { useCall } from '../../platform/use-call.ts'
import { IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import '../../ui/running-text.css'
import type { Column } from '../../ui/table-column.ts'
import { Tag } from '../../ui/tag.tsx'
import { DeleteFileDialog } from './delete-file.tsx'
import type { PropertyParams, WireDocument } from './document-values.ts'
import { downloadFailed } from './documents.messages.ts'
import { EditNoteDialog } from './edit-note.tsx'

type Actions = {
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
  { id: 'actions', head: '', headLabel: 'Actions', cell: (document) => <RowActions document={document} actions={actions} /> },
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

/** "List shows the note, file name and size; actions: edit note, delete, download, e-mail." Property document, section 2. */
export function DocumentsTable({ documents, params, onEmail }: Props) {
  const [editing, setEditing] = useState<WireDocument | null>(null)
  const [deleting, setDeleting] = useState<WireDocument | null>(null)
  const { download, failed, isPending } = useDownload(downloadDocument)
  // Nobody hears of the end of a check: it is read until then.
  const isChecking = documents.some(({ beingChecked }) => beingChecked)
  useCall(readProperty, { params }, isChecking ? { every: 3_000 } : { enabled: false })
  const of = ({ _id }: WireDocument) => ({ ...params, documentId: _id })
  const actions: Actions = {
    onDownload: (document) => void download({ params: of(document), fileName: document.file.fileName }),
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
      {deleting && <DeleteFileDialog document={deleting} params={params} onDone={() => setDeleting(null)} />}
    </>
  )
}
