import type { KeyEntry } from '../../lib/keys/find-key.ts'

export type UpdateCommand = 'next' | 'previous' | 'first' | 'last' | 'edit' | 'skip' | 'send' | 'leave'

/** "Keys: J K, E or Enter edit, Ctrl Enter send and next, S skip and next, Escape leaves the text." [day §7](docs/design/day.md#7). */
export const updateKeys: readonly KeyEntry<UpdateCommand>[] = [
  { command: 'next', keys: ['ArrowDown'], shown: ['↓'], does: 'Next vendor' },
  { command: 'next', keys: ['j'], shown: ['J'], does: 'Next vendor', single: true },
  { command: 'previous', keys: ['ArrowUp'], shown: ['↑'], does: 'Vendor before' },
  { command: 'previous', keys: ['k'], shown: ['K'], does: 'Vendor before', single: true },
  { command: 'first', keys: ['Home'], shown: ['Home'], does: 'First vendor' },
  { command: 'last', keys: ['End'], shown: ['End'], does: 'Last vendor' },
  { command: 'edit', keys: ['Enter'], shown: ['Enter'], does: 'Edit the text' },
  { command: 'edit', keys: ['e'], shown: ['E'], does: 'Edit the text', single: true },
  { command: 'send', keys: ['Enter'], shown: ['Ctrl', 'Enter'], does: 'Send and next', ctrl: true },
  { command: 'skip', keys: ['s'], shown: ['S'], does: 'Skip and next', single: true },
  { command: 'leave', keys: ['Escape'], shown: ['Escape'], does: 'Leave the text' },
]
