import { type ComponentProps, type ReactNode, useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import { actionsColumn, type Column } from '../../ui/table/table-column.ts'
import { useMay } from '../session/session.tsx'

type Props<Row> = Omit<ComponentProps<typeof PagedTable<Row>>, 'card' | 'rowKey'> & {
  /** The card of a row on a phone; `actions` are its Edit and Remove buttons. */
  card: (row: Row, actions: ReactNode) => ReactNode
  /** Names a row in the labels of its buttons: "viewing by Fenwick Larkrise". Must be constant, like the columns. */
  rowName: (row: Row) => string
  removeLabel?: 'Remove' | 'Delete' | undefined
  /** Before Edit and Remove. Must be constant, like the columns. */
  moreActions?: (row: Row) => ReactNode
  editDialog: (row: Row, close: () => void) => ReactNode
  removeDialog: (row: Row, close: () => void) => ReactNode
}

/** A table of records of a property with Edit and Remove at the end of each row, for users with the permission. */
export function RecordTable<Row extends { _id: string }>(props: Props<Row>) {
  const { columns, card, rowName, removeLabel, moreActions, editDialog, removeDialog, ...table } = props
  const mayEdit = useMay('property.edit')
  const [editing, setEditing] = useState<Row | null>(null)
  const [removing, setRemoving] = useState<Row | null>(null)
  const actions = useMemo(
    () => (row: Row) => (
      <EditAndRemove
        of={rowName(row)}
        removeLabel={removeLabel}
        more={moreActions?.(row)}
        onEdit={() => setEditing(row)}
        onRemove={() => setRemoving(row)}
      />
    ),
    [rowName, removeLabel, moreActions],
  )
  const withActions = useMemo<readonly Column<Row>[]>(
    () => (mayEdit ? [...columns, actionsColumn(actions)] : columns),
    [mayEdit, columns, actions],
  )
  return (
    <>
      <PagedTable {...table} columns={withActions} rowKey={({ _id }) => _id} card={(row) => card(row, mayEdit && actions(row))} />
      {editing && editDialog(editing, () => setEditing(null))}
      {removing && removeDialog(removing, () => setRemoving(null))}
    </>
  )
}

type ButtonsProps = {
  /** Names the row: "viewing by Fenwick Larkrise". */
  of: string
  removeLabel?: 'Remove' | 'Delete' | undefined
  more: ReactNode
  onEdit: () => void
  onRemove: () => void
}

/** The buttons at the end of a row. Both open a dialog. */
const EditAndRemove = ({ of, removeLabel = 'Remove', more, onEdit, onRemove }: ButtonsProps) => (
  <span className="row-end">
    {more}
    <Button size="s" variant="quiet" aria-haspopup="dialog" aria-label={`Edit ${of}`} onClick={onEdit}>
      Edit
    </Button>
    <Button size="s" variant="danger-quiet" aria-haspopup="dialog" aria-label={`${removeLabel} ${of}`} onClick={onRemove}>
      {removeLabel}
    </Button>
  </span>
)
