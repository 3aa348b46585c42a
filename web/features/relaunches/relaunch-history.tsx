import { showDate } from '@gya/domain/common/dates.ts'
import { useMemo, useState } from 'react'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { EditAndRemove } from '../../ui/table/edit-and-remove.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import '../../ui/styles/running-text.css'
import type { Column } from '../../ui/table/table-column.ts'
import { EditRelaunchDialog } from './edit-relaunch-dialog.tsx'
import type { PropertyParams, PropertyWithRelaunches, WireRelaunch } from './relaunch-values.ts'
import { RemoveRelaunch } from './remove-relaunch.tsx'

type Actions = { onEdit: (relaunch: WireRelaunch) => void; onRemove: (relaunch: WireRelaunch) => void }

const RowActions = ({ relaunch, onEdit, onRemove }: { relaunch: WireRelaunch } & Actions) => (
  <EditAndRemove
    of={`relaunch of ${showDate(relaunch.when)}`}
    onEdit={() => onEdit(relaunch)}
    onRemove={() => onRemove(relaunch)}
  />
)

const columnsFor = (actions: Actions): readonly Column<WireRelaunch>[] => [
  { id: 'when', head: 'Date', main: true, className: 'tnum', cell: ({ when }) => showDate(when) },
  { id: 'notes', head: 'Notes', className: 'running', cell: ({ notes }) => notes || <span className="mut">None</span> },
  { id: 'actions', head: '', headLabel: 'Actions', cell: (relaunch) => <RowActions relaunch={relaunch} {...actions} /> },
]

const RelaunchCard = ({ relaunch, ...actions }: { relaunch: WireRelaunch } & Actions) => (
  <>
    <div className="r1">
      <b className="tnum">{showDate(relaunch.when)}</b>
      <span className="spacer" />
      <RowActions relaunch={relaunch} {...actions} />
    </div>
    {relaunch.notes && <p className="running">{relaunch.notes}</p>}
  </>
)

/** Every relaunch of the property, the latest first. */
export function RelaunchHistory({ property, params }: { property: PropertyWithRelaunches; params: PropertyParams }) {
  const [editing, setEditing] = useState<WireRelaunch | null>(null)
  const [removing, setRemoving] = useState<WireRelaunch | null>(null)
  const actions = useMemo(() => ({ onEdit: setEditing, onRemove: setRemoving }), [])
  const columns = useMemo(() => columnsFor(actions), [actions])
  const to = useScopedPath()
  return (
    <>
      <PagedTable
        label="Relaunch history"
        className="running-rows narrow"
        columns={columns}
        rows={property.relaunches}
        rowKey={(relaunch) => relaunch._id}
        card={(relaunch) => <RelaunchCard relaunch={relaunch} {...actions} />}
        empty={
          <EmptyState
            title="No relaunches yet"
            actions={<LinkButton to={to('/property/relaunch-create')}>Add Relaunch</LinkButton>}
          >
            A relaunch is a new marketing push: new photographs, a new portal listing, a launch event.
          </EmptyState>
        }
      />
      {editing && (
        <EditRelaunchDialog
          key={editing._id}
          relaunch={editing}
          version={property.version}
          params={params}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && <RemoveRelaunch relaunch={removing} params={params} onDone={() => setRemoving(null)} />}
    </>
  )
}
