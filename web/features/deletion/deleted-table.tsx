import { showDateTime } from '@gya/domain/common/dates.ts'
import { daysLeft } from '@gya/domain/features/deletion/restorable.ts'
import { type ComponentProps, useMemo } from 'react'
import { Button } from '../../ui/button.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import type { Column } from '../../ui/table-column.ts'
import { Tag } from '../../ui/tag.tsx'
import { type DeletedRow, kindLabels } from './restore.tsx'

type OnRestore = (row: DeletedRow) => void

/** From this many days down the days left are marked. */
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

/** What was deleted in the last 30 days, the latest first. `onRestore` stays constant. */
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
