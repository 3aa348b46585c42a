import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Endpoint, Wire } from '@gya/domain/endpoint.ts'
import { restoreContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import {
  type listDeleted,
  restoreBranch,
  restoreCompany,
  restoreProperty,
  restoreUser,
} from '@gya/domain/features/deletion/deletion.contract.ts'
import { daysLeft } from '@gya/domain/features/deletion/deletion.rules.ts'
import { useMemo } from 'react'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { PagedTable, type TablePageProps } from '../../ui/table/paged-table.tsx'
import { actionsColumn, type Column } from '../../ui/table/table-column.ts'
import { Tag } from '../../ui/tag.tsx'
import { restored } from './deletion.messages.ts'

export type DeletedRow = Wire<typeof listDeleted, 'response'>['data'][number]
type DeletedKind = DeletedRow['kind']

const kindLabels: Record<DeletedKind, string> = {
  company: 'Company',
  branch: 'Branch',
  user: 'User',
  property: 'Property',
  contact: 'Contact',
}

const consequences: Record<DeletedKind, string> = {
  company: 'It is as it was when it was deleted, with its branches and properties. Its people sign in anew.',
  branch: 'It is as it was when it was deleted, with its properties and members, and takes a licence of its company again.',
  user: 'They can sign in again with the password they had.',
  property: 'It stands in the lists and reports of its branch again.',
  contact: 'It acts again in the sales where nobody has taken its place since.',
}

/** The restore endpoint of each kind of record, with its input. */
function restoreCall({ kind, _id, company }: DeletedRow): { call: Endpoint; input: object } {
  const companyId = company?._id ?? ''
  switch (kind) {
    case 'company':
      return { call: restoreCompany, input: { params: { deletedCompanyId: _id } } }
    case 'branch':
      return { call: restoreBranch, input: { params: { companyId, deletedBranchId: _id } } }
    case 'user':
      return { call: restoreUser, input: { params: { userId: _id } } }
    case 'property':
      return { call: restoreProperty, input: { params: { companyId, deletedPropertyId: _id } } }
    case 'contact':
      return { call: restoreContact, input: { params: { companyId, deletedContactId: _id } } }
  }
}

/** "Deleting … is soft for 30 days: a platform admin can bring it back." [domain, Record](docs/design/domain.md#record). */
export const RestoreDialog = ({ row, onClose }: { row: DeletedRow; onClose: () => void }) => (
  <ConfirmSaveDialog
    {...restoreCall(row)}
    messages={restored}
    title={`Restore ${row.name}?`}
    confirmLabel="Restore"
    onClose={onClose}
  >
    <p>{consequences[row.kind]}</p>
  </ConfirmSaveDialog>
)

type OnRestore = (row: DeletedRow) => void

/** Highlight rows with at most this many days left. */
const markedFromDays = 5

const DaysLeft = ({ row, now }: { row: DeletedRow; now: string }) => {
  const days = daysLeft(row.restorableUntil, now)
  const words = days === 1 ? '1 day left' : `${days} days left`
  return days <= markedFromDays ? <Tag tone="amber">{words}</Tag> : <>{words}</>
}

const RestoreButton = ({ row, onRestore }: { row: DeletedRow; onRestore: OnRestore }) => (
  <Button size="s" aria-haspopup="dialog" aria-label={`Restore ${row.name}`} onClick={() => onRestore(row)}>
    Restore
  </Button>
)

const columnsFor = (now: string, onRestore: OnRestore): readonly Column<DeletedRow>[] => [
  { id: 'name', head: 'Name', main: true, cell: (row) => row.name },
  { id: 'kind', head: 'What', cell: (row) => kindLabels[row.kind] },
  {
    id: 'company',
    head: 'Company',
    cell: (row) => row.company?.name ?? <span className="vh">None</span>,
  },
  { id: 'on', head: 'Deleted', className: 'tnum', cell: (row) => showDateTime(row.deletedOn) },
  { id: 'by', head: 'By', cell: (row) => row.deletedBy },
  { id: 'left', head: 'Can be restored', className: 'tnum', cell: (row) => <DaysLeft row={row} now={now} /> },
  actionsColumn((row) => <RestoreButton row={row} onRestore={onRestore} />),
]

type Props = TablePageProps<DeletedRow> & {
  now: string
  onRestore: OnRestore
}

/** Records deleted in the last 30 days, latest first. `onRestore` must be stable. */
export function DeletedTable({ now, onRestore, ...table }: Props) {
  const columns = useMemo(() => columnsFor(now, onRestore), [now, onRestore])
  return (
    <PagedTable
      {...table}
      label="Deleted"
      columns={columns}
      rowKey={(row) => row._id}
      card={(row) => (
        <>
          <div className="r1">
            <b>{row.name}</b>
            <span className="spacer" />
            <DaysLeft row={row} now={now} />
          </div>
          <div className="r2">
            <span className="mut">
              {kindLabels[row.kind]}
              {row.company && `, ${row.company.name}`}
            </span>
            <span className="spacer" />
            <RestoreButton row={row} onRestore={onRestore} />
          </div>
          <div className="r3 mut">
            {showDateTime(row.deletedOn)} by {row.deletedBy}
          </div>
        </>
      )}
    />
  )
}
