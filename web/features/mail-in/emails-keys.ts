import type { KeyEntry } from '../../lib/keys/find-key.ts'

export type EmailsCommand = 'next' | 'previous' | 'reply' | 'done' | 'accept' | 'decline' | 'keep' | 'move' | 'original'

/** Keys of the tab E-mails; they act on the newest e-mail that came in of the open thread. [mail-in §9](docs/design/mail-in.md#9). */
export const emailsKeys: readonly KeyEntry<EmailsCommand>[] = [
  { command: 'next', keys: ['j'], shown: ['J'], does: 'Next thread', single: true },
  { command: 'keep', keys: ['k'], shown: ['Shift', 'K'], does: 'Keep its files', single: true, shift: true },
  { command: 'previous', keys: ['k'], shown: ['K'], does: 'Thread before', single: true },
  { command: 'reply', keys: ['e'], shown: ['E'], does: 'Reply', single: true },
  { command: 'decline', keys: ['d'], shown: ['Shift', 'D'], does: 'Decline what it proposes first', single: true, shift: true },
  { command: 'done', keys: ['d'], shown: ['D'], does: 'Done: no answer needed', single: true },
  { command: 'accept', keys: ['a'], shown: ['A'], does: 'Accept what it proposes', single: true },
  { command: 'move', keys: ['m'], shown: ['M'], does: 'Move to another sale', single: true },
  { command: 'original', keys: ['o'], shown: ['O'], does: 'Download the original', single: true },
]
