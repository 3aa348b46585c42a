import type { Wire } from '@gya/domain/endpoint.ts'
import type { listMail } from '@gya/domain/features/mail/mail.contract.ts'
import { Tag, type TagTone } from '../../ui/tag.tsx'

export type MailRow = Wire<typeof listMail, 'response'>['data'][number]

const stateTags: Record<MailRow['state'], readonly [words: string, tone: TagTone]> = {
  queued: ['Queued', 'amber'],
  sent: ['Sent', 'good'],
  failed: ['Failed', 'red'],
  kept: ['Kept here', 'grey'],
}

/** What has become of a message: `kept` where no mail server is configured. */
export const MailState = ({ state }: { state: MailRow['state'] }) => <Tag tone={stateTags[state][1]}>{stateTags[state][0]}</Tag>
