import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { listDeletedContacts, restoreContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { contactTypeLabels } from '@gya/domain/features/contacts/contacts.model.ts'
import { daysLeft } from '@gya/domain/features/deletion/deletion.rules.ts'
import { useMemo, useState } from 'react'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { useListParams } from '../../lib/url-state/use-list-params.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { NoRows } from '../../ui/table/no-rows.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import { actionsColumn, type Column } from '../../ui/table/table-column.ts'
import { contactRestored } from './contacts.messages.ts'

type Row = Wire<typeof listDeletedContacts, 'response'>['data'][number]

const daysLeftLabel = ({ restorableUntil }: Row, now: string): string => {
  const days = daysLeft(restorableUntil, now)
  return days === 1 ? '1 day left' : `${days} days left`
}

const RestoreButton = ({ row, onRestore }: { row: Row; onRestore: (row: Row) => void }) => (
  <Button size="s" aria-haspopup="dialog" aria-label={`Restore ${row.name}`} onClick={() => onRestore(row)}>
    Restore
  </Button>
)

const columnsFor = (now: string, onRestore: (row: Row) => void): readonly Column<Row>[] => [
  { id: 'name', head: 'Name', main: true, cell: (row) => row.name },
  { id: 'type', head: 'Type', cell: (row) => contactTypeLabels[row.type] },
  { id: 'on', head: 'Deleted', className: 'tnum', cell: (row) => showDateTime(row.deletedOn) },
  { id: 'by', head: 'By', cell: (row) => row.deletedBy },
  { id: 'left', head: 'Can be restored', className: 'tnum', cell: (row) => daysLeftLabel(row, now) },
  actionsColumn((row) => <RestoreButton row={row} onRestore={onRestore} />),
]

/** Contacts deleted in the last 30 days. Permission to delete contacts includes restoring them. */
export function DeletedContacts({ companyId }: { companyId: string }) {
  const list = useListParams('deleted-contacts')
  const [restoring, setRestoring] = useState<Row | null>(null)
  const [now] = useState(() => new Date().toISOString())
  const { itemsPerPage, currentPage } = list.query
  const deleted = useCall(listDeletedContacts, { params: { companyId }, query: { itemsPerPage, currentPage } }, { keep: true })
  const columns = useMemo(() => columnsFor(now, setRestoring), [now])
  return (
    <>
      <PagedTable
        label="Deleted contacts"
        columns={columns}
        {...pagedTableProps(deleted)}
        rowKey={(row) => row._id}
        onPage={list.setPage}
        onPageSize={list.setSize}
        empty={
          <NoRows list={{ ...list, q: '' }} count={deleted.data?.paging.count} notFound="">
            <EmptyState title="No contact was deleted in the last 30 days">
              Contacts that are deleted stand here for 30 days and can be restored.
            </EmptyState>
          </NoRows>
        }
        card={(row) => (
          <>
            <div className="r1">
              <b>{row.name}</b>
              <span className="spacer" />
              {daysLeftLabel(row, now)}
            </div>
            <div className="r3 mut">
              {showDateTime(row.deletedOn)} by {row.deletedBy}
            </div>
            <div className="r2">
              <span className="mut">{contactTypeLabels[row.type]}</span>
              <span className="spacer" />
              <RestoreButton row={row} onRestore={setRestoring} />
            </div>
          </>
        )}
      />
      {restoring && (
        <ConfirmSaveDialog
          call={restoreContact}
          input={{ params: { companyId, deletedContactId: restoring._id } }}
          messages={contactRestored}
          title={`Restore ${restoring.name}?`}
          confirmLabel="Restore"
          onClose={() => setRestoring(null)}
        >
          <p>It comes back with its points of contact, and acts again in the sales where nobody has taken its place since.</p>
        </ConfirmSaveDialog>
      )}
    </>
  )
}
