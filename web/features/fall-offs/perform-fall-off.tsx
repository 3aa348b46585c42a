import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { maxFallOffReason } from '@gya/domain/features/fall-offs/fall-offs.rules.ts'
import { whyNotFallOff } from '@gya/domain/features/sale-now/may.ts'
import './fall-offs.css'
import { errors } from '@gya/domain/error-catalogue.ts'
import type { FallOffParty } from '@gya/domain/features/fall-offs/fall-off-reasons.ts'
import { performFallOff, previewFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { readForecastIfFalls } from '@gya/domain/features/forecast/forecast-if-falls.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { stateLabels } from '@gya/domain/features/timeline/timeline.model.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useCacheAnswer, useCall } from '../../lib/api/use-call.ts'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { usePanelParam } from '../../lib/url-state/use-panel-param.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useFollowLink } from '../../ui/navigation/link.tsx'
import { isConfirmed } from '../../ui/overlays/confirm-dialog.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { delayedSales, type FallOffPreview, type FallOffProperty, fallOffConsequences } from './fall-off-consequences.ts'
import { fallOffPerformed } from './fall-offs.messages.ts'
import { ReasonFields } from './reason-fields.tsx'

type Props = { property: FallOffProperty; params: PropertyParams }

/**
 * "'Perform fall off' is offered only when an offer is accepted." [property §4](docs/design/property.md#4). The action of a button or menu,
 * null if it is not offered, and the dialog that it opens.
 */
export function usePerformFallOff({ property, params }: Props) {
  const [open, setOpen] = useState(false)
  // Opened by a link of the palette.
  const panel = usePanelParam('fall-off')
  const canEdit = useMay('property.edit')
  const why = whyNotFallOff(property)
  const isOffered = canEdit && why !== 'FALL_OFF_WITHOUT_SALE'
  const action = (hasUnsavedChanges: boolean): MenuItem => ({
    label: 'Perform fall off',
    danger: true,
    disabledReason: why ? errors[why][1] : hasUnsavedChanges ? 'Save or discard your changes first' : null,
    onSelect: () => setOpen(true),
  })
  const close = () => {
    setOpen(false)
    if (panel.open) panel.hide()
  }
  return {
    action: isOffered ? action : null,
    dialog: (open || (panel.open && isOffered)) && <FallOffDialog property={property} params={params} onClose={close} />,
  }
}

type Values = { reasonId: string | null; party: FallOffParty | null; note: string; typed: string }

/** "The dialog wants a reason of the list and the note." [trust §6](docs/design/trust.md#6). */
const whyNotPerform = ({ reasonId, note, typed }: Values, line1: string): string | null => {
  if (reasonId === null) return 'Choose a reason first'
  if (note.trim() === '') return 'Enter what happened first'
  if (note.trim().length > maxFallOffReason) return `Use at most ${maxFallOffReason} characters`
  return isConfirmed(typed, line1) ? null : `Type ${line1} first`
}

/** "Fall-off: reason required (non-empty, maximum 500 characters) and the first line of the address typed to confirm." */
function FallOffDialog({ property, params, onClose }: Props & { onClose: () => void }) {
  const { line1 } = property.address
  const { data: preview, error, refetch } = useCall(previewFallOff, { params })
  const { data: ifItFalls } = useCall(readForecastIfFalls, { params })
  const follow = useFollowLink()
  const keep = useCacheAnswer()
  const to = useScopedPath()
  // The state when the dialog was opened: after the save the property has no sale while the dialog is still open.
  const [sold] = useState(property)
  const [shown, setShown] = useState<FallOffPreview | undefined>(undefined)
  if (preview?.offer && shown?.version !== preview.version) setShown(preview)
  const saving = useSaveForm<typeof performFallOff, Values>({
    call: performFallOff,
    name: `fall-off-${property._id}`,
    initialValues: { reasonId: null, party: null, note: '', typed: '' },
    // Performs exactly what the preview showed.
    version: shown?.version ?? property.version,
    toInput: ({ reasonId, party, note }, version) => ({
      params,
      body: { note, ...(reasonId ? { reasonId } : {}), ...(party ? { party } : {}), version },
    }),
    messages: fallOffPerformed,
    onSaved: (fallen) => {
      keep(readProperty, { params }, fallen)
      onClose()
      // People who may buy next, and agents to be informed.
      follow(to('/property/fall-offs'))
    },
  })
  const { form } = saving
  return (
    <SaveFormDialog
      title="Perform fall off"
      wide
      saving={saving}
      onClose={onClose}
      disabledReason={shown ? whyNotPerform(form.values, line1) : 'Please wait...'}
      saveLabel="Perform fall off"
    >
      <ReasonFields companyId={params.companyId} form={form} />
      <TextAreaField {...form.getInputProps('note')} label="What happened" required rows={3} limit={maxFallOffReason} />
      {shown && <Consequences lines={[...fallOffConsequences(sold, shown), ...delayedSales(ifItFalls)]} steps={shown.steps} />}
      {!shown && !error && <SkeletonLines lines={5} />}
      {!shown && error && (
        <ErrorState title="What the fall off does could not be read." onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      )}
      {shown && (
        <>
          <p className="hint">
            The sale is kept under Fall Offs with its days, tasks and what waited, and can be restored while no other offer is
            accepted.
          </p>
          <div>
            <p className="lab">To confirm, type the first line of the address:</p>
            <p className="type-this">{line1}</p>
          </div>
          <TextField {...form.getInputProps('typed')} label="Type it here" spellCheck={false} />
        </>
      )}
    </SaveFormDialog>
  )
}

const Consequences = ({ lines, steps }: { lines: readonly string[]; steps: FallOffPreview['steps'] }) => (
  <section aria-label="What this does">
    <h3 className="sub">What this does</h3>
    <ul className="bullets">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    {steps.length > 0 && (
      <details className="fall-off-steps">
        <summary>{steps.length === 1 ? 'The step that goes back' : `The ${steps.length} steps that go back`}</summary>
        <dl className="delta">
          {steps.map(({ key, title, from, to }) => (
            <div key={key}>
              <dt>{title}</dt>
              <dd>
                {stateLabels[from]} <Icon of={IconArrowRight} size={12} /> <span className="vh">becomes</span>{' '}
                <b>{to === null ? 'Removed' : stateLabels[to]}</b>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    )}
  </section>
)
