import { replayWebhookMessages } from '@gya/domain/features/webhooks/webhooks.contract.ts'
import type { Webhook } from '@gya/domain/features/webhooks/webhooks.model.ts'
import { earliestReplay } from '@gya/domain/features/webhooks/webhooks.rules.ts'
import { useState } from 'react'
import { CallDialog } from '../../lib/forms/call-dialog.tsx'
import { useSave } from '../../lib/forms/use-save.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { messagesReplayed } from './webhooks.messages.ts'

type Props = { companyId: string; webhook: Webhook; onClose: () => void }

/** Offered periods in days. The call accepts any instant of the last 30 days. */
const spans = [
  { value: 1, label: 'Of one day' },
  { value: 7, label: 'Of 7 days' },
  { value: 30, label: 'Of 30 days' },
] as const
type Choice = 'dead' | (typeof spans)[number]['value']

const dayMs = 86_400_000

/** "Replay: one dead message, all dead, or everything from an instant (≤ 30 days back)." [connect §4.6](docs/design/connect.md#4.6). */
export function ReplayDialog({ companyId, webhook, onClose }: Props) {
  const saving = useSave(replayWebhookMessages, messagesReplayed)
  const { dead } = webhook
  const [choice, setChoice] = useState<Choice>(dead > 0 ? 'dead' : 1)
  const replay = async () => {
    const now = new Date()
    // One minute less than 30 days, so that the instant is still valid when the server receives it.
    const from = choice === 30 ? Date.parse(earliestReplay(now.toISOString())) + 60_000 : now.getTime() - Number(choice) * dayMs
    const body = choice === 'dead' ? { allDead: true as const } : { from: new Date(from).toISOString() }
    if (await saving.save({ params: { companyId, webhookId: webhook._id }, body })) onClose()
  }
  return (
    <CallDialog
      title="Send again"
      saving={saving}
      messages={messagesReplayed}
      saveLabel="Send again"
      onSave={replay}
      onClose={onClose}
    >
      <SegmentedField<Choice>
        label="Which messages"
        options={[...(dead > 0 ? [{ value: 'dead' as const, label: `All ${dead.toLocaleString('en-GB')} dead` }] : []), ...spans]}
        value={choice}
        onChange={setChoice}
      />
      <p className="mut">Each keeps its id, so that a program that has it already can drop it.</p>
    </CallDialog>
  )
}
