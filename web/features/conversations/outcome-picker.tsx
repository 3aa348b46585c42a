import type { ConversationOutcome } from '@gya/domain/features/conversations/conversations.model.ts'
import { IconCalendarCheck, IconMail, IconMessageCircle, IconMicrophone, IconPhoneOff } from '@tabler/icons-react'
import type { Ref } from 'react'
import { isModified } from '../../lib/uses-keys.ts'
import { Icon, type IconComponent } from '../../ui/icon.tsx'

/** In the order of the keys 1 to 5. */
export const outcomes: readonly { value: ConversationOutcome; label: string; icon: IconComponent }[] = [
  { value: 'spoke', label: 'Spoke', icon: IconMessageCircle },
  { value: 'leftMessage', label: 'Message', icon: IconMicrophone },
  { value: 'noAnswer', label: 'No answer', icon: IconPhoneOff },
  { value: 'promised', label: 'Promised', icon: IconCalendarCheck },
  { value: 'emailed', label: 'E-mailed', icon: IconMail },
]

/** Returns the outcome of a key from 1 to 5. */
export const outcomeOfKey = (key: string): ConversationOutcome | null =>
  outcomes.find((_, index) => key === String(index + 1))?.value ?? null

type Props = {
  value: ConversationOutcome | null
  onChange: (outcome: ConversationOutcome) => void
  labelledBy: string
  /** Whether the keys 1 to 5 are shown. */
  withKeys: boolean
  first?: Ref<HTMLButtonElement> | undefined
}

/** Chooses the outcome of a conversation. */
export const OutcomePicker = ({ value, onChange, labelledBy, withKeys, first }: Props) => (
  <div
    className="outcomes"
    role="group"
    aria-labelledby={labelledBy}
    onKeyDown={(event) => {
      const outcome = withKeys && !isModified(event) ? outcomeOfKey(event.key) : null
      if (outcome === null) return
      event.preventDefault()
      onChange(outcome)
    }}
  >
    {outcomes.map((outcome, index) => (
      <button
        key={outcome.value}
        ref={index === 0 ? first : undefined}
        type="button"
        aria-pressed={value === outcome.value}
        onClick={() => onChange(outcome.value)}
      >
        <Icon of={outcome.icon} size={18} />
        {outcome.label}
        {withKeys && (
          <span className="kbd" aria-hidden="true">
            {index + 1}
          </span>
        )}
      </button>
    ))}
  </div>
)
