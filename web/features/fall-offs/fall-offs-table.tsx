import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { whyNotRestoreFallOff } from '@gya/domain/features/sale-now/may.ts'
import '../../ui/styles/running-text.css'
import './fall-offs.css'
import { londonDay, showDate, showDateTime, showDays } from '@gya/domain/common/dates.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import { fallOffPartyLabels, fallOffPhaseLabels, notClassified } from '@gya/domain/features/fall-offs/fall-off-reasons.ts'
import { deleteFallOff, previewRestore, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button, IconButton, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import { actionsColumn, type Column } from '../../ui/table/table-column.ts'
import { ClassifyDialog } from './classify-dialog.tsx'
import { type FallOffProperty, restoreConsequences } from './fall-off-consequences.ts'
import { fallOffDeleted, saleRestored } from './fall-offs.messages.ts'

type FallOff = FallOffProperty['saleResets'][number]
type Confirmation = { kind: 'restore' | 'delete' | 'classify'; fallOff: FallOff }
type Actions = { property: FallOffProperty; canEdit: boolean; onAsk: (confirmation: Confirmation) => void }

/** "Restore (only for rows not yet restored; disabled while an offer is accepted) and Delete." [property §2](docs/design/property.md#2). */
const RowActions = ({ fallOff, property, canEdit, onAsk }: { fallOff: FallOff } & Actions) => {
  const why = whyNotRestoreFallOff(fallOff, property)
  const of = `the fall off of ${fallOff.acceptedOffer.name}`
  if (!canEdit) return null
  return (
    <span className="row-end">
      {why !== 'FALL_OFF_RESTORED' && (
        <Button
          size="s"
          aria-haspopup="dialog"
          aria-label={`Restore ${of}`}
          disabledReason={why && errors[why][1]}
          onClick={() => onAsk({ kind: 'restore', fallOff })}
        >
          Restore
        </Button>
      )}
      <Button
        size="s"
        variant="danger-quiet"
        aria-haspopup="dialog"
        aria-label={`Delete ${of}`}
        onClick={() => onAsk({ kind: 'delete', fallOff })}
      >
        Delete
      </Button>
    </span>
  )
}

/** "Old fall-offs show “Not classified” and can be classified in the list." [forecast §2](docs/design/forecast.md#2). */
const Classification = ({ fallOff, canEdit, onAsk }: { fallOff: FallOff } & Actions) => {
  const { reason, party, phase, acceptedOffer } = fallOff
  return (
    <span className="classification">
      <span>
        {reason ? <b>{reason.name}</b> : <span className="mut">{notClassified}</span>}
        {canEdit && (
          <IconButton
            icon={IconPencil}
            label={`${reason ? 'Change the reason of' : 'Classify'} the fall off of ${acceptedOffer.name}`}
            variant="quiet"
            size="s"
            aria-haspopup="dialog"
            onClick={() => onAsk({ kind: 'classify', fallOff })}
          />
        )}
      </span>
      {reason && (
        <span className="mut t12">
          {[party && fallOffPartyLabels[party], phase && fallOffPhaseLabels[phase].toLowerCase()].filter(Boolean).join(', ')}
        </span>
      )}
    </span>
  )
}

const UnderOffer = ({ fallOff: { daysUnderOffer: days } }: { fallOff: FallOff }) =>
  days === null ? null : <span className="mut t12 under-offer">after {showDays(days)} under offer</span>

const restoredOn = (fallOff: FallOff) => fallOff.restoredOn && showDateTime(fallOff.restoredOn)

const columnsFor = (actions: Actions): readonly Column<FallOff>[] => [
  { id: 'buyer', head: 'Buyer', main: true, cell: ({ acceptedOffer }) => acceptedOffer.name },
  {
    id: 'createdOn',
    head: 'Created on',
    className: 'tnum',
    cell: (fallOff) => (
      <>
        {showDate(londonDay(fallOff.createdon))}
        <UnderOffer fallOff={fallOff} />
      </>
    ),
  },
  { id: 'reason', head: 'Reason', cell: (fallOff) => <Classification fallOff={fallOff} {...actions} /> },
  { id: 'note', head: 'Note', className: 'running', cell: ({ note }) => note },
  {
    id: 'restoredOn',
    head: 'Restored on',
    className: 'tnum',
    cell: (fallOff) => restoredOn(fallOff) ?? <span className="mut">Not restored</span>,
  },
  actionsColumn((fallOff) => <RowActions fallOff={fallOff} {...actions} />),
]

const FallOffCard = ({ fallOff, ...actions }: { fallOff: FallOff } & Actions) => (
  <>
    <div className="r1">
      <b>{fallOff.acceptedOffer.name}</b>
      <span className="spacer" />
      <span className="mut tnum">{showDate(londonDay(fallOff.createdon))}</span>
    </div>
    <UnderOffer fallOff={fallOff} />
    <Classification fallOff={fallOff} {...actions} />
    <p className="running">{fallOff.note}</p>
    {fallOff.restoredOn && <p className="mut">Restored on {restoredOn(fallOff)}</p>}
    <div className="r2">
      <span className="spacer" />
      <RowActions fallOff={fallOff} {...actions} />
    </div>
  </>
)

function WhatReturns({ params }: { params: PropertyParams & { fallOffId: string } }) {
  const { data } = useCall(previewRestore, { params })
  const lines = data ? restoreConsequences(data) : []
  if (lines.length === 0) return null
  return (
    <ul className="bullets">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** The property's fall-offs, latest first. */
export function FallOffsTable({ property, params }: { property: FallOffProperty; params: PropertyParams }) {
  const [confirming, setConfirming] = useState<Confirmation | null>(null)
  const to = useScopedPath()
  const actions = { property, canEdit: useMay('property.edit'), onAsk: setConfirming }
  const dialog = confirming && {
    input: { params: { ...params, fallOffId: confirming.fallOff._id } },
    // "Restoring and deleting a fall-off each require typing the address first line." [property §5](docs/design/property.md#5).
    typing: { text: property.address.line1, what: 'the first line of the address' },
    onClose: () => setConfirming(null),
  }
  return (
    <>
      <PagedTable
        label="Fall offs"
        className="running-rows fall-offs"
        columns={columnsFor(actions)}
        rows={property.saleResets}
        rowKey={(fallOff) => fallOff._id}
        card={(fallOff) => <FallOffCard fallOff={fallOff} {...actions} />}
        empty={
          <EmptyState title="No fall offs" actions={<LinkButton to={to('/property/timeline')}>Go to the timeline</LinkButton>}>
            When an accepted sale ends, perform a fall off on the Timeline page. It is then kept here and can be restored.
          </EmptyState>
        }
      />
      {confirming?.kind === 'classify' && (
        <ClassifyDialog
          fallOff={confirming.fallOff}
          version={property.version}
          params={params}
          onClose={() => setConfirming(null)}
        />
      )}
      {dialog && confirming.kind === 'restore' && (
        <ConfirmSaveDialog
          {...dialog}
          call={restoreFallOff}
          messages={saleRestored}
          title="Restore this sale?"
          confirmLabel="Restore sale"
        >
          <p>
            {confirming.fallOff.acceptedOffer.name}’s offer is accepted again. Timeline, completion date and the buyer’s details
            come back exactly as they were when the sale fell off; what was changed on the timeline since is replaced.
          </p>
          <WhatReturns params={dialog.input.params} />
        </ConfirmSaveDialog>
      )}
      {dialog && confirming.kind === 'delete' && (
        <ConfirmSaveDialog
          {...dialog}
          call={deleteFallOff}
          messages={fallOffDeleted}
          title="Delete this fall off?"
          confirmLabel="Delete fall off"
        >
          <p>
            The fall off of {confirming.fallOff.acceptedOffer.name} leaves this list
            {confirming.fallOff.restoredOn ? '' : ', and the sale can no longer be restored'}. It stays in the property’s history.
          </p>
        </ConfirmSaveDialog>
      )}
    </>
  )
}
