import { type MessageTemplate, switchAutomatic } from '@gya/domain/features/messages/message-templates.contract.ts'
import { messageEventLabels } from '@gya/domain/features/messages/messages.model.ts'
import { saleRoleLabels } from '@gya/domain/features/property-contacts/parties.ts'
import { useState } from 'react'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SwitchField } from '../../ui/fields/check-field.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { type FoundSale, SaleLookup } from '../common/sale-lookup.tsx'
import { whyIncomplete } from './message-preview.tsx'
import { Messages, PreviewState, useSalePreview } from './template-preview.tsx'

const messages = { success: { title: 'Saved' }, failure: { title: 'The template was not switched' } }

type DialogProps = {
  companyId: string
  template: MessageTemplate
  sale: FoundSale | null
  onSale: (sale: FoundSale | null) => void
  pending: boolean
  error: string | null
  onConfirm: () => void
  onCancel: () => void
}

/** "A person switches one on after a preview on a real sale." [day §4](docs/design/day.md#4). */
function SwitchOnDialog({ companyId, template, sale, onSale, pending, error, onConfirm, onCancel }: DialogProps) {
  const { name, event, audience } = template
  const preview = useSalePreview({ companyId, sale, words: template, audience, templateId: template._id })
  const leftOut = preview.messages.filter((one) => one.to === '' || whyIncomplete(one) !== null)
  const whom = new Intl.ListFormat('en-GB').format(audience.map((role) => saleRoleLabels[role].toLowerCase()))
  return (
    <ConfirmDialog
      open
      wide
      title={`Send “${name}” automatically?`}
      confirmLabel="Switch on"
      pending={pending}
      error={error}
      disabledReason={
        sale === null
          ? 'Choose a sale first'
          : preview.messages.length === 0
            ? 'Preview it on a sale with such a party first'
            : null
      }
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>
        {event && messageEventLabels[event]}: two minutes later this goes to {whom}, once each. Read it on a real sale first;
        nothing is sent now.
      </p>
      <SaleLookup label="On the sale of" companyId={companyId} sale={sale} onChange={onSale} />
      <PreviewState preview={preview} sale={sale} />
      {leftOut.length > 0 && (
        <Notice tone="warn">
          It is sent without confirmation. A party without an address, or with an empty field, gets nothing.
        </Notice>
      )}
      <Messages messages={preview.messages} />
    </ConfirmDialog>
  )
}

type Props = {
  companyId: string
  template: MessageTemplate
  /** Why it cannot be switched now. */
  disabledReason: string | null
  sale: FoundSale | null
  onSale: (sale: FoundSale | null) => void
}

/** Switches automatic sending of a template. Takes effect immediately. */
export function AutomaticSwitch({ companyId, template, disabledReason, sale, onSale }: Props) {
  const { _id: templateId, automatic, version } = template
  const saving = useSave(switchAutomatic, messages)
  const [asking, setAsking] = useState(false)
  const change = async (on: boolean) => {
    const answer = await saving.save({ params: { companyId, templateId }, body: { automatic: on, version } })
    if (answer !== null) setAsking(false)
  }
  return (
    <>
      <SwitchField
        label={
          <>
            Automatic<span className="vh">: {template.name}</span>
          </>
        }
        checked={automatic}
        disabledReason={disabledReason}
        disabled={saving.pending}
        onChange={(on) => (on ? setAsking(true) : void change(false))}
      />
      {saving.overlay}
      {asking && (
        <SwitchOnDialog
          companyId={companyId}
          template={template}
          sale={sale}
          onSale={onSale}
          pending={saving.pending}
          error={saving.error && refusalText(saving.error, messages.failure)}
          onConfirm={() => void change(true)}
          onCancel={() => {
            saving.reset()
            setAsking(false)
          }}
        />
      )}
    </>
  )
}
