import type { MailState as States } from '@gya/domain/features/mail/mail.model.ts'
import type { z } from 'zod'
import { Tag, type TagTone } from '../../ui/tag.tsx'

type State = z.output<typeof States>

const stateTags: Record<State, readonly [words: string, tone: TagTone]> = {
  queued: ['Queued', 'amber'],
  sent: ['Sent', 'good'],
  failed: ['Failed', 'red'],
  kept: ['Kept here', 'grey'],
  cancelled: ['Not sent', 'grey'],
}

/** The delivery state; `kept` if no mail server is configured. */
export const MailState = ({ state }: { state: State }) => <Tag tone={stateTags[state][1]}>{stateTags[state][0]}</Tag>
