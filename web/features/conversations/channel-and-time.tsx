import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import {
  type ConversationChannel,
  channelLabels,
  conversationChannels,
  maxDaysBack,
} from '@gya/domain/features/conversations/conversations.model.ts'
import { describeRecordedLater } from '@gya/domain/features/conversations/conversations.rules.ts'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TimeField } from '../../ui/fields/time-field.tsx'
import { dayMonth } from '../common/short-conversations.tsx'
import { heldMoment } from './conversation-draft.ts'
import type { ConversationForm } from './use-conversation.ts'

const channelOptions = conversationChannels.map((value) => ({ value, label: channelLabels[value] }))

const channelWords: Record<ConversationChannel, string> = {
  call: 'By telephone',
  email: 'By e-mail',
  letter: 'By letter',
  inPerson: 'In person',
}

/** "By telephone, they contacted us, 21/11 at 15:30, entered 2 days after". */
function howAndWhenText({ channel, draft, now }: ConversationForm): string {
  const at = heldMoment(draft)
  const when = at && draft.heldOn ? `${dayMonth(draft.heldOn)} at ${draft.heldAt}` : 'now'
  return [channelWords[channel], draft.inbound ? 'they contacted us' : '', when, at ? describeRecordedLater(at, now) : '']
    .filter(Boolean)
    .join(', ')
}

/** Folded fields: channel, who started the conversation, and when it took place if not now. */
export function ChannelAndTime({ form }: { form: ConversationForm }) {
  const { draft, channel, now } = form
  const today = londonDay(now)
  return (
    <details className="channel-and-time">
      <summary>
        More <span className="mut">{howAndWhenText(form)}</span>
      </summary>
      <div>
        <SelectField
          label="Channel"
          searchable={false}
          options={channelOptions}
          value={channel}
          onChange={(chosen) => form.setTop({ channel: chosen })}
        />
        <CheckField
          label="They contacted us"
          checked={draft.inbound ?? false}
          onChange={(inbound) => form.setTop({ inbound: inbound || undefined })}
        />
        <DateField
          label="Held on"
          optional
          placeholder="Now"
          min={addDays(today, -maxDaysBack)}
          max={today}
          unreadable="Enter a day as 21/11, 21 nov, or y for yesterday."
          value={draft.heldOn ?? null}
          onChange={(day) => form.setTop({ heldOn: day ?? undefined })}
        />
        <TimeField
          label="At"
          optional
          step={15}
          value={draft.heldAt ?? null}
          onChange={(time) => form.setTop({ heldAt: time ?? undefined })}
        />
      </div>
    </details>
  )
}
