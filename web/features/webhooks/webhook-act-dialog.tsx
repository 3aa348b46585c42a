import { deleteWebhook, rotateWebhook, switchOnWebhook, updateWebhook } from '@gya/domain/features/webhooks/webhooks.contract.ts'
import type { Webhook } from '@gya/domain/features/webhooks/webhooks.model.ts'
import { useState } from 'react'
import { CallDialog } from '../../lib/forms/call-dialog.tsx'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { useSave } from '../../lib/forms/use-save.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { useLeaveWithoutAsking } from '../../ui/navigation/link.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx'
import { webhookDeleted, webhookRotated, webhookSwitchedOff, webhookSwitchedOn } from './webhooks.messages.ts'

export type WebhookAct = 'change' | 'rotate' | 'switch-on' | 'switch-off' | 'replay' | 'delete'

type Props = { companyId: string; webhook: Webhook; onClose: () => void }

export function WebhookActDialog({ act, ...props }: Props & { act: WebhookAct }) {
  const { companyId, webhook, onClose } = props
  const to = useScopedPath()
  const leave = useLeaveWithoutAsking()
  const params = { companyId, webhookId: webhook._id }
  switch (act) {
    case 'change':
      return <WebhookDialog companyId={companyId} editing={webhook} onClose={onClose} />
    case 'rotate':
      return <RotateDialog {...props} />
    case 'switch-on':
      return <SwitchOnDialog {...props} />
    case 'replay':
      return <ReplayDialog {...props} />
    case 'switch-off':
      return (
        <ConfirmSaveDialog
          call={updateWebhook}
          input={{ params, body: { off: true, version: webhook.version } }}
          messages={webhookSwitchedOff}
          title="Switch this webhook off?"
          confirmLabel="Switch off"
          onClose={onClose}
        >
          <p>Nothing is sent while it is off. When you switch it on, you choose whether what it missed is sent.</p>
        </ConfirmSaveDialog>
      )
    case 'delete':
      return (
        <ConfirmSaveDialog
          call={deleteWebhook}
          input={{ params }}
          messages={webhookDeleted}
          title="Delete this webhook?"
          confirmLabel="Delete"
          danger
          notFound="This webhook has been deleted already."
          onClose={onClose}
          onDone={() => leave(to('/company/webhooks'))}
        >
          <p>Its messages go too, also those that wait. This cannot be undone.</p>
        </ConfirmSaveDialog>
      )
  }
}

/** "After *Rotate* both signatures are sent for 24 hours." [connect §4.1](docs/design/connect.md#4.1). */
function RotateDialog({ companyId, webhook, onClose }: Props) {
  const saving = useSave(rotateWebhook, webhookRotated)
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null)
    return (
      <WebhookSecretDialog title="New secret" secret={secret} onClose={onClose}>
        <p>The old secret signs as well for 24 hours. Change your program within that time.</p>
      </WebhookSecretDialog>
    )
  const rotate = async () => {
    const answer = await saving.save({ params: { companyId, webhookId: webhook._id } })
    if (answer) setSecret(answer.secret)
  }
  return (
    <CallDialog
      title="Make a new secret?"
      saving={saving}
      messages={webhookRotated}
      saveLabel="Make new secret"
      onSave={rotate}
      onClose={onClose}
    >
      <p>For 24 hours messages are signed with both secrets, so that your program can change over without missing one.</p>
    </CallDialog>
  )
}

/** "*Switch on* asks ‘send the 1,204 missed, or go on from now’." [connect §4.5](docs/design/connect.md#4.5). */
function SwitchOnDialog({ companyId, webhook, onClose }: Props) {
  const saving = useSave(switchOnWebhook, webhookSwitchedOn)
  const count = webhook.missed + webhook.waiting
  const [missed, setMissed] = useState<'send' | 'drop'>('send')
  const switchOn = async () => {
    if (await saving.save({ params: { companyId, webhookId: webhook._id }, body: { missed } })) onClose()
  }
  const counted = count.toLocaleString('en-GB')
  return (
    <CallDialog
      title="Switch this webhook on?"
      saving={saving}
      messages={webhookSwitchedOn}
      saveLabel="Switch on"
      onSave={switchOn}
      onClose={onClose}
    >
      {count === 0 ? (
        <p>It has missed nothing. What happens from now on is sent.</p>
      ) : (
        <>
          <p>{count === 1 ? 'One message was' : `${counted} messages were`} not delivered while it was off.</p>
          <SegmentedField
            label="Missed messages"
            options={[
              { value: 'send', label: count === 1 ? 'Send it' : `Send the ${counted} missed` },
              { value: 'drop', label: 'Go on from now' },
            ]}
            value={missed}
            onChange={setMissed}
          />
        </>
      )}
    </CallDialog>
  )
}
