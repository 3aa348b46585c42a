import './areas.css'
import type { Wire } from '@gya/domain/endpoint.ts'
import { listBranches } from '@gya/domain/features/branches/branches.contract.ts'
import { deleteArea, listAreas, updateArea } from '@gya/domain/features/roles/areas.contract.ts'
import { IconArrowsExchange, IconDots, IconGripVertical, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { NewAreaDialog, RenameAreaDialog } from './area-name-dialog.tsx'
import { areaDeleted, branchMoved } from './areas.messages.ts'

type WireArea = Wire<typeof listAreas, 'response'>['data'][number]
type Branch = { _id: string; name: string; areaId: string | null }

/** Only these cards accept a dragged branch. */
const dragType = 'application/x-branch'

type CardProps = {
  title: string
  aside?: ReactNode
  branches: readonly Branch[]
  targets: readonly { _id: string | null; name: string }[]
  areaId: string | null
  onMove: (branchId: string, areaId: string | null) => void
  busy: boolean
  children?: ReactNode
}

/** The branches of an area. A branch can be dragged to another card, or moved with its menu. */
function AreaCard({ title, aside, branches, targets, areaId, onMove, busy, children }: CardProps) {
  const [isOver, setIsOver] = useState(false)
  return (
    <div
      className={classNames('area-card', isOver && 'over')}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        const id = event.dataTransfer.getData(dragType)
        if (id !== '' && !branches.some((branch) => branch._id === id)) onMove(id, areaId)
      }}
    >
      <FormPanel title={title} aside={aside}>
        {children}
        {branches.length === 0 ? (
          <p className="area-none">No branch. Drag one here, or move it with its menu.</p>
        ) : (
          <ul className="area-branches" aria-label={`Branches of ${title}`}>
            {branches.map((branch) => (
              <li
                key={branch._id}
                draggable={!busy}
                onDragStart={(event) => {
                  event.dataTransfer.setData(dragType, branch._id)
                  event.dataTransfer.effectAllowed = 'move'
                }}
              >
                {/* The menu beside it provides the same action. */}
                <span className="grip" aria-hidden="true">
                  <Icon of={IconGripVertical} size={16} />
                </span>
                <span className="area-branch">{branch.name}</span>
                <Menu
                  label={`Move ${branch.name}`}
                  icon={IconArrowsExchange}
                  size="s"
                  variant="quiet"
                  items={targets
                    .filter(({ _id }) => _id !== areaId)
                    .map(({ _id, name }) => ({
                      label: _id === null ? 'To no area' : `To ${name}`,
                      disabledReason: busy ? 'Please wait...' : null,
                      onSelect: () => onMove(branch._id, _id),
                    }))}
                />
              </li>
            ))}
          </ul>
        )}
      </FormPanel>
    </div>
  )
}

const managersText = ({ managers }: WireArea): string =>
  managers.length === 0 ? 'Nobody has this area yet.' : managers.map(({ fullName }) => fullName).join(', ')

/** Cards of areas with their branches. [trust §7](docs/design/trust.md#7): "*Areas*: cards with branches, drag between". */
export function Areas({ companyId }: { companyId: string }) {
  const areas = useCall(listAreas, { params: { companyId } })
  const branches = useCall(listBranches, { params: { companyId }, query: { itemsPerPage: '1000' } })
  const moving = useSave(updateArea, branchMoved)
  const [adding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<WireArea | null>(null)
  const [deleting, setDeleting] = useState<WireArea | null>(null)
  const failed = areas.error ?? branches.error
  if (!areas.data || !branches.data)
    return failed ? (
      <ReadFailed
        what="areas"
        error={failed}
        onRetry={() => {
          void areas.refetch()
          void branches.refetch()
        }}
      />
    ) : (
      <div className="after-tabs">
        <SkeletonForm fields={6} />
      </div>
    )
  const known = areas.data.data
  const all: Branch[] = branches.data.data.map(({ _id, name, area }) => ({ _id, name, areaId: area?._id ?? null }))
  const branchesOf = (areaId: string | null) => all.filter((branch) => branch.areaId === areaId)
  const idsOf = (areaId: string | null) => branchesOf(areaId).map(({ _id }) => _id)
  const move = (branchId: string, to: string | null) => {
    const from = all.find(({ _id }) => _id === branchId)?.areaId ?? null
    // Moved to no area: the previous area is saved without the branch.
    const areaId = to ?? from
    if (areaId === null) return
    const branchIds = to === null ? idsOf(areaId).filter((id) => id !== branchId) : [...idsOf(areaId), branchId]
    const version = known.find(({ _id }) => _id === areaId)?.version
    void moving.save({ params: { companyId, areaId }, body: { branchIds, version } })
  }
  const targets = [...known, { _id: null, name: 'No area' }]
  const cardProps = { targets, onMove: move, busy: moving.pending }
  const add = (
    <Button variant="primary" icon={IconPlus} aria-haspopup="dialog" onClick={() => setAdding(true)}>
      New area
    </Button>
  )
  return (
    <div className="after-tabs">
      {moving.overlay}
      {adding && <NewAreaDialog companyId={companyId} onClose={() => setAdding(false)} />}
      {renaming && <RenameAreaDialog companyId={companyId} area={renaming} onClose={() => setRenaming(null)} />}
      {deleting && (
        <ConfirmSaveDialog
          call={deleteArea}
          input={{ params: { companyId, areaId: deleting._id } }}
          messages={areaDeleted}
          title={`Delete ${deleting.name}?`}
          confirmLabel="Delete"
          danger
          onClose={() => setDeleting(null)}
        >
          <p>
            Its branches and sales stay.{' '}
            {deleting.managers.length === 0
              ? 'Nobody reaches them by this area.'
              : `${managersText(deleting)} can no longer open them, unless they reach them in another way.`}
          </p>
        </ConfirmSaveDialog>
      )}
      {moving.error && <Notice tone="bad">{refusalText(moving.error, branchMoved.failure)}</Notice>}
      {known.length === 0 ? (
        <EmptyState title="No areas yet" actions={add}>
          An area is a group of branches under one manager. Lists, reports and dashboards can then be filtered by it.
        </EmptyState>
      ) : (
        <>
          <div className="area-head">
            <p className="hint">
              Who manages an area reaches its branches from their next click on. Managers are chosen under Users.
            </p>
            {add}
          </div>
          <div className="area-cards">
            {known.map((area) => (
              <AreaCard
                key={area._id}
                title={area.name}
                areaId={area._id}
                branches={branchesOf(area._id)}
                {...cardProps}
                aside={
                  <>
                    <span className="spacer" />
                    <Menu
                      label={`More for ${area.name}`}
                      icon={IconDots}
                      size="s"
                      variant="quiet"
                      items={[
                        { label: 'Rename', onSelect: () => setRenaming(area) },
                        { label: 'Delete', danger: true, onSelect: () => setDeleting(area) },
                      ]}
                    />
                  </>
                }
              >
                <p className="area-managers">{managersText(area)}</p>
              </AreaCard>
            ))}
            <AreaCard title="No area" areaId={null} branches={branchesOf(null)} {...cardProps}>
              <p className="area-managers">Reached by name, and by people of all branches.</p>
            </AreaCard>
          </div>
        </>
      )}
    </div>
  )
}
