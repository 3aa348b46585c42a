import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { restoreContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import {
  type listDeleted,
  restoreBranch,
  restoreCompany,
  restoreProperty,
  restoreUser,
} from '@gya/domain/features/deletion/deletion.contract.ts'
import { daysLeft } from '@gya/domain/features/deletion/deletion.rules.ts'
import { type ComponentProps, useMemo } from 'react'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { Tag } from '../../ui/tag.tsx'
import { restored } from './deletion.messages.ts'

export type DeletedRow = Wire<typeof listDeleted, 'response'>['data'][number]
export type DeletedKind = DeletedRow['kind']

export const kindLabels: Record<DeletedKind, string> = {
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

/** Each kind of record has an endpoint of its own. */
function useRestore({ kind, _id, company }: DeletedRow) {
  const companyId = company?._id ?? ''
  const calls = {
    company: useSave(restoreCompany, restored),
    branch: useSave(restoreBranch, restored),
    user: useSave(restoreUser, restored),
    property: useSave(restoreProperty, restored),
    contact: useSave(restoreContact, restored),
  }
  const restore: Record<DeletedKind, () => Promise<object | null>> = {
    company: () => calls.company.save({ params: { deletedCompanyId: _id } }),
    branch: () => calls.branch.save({ params: { companyId, deletedBranchId: _id } }),
    user: () => calls.user.save({ params: { userId: _id } }),
    property: () => calls.property.save({ params: { companyId, deletedPropertyId: _id } }),
    contact: () => calls.contact.save({ params: { companyId, deletedContactId: _id } }),
  }
  const { pending, error, overlay } = calls[kind]
  return { restore: restore[kind], pending, error, overlay }
}

/** "Deleting … is soft for 30 days: a platform admin can bring it back." Domain decisions, "Record". */
export function RestoreDialog({ row, onDone }: { row: DeletedRow; onDone: () => void }) {
  const { restore, pending, error, overlay } = useRestore(row)
  const bringBack = async () => {
    if ((await restore()) !== null) onDone()
  }
  return (
    <>
      {overlay}
      <ConfirmDialog
        open
        title={`Restore ${row.name}?`}
        confirmLabel="Restore"
        pending={pending}
        error={error && refusalText(error, restored.failure)}
        onConfirm={() => void bringBack()}
        onCancel={onDone}
      >
        <p>{consequences[row.kind]}</p>
      </ConfirmDialog>
    </>
  )
}

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
  {
    id: 'actions',
    head: '',
    headLabel: 'Actions',
    align: 'right',
    cell: (row) => <RestoreButton row={row} onRestore={onRestore} />,
  },
]

type Props = Omit<ComponentProps<typeof PagedTable<DeletedRow>>, 'label' | 'columns' | 'rowKey' | 'rowHref' | 'card'> & {
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
