import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Message } from './outbox.ts'

type SentCheckpoint = { companyId: string; companyName: string; position: number; at: string; note: string; publicUrl: string }

/**
 * "E-mailed to the company's checkpoint addresses. The mail says in words what it is and to keep it."
 * [trust §1.2](docs/design/trust.md#1.2).
 */
export const checkpointEmail = (
  to: string[],
  { companyId, companyName, position, at, note, publicUrl }: SentCheckpoint,
): Message => ({
  to,
  companyId,
  subject: `Keep this: checkpoint of the record of ${companyName}, entry ${position.toLocaleString('en-GB')}`,
  text: [
    `The record of ${companyName} had ${position.toLocaleString('en-GB')} entries on ${showDateTime(at)}. The lines below are a signed statement of that: they hold a fingerprint of everything in the record up to there.`,
    'Keep this e-mail. If anybody ever changes, removes or moves one of these entries, or cuts the end off, this e-mail shows it: even if they have the database and our servers.',
    `To compare, paste the lines here: ${publicUrl}/company/record?company=${companyId}`,
    note.trimEnd(),
  ].join('\n\n'),
})
