import { useMemo, useState } from 'react'
import { today } from '../../lib/today.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { EditAndRemove } from '../../ui/table/edit-and-remove.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import '../../ui/styles/running-text.css'
import type { Column } from '../../ui/table/table-column.ts'
import { Tag } from '../../ui/tag.tsx'
import { EditViewingDialog } from './edit-viewing-dialog.tsx'
import { RemoveViewing } from './remove-viewing.tsx'
import { momentOf, type PropertyParams, type PropertyWithViewings, type WireViewing } from './viewing-values.ts'

type Actions = { onEdit: (viewing: WireViewing) => void; onRemove: (viewing: WireViewing) => void }

const Moment = ({ viewing }: { viewing: WireViewing }) => (
  <>
    {momentOf(viewing)} {viewing.when > today() && <Tag tone="accent">Booked</Tag>}
  </>
)

const RowActions = ({ viewing, onEdit, onRemove }: { viewing: WireViewing } & Actions) => (
  <EditAndRemove
    of={`viewing by ${viewing.name} on ${momentOf(viewing)}`}
    onEdit={() => onEdit(viewing)}
    onRemove={() => onRemove(viewing)}
  />
)

const columnsFor = (actions: Actions): readonly Column<WireViewing>[] => [
  { id: 'when', head: 'When', className: 'tnum', cell: (viewing) => <Moment viewing={viewing} /> },
  { id: 'name', head: 'Client', main: true, cell: (viewing) => viewing.name },
  {
    id: 'notes',
    head: 'Feedback',
    className: 'running',
    cell: ({ notes }) => notes || <span className="mut">None yet</span>,
  },
  { id: 'actions', head: '', headLabel: 'Actions', cell: (viewing) => <RowActions viewing={viewing} {...actions} /> },
]

const ViewingCard = ({ viewing, ...actions }: { viewing: WireViewing } & Actions) => (
  <>
    <div className="r1">
      <b>{viewing.name}</b>
      <span className="spacer" />
      <span className="mut tnum">
        <Moment viewing={viewing} />
      </span>
    </div>
    {viewing.notes && <p className="running">{viewing.notes}</p>}
    <div className="r2">
      <span className="spacer" />
      <RowActions viewing={viewing} {...actions} />
    </div>
  </>
)

/** Every viewing of the property, the latest first: booked ones on top. */
export function ViewingHistory({ property, params }: { property: PropertyWithViewings; params: PropertyParams }) {
  const [editing, setEditing] = useState<WireViewing | null>(null)
  const [removing, setRemoving] = useState<WireViewing | null>(null)
  const actions = useMemo(() => ({ onEdit: setEditing, onRemove: setRemoving }), [])
  const columns = useMemo(() => columnsFor(actions), [actions])
  const to = useScopedPath()
  return (
    <>
      <PagedTable
        label="Viewing history"
        className="running-rows"
        columns={columns}
        rows={property.viewings}
        rowKey={(viewing) => viewing._id}
        card={(viewing) => <ViewingCard viewing={viewing} {...actions} />}
        empty={
          <EmptyState title="No viewings yet" actions={<LinkButton to={to('/property/viewing-create')}>Add Viewing</LinkButton>}>
            Viewings that are booked or over stand here, with what the clients said.
          </EmptyState>
        }
      />
      {editing && (
        <EditViewingDialog
          key={editing._id}
          viewing={editing}
          version={property.version}
          params={params}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && <RemoveViewing viewing={removing} params={params} onDone={() => setRemoving(null)} />}
    </>
  )
}
